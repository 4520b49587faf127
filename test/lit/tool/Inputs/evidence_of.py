"""Reads JSON lines of findings and prints for each its line, its check and the ids of
what it rests on."""

import json
import sys

for line in sys.stdin:
    finding = json.loads(line)
    if finding.get("type") == "finding":
        ids = [item["id"] for item in finding.get("evidence", ())]
        print(finding["line"], finding["check"].removeprefix("warplint-"), *ids)
