package documents

import (
	"fmt"
	"math/rand/v2"
)

// prose is the text of the documents in one language.
type prose struct {
	question, title, breadcrumb, search string
	excerpts, remarks                   []string
	lines                               []line
}

// line is a kind of log entry. In format every verb is a varying number.
type line struct {
	level, service, template, format string
	verbs                            int
}

func (l line) message(random *rand.Rand) string {
	numbers := make([]any, l.verbs)
	for i := range numbers {
		numbers[i] = 10 + random.IntN(9990)
	}
	return fmt.Sprintf(l.format, numbers...)
}

var english = prose{
	question:   "HikariCP connection pool exhausted in order-service",
	title:      "Connection pool exhaustion",
	breadcrumb: "Runbooks > Order service > Database",
	search:     "order-service HikariPool timeout",
	excerpts: []string{
		"When active equals the maximum and waiting grows, threads wait for a connection until the timeout of 30 s. Look for long transactions first.",
		"A leak shows as connections that are never returned to the pool, however long one waits. Set leakDetectionThreshold to 20 s and read the stack of the borrower that it logs.",
	},
	remarks: []string{"", "gift wrap", "call before delivery", "leave at the door"},
	lines: []line{
		{"ERROR", "order-service", "HikariPool-1 - Connection is not available, request timed out after <*>ms (active=<*>, waiting=<*>)",
			"HikariPool-1 - Connection is not available, request timed out after %dms (active=%d, waiting=%d)", 3},
		{"WARN", "order-service", "Slow transaction: <*>ms in OrderRepository.findByCustomer, order <*>",
			"Slow transaction: %dms in OrderRepository.findByCustomer, order %d", 2},
		{"INFO", "payment-gateway", "Payment <*> confirmed for order <*>", "Payment %d confirmed for order %d", 2},
		{"ERROR", "order-service", "POST /api/orders failed with 503 after <*>ms, trace <*>", "POST /api/orders failed with 503 after %dms, trace %d", 2},
	},
}

var chinese = prose{
	question:   "订单服务的数据库连接池为什么会耗尽",
	title:      "数据库连接池耗尽的处理手册",
	breadcrumb: "运维手册 > 订单服务 > 数据库",
	search:     "订单服务 连接池 超时",
	excerpts: []string{
		"当活动连接数等于上限并且等待线程不断增加时,请求会一直等待连接直到三十秒超时。应当首先检查是否存在长事务。",
		"连接泄漏表现为连接借出之后从未归还。请把泄漏检测阈值设为二十秒,并查看借用线程的调用栈。",
	},
	remarks: []string{"", "需要礼品包装", "送货之前请先打电话", "放在门口即可"},
	lines: []line{
		{"ERROR", "order-service", "连接池没有可用连接,请求在 <*> 毫秒后超时(活动 <*>,等待 <*>)",
			"连接池没有可用连接,请求在 %d 毫秒后超时(活动 %d,等待 %d)", 3},
		{"WARN", "order-service", "慢事务:按客户查询订单耗时 <*> 毫秒,订单号 <*>", "慢事务:按客户查询订单耗时 %d 毫秒,订单号 %d", 2},
		{"INFO", "payment-gateway", "支付 <*> 已确认,订单号 <*>", "支付 %d 已确认,订单号 %d", 2},
		{"ERROR", "order-service", "下单接口返回 503,耗时 <*> 毫秒,追踪号 <*>", "下单接口返回 503,耗时 %d 毫秒,追踪号 %d", 2},
	},
}

var escaped = prose{
	question:   "What does \"Connection is not available\" mean?",
	title:      "Connection pool \"HikariPool-1\" exhausted",
	breadcrumb: "Runbooks\\Order service\\Database",
	search:     "\"HikariPool\" timeout",
	excerpts: []string{
		"When \"active\" equals the maximum and \"waiting\" grows, threads wait until the timeout of 30 s.\nLook for long transactions first.",
		"A leak shows as connections that are never returned.\n\tleakDetectionThreshold=20000\nThen read the stack of the borrower.",
	},
	remarks: []string{"", "\"gift\" wrap", "call\nbefore delivery", "C:\\door"},
	lines: []line{
		{"ERROR", "order-service", "HikariPool-1 - \"Connection is not available\", request timed out after <*>ms (active=<*>, waiting=<*>)",
			"HikariPool-1 - \"Connection is not available\", request timed out after %dms (active=%d, waiting=%d)", 3},
		{"WARN", "order-service", "Slow transaction: <*>ms\n\tat OrderRepository.findByCustomer, order <*>",
			"Slow transaction: %dms\n\tat OrderRepository.findByCustomer, order %d", 2},
		{"INFO", "payment-gateway", "Payment \"<*>\" confirmed for order <*>", "Payment \"%d\" confirmed for order %d", 2},
		{"ERROR", "order-service", "POST \"/api/orders\" failed with 503 after <*>ms, trace <*>", "POST \"/api/orders\" failed with 503 after %dms, trace %d", 2},
	},
}
