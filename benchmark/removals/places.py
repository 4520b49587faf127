# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The places of a tree where something keeps threads in order, and what is left
when one of them is taken out.

A place is a call or an instruction of inline PTX. It is found in the text of a
file without its comments, literals and branches that are never compiled
(`#if 0`, HIP). What it is replaced by keeps the value that the expression around
it needs, and every line and column of what follows.
"""

import bisect
import hashlib
import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

SUFFIXES = (".cu", ".cuh", ".h")
DEVICE_KINDS = ("block-barrier", "warp-sync", "grid-sync", "cluster-sync", "group-sync",
                "fence", "mask", "wait", "async-wait")
KINDS = DEVICE_KINDS + ("host-sync",)

BLOCK_VOTES = r"__syncthreads_(?:and|or|count)"
MASKED = (r"__(?:shfl|shfl_up|shfl_down|shfl_xor|ballot|any|all|uni|match_any|match_all|"
          r"reduce_(?:add|min|max|and|or|xor))_sync")
CALLS = [  # pattern of the callee, kind
    (r"__syncthreads|__barrier_sync(?:_count)?", "block-barrier"),
    (BLOCK_VOTES, "block-barrier"),
    (r"__syncwarp", "warp-sync"),
    (r"__threadfence(?:_block|_system)?|(?:cuda::(?:std::)?)?atomic_thread_fence|"
     r"__nv_atomic_thread_fence", "fence"),
    (MASKED, "mask"),
    (r"cudaGridDependencySynchronize|(?:cuda::)?(?:device::)?pipeline_consumer_wait|"
     r"(?:cuda::)?(?:ptx::)?mbarrier_(?:try_wait|test_wait)(?:_parity)?", "wait"),
    (r"__pipeline_wait_prior|(?:cuda::)?pipeline_consumer_wait_prior|"
     r"(?:cg|cooperative_groups)::wait(?:_prior)?|"
     r"(?:cuda::)?(?:ptx::)?cp_async_bulk_wait_group(?:_read)?", "async-wait"),
    (r"cudaDeviceSynchronize|cudaThreadSynchronize|cudaStreamSynchronize|"
     r"cudaEventSynchronize|cudaStreamWaitEvent", "host-sync"),
]
GROUP_SYNC = r"(?:cg|cooperative_groups)::sync"
WAIT_METHODS = r"wait|wait_parity|arrive_and_wait|consumer_wait|producer_acquire|barrier_wait"

# What a cooperative group is, by what its declaration says.
GROUPS = [
    (r"multi_grid|this_multi_grid|grid_group|this_grid", "grid-sync"),
    (r"cluster_group|this_cluster", "cluster-sync"),
    (r"thread_block_tile|coalesced_group|coalesced_threads|tiled_partition|"
     r"labeled_partition|binary_partition", "warp-sync"),
    (r"thread_block|this_thread_block", "block-barrier"),
]
WAITED_TYPES = re.compile(r"\b(?:barrier|pipeline|make_pipeline|cluster_group|this_cluster)\b")

INSTRUCTIONS = [  # opcode of PTX, kind
    (r"bar\.warp\.sync", "warp-sync"),
    (r"bar(?:rier)?(?:\.cta)?\.(?:sync|red)|barrier(?:\.cta)?\.sync", "block-barrier"),
    (r"barrier\.cluster\.wait", "cluster-sync"),
    (r"mbarrier\.(?:try_wait|test_wait)|griddepcontrol\.wait", "wait"),
    (r"membar|fence", "fence"),
    (r"cp\.async\.wait_(?:group|all)|cp\.async\.bulk\.wait_group|wgmma\.wait_group|"
     r"tcgen05\.wait", "async-wait"),
]
MULTI_WAIT = re.compile(r"mbarrier\.(?:try_wait|test_wait)")
FALSE_MACROS = re.compile(r"_*(?:HIP|AMD|SYCL|MUSA)\w*|USE_HIP|__INTELLISENSE__")


@dataclass(frozen=True)
class Place:
    """One place of a file. `start` and `end` are offsets in its text."""
    file: str
    line: int
    column: int
    kind: str
    statement: str
    start: int
    end: int
    replacement: str


@dataclass(frozen=True)
class Literal:
    start: int
    end: int
    text: str


# ---- a file without comments, literals and dead branches


TOKENS = re.compile(
    r"//(?:\\\r?\n|[^\n])*|/\*.*?\*/|R\"(?P<raw>[^()\\\s]{0,16})\(.*?\)(?P=raw)\"|"
    r"\"(?:\\.|[^\"\\\n])*\"|(?<![0-9A-Za-z_])(?:u8|[uUL])?'(?:\\.|[^'\\\n])+'", re.DOTALL)


def blank(text):
    return re.sub(r"[^\n]", " ", text)


def strip(text):
    """The text with comments and literals blanked, and its string literals."""
    literals = []

    def replace(found):
        token = found[0]
        if token.startswith(("\"", "R\"")):
            literals.append(Literal(found.start(), found.end(), token))
        return blank(token)

    code = TOKENS.sub(replace, text)
    return drop_dead_branches(code), literals


def condition(directive, rest):
    """What an `#if` says: True, False, or None where it depends on the build."""
    rest = rest.strip()
    negated = directive == "ifndef"
    if directive == "if":
        found = re.fullmatch(r"(!?)\s*defined\s*\(?\s*(\w+)\s*\)?", rest)
        if found:
            negated, rest = bool(found[1]), found[2]
        elif re.fullmatch(r"0[uUlL]*|false", rest):
            return False
        elif re.fullmatch(r"[1-9]\d*|true", rest):
            return True
    if FALSE_MACROS.fullmatch(rest):
        return negated
    if rest in ("__CUDACC__", "__NVCC__"):
        return not negated
    return None


def drop_dead_branches(code):
    """Blanks what stands in branches of `#if` that no compilation by nvcc takes."""
    lines, stack, out = code.split("\n"), [], []  # stack: [live now, some branch was taken]
    for line in lines:
        found = re.match(r"\s*#\s*(if|ifdef|ifndef|elif|else|endif)\b(.*)", line)
        if not found:
            out.append(line if all(live for live, _ in stack) else " " * len(line))
            continue
        directive, rest = found[1], found[2]
        if directive in ("if", "ifdef", "ifndef"):
            value = condition(directive, rest)
            stack.append([value is not False, value is True])
        elif directive == "endif" and stack:
            stack.pop()
        elif stack:
            value = True if directive == "else" else condition("if", rest)
            stack[-1] = [value is not False and not stack[-1][1],
                         stack[-1][1] or (directive == "elif" and value is True)]
        out.append(" " * len(line))
    return "\n".join(out)


# ---- calls


def closing(code, opening):
    """The offset after the bracket that closes the one at `opening`, or None."""
    depth = 0
    for offset in range(opening, len(code)):
        if code[offset] in "([{":
            depth += 1
        elif code[offset] in ")]}":
            depth -= 1
            if depth == 0:
                return offset + 1
    return None


def arguments(code, opening):
    """(start, end) of each argument of the call whose bracket stands at `opening`."""
    end = closing(code, opening)
    depth, start, found = 0, opening + 1, []
    for offset in range(opening, end):
        depth += code[offset] in "([{"
        depth -= code[offset] in ")]}"
        if depth == 1 and code[offset] == ",":
            found.append((start, offset))
            start = offset + 1
    found.append((start, end - 1))
    return [span for span in found if code[span[0]:span[1]].strip()]


def is_declaration(code, start, end):
    """A function of this name is declared or defined here, not called."""
    line = code[code.rfind("\n", 0, start) + 1:start]
    if re.match(r"\s*#\s*define\b", line):
        return False
    near = code[max(0, start - 80):start].rstrip()
    before = re.search(r"[\w>*&]+$", near)
    if not before or before[0] in ("return", "else", "do", "case", "co_return"):
        return bool(re.match(r"\s*(?:const\s*)?(?:noexcept\s*)?\{", code[end:end + 40]))
    return bool(re.search(r"[\w>]$|\w[*&]$", near))


def last_part(text):
    """What follows the last comma of `text` outside of angle brackets."""
    depth = 0
    for offset in range(len(text) - 1, -1, -1):
        depth += text[offset] == ">"
        depth -= text[offset] == "<"
        if text[offset] == "," and depth == 0:
            return text[offset + 1:]
    return text


def declared_as(code, name, start):
    """The words of the nearest declaration of `name` before `start`, its value too."""
    for found in reversed(list(re.finditer(rf"\b{re.escape(name)}\b", code[:start]))):
        head = code[max(0, found.start() - 300):found.start()]
        before = last_part(re.split(r"[;{}(]", head)[-1]).strip()
        after = re.match(r"\s*(=[^;=]*|[({\[][^;]*|[,;:)])", code[found.end():found.end() + 300])
        if after and re.fullmatch(r"[A-Za-z_:][\w:<>,\s&*()]*[\w>&*]", before) and not re.search(
                r"\b(return|using|typename|new|goto|case)\b", before):
            return before + " " + after[1]
    return ""


def type_words(code, expression, start):
    """What is said of the type of an object: its declaration, with what an alias of the
    same file stands for."""
    if not re.fullmatch(r"\w+", expression):
        return expression
    words = declared_as(code, expression, start)
    for name in re.findall(r"\w+", words.split("=")[0]):
        alias = re.search(rf"\busing\s+{name}\s*=\s*([^;]*)", code)
        words = f"{alias[1]} {words}" if alias else words
    return words


def group_kind(code, expression, start):
    """The kind of a `sync` of this group; `group-sync` where its type is not to be seen."""
    words = type_words(code, expression, start)
    for part in (words.split("=")[0], words):
        for pattern, kind in GROUPS:
            if re.search(rf"\b(?:{pattern})\b", part):
                return kind
    return "group-sync"


def fit(text, old):
    """`text` with the lines and, where it can be, the columns of `old` behind it."""
    lines = old.split("\n")
    if len(lines) == 1:
        return text.ljust(len(old))
    line_end = "\\\n" if lines[0].rstrip("\r").endswith("\\") else "\n"
    return text + line_end * (len(lines) - 1) + " " * len(lines[-1])


class Finder:
    """The places of one file."""

    def __init__(self, name, text):
        self.name, self.text = name, text
        self.code, self.literals = strip(text)
        self.starts = [0] + [match.end() for match in re.finditer("\n", text)]
        self.places = []

    def add(self, start, end, kind, replacement, shown=None):
        if self.in_idle_macro(start):
            return
        line = bisect.bisect_right(self.starts, start)
        statement = " ".join((shown or self.text[start:end]).split())
        self.places.append(Place(self.name, line, start - self.starts[line - 1] + 1, kind,
                                 statement, start, end,
                                 fit(replacement, self.text[start:end])))

    def find(self):
        for pattern, kind in CALLS:
            for found in re.finditer(rf"(?<![\w.>:])(?:::)?(?:{pattern})\s*(?:<[^;(){{}}]*>)?\s*\(",
                                     self.code):
                self.call(found, kind)
        self.group_syncs()
        self.waits()
        self.inline_ptx()
        return sorted(set(self.places), key=lambda place: (place.start, place.end))

    def call(self, found, kind):
        start, opening = found.start(), found.end() - 1
        end = closing(self.code, opening)
        if end is None or self.in_idle_macro(start) or is_declaration(self.code, start, end):
            return
        name = re.match(r"(?:::)?[\w:]+", found[0])[0]
        if kind == "mask":
            self.mask(opening, start)
        elif re.fullmatch(BLOCK_VOTES, name):
            inner = self.text[opening + 1:end - 1]
            self.add(start, end, kind, f"!!({inner})")
        elif kind == "host-sync":
            self.add(start, end, kind, "cudaSuccess")
        elif re.search(r"mbarrier_(?:try|test)_wait", name):
            self.add(start, end, kind, "true")
        else:
            self.add(start, end, kind, "(void)0")

    def in_idle_macro(self, start):
        """The name that a `#define` gives a meaning to is no place, nor is what stands in a
        macro that a source defines and never uses."""
        line = self.code[self.code.rfind("\n", 0, start) + 1:start]
        macro = re.match(r"\s*#\s*define\s+(\w*)", line)
        if not macro or not self.name.endswith(".cu"):
            return bool(macro and not macro[1])
        return len(re.findall(rf"\b{macro[1]}\b", self.code)) < 2 if macro[1] else True

    def mask(self, opening, call):
        spans = arguments(self.code, opening)
        if not spans:
            return
        start, end = spans[0]
        inner = self.text[start:end]
        start += len(inner) - len(inner.lstrip())
        end = start + len(inner.strip())
        if re.fullmatch(r"__activemask\s*\(\s*\)", self.text[start:end]):
            return
        shown = self.text[call:end] + ", ...)"
        self.add(start, end, "mask", "__activemask()", shown)

    def group_syncs(self):
        if not re.search(r"\bcg\b|\bcooperative_groups\b", self.code):
            return
        pattern = rf"(?<![\w.>:])(?:{GROUP_SYNC}\s*\(|([A-Za-z_]\w*(?:::\w+)*)(\s*\([^();]*\))?" \
                  r"\s*(?:\.|->)\s*sync\s*\(\s*\))"
        for found in re.finditer(pattern, self.code):
            start = found.start()
            if found[1]:
                end, group = found.end(), found[1] + (found[2] or "")
            else:
                end = closing(self.code, found.end() - 1)
                group = self.text[found.end():end - 1].strip()
            self.add(start, end, group_kind(self.code, group, start), "(void)0")

    def waits(self):
        pattern = rf"(?<![\w.>:])([A-Za-z_]\w*)((?:\[[^\]]*\])*)\s*(\.|->)\s*({WAIT_METHODS})\s*\("
        for found in re.finditer(pattern, self.code):
            start, end = found.start(), closing(self.code, found.end() - 1)
            words = type_words(self.code, found[1], start)
            if end is None or found[4] == "wait" and not WAITED_TYPES.search(words):
                continue
            inner = self.text[found.end():end - 1].strip()
            held = f"(void)({inner})" if found[4] == "wait" and inner else "(void)0"
            if found[4] == "arrive_and_wait":
                held = f"(void){found[1]}{found[2]}{found[3]}arrive()"
            self.add(start, end, "wait", held)

    def inline_ptx(self):
        for found in re.finditer(r"\b(?:asm|__asm__|__asm)\b[\s\w]*\(", self.code):
            end = closing(self.code, found.end() - 1)
            if end is None:
                continue
            inside = [literal for literal in self.literals if found.end() <= literal.start < end]
            template = self.code.find(":", found.end(), end)
            texts = [literal for literal in inside
                     if template < 0 or literal.start < template]
            self.instructions(found.start(), end, texts)

    def instructions(self, start, end, texts):
        count = sum(text.text.count(";") for text in texts)
        for literal in texts:
            for pattern, kind in INSTRUCTIONS:
                for found in re.finditer(rf"(?<![\w.])(?:@!?[%\w]+\s+)?(?:{pattern})[\w.:]*[^;\"]*(;?)",
                                         literal.text):
                    begin = literal.start + found.start()
                    if count <= 1 or not found[1] or MULTI_WAIT.search(found[0]):
                        self.add(start, end, kind, self.without_asm(start, end),
                                 f"asm {found[0].strip()}")
                    else:
                        self.add(begin, literal.start + found.end(), kind, "", found[0])

    def without_asm(self, start, end):
        """Outputs of the statement get 1, which ends a loop that asks for them."""
        colon = self.code.find(":", start, end)
        second = self.code.find(":", colon + 1, end) if colon >= 0 else -1
        part = self.code[colon:second if second >= 0 else end] if colon >= 0 else ""
        outputs = re.findall(r"\(([^()]*(?:\([^()]*\))?[^()]*)\)", part)
        return ", ".join(f"({output.strip()}) = 1" for output in outputs) or "(void)0"


def read(path):
    """A text whose columns are code points and that can be written back as it was."""
    return Path(path).read_bytes().decode("utf-8", "surrogateescape")


def tree(root, folders=None, suffixes=SUFFIXES):
    """The files of `root`, relative and sorted; `folders` is a glob below it."""
    tops = sorted(Path(root).glob(folders)) if folders else [Path(root)]
    files = [path for top in tops for path in top.rglob("*")
             if path.suffix in suffixes and path.is_file()]
    return sorted(str(path.relative_to(root)) for path in files)


def places_in(root, folders=None):
    """All places of a tree, by file and offset."""
    return [place for name in tree(root, folders)
            for place in Finder(name, read(Path(root) / name)).find()]


# ---- drawing


def program(name, depth):
    return "/".join(Path(name).parts[:depth])


def order(place, seed):
    text = f"{seed}:{place.file}:{place.line}:{place.column}:{place.kind}"
    return hashlib.sha256(text.encode()).hexdigest()


def draw(places, seed, count, at_most, depth):
    """`count` places in the order of a seeded hash, no more than `at_most` of a program.

    What is drawn depends on nothing but the places and the seed.
    """
    taken, drawn = Counter(), []
    for place in sorted(places, key=lambda place: order(place, seed)):
        name = program(place.file, depth)
        if len(drawn) < count and taken[name] < at_most:
            taken[name] += 1
            drawn.append(place)
    return sorted(drawn, key=lambda place: (place.file, place.line, place.column))
