"""Prints the issues of a code-quality report, whose form it checks, in order of files."""
import json
import re
import sys

issues = json.load(open(sys.argv[1]))
seen = set()
for issue in sorted(issues, key=lambda i: i["location"]["path"]):
    assert set(issue) == {"description", "check_name", "fingerprint", "severity", "location"}
    assert issue["severity"] in ("info", "minor", "major", "critical", "blocker")
    assert re.fullmatch("[0-9a-f]{32}", issue["fingerprint"]), issue["fingerprint"]
    assert issue["fingerprint"] not in seen
    seen.add(issue["fingerprint"])
    place = issue["location"]
    print(issue["severity"], issue["check_name"], f"{place['path']}:{place['lines']['begin']}",
          issue["description"].splitlines()[0])
