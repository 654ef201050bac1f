"""Reads OTLP/JSON lines on standard input with OpenTelemetry's own messages; prints the number of spans and events."""
import base64
import json
import sys

from google.protobuf.json_format import ParseDict
from opentelemetry.proto.trace.v1.trace_pb2 import TracesData

IDS = ("traceId", "spanId", "parentSpanId")


def protobuf_json(value):
    # OTLP/JSON writes IDs in hexadecimal, protobuf's own mapping in Base64.
    if isinstance(value, list):
        return [protobuf_json(item) for item in value]
    if not isinstance(value, dict):
        return value
    return {
        key: base64.b64encode(bytes.fromhex(child)).decode() if key in IDS else protobuf_json(child)
        for key, child in value.items()
    }


def parse(line):
    return ParseDict(protobuf_json(json.loads(line)), TracesData(), ignore_unknown_fields=False)


spans = events = 0
for line in sys.stdin:
    data = parse(line)
    for resource in data.resource_spans:
        for scope in resource.scope_spans:
            for span in scope.spans:
                assert len(span.trace_id) == 16 and len(span.span_id) == 8, span
                assert span.start_time_unix_nano <= span.end_time_unix_nano, span
                spans += 1
                events += len(span.events)
print(json.dumps({"spans": spans, "events": events}))
