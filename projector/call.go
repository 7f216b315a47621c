package projector

// Call is one tool call and what its upstream printed.
type Call struct {
	// ID is the ID that the agent framework gave the call. Empty means that there is
	// none. A valid one has 1 to 2048 code points, at least one of which is not
	// Unicode White_Space, and no control characters.
	ID string
	// Request is the request's JSON text as the agent sent it. QueryMetrics needs none.
	Request []byte
	// Raw is the upstream's output, whatever it is. It is only read.
	Raw []byte
	// Upstream names the mapping that reads Raw. Empty and "auto" mean: by its shape.
	Upstream string
	// Failed says that the host itself knows that the call failed, and how; Raw is
	// then not read. Empty: Raw tells.
	Failed FailureClass
	// FailureIsReady lets a faithfully projected failure of the upstream (class
	// AUTHORIZATION or EXECUTION) have the status READY. By default it is ERROR.
	FailureIsReady bool
}
