package contract

import (
	"encoding/json"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v5"
	"go.yaml.in/yaml/v3"
)

// configs are texts of acigen.yaml: what the loader says about them, and whether
// only the loader can say it, since no JSON Schema can.
var configs = []struct {
	name, text, want string
	beyond           bool
}{
	{"an empty file is valid", "", "", false},
	{"a file of comments is valid", "# nothing\n", "", false},
	{"a file with a byte order mark is valid", "\ufeffversion: 1\n", "", false},
	{"every key together", "version: 1\ntimezone: Asia/Shanghai\ngenerate:\n  - target: go\n    out: gen/aci\n    package: aci\n  - {target: java, package: io.example.aci}\nlimits: {max_depth: 64}\nlint: {suppress: [{rule: lint/typed, reason: r}]}\ncheck: {accept: [{rule: check/undecided, pointer: /a, reason: r, owner: o, expires: '2027-01-01'}], reader: strict}\nupstreams: {x: {tool: query_logs, recognize: [], entries: $.a}}\n", "", false},
	{"keys with nothing behind them", "generate:\nlimits:\nlint:\ncheck:\nupstreams:\n", "", false},
	{"an empty list of targets", "generate: []\n", "", false},
	{"two Go targets in folders of their own", "generate: [{target: go}, {target: go, out: internal/tools}]\n", "", false},

	{"a misspelt key", "verison: 1\n", `1:1: config/key: acigen.yaml has no key "verison" [did you mean version?]`, false},
	{"a key like no other", "zzzzzzzz: 1\n", `1:1: config/key: acigen.yaml has no key "zzzzzzzz" [known here: version, timezone, generate, limits, lint, check, upstreams]`, false},
	{"a misspelt key of a target", "generate:\n  - target: go\n    outs: gen\n", `3:5: config/key: an entry of generate has no key "outs" [did you mean out?]`, false},
	{"a misspelt limit", "limits:\n  max_deph: 3\n", `2:3: config/key: limits has no key "max_deph" [did you mean max_depth?]`, false},
	{"a key twice", "version: 1\nversion: 1\n", `2:1: config/duplicate: the key "version" is there already, in line 1 [keep one of the two]`, true},
	{"a key that is a number", "1: 2\n", `1:1: config/type: a key is a number where a string is expected`, true},
	{"a list instead of keys", "- version\n", `1:1: config/type: the file holds a list where a mapping of keys is expected`, false},
	{"a word instead of keys", "version\n", `1:1: config/type: the file holds a string where a mapping of keys is expected`, false},

	{"another version", "version: 2\n", `1:10: config/version: the version is not 1, the only one there is [write version: 1]`, false},
	{"a version in quotes", "version: '1'\n", `1:10: config/version: the version is not 1, the only one there is [write version: 1]`, false},

	{"a time zone that does not exist", "timezone: Europe/Atlantis\n", `1:11: config/timezone: there is no time zone "Europe/Atlantis" [write an IANA name such as UTC or Europe/Berlin]`, true},
	{"the machine's own time zone", "timezone: Local\n", `1:11: config/timezone: there is no time zone "Local" [write an IANA name such as UTC or Europe/Berlin]`, false},
	{"an offset as time zone", "timezone: '+08:00'\n", `1:11: config/timezone: there is no time zone "+08:00" [write an IANA name such as UTC or Europe/Berlin]`, false},
	{"a path as time zone", "timezone: ../../etc/passwd\n", `1:11: config/timezone: there is no time zone "../../etc/passwd" [write an IANA name such as UTC or Europe/Berlin]`, false},
	{"a number as time zone", "timezone: 8\n", `1:11: config/type: timezone is a number where a string is expected [put it in quotes if the text is meant]`, false},
	{"no time zone behind the key", "timezone:\n", `1:10: config/type: timezone is empty where a string is expected`, false},

	{"one target without a list", "generate: {target: go}\n", `1:11: config/type: generate is a mapping where a list is expected`, false},
	{"the bare word of a target", "generate: [go]\n", `1:12: config/type: an entry of generate is a string where a mapping is expected [write - target: go]`, false},
	{"an entry without target", "generate: [{out: gen}]\n", `1:12: config/target: an entry of generate names no target [add target: go]`, false},
	{"a misspelt target", "generate: [{target: typscript}]\n", `1:21: config/target: there is no target "typscript" [did you mean typescript?]`, false},
	{"an unknown target", "generate: [{target: cobol}]\n", `1:21: config/target: there is no target "cobol" [known here: go, typescript, python, java, tools, schemas]`, false},

	{"an absolute folder", "generate: [{target: go, out: /tmp/x}]\n", `1:30: config/out: the folder "/tmp/x" is outside of the project [name a folder below the project's, such as gen/aci]`, false},
	{"a folder above the project", "generate: [{target: go, out: ../x}]\n", `1:30: config/out: the folder "../x" is outside of the project [name a folder below the project's, such as gen/aci]`, false},
	{"a folder that climbs out further in", "generate: [{target: go, out: a/../../x}]\n", `1:30: config/out: the folder "a/../../x" is outside of the project [name a folder below the project's, such as gen/aci]`, false},
	{"a Windows path", "generate: [{target: go, out: 'C:\\x'}]\n", `1:30: config/out: the folder "C:\\x" has a character that not every system allows in a name [use letters, digits, . _ - and / as the separator]`, false},
	{"the project's own folder", "generate: [{target: go, out: .}]\n", `1:30: config/out: the folder "." is the project's own [name a folder below the project's, such as gen/aci]`, false},
	{"an empty folder", "generate: [{target: go, out: ''}]\n", `1:30: config/out: the folder "" is empty [name a folder below the project's, such as gen/aci]`, false},
	{"a folder with a slash at its end", "generate: [{target: go, out: gen/aci/}]\n", `1:30: config/out: the folder "gen/aci/" is not written plainly [write gen/aci]`, false},
	{"a folder that ends with a dot", "generate: [{target: go, out: gen./aci}]\n", `1:30: config/out: the folder "gen./aci" has a name that starts or ends with a space, or ends with a dot [rename it]`, false},
	{"a folder inside schemas", "generate: [{target: schemas, out: schemas/gen}]\n", `1:35: config/out: the folder "schemas/gen" overlaps the project's own schemas [name another folder, such as gen/aci]`, false},
	{"a folder that is schemas where letter case does not count", "generate: [{target: schemas, out: Schemas}]\n", `1:35: config/out: the folder "Schemas" overlaps the project's own schemas [name another folder, such as gen/aci]`, false},
	{"the configuration as folder", "generate: [{target: go, out: acigen.yaml}]\n", `1:30: config/out: the folder "acigen.yaml" overlaps the project's own acigen.yaml [name another folder, such as gen/aci]`, false},
	{"two targets in one folder", "generate: [{target: go, out: gen}, {target: java, out: gen}]\n", `1:56: config/out: the folder "gen" overlaps "gen" of another target [give each target a folder of its own]`, true},
	{"a target inside another's folder", "generate: [{target: go, out: gen}, {target: java}]\n", `1:45: config/out: the folder "gen/java" overlaps "gen" of another target [give each target a folder of its own]`, true},

	{"a Go package with a dash", "generate: [{target: go, package: my-aci}]\n", `1:34: config/package: "my-aci" is no name for a Go package [write a lower-case word that is no keyword of Go, nor main]`, false},
	{"a keyword as Go package", "generate: [{target: go, package: type}]\n", `1:34: config/package: "type" is no name for a Go package [write a lower-case word that is no keyword of Go, nor main]`, false},
	{"main as Go package", "generate: [{target: go, package: main}]\n", `1:34: config/package: "main" is no name for a Go package [write a lower-case word that is no keyword of Go, nor main]`, false},
	{"a keyword as Python module", "generate: [{target: python, package: async}]\n", `1:38: config/package: "async" is no name for a Python module [write an identifier that is no keyword of Python]`, false},
	{"a keyword in a Java package", "generate: [{target: java, package: io.new.aci}]\n", `1:36: config/package: "io.new.aci" is no name for a Java package [write lower-case identifiers joined by dots, none a keyword of Java]`, false},
	{"a package where there is none", "generate: [{target: tools, package: x}]\n", `1:37: config/package: the target tools has no package [remove the key]`, false},

	{"a limit that is too small", "limits: {max_depth: 0}\n", `1:21: config/range: max_depth is out of range [write a number from 1 to 128]`, false},
	{"a limit beyond every integer", "limits: {evidence_refs: 99999999999999999999999}\n", `1:25: config/type: evidence_refs is a number where a decimal integer is expected`, false},
	{"a limit in quotes", "limits: {ref_text: '500'}\n", `1:20: config/type: ref_text is a string where a decimal integer is expected`, false},
	{"a limit with a fraction", "limits: {ref_text: 500.5}\n", `1:20: config/type: ref_text is a number where a decimal integer is expected`, false},

	{"a list as lint policy", "lint: [x]\n", `1:7: config/type: lint is a list where a mapping is expected`, false},
	{"a word to suppress without a list", "lint: {suppress: x}\n", `1:18: config/type: lint.suppress is a string where a list is expected`, false},
	{"a word as upstreams", "upstreams: x\n", `1:12: config/type: upstreams is a string where a mapping is expected`, false},

	{"broken YAML", "version: 1\n  timezone: [\n", `2:1: config/yaml: mapping values are not allowed in this context [write valid YAML]`, true},
	{"two documents", "version: 1\n---\nversion: 1\n", `2:1: config/yaml: the file holds more than one YAML document [keep one and remove the --- lines]`, true},
	{"an alias", "lint: {suppress: [&a x, *a]}\n", `1:19: config/yaml: anchors and aliases are not supported [write the value out]`, true},
	{"a tag", "timezone: !!binary VVRD\n", `1:11: config/yaml: the tag "!!binary" is not supported [write plain data]`, true},
}

func TestConfigSaysWhatIsWrong(t *testing.T) {
	for _, c := range configs {
		t.Run(c.name, func(t *testing.T) {
			f := newYAMLFile("config", "acigen.yaml", []byte(c.text))
			parseConfig(f)
			want := ""
			if c.want != "" {
				want = "acigen.yaml:" + c.want + "\n"
			}
			if got := lines(f.findings); got != want {
				t.Errorf("got  %swant %s", got, want)
			}
		})
	}
}

func TestPublishedConfigSchemaAgreesWithTheLoader(t *testing.T) {
	text, err := os.ReadFile("../../docs/acigen.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	compiled, err := jsonschema.CompileString("https://acigen.example/acigen.schema.json", string(text))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range configs {
		t.Run(c.name, func(t *testing.T) {
			if c.beyond {
				return // no JSON Schema can say it, and most of these are no JSON data at all
			}
			var data any
			if err := yaml.Unmarshal([]byte(c.text), &data); err != nil {
				t.Fatal(err)
			}
			asJSON, err := json.Marshal(data)
			if err != nil {
				t.Fatal(err)
			}
			d := json.NewDecoder(strings.NewReader(string(asJSON)))
			d.UseNumber()
			if err := d.Decode(&data); err != nil {
				t.Fatal(err)
			}
			if err := compiled.Validate(data); (err == nil) != (c.want == "") {
				t.Errorf("the schema says %v, the loader %q", err, c.want)
			}
		})
	}
}

func TestEveryConfigSchemaLimitIsTheLoaders(t *testing.T) {
	text, err := os.ReadFile("../../docs/acigen.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	var doc struct {
		Properties struct {
			Limits struct {
				Properties map[string]struct{ Minimum, Maximum, Default int }
			}
		}
	}
	if err := json.Unmarshal(text, &doc); err != nil {
		t.Fatal(err)
	}
	got := doc.Properties.Limits.Properties
	want := map[string]struct{ Minimum, Maximum, Default int }{}
	for _, l := range limitKeys {
		want[l.key] = struct{ Minimum, Maximum, Default int }{l.least, l.most, l.value}
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("the schema has\n%v, the loader\n%v", got, want)
	}
}

func TestConfigFillsInDefaults(t *testing.T) {
	f := newYAMLFile("config", "acigen.yaml", []byte("timezone: Asia/Shanghai\ngenerate:\n  - target: go\n    out: internal/contracts\n  - target: python\n    package: contracts\n  - target: go\n    out: pkg/go-types\nlimits:\n  max_depth: 20\n"))
	c := parseConfig(f)
	if len(f.findings) > 0 {
		t.Fatal(lines(f.findings))
	}
	want := []Target{
		{Kind: "go", Out: "internal/contracts", Package: "contracts", Line: 3, Column: 5},
		{Kind: "python", Out: "gen/python", Package: "contracts", Line: 5, Column: 5},
		{Kind: "go", Out: "pkg/go-types", Package: "aci", Line: 7, Column: 5},
	}
	if !reflect.DeepEqual(c.Generate, want) {
		t.Errorf("targets: %+v", c.Generate)
	}
	limits := Limits{MaxDepth: 20, ObservationBytes: 16384, EvidenceRefs: 200, RefText: 500, DefaultLookbackMinutes: 60, DescriptionText: 600}
	if c.Limits != limits {
		t.Errorf("limits: %+v", c.Limits)
	}
	if at := time.Date(2026, 3, 1, 10, 0, 0, 0, c.Location).UTC(); at.Hour() != 2 {
		t.Errorf("10:00 in %s is %s", c.Timezone, at)
	}
}
