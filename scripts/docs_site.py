#!/usr/bin/env python3
#
# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes a site of the pages, with a search: build/site/index.html.

    python3 -m pip install --target .site mkdocs mkdocs-material
    scripts/docs_site.py                   # strict: a link that leads nowhere fails
    scripts/docs_site.py --output public --url https://example.org/warplint

The pages are those of the tree, at the same places; docs/site/nav.json is their order.
A page that it does not name, and a name without a page, fail. What is written as
CWE-366 or as PTX ISA, "bar, barrier" becomes a link (docs/site/links.py).
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LINK = re.compile(r"\]\(([^)#\s]+)")


def pages(root):
    """Those that git knows, as it would hand them out."""
    names = subprocess.run(["git", "-C", str(root), "ls-files", "-co", "--exclude-standard",
                            "*.md"], check=True, capture_output=True, text=True).stdout
    hidden = re.compile(r"(^|/)\.|^(benchmark|test|editors)/")
    return sorted(name for name in names.splitlines() if not hidden.search(name))


def nav_of(root, names):
    """The order of nav.json; a folder of docs stands for its pages, the index first."""
    nav = json.loads((root / "docs/site/nav.json").read_text())
    for part in nav:
        for title, entries in part.items():
            if isinstance(entries, str) and not entries.endswith(".md"):
                pages_of = sorted(name for name in names if name.startswith(f"docs/{entries}/"))
                pages_of.insert(0, pages_of.pop(pages_of.index(f"docs/{entries}/index.md")))
                part[title] = [name if name.endswith("index.md") else {Path(name).stem: name}
                               for name in pages_of]
    return nav


def stage(root, names, folder):
    """The pages and what they link to, at their places."""
    for name in names:
        wanted = {name} | {str((root / name).parent / target)
                           for target in LINK.findall((root / name).read_text())
                           if "://" not in target}
        for path in wanted:
            source = (root / path).resolve()
            if source.is_file() and source.is_relative_to(root):
                target = folder / source.relative_to(root)
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(source, target)


def configuration(nav, sources, output, url):
    return {
        "site_name": "warplint", "site_url": url, "docs_dir": str(sources),
        "site_description": "Static analyzer for synchronization bugs in CUDA C++",
        "site_dir": str(output), "strict": True, "nav": nav,
        "hooks": [str(ROOT / "docs/site/links.py")],
        "plugins": ["search"],
        "markdown_extensions": ["admonition", "tables", "pymdownx.superfences",
                                "pymdownx.highlight", {"toc": {"permalink": True}}],
        "validation": {"nav": {"omitted_files": "warn", "not_found": "warn"},
                       "links": {"not_found": "warn", "anchors": "warn",
                                 "unrecognized_links": "warn"}},
        # Fonts of the reader's machine: the site asks nobody else for anything.
        "theme": {"name": "material", "font": False,
                  "features": ["navigation.indexes", "navigation.top", "content.code.copy",
                               "search.highlight"],
                  "palette": [
                      {"media": "(prefers-color-scheme: light)", "scheme": "default",
                       "primary": "teal",
                       "toggle": {"icon": "material/weather-night", "name": "Dark"}},
                      {"media": "(prefers-color-scheme: dark)", "scheme": "slate",
                       "primary": "teal",
                       "toggle": {"icon": "material/weather-sunny", "name": "Light"}}]},
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--output", type=Path, default=ROOT / "build/site")
    parser.add_argument("--url", default="", help="where the site will stand")
    parser.add_argument("--root", type=Path, default=ROOT, help="the tree whose pages")
    arguments = parser.parse_args()
    root = arguments.root.resolve()
    names = pages(root)
    with tempfile.TemporaryDirectory(prefix="warplint-site-") as scratch:
        sources = Path(scratch, "sources")
        sources.mkdir()
        stage(root, names, sources)
        config = Path(scratch, "mkdocs.yml")
        config.write_text(json.dumps(configuration(
            nav_of(root, names), sources, arguments.output.absolute(), arguments.url)))
        # Not --quiet: warnings that are not shown do not count.
        done = subprocess.run([sys.executable, "-m", "mkdocs", "build", "--clean",
                               "--config-file", str(config)],
                              env={**os.environ, "PYTHONPATH": str(ROOT / ".site"),
                                   "NO_MKDOCS_2_WARNING": "1"},
                              text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode != 0:
        lines = [line for line in done.stdout.splitlines() if not line.startswith("INFO")]
        sys.exit("\n".join(lines) + "\nerror: no site was made; it wants mkdocs-material")
    print(arguments.output / "index.html")


if __name__ == "__main__":
    main()
