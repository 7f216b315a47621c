module github.com/acigen/acigen/bench

go 1.25.0

replace github.com/acigen/acigen => ../

require (
	github.com/acigen/acigen v0.0.0
	github.com/bytedance/sonic v1.15.5
	github.com/evanw/esbuild v0.28.2
	github.com/mailru/easyjson v0.9.2
	github.com/santhosh-tekuri/jsonschema/v5 v5.3.1
	github.com/santhosh-tekuri/jsonschema/v6 v6.0.3
	golang.org/x/sys v0.46.0
)

require (
	github.com/bytedance/gopkg v0.1.3 // indirect
	github.com/bytedance/sonic/loader v0.5.3 // indirect
	github.com/cloudwego/base64x v0.1.6 // indirect
	github.com/josharian/intern v1.0.0 // indirect
	github.com/klauspost/cpuid/v2 v2.2.9 // indirect
	github.com/twitchyliquid64/golang-asm v0.15.1 // indirect
	golang.org/x/arch v0.0.0-20210923205945-b76863e36670 // indirect
	golang.org/x/text v0.29.0 // indirect
)
