# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What scripts/docs_site.py has done to the pages: anchors as on other sites of
sources, and links where a page names a CWE or a section of the PTX ISA."""

import re

from pymdownx.slugs import slugify

CWE = "https://cwe.mitre.org/data/definitions/{}.html"
PTX = "https://docs.nvidia.com/cuda/parallel-thread-execution/index.html#"
COMMUNICATION = "parallel-synchronization-and-communication-instructions-"
MOVEMENT = "data-movement-and-conversion-instructions-"
# How pages name a section -> its anchor.
SECTIONS = {
    "Asynchronous Data Copy": MOVEMENT + "asynchronous-copy",
    "Async proxy": "async-proxy",
    "mbarrier.init": COMMUNICATION + "mbarrier-init",
    "mbarrier.arrive": COMMUNICATION + "mbarrier-arrive",
    "mbarrier.test_wait": COMMUNICATION + "mbarrier-test-wait-try-wait",
    "mbarrier.try_wait": COMMUNICATION + "mbarrier-test-wait-try-wait",
    "fence.mbarrier_init": COMMUNICATION + "membar",
    "mapa": MOVEMENT + "mapa",
    "barrier.cluster": COMMUNICATION + "barrier-cluster",
    "bar, barrier": COMMUNICATION + "bar",
    "griddepcontrol": COMMUNICATION + "griddepcontrol",
    "Memory Consistency Model": "memory-consistency-model",
    "Release and Acquire Patterns": "release-acquire-patterns",
    "Causality Order": "causality-order",
    "Scope": "scope",
    "Morally strong operations": "morally-strong-operations",
    "Cache Operators": "cache-operators",
}
# PTX ISA, and the names behind it: "...", `...`, joined by commas and "and".
NAMES = re.compile(r'PTX\s+ISA,\s+(?:(?:"[^"]+"|`[^`]+`)(?:,\s+(?:and\s+)?|\s+and\s+)?)+')
NAME = re.compile(r'"([^"]+)"|`([^`]+)`')


def section_link(name):
    plain = " ".join((name[1] or name[2]).split()).rstrip(",")
    anchor = SECTIONS.get(plain)
    return f"[{name[0]}]({PTX}{anchor})" if anchor else name[0]


def linked(text):
    text = re.sub(r"(?<![\[\w])CWE-(\d+)\b", lambda m: f"[{m[0]}]({CWE.format(m[1])})", text)
    return NAMES.sub(lambda names: NAME.sub(section_link, names[0]), text)


def on_config(config):
    config.mdx_configs.setdefault("toc", {})["slugify"] = slugify(case="lower")
    return config


def on_page_markdown(markdown, **_):
    """Code is left as it is."""
    parts = re.split(r"(^```.*?^```$)", markdown, flags=re.M | re.S)
    return "".join(part if part.startswith("```") else linked(part) for part in parts)
