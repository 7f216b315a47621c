package contract

import "testing"

func TestAViewCarriesAPropertyWholeInPartOrNotAtAll(t *testing.T) {
	root := project(t, map[string]string{
		"acigen.yaml": "",
		"schemas/look/result.schema.json": `{
			"$schema": "https://json-schema.org/draft/2020-12/schema",
			"$id": "https://acigen.example/schemas/look/result.schema.json",
			"type": "object", "additionalProperties": false,
			"properties": {
				"count": {"x-aci-views": ["control"], "type": "integer"},
				"seen": {"x-aci-views": ["control", "observation"], "type": "array", "items": {
					"type": "object", "additionalProperties": false,
					"properties": {"name": {"type": "string"}, "rank": {"x-aci-views": ["control"], "type": "integer"}}}}
			}}`,
	})
	c, findings := Load(root, asIs)
	if c == nil {
		t.Fatal(lines(findings))
	}
	tool := c.Tool("look")
	for _, test := range []struct {
		view, property string
		want           Carriage
	}{
		{Control, "count", Whole}, {Observation, "count", Nothing},
		{Control, "seen", Whole}, {Observation, "seen", Part},
		{Observation, "other", Nothing}, {"other", "seen", Nothing},
	} {
		if got := tool.Carries(test.view, test.property); got != test.want {
			t.Errorf("%s carries %s: %d, want %d", test.view, test.property, got, test.want)
		}
	}
	got, err := tool.ProjectProperty(Observation, "seen", []byte(`[{"name":"a","rank":1}]`))
	if err != nil || string(got) != `[{"name":"a"}]` {
		t.Errorf("the observation's part of seen is %s (%v)", got, err)
	}
	if _, err := tool.ProjectProperty(Observation, "count", []byte(`1`)); err == nil {
		t.Error("a property that the view does not carry is projected")
	}
}
