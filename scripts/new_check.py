#!/usr/bin/env python3
#
# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Creates the files of a new check and registers it.

    new_check.py sync-under-lock --summary "a barrier is called with a lock held"
                 --category Correctness --cwe 833 [--guideline 1.14]

The result builds and is no check yet: it finds nothing, its test expects a
finding, its runtime case does not compile, and every place that wants thought
says so with a marker that the self check rejects. docs/adding-a-check.md tells
how to go on.
"""

import argparse
import re
import subprocess
import sys
import textwrap
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "test/self_check"))
# pylint: disable=wrong-import-position
from check_house import PLACEHOLDER, camel_case, registered_checks

LICENCE = """\
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

SOURCE = """\
{banner}
//
{licence}//
//===----------------------------------------------------------------------===//
//
// {todo}: the rule in a sentence or two, and where it is written (section of the
// CUDA Programming Guide or the PTX ISA, NVIDIA guideline).
//
//===----------------------------------------------------------------------===//

#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/KernelIR/InlinedCFG.h"
#include "checks/Check.h"

using namespace clang;

namespace warplint {{

namespace {{

class {name} : public Check {{
public:
  using Check::Check;
  void checkKernel(const KernelFacts &Facts, FindingList &Out) override;
}};

}} // namespace

/// {todo}: what is wrong about the operation, as facts of lib/Analysis tell.
static bool isWrong(const KernelFacts &Facts, const Event &E) {{ return false; }}

void {name}::checkKernel(const KernelFacts &Facts, FindingList &Out) {{
  for (const Node *N : Facts.cfg().order())
    for (const Event &E : N->Events) {{
      if (!isWrong(Facts, E))
        continue;
      SourceLocation Loc = E.Site->getBeginLoc();
      Finding F = makeFinding(Loc, "{todo}: the operation and which threads");
      F.Notes.push_back({{Loc, "{todo}: what to do"}});
      Out.add(std::move(F));
    }}
}}

std::unique_ptr<Check> make{name}(const CheckInfo &Info) {{
  return std::make_unique<{name}>(Info);
}}

}} // namespace warplint
"""

PAGE = """\
# warplint-{id}

{todo}: at most five lines for somebody who learns CUDA: what happens, and what to do.

```text
thread A                   thread B
--------                   --------
{todo}: what each does, in the order in which it goes wrong
```

Category {category}, since {since}{references}.

## What it finds

{todo}: a sentence, then the bad code:

```cuda
```

## Why it is wrong

{todo}: what the CUDA Programming Guide or the PTX ISA say, with the section, and
what was seen on a GPU (runtime_validation/cases/{id}).

## What to do

{todo}: the same code, mended.

## What it leaves alone

{todo}: code that looks alike and is right.

## Limits

See [limitations](../limitations.md).
"""

TEST = """\
// RUN: %verify %s --checks=-*,warplint-{id}
//
// {todo}: what this file is about.

__global__ void wrong(float *data) {{
  data[threadIdx.x] = 0; // warn {id}: {todo}: the message
}}

// --- Silent -------------------------------------------------------------------

__global__ void right(float *data) {{
  data[threadIdx.x] = 0;
}}
"""

CASE = """\
{licence}//
// case: {id}
// fails: wrong result
// certainty: certain
// trials: 5
// needs: sm_70
//
// {todo}: what the kernel does, and why it is wrong even where it seems to work.

#include "runtime_case.h"

#error "{todo}: a kernel that fails when it runs, and its mended twin"

__global__ void kernel(int *result) {{
#if WARPLINT_BUGGY
  // BUG({id}): {todo}
#endif
  result[threadIdx.x] = 1;
}}

int main(int argc, char **argv) {{
  using namespace runtime_case;
  Trial trial(argc, argv, 10);
  DeviceArray<int> result(1);
  while (trial.nextRound()) {{
    result.fill(0);
    kernel<<<1, 1>>>(result.get());
    finish();
    trial.expect(result.read()[0], 1);
  }}
  return trial.outcome();
}}
"""


def register(root, options):
    """A row in Checks.def, at its place in the alphabet."""
    path = root / "checks/Checks.def"
    lines = path.read_text().splitlines(keepends=True)
    later = [line for check, _, _, line in registered_checks(root) if check > options.id]
    place = min(later) - 1 if later else next(
        i for i, line in enumerate(lines) if line.startswith("#undef CHECK")) - 1
    lines[place:place] = [
        f'CHECK("{options.id}", {options.name},\n', f'      "{options.summary}",\n',
        f'      {options.category}, "{options.guideline}", {options.cwe}, '
        f'"{options.since}")\n']
    path.write_text("".join(lines))


def add_to_build(root, options):
    path = root / "checks/CMakeLists.txt"
    text = path.read_text()
    head, files, tail = re.search(r"(?s)(.*?\n  SOURCES )(.*?)(\n  DEPENDS .*)", text).groups()
    names = sorted({*files.split(), f"{options.name}.cpp"})
    path.write_text(head + textwrap.fill(" ".join(names), 70, break_on_hyphens=False)
                    .replace("\n", "\n          ") + tail)


def add_to_readme(root, options):
    """At the end of the table: its order is the reader's, not the alphabet's."""
    path = root / "README.md"
    rows = list(re.finditer(r"^\| \[[\w-]+\]\(docs/checks/.*\n", path.read_text(), re.M))
    text = path.read_text()
    row = f"| [{options.id}](docs/checks/{options.id}.md) | {options.summary} |\n"
    path.write_text(text[:rows[-1].end()] + row + text[rows[-1].end():])


def add_to_semantics(root, options):
    """At the end of the table of claims."""
    path = root / "docs/semantics.md"
    text = path.read_text()
    table = re.search(r"\n\| checks \|.*?\n(?=\n)", text, re.S)
    row = f"\n| `{options.id}` | {PLACEHOLDER} |"
    path.write_text(text[:table.end() - 1] + row + text[table.end() - 1:])


def banner_of(file, title):
    """The first line of a source, of 80 columns."""
    return f"//===--- {file} - {title} ".ljust(80 - len("===//"), "-") + "===//"


def files_of(options):
    references = f"; CWE-{options.cwe}"
    if options.guideline:
        references = (". NVIDIA\n*CUDA C++ Guidelines for Robust and Safety-Critical "
                      f"Programming* 3.0.1, rule\n{options.guideline}{references}")
    values = {"id": options.id, "name": options.name, "licence": LICENCE,
              "todo": PLACEHOLDER, "category": options.category.lower(),
              "since": options.since, "references": references,
              "banner": banner_of(f"{options.name}.cpp", f"warplint-{options.id}")}
    return {path: text.format(**values) for path, text in {
        f"checks/{options.name}.cpp": SOURCE,
        f"docs/checks/{options.id}.md": PAGE,
        f"test/lit/checks/{options.id}/basics.cu": TEST,
        f"runtime_validation/cases/{options.id}/first-case.cu": CASE}.items()}


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("id", help="words-with-hyphens, without 'warplint-'")
    parser.add_argument("--summary", required=True,
                        help="one line, lower case, no period: what it finds")
    parser.add_argument("--category", required=True,
                        choices=["Correctness", "Portability", "Modernize"])
    parser.add_argument("--cwe", required=True, type=int, help="CWE number")
    parser.add_argument("--guideline", default="", help="NVIDIA's, as 1.14")
    parser.add_argument("--root", type=Path, default=ROOT)
    options = parser.parse_args()
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)+", options.id):
        parser.error(f"'{options.id}' is not of the form words-with-hyphens")
    if options.id.startswith("warplint-"):
        parser.error("the id goes without 'warplint-'")
    if not re.fullmatch(r'[^A-Z"\\][^"\\]*[^."\\]', options.summary):
        parser.error("the summary begins in lower case, ends without a period and has "
                     "no quotes")
    if options.id in [row[0] for row in registered_checks(options.root)]:
        parser.error(f"there is a check {options.id} already")
    options.name = camel_case(options.id)
    version = re.search(r"project\(warplint VERSION (\d+\.\d+)",
                        (options.root / "CMakeLists.txt").read_text())
    options.since = version[1]
    return options


def main():
    options = parse_arguments()
    files = files_of(options)
    for name in files:
        if (options.root / name).exists():
            sys.exit(f"error: {name} exists already")
    for name, text in files.items():
        path = options.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        print(name)
    register(options.root, options)
    add_to_build(options.root, options)
    add_to_readme(options.root, options)
    add_to_semantics(options.root, options)
    subprocess.run([sys.executable, str(ROOT / "scripts/check_index.py"), "--write",
                    "--root", str(options.root)], check=True)
    print("registered; now fill in every place that test/self_check/check_house.py names")


if __name__ == "__main__":
    main()
