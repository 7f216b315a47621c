"""The results of the contract as plain pydantic models, as a person would write them."""
from typing import Annotated, Literal, Optional, Union
from pydantic import BaseModel, ConfigDict, Field

Status = Literal["EVIDENCE_FOUND", "NO_EVIDENCE", "ERROR"]
class Model(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)
Text = Annotated[str, Field(max_length=512)]
NotBlank = r"\S"
class Evidence(Model):
    document_id: Annotated[str, Field(max_length=512, pattern=NotBlank)]
    source: Text
    title: Text
    breadcrumb: Text
    excerpt: Annotated[str, Field(max_length=2000, pattern=NotBlank)]
class LookupKnowledge(Model):
    evidence_status: Status
    tool_call_id: Optional[Annotated[str, Field(min_length=1, max_length=4096)]] = None
    query: Optional[Text] = None
    evidence: Annotated[list[Evidence], Field(max_length=50)]
    returned_count: Annotated[int, Field(ge=0, le=50)]
    relevance_level: Optional[Literal["HIGH", "MEDIUM", "LOW"]] = None
    truncated: bool
Level = Literal["TRACE", "DEBUG", "INFO", "WARN", "ERROR", "FATAL", "UNKNOWN"]
Timestamp = Annotated[str, Field(pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$")]
class Scope(Model):
    topic: Literal["APPLICATION", "DATABASE_SLOW_QUERY", "SYSTEM_EVENTS"]
    query: Text
    lookback_minutes: Annotated[int, Field(ge=1, le=10080)]
class Pattern(Model):
    pattern: Annotated[str, Field(max_length=512, pattern=NotBlank)]
    count: Annotated[int, Field(ge=1)]
    level: Optional[Level] = None
    first_seen: Optional[Timestamp] = None
    last_seen: Optional[Timestamp] = None
class Event(Model):
    timestamp: Timestamp
    level: Level
    service: Text
    message: Annotated[str, Field(max_length=1000, pattern=NotBlank)]
class QueryLogs(Model):
    evidence_status: Status
    tool_call_id: Optional[str] = None
    source_kind: Optional[Literal["MOCK"]] = None
    scope: Optional[Scope] = None
    match_count: Annotated[int, Field(ge=0)]
    returned_count: Annotated[int, Field(ge=0, le=50)]
    patterns: Annotated[list[Pattern], Field(max_length=20)]
    events: Annotated[list[Event], Field(max_length=50)]
    truncated: bool
class QueryMysql(Model):
    evidence_status: Status
    tool_call_id: Optional[str] = None
    sql: Optional[str] = None
    columns: Annotated[list[str], Field(max_length=64)]
    rows: Annotated[list[list[Union[str, int, float, bool, None]]], Field(max_length=100)]
    returned_count: Annotated[int, Field(ge=0, le=100)]
    truncated: bool
