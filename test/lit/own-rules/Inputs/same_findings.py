#!/usr/bin/env python3
"""Lints a file with the rules of a configuration in warplint, in clang-tidy with the
plugin and in an editor, and compares each with what the file expects.

    same_findings.py RULES FILE.cu --warplint=... --toolkit=... [--clang-tidy=... --plugin=...]
                     [--clangd=...]

A line that a rule should find ends with `// expect: its-name`, without "custom-";
`// expect: a b` if two do. Each rule of RULES is expected somewhere, and there are lines
that it could find and does not.
"""

import argparse
import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "editor/Inputs"))
from language_server import LanguageServer  # noqa: E402

FOUND = re.compile(r"^(?:.*/)?([^/:\n]+\.cuh?):(\d+):(\d+): warning: (.*) \[(custom-[\w-]+)\]$",
                   re.M)


def expected(source):
    found = set()
    for number, line in enumerate(source.read_text().splitlines(), 1):
        match = re.search(r"// expect: ([\w -]+)$", line)
        for rule in match[1].split() if match else []:
            found.add((number, "custom-" + rule))
    return found


def findings(text, name):
    return {(int(line), int(column), message, rule)
            for file, line, column, message, rule in FOUND.findall(text) if file == name}


def in_editor(options, source, flags):
    folder = source.parent
    (folder / "compile_commands.json").write_text(json.dumps([
        {"directory": str(folder), "file": str(source),
         "arguments": ["nvcc", *flags, "-c", str(source)]}]))
    server = LanguageServer([options.clangd, "--log=error", "--background-index=false"], folder)
    diagnostics = server.diagnostics(server.open(source))
    server.close()
    return {(each["range"]["start"]["line"] + 1, each["range"]["start"]["character"] + 1,
             each["message"].split("\n")[0], each["code"])
            for each in diagnostics if str(each.get("code", "")).startswith("custom-")}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("rules", type=Path)
    parser.add_argument("source", type=Path)
    for name in ("warplint", "toolkit", "clang-tidy", "plugin", "clangd"):
        parser.add_argument("--" + name)
    options = parser.parse_args()
    flags = ["-arch=sm_90", "-std=c++17", "--cuda-path=" + options.toolkit]
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch).resolve()
        source = folder / options.source.name
        shutil.copy(options.source, source)
        shutil.copy(options.rules, folder / ".clang-tidy")
        run = subprocess.run([options.warplint, "--cache=off", "--quiet", str(source), "--",
                              *flags], cwd=folder, capture_output=True, text=True)
        own = findings(run.stdout, source.name)
        wanted = expected(options.source)
        problems = [f"not found: {each}" for each in sorted(wanted - {(f[0], f[3]) for f in own})]
        problems += [f"unexpected: {each}" for each in sorted(f for f in own
                                                              if (f[0], f[3]) not in wanted)]
        rules = re.findall(r"^  - Name: (\S+)", options.rules.read_text(), re.M)
        problems += [f"no line for {rule}" for rule in rules
                     if "custom-" + rule not in {rule for _, rule in wanted}]
        if run.stderr.strip():
            problems.append(run.stderr)
        others = {}
        if options.plugin:
            subprocess.run([options.warplint, "--export-commands=commands", str(source), "--",
                            *flags], cwd=folder, check=True)
            tidy = subprocess.run(
                [options.clang_tidy, "-load", options.plugin, "--experimental-custom-checks",
                 "-p", "commands", "--quiet", str(source)],
                cwd=folder, capture_output=True, text=True)
            others["clang-tidy"] = findings(tidy.stdout, source.name)
            if not others["clang-tidy"]:
                problems.append(tidy.stderr)
        if options.clangd:
            # clangd begins messages with a capital letter.
            own = {(*found[:2], found[2][0].upper() + found[2][1:], found[3]) for found in own}
            others = {name: {(*f[:2], f[2][0].upper() + f[2][1:], f[3]) for f in found}
                      for name, found in others.items()}
            others["the editor"] = in_editor(options, source, flags)
        for name, found in others.items():
            problems += [f"{name} does not find {each}" for each in sorted(own - found)]
            problems += [f"only {name} finds {each}" for each in sorted(found - own)]
    if problems:
        sys.exit("\n".join(problems))


main()
