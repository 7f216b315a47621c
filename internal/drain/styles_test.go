package drain

import (
	"fmt"
	"math/rand"
	"strings"
)

// style is a way of logging: templates whose parts in braces vary.
type style struct {
	name      string
	templates []string
}

var styles = []style{
	{"storage blocks", []string{
		"Receiving block blk_{id} src: /{ip}:{port} dest: /{ip}:{port}", "Received block blk_{id} of size {n} from /{ip}", "PacketResponder {d} for block blk_{id} terminating",
		"BLOCK* NameSystem.addStoredBlock: blockMap updated: {ip}:{port} is added to blk_{id} size {n}", "BLOCK* NameSystem.delete: blk_{id} is added to invalidSet of {ip}:{port}",
		"Verification succeeded for blk_{id}", "Deleting block blk_{id} file /mnt/hadoop/dfs/data/current/blk_{id}", "{ip}:{port} Served block blk_{id} to /{ip}", "Got exception while serving blk_{id} to /{ip}:",
	}},
	{"cluster jobs", []string{
		"Created MRAppMaster for application appattempt_{n}_{d}_{d}", "Task attempt_{n}_{d}_m_{d}_{d} done", "Progress of TaskAttempt attempt_{n}_{d}_m_{d}_{d} is : {f}", "Assigned container container_{n}_{d} to attempt_{n}_{d}_m_{d}_{d}",
		"Auth successful for job_{n}_{d} (auth:SIMPLE)", "JVM with ID : jvm_{n}_{d}_m_{d} asked for a task", "JVM with ID: jvm_{n}_{d}_m_{d} given task: attempt_{n}_{d}_m_{d}_{d}", "Before Scheduling: PendingReds:{d} ScheduledMaps:{d} AssignedMaps:{d} CompletedMaps:{d}",
		"Failed to renew lease for [DFSClient_NONMAPREDUCE_{n}_{d}] for {d} seconds. Will retry shortly ...", "Address change detected. Old: {host}/{ip}:{port} New: {host}:{port}", "Retrying connect to server: {host}:{port}. Already tried {d} time(s); maxRetries={d}",
	}},
	{"executors", []string{
		"Found block rdd_{d}_{d} locally", "Running task {f} in stage {f} (TID {n})", "Finished task {f} in stage {f} (TID {n}). {n} bytes result sent to driver", "Started reading broadcast variable {d}", "Reading broadcast variable {d} took {d} ms",
		"Block broadcast_{d}_piece{d} stored as bytes in memory (estimated size {f} KB, free {f} GB)", "Block broadcast_{d} stored as values in memory (estimated size {f} KB, free {f} MB)", "Getting {d} non-empty blocks out of {d} blocks", "mapred.tip.id is deprecated. Instead, use mapreduce.task.id",
		"Input split: hdfs://{host}:{port}/pjhe/logs/2kSOSP.log:{n}+{n}", "Successfully registered with driver", "Changing view acls to: {word},{word}",
	}},
	{"coordination", []string{
		"Received connection request /{ip}:{port}", "Notification time out: {n}", "Cannot open channel to {d} at election address /{ip}:{port}", "Interrupted while waiting for message on queue", "Closed socket connection for client /{ip}:{port} which had sessionid 0x{hex}",
		"Closed socket connection for client /{ip}:{port} (no session established for client)", "Established session 0x{hex} with negotiated timeout {n} for client /{ip}:{port}", "Expiring session 0x{hex}, timeout of {n}ms exceeded", "Connection broken for id {n}, my id = {d}, error =",
		"Client attempting to establish new session at /{ip}:{port}", "Exception causing close of session 0x{hex} due to java.io.IOException: ZooKeeperServer not running",
	}},
	{"machines", []string{
		"instruction cache parity error corrected", "generating core.{n}", "CE sym {d}, at 0x{hex}, mask 0x{hex}", "{d} double-hummer alignment exceptions", "ciod: failed to read message prefix on control stream (CioStream socket to {ip}:{port}", "ciod: LOGIN chdir(/p/gb/{word}) failed: No such file or directory",
		"ciod: Error reading message prefix after LOGIN_MESSAGE on CioStream socket to {ip}:{port}: Link has been severed", "total of {d} ddr error(s) detected and corrected", "{d} ddr errors(s) detected and corrected on rank {d}, symbol {d}, bit {d}", "iar {hex} dear {hex}", "data TLB error interrupt", "rts: kernel terminated for reason {d}", "program interrupt: fp cr field .............0",
	}},
	{"nodes", []string{
		"PSU status ( on on )", "PSU status ( off on )", "ambient={d}", "Fan speeds ( {n} {n} {n} {n} {n} {n} )", "Temperature ({d}C) exceeds warning threshold", "Link error on broadcast tree Interconnect-{d}T{d}:{d}:{d}", "ServerFileSystem: An ServerFileSystem domain panic has occurred on storage{n}",
		"boot (command {n}) Error: Target does not reference an existing node", "Command has completed successfully", "Component State Change: Component \\042{word}\\042 is in the unavailable state (HWID={n})", "Node node-{n} has detected an available network connection on network {ip} via interface alt{d}",
	}},
	{"syslog", []string{
		"session opened for user {word} by (uid={d})", "session closed for user {word}", "authentication failure; logname= uid=0 euid=0 tty=NODEVssh ruser= rhost={ip}", "authentication failure; logname= uid=0 euid=0 tty=NODEVssh ruser= rhost={host}  user=root", "check pass; user unknown",
		"connection from {ip} ({host}) at Sun Jul {d} {clock} 2005", "ALERT exited abnormally with [{d}]", "ANONYMOUS FTP LOGIN FROM {ip}, (anonymous)", "(root) CMD (run-parts /etc/cron.hourly)", "{word} startup succeeded", "Kerberos authentication failed", "Out of Memory: Killed process {n} ({word}).", "synchronized to {ip}, stratum {d}",
	}},
	{"phones", []string{
		"acquire lock={n}, flags=0x{hex}, tag=\"{words}\", name=com.android.systemui, ws=null, uid={n}, pid={n}", "release:lock={n}, flg=0x{hex}, tag=\"{words}\", name=android\", ws=WorkSource{{n}}, uid={n}, pid={n}", "ready=true,policy={d},wakefulness={d},wksummary=0x{hex},uasummary=0x{hex},bootcompleted={bool},boostinprogress={bool}",
		"visible is system.time.showampm", "mVisiblity.getValue is {bool}", "Skipping AppWindowToken{{hex} token=Token{{hex} ActivityRecord{{hex} u0 com.tencent.qt.qtl/.activity.info.NewsDetailXmlActivity t{n}}}} -- going to hide", "setSystemUiVisibility vis={hex} mask={hex} oldVal={hex} newVal={hex} diff={hex}",
		"getRunningAppProcesses: caller {n} does not hold REAL_GET_TASKS; limiting output", "startAnimation begin", "startAnimation end", "getTasks: caller {n} does not hold REAL_GET_TASKS; limiting output",
	}},
	{"trackers", []string{
		"onStandStepChanged {n}", "onExtend:{n} {d} {d} {d}", "getTodayTotalDetailSteps = {n}##{n}##{n}##{n}##{n}##{n}", "setTodayTotalDetailSteps={n}##{n}##{n}##{n}##{n}##{n}", "calculateCaloriesWithCache totalCalories={n}", "REPORT : {n} {n} {n} {n}", "processHandleBroadcastAction action:android.intent.action.SCREEN_ON", "processHandleBroadcastAction action:android.intent.action.TIME_TICK", "flush sensor data", "upLoadHealthData finished",
	}},
	{"web server", []string{
		"jk2_init() Found child {n} in scoreboard slot {d}", "workerEnv.init() ok /etc/httpd/conf/workers2.properties", "mod_jk child workerEnv in error state {d}", "[client {ip}] Directory index forbidden by rule: /var/www/html/", "jk2_init() Can't find child {n} in scoreboard", "mod_jk child init {d} {d}",
	}},
	{"proxy", []string{
		"{host}:{port} open through proxy proxy.cse.cuhk.edu.hk:5070 HTTPS", "{host}:{port} close, {n} bytes sent, {n} bytes received, lifetime {life}", "{host}:{port} close, {n} bytes ({f} KB) sent, {n} bytes ({f} KB) received, lifetime {life}", "{host}:{port} error : Could not connect through proxy proxy.cse.cuhk.edu.hk:5070 - Proxy server cannot establish a connection with the target, status code {d}",
	}},
	{"remote shell", []string{
		"reverse mapping checking getaddrinfo for {host} [{ip}] failed - POSSIBLE BREAK-IN ATTEMPT!", "Invalid user {word} from {ip}", "input_userauth_request: invalid user {word} [preauth]", "pam_unix(sshd:auth): check pass; user unknown", "Failed password for invalid user {word} from {ip} port {port} ssh2", "Failed password for {word} from {ip} port {port} ssh2",
		"Received disconnect from {ip}: 11: Bye Bye [preauth]", "Connection closed by {ip} [preauth]", "Did not receive identification string from {ip}", "Accepted password for {word} from {ip} port {port} ssh2", "pam_unix(sshd:session): session opened for user {word} by (uid={d})", "pam_unix(sshd:session): session closed for user {word}", "error: Received disconnect from {ip}: 14: No more user authentication methods available. [preauth]",
	}},
	{"cloud", []string{
		"{ip} \"GET /v2/{uuid}/servers/detail HTTP/1.1\" status: 200 len: {n} time: {f}", "[instance: {uuid}] VM Started (Lifecycle Event)", "[instance: {uuid}] VM Paused (Lifecycle Event)", "[instance: {uuid}] During sync_power_state the instance has a pending task (spawning). Skip.", "[instance: {uuid}] Took {f} seconds to build instance.", "image {uuid} at (/var/lib/nova/instances/_base/{hex}): checking", "image {uuid} at (/var/lib/nova/instances/_base/{hex}): in use: on this node {d} local, {d} on other nodes sharing this instance storage",
		"Active base files: /var/lib/nova/instances/_base/{hex}", "Creating event network-vif-plugged:{uuid} for instance {uuid}", "[instance: {uuid}] Attempting claim: memory 2048 MB, disk 20 GB, vcpus 1 CPU", "[instance: {uuid}] memory limit: {f} MB, free: {f} MB",
	}},
	{"desktop", []string{
		"ARPT: {f}: wl0: setup_keepalive: Remote IP: {ip}", "ARPT: {f}: AirPort_Brcm43xx::powerChange: System Sleep", "IOThunderboltSwitch<{d}>(0x0)::listenerCallback - Thunderbolt HPD packet for route = 0x0 port = {d} unplug = {d}", "Sandbox: com.apple.Addres({n}) deny(1) network-outbound /private/var/run/mDNSResponder", "Bluetooth -- LE is supported - Disable LE meta event", "PM response took {n} ms ({d}, powerd)", "hibernate image path: /var/vm/sleepimage", "Previous sleep cause: {d}", "AppleCamIn::systemWakeCall - messageType = 0xE0000340", "en0: BSSID changed to {mac}", "Basic authentication is not enabled for {word}",
	}},
	{"services", []string{
		"HikariPool-1 - Connection is not available, request timed out after {n}ms (total={d}, active={d}, idle={d}, waiting={d})", "Started OrderService in {f} seconds (JVM running for {f})", "Order {n} for customer {uuid} created in {d} ms", "Could not reserve stock for sku {sku}: only {d} left", "Slow query ({n} ms): SELECT * FROM orders WHERE id = {n}", "Payment {uuid} declined by {word}: insufficient funds", "Retrying message {uuid} (attempt {d} of 5)", "Cache miss for key order:{n}", "Circuit breaker {word} is open", "Circuit breaker {word} is half open",
	}},
	{"access log", []string{
		"{ip} - - [01/Mar/2026:{clock} +0000] \"GET /orders/{n} HTTP/1.1\" 200 {n} \"-\" \"curl/8.5.0\"", "upstream timed out (110: Connection timed out) while reading response header from upstream, client: {ip}, server: shop.example, request: \"POST /pay HTTP/1.1\", upstream: \"http://{ip}:8080/pay\"", "{d} worker_connections are not enough", "client {ip} closed keepalive connection", "signal process started",
	}},
	{"orders in Chinese", []string{
		"订单{n}创建成功，耗时{d}毫秒", "订单{n}支付失败，原因：余额不足", "用户{n}登录成功", "连接池耗尽，等待线程{d}个", "库存服务超时，重试第{d}次", "缓存未命中：键 order:{n}",
	}},
	{"structured", []string{
		`{"event":"order_created","order":{n},"ms":{d}}`, `{"event":"login","user":"{word}","ip":"{ip}","ok":true}`, `level=info msg="request done" path=/orders/{n} status=200 took={d}ms`, `level=warn msg="request slow" path=/orders/{n} status=200 took={n}ms attempt={d} budget={n}`,
	}},
}

var names = strings.Fields("alice bob carol dave erin frank grace heidi ivan judy mallory niaj olivia peggy rupert sybil trent victor walter root admin guest test oracle postgres nagios")

// fill puts values in place of the parts in braces.
func fill(r *rand.Rand, template string) string {
	var out strings.Builder
	for {
		open := strings.IndexByte(template, '{')
		if open < 0 {
			break
		}
		end := strings.IndexByte(template[open:], '}')
		kind := ""
		if end > 0 {
			kind = template[open+1 : open+end]
		}
		value, known := values[kind]
		if !known {
			out.WriteString(template[:open+1])
			template = template[open+1:]
			continue
		}
		out.WriteString(template[:open])
		out.WriteString(value(r))
		template = template[open+end+1:]
	}
	return out.String() + template
}

var values = map[string]func(*rand.Rand) string{
	"id":   func(r *rand.Rand) string { return fmt.Sprint(r.Int63() - r.Int63()) },
	"n":    func(r *rand.Rand) string { return fmt.Sprint(1000 + r.Intn(9000000)) },
	"d":    func(r *rand.Rand) string { return fmt.Sprint(r.Intn(60)) },
	"f":    func(r *rand.Rand) string { return fmt.Sprintf("%d.%d", r.Intn(100), r.Intn(100)) },
	"ip":   func(r *rand.Rand) string { return fmt.Sprintf("10.%d.%d.%d", r.Intn(256), r.Intn(256), r.Intn(256)) },
	"port": func(r *rand.Rand) string { return fmt.Sprint(1024 + r.Intn(60000)) },
	"hex":  func(r *rand.Rand) string { return fmt.Sprintf("%x", 1<<28+r.Int63n(1<<40)) },
	"uuid": func(r *rand.Rand) string {
		return fmt.Sprintf("%08x-%04x-4%03x-a%03x-%012x", r.Uint32(), r.Intn(1<<16), r.Intn(1<<12), r.Intn(1<<12), r.Int63n(1<<48))
	},
	"mac":   func(r *rand.Rand) string { return fmt.Sprintf("5c:50:15:4c:%02x:%02x", r.Intn(256), r.Intn(256)) },
	"clock": func(r *rand.Rand) string { return fmt.Sprintf("%02d:%02d:%02d", r.Intn(24), r.Intn(60), r.Intn(60)) },
	"word":  func(r *rand.Rand) string { return names[r.Intn(len(names))] },
	"words": func(r *rand.Rand) string { return []string{"View Lock", "RILJ", "AudioMix", "*launch*"}[r.Intn(4)] },
	"bool":  func(r *rand.Rand) string { return []string{"true", "false"}[r.Intn(2)] },
	"host": func(r *rand.Rand) string {
		return fmt.Sprintf("%s%d.example.com", names[r.Intn(len(names))], r.Intn(50))
	},
	"sku":  func(r *rand.Rand) string { return fmt.Sprintf("SKU-%04d", r.Intn(10000)) },
	"life": func(r *rand.Rand) string { return []string{"<1 sec", "00:01", "01:12", "00:27"}[r.Intn(4)] },
}
