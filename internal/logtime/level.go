package logtime

import "strings"

// Level returns the normalized severity that a text means: TRACE, DEBUG, INFO, WARN,
// ERROR or FATAL, and UNKNOWN for what is none of the common spellings. Letter case
// and white space around it do not matter. Numbers are UNKNOWN: what they mean
// depends on the system, so that its mapping has to say it.
func Level(text string) string {
	if l, plain := levels[text]; plain {
		return l
	}
	text = trim(text)
	if len(text) > 24 {
		return "UNKNOWN"
	}
	text = strings.ToLower(strings.Trim(text, "[]<>():"))
	if l, known := levels[text]; known {
		return l
	}
	// OpenTelemetry's finer steps: INFO2, ERROR4.
	if n := len(text); n > 1 && '1' <= text[n-1] && text[n-1] <= '4' {
		switch base := text[:n-1]; base {
		case "trace", "debug", "info", "warn", "error", "fatal":
			return levels[base]
		}
	}
	return "UNKNOWN"
}

var levels = map[string]string{
	"TRACE": "TRACE", "DEBUG": "DEBUG", "INFO": "INFO", "WARN": "WARN", "ERROR": "ERROR", "FATAL": "FATAL", "UNKNOWN": "UNKNOWN",

	"trace": "TRACE", "trc": "TRACE", "verbose": "TRACE", "finest": "TRACE", "finer": "TRACE", "t": "TRACE", "v": "TRACE",
	"debug": "DEBUG", "dbg": "DEBUG", "fine": "DEBUG", "d": "DEBUG", "调试": "DEBUG",
	"info": "INFO", "inf": "INFO", "information": "INFO", "informational": "INFO", "notice": "INFO", "log": "INFO", "i": "INFO", "n": "INFO", "信息": "INFO",
	"warn": "WARN", "warning": "WARN", "wrn": "WARN", "w": "WARN", "警告": "WARN",
	"error": "ERROR", "err": "ERROR", "severe": "ERROR", "e": "ERROR", "错误": "ERROR",
	"fatal": "FATAL", "critical": "FATAL", "crit": "FATAL", "emergency": "FATAL", "emerg": "FATAL", "alert": "FATAL", "panic": "FATAL", "dpanic": "FATAL", "f": "FATAL", "c": "FATAL", "致命": "FATAL", "严重": "FATAL",
}
