package check

// Rule is one thing that a comparison can find.
type Rule struct {
	// ID is GROUP/NAME.
	ID string
	// Severity is how it is reported: error, warning or info.
	Severity string
	// Reason says why it matters, Remedy what can be done.
	Reason, Remedy string
}

// The rules.
const (
	RequestNarrowed     = "check/request-narrowed"
	ResultWidened       = "check/result-widened"
	ControlWidened      = "check/control-widened"
	ObservationWidened  = "check/observation-widened"
	ToolRemoved         = "check/tool-removed"
	RoleRemoved         = "check/role-removed"
	Undecided           = "check/undecided"
	Behavioural         = "check/behavioural"
	NothingFrozen       = "check/nothing-frozen"
	StaleAcceptance     = "check/stale-acceptance"
	ExpiredAcceptance   = "check/expired-acceptance"
	malformedAcceptance = "check/acceptance"
)

// Rules are all rules, as `acigen check --rules` lists them.
var Rules = []Rule{
	{RequestNarrowed, "error", "A request that an agent may send today would be rejected: the witness is one.", "Keep accepting it, or freeze a new major version."},
	{ResultWidened, "error", "A result may now be one that a reader of the frozen version rejects: the witness is one.", "Keep to what readers know, or freeze a new major version. In a closed result a new property or a new enum value is such a change."},
	{ControlWidened, "error", "The same for the control view, which the harness reads.", "As for a result."},
	{ObservationWidened, "error", "The same for the observation, which the model reads.", "As for a result."},
	{ToolRemoved, "error", "Agents call a tool that is no longer there. A renamed tool is a removed one.", "Keep the tool, or retire it with a new major version of the contract that its agents use."},
	{RoleRemoved, "error", "A tool has lost its request or its result.", "Keep the schema."},
	{Undecided, "warning", "Neither a proof nor a witness was found within the bounds; the finding names what stood in the way.", "Say the same in a simpler way, or accept it in acigen.yaml once somebody has looked."},
	{Behavioural, "info", "Words or defaults that agents read were changed. No verdict changes, but what agents do may.", "Try the agents that use the tool."},
	{NothingFrozen, "info", "A tool has no frozen version, so nothing can break.", "Run acigen freeze once others rely on it."},
	{StaleAcceptance, "warning", "An accepted break in acigen.yaml is none any more: nothing has its rule, pointer and witness.", "Remove the entry."},
	{ExpiredAcceptance, "error", "An accepted break has reached its date of expiry.", "Undo the break, freeze a new major version, or agree on a new date."},
	{malformedAcceptance, "error", "An entry under check.accept lacks something, or has something that nobody knows.", "Give rule, pointer, witness, reason, owner and expires."},
}
