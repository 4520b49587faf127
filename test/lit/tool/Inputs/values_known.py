"""values_known.py WARPLINT COMPLETIONS: every option that help shows with a list of
values is completed with these values."""
import re
import subprocess
import sys

warplint, completions = sys.argv[1:]
known = dict(re.findall(r"^    '?(.*?)'?\) values='(.*)' ;;$", open(completions).read(), re.M))
commands = ["", "audit", "checks", "confirm", "doctor", "init", "merge", "reproduce", "serve"]
seen = 0
for command in commands:
    text = subprocess.run([warplint, *command.split(), "--help"], capture_output=True,
                          text=True, check=True).stdout
    option = None
    for line in text.splitlines():
        if match := re.match(r"  (--?[\w-]+)", line):
            option = match[1]
        elif (match := re.match(r"    =([\w-]+) ", line)) and option:
            seen += 1
            words = known.get(f"{command}:{option}", "").split()
            assert match[1] in words, f"warplint {command} {option}={match[1]} is not completed"
assert seen > 20, seen
