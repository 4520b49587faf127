#!/usr/bin/env python3
#
# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that the source tree keeps to its own architecture.

    check_house.py ROOT             the rules
    check_house.py --lines ROOT     how many lines of headers each check includes

Prints one line per broken rule (path:line: what is wrong) and exits with 1 if
there is any. The rules stand in docs/architecture.md; the tables below hold
them as data.
"""

import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import verify  # noqa: E402

# Module -> modules whose headers it may include (its own always).
MODULES = {
    "Quoting": set(),
    "Support": set(),
    "Arithmetic": {"Support"},
    "Target": set(),
    "CompileCommands": {"CudaModel", "Quoting", "Support", "Syntax", "Target"},
    "Frontend": {"Assumptions", "CudaModel", "Quoting", "Syntax", "Target"},
    "Syntax": set(),
    "Assumptions": set(),
    "Planted": set(),
    "CudaModel": {"Planted", "Target"},
    "Analysis": {"Arithmetic", "Assumptions", "CudaModel", "Planted", "Quoting", "Solver", "Support",
                 "Syntax", "Target"},
    "Solver": {"Arithmetic", "Support", "Planted"},
    "Finding": set(),
    "Diagnostics": {"Assumptions", "CudaModel", "Support", "Analysis", "Solver", "Finding", "Target"},
    "Matchers": {"Analysis", "CudaModel", "Finding"},
    "Verdicts": {"Assumptions", "CudaModel", "Analysis", "Diagnostics", "Finding", "Target"},
    "checks": {"Assumptions", "CudaModel", "Support", "Analysis", "Solver", "Diagnostics", "Finding",
               "Matchers", "Target", "Verdicts"},
    "Report": {"Finding", "Quoting", "Support"},
    "PchCache": {"CompileCommands", "Frontend", "Support", "CudaModel"},
    "Proof": {"CudaModel", "Finding", "Quoting", "Report", "Support", "Syntax", "Target"},
    "Protocol": {"Finding", "Quoting", "Report", "Support"},
}
ALL_MODULES = set(MODULES)
# The edge to clang-tidy, and above it what the commands do: they may include every
# module, and no other may include them.
MODULES["Tidy"] = set(ALL_MODULES)
MODULES["Workflows"] = ALL_MODULES | {"Tidy"}
ALL_MODULES = set(MODULES)  # tools/ may include every one
# Modules that touch no file see of lib/Support its arithmetic alone.
MODULES_WITHOUT_FILES = {"Arithmetic", "Analysis", "Solver", "Diagnostics", "Matchers", "checks"}
SUPPORT_WITHOUT_FILES = {"Support/Checked.h"}

# The modules of lib/Analysis in their order: one may include those before it.
ANALYSIS = [
    "Budgets", "Expr", "Launches", "CallSummaries", "HostInterpreter", "Program",
    "KernelIR", "SymbolicExecution", "Dataflow", "LoopEvolution", "BarrierIntervals", "Uniformity",
    "KernelFacts", "LaunchScenarios", "Participation", "Simulation", "SyncTimeline", "TwoThreads",
    "Dependence",
]
# Detectors may include all of those, but for what is made for readers, and of each
# other only these.
DETECTORS = {
    "HostSync": set(),
    "EarlyExit": set(),
    "Races": set(),
    "MemoryOrdering": set(),
    "Mbarriers": set(),
    "NamedBarriers": set(),
    "PipelineProtocols": {"Mbarriers", "MemoryOrdering", "NamedBarriers"},
    "WarpCollectives": set(),
    "TempStorage": set(),
    "UninitializedShared": set(),
    "NonAtomicUpdates": {"Races", "MemoryOrdering"},
    "ClusterLifetime": set(),
    "ProgrammaticLaunch": {"HostSync"},
    "TensorMemory": set(),
}
FOR_READERS_ONLY = {"SyncTimeline"}

# A check includes the results of the analysis, not what computes them: of these
# modules, directly or through other headers, only the headers named here.
RESULTS_OF_ENGINES = {
    "SymbolicExecution": {"MemoryOperations.h"},
    "HostInterpreter": {"DistinctArrayContents.h", "UnanalyzedBodies.h"},
    "Dataflow": {"CfgView.h"},
    "LoopEvolution": set(),
    "BarrierIntervals": {"BarrierSet.h", "ThreadRelation.h"},
    "Uniformity": {"EarlyExit.h"},
    "LaunchScenarios": {"Provenance.h"},
    "TwoThreads": {"Undecided.h"},
    "Simulation": set(),
    "Dependence": {"CompilerOrder.h"},
    "SyncTimeline": set(),
}
# What runs the checks is none.
RUNS_CHECKS = {"checks/RunChecks.cpp", "checks/KernelRun.cpp"}

# Folder of lib/ -> its namespace in warplint. Those without are the words that all
# modules above them speak: of CUDA, of kernels, and of what KernelFacts hands out.
NAMESPACES = {
    "CudaModel": "", "CudaModel/SuggestedAtomics.h": "suggested", "Finding": "",
    "Analysis/Expr": "", "Analysis/KernelIR": "", "Analysis/Program": "",
    "Analysis/SymbolicExecution": "", "Analysis/Dataflow": "", "Analysis/LoopEvolution": "",
    "Analysis/BarrierIntervals": "", "Analysis/Uniformity": "", "Analysis/KernelFacts": "",
    "Support": "base", "Quoting": "quoting", "Syntax": "syntax",
    "CompileCommands": "commands", "Frontend": "parsing", "PchCache": "pch",
    "Planted": "", "Solver": "solver", "Diagnostics": "", "Target": "", "Arithmetic": "",
    "Matchers": "matchers", "Verdicts": "verdicts",
    "Assumptions": "", "Assumptions/SampleSizes.h": "samples", "Analysis/Budgets": "",
    "Report": "report", "Proof": "proof", "Protocol": "protocol", "Tidy": "edge",
    "Analysis/Launches": "launches",
    "Analysis/Launches/HostResults.h": "host", "Analysis/Launches/HostSyntax.h": "host",
    "Analysis/CallSummaries": "summaries", "Analysis/HostInterpreter": "host",
    "Analysis/Participation": "participation", "Analysis/Simulation": "simulation",
    "Analysis/SyncTimeline": "timeline", "Analysis/LaunchScenarios": "scenarios",
    "Analysis/TwoThreads": "twothreads", "Analysis/Dependence": "dependence",
    "Analysis/Detectors/HostSync": "hostsync", "Analysis/Detectors/EarlyExit": "earlyexit",
    "Analysis/Detectors/Races": "races", "Analysis/Detectors/MemoryOrdering": "memoryorder",
    "Analysis/Detectors/Mbarriers": "mbarriers",
    "Analysis/Detectors/NamedBarriers": "namedbarriers",
    "Analysis/Detectors/PipelineProtocols": "pipelines",
    "Analysis/Detectors/WarpCollectives": "collectives",
    "Analysis/Detectors/TempStorage": "tempstorage",
    "Analysis/Detectors/UninitializedShared": "uninitialized",
    "Analysis/Detectors/NonAtomicUpdates": "updates",
    "Analysis/Detectors/ClusterLifetime": "clusters",
    "Analysis/Detectors/ProgrammaticLaunch": "pdl",
    "Analysis/Detectors/TensorMemory": "tensormemory",
    "Workflows/Audit": "audit", "Workflows/CommandLine": "cli",
    "Workflows/Confirm": "confirm", "Workflows/Doctor": "doctor",
    "Workflows/Fixes": "fixes", "Workflows/Init": "init", "Workflows/Lint": "lint",
    "Workflows/Processes": "processes", "Workflows/Prove": "prove", "Workflows/Query": "query", "Workflows/Serve": "serve",
}
NAMESPACE_BLOCK = re.compile(
    r"^namespace (warplint(?:::\w+)*) \{\n(.*?)^\}[ \t]*$", re.M | re.S)
FORWARD = re.compile(r"^(?:class|struct|enum(?: class)?) \w+(?: : \w+)?;$", re.M)

JSON_MODULES = {"Support", "Report", "CompileCommands", "PchCache", "Proof", "Protocol"}
JSON_MESSAGE = "JSON belongs to " + ", ".join(f"lib/{module}" for module in sorted(JSON_MODULES))
# (pattern of the include, where it is allowed, what to say)
INCLUDE_RULES = [
    (r"clang-tidy/|clang-tools-extra/|clangd/|ClangdMain",
     {"tools", "Tidy", "Workflows"}, "clang-tidy and clangd headers belong to lib/Tidy and tools/"),
    (r"llvm/Support/JSON\.h|clang/Tooling/JSONCompilationDatabase\.h",
     JSON_MODULES, JSON_MESSAGE),
    (r"clang/Basic/Sarif\.h", {"Report"}, "SARIF belongs to lib/Report"),
    (r"clang/AST/(?:LexicallyOrdered)?RecursiveASTVisitor\.h", {"Syntax"},
     "walks use lib/Syntax, where clang's template is compiled once"),
    (r"llvm/Support/SMTAPI\.h|z3", {"Solver"}, "the solver belongs to lib/Solver"),
]
# Module -> Clang headers that it must not include.
CLANG_LIMITS = {
    "Arithmetic": (r"clang/", "lib/Arithmetic knows no Clang"),
    "Solver": (r"clang/", "lib/Solver knows no Clang"),
    "Finding": (r"clang/(?!Basic/)", "lib/Finding knows only Clang's Basic"),
    "Target": (r"clang/(?!Basic/)", "lib/Target knows only Clang's Basic"),
    "Report": (r"clang/(AST|ASTMatchers|Analysis|Sema|Parse)/",
               "lib/Report sees findings, not code"),
    "checks": (r"clang/AST/(StmtVisitor|EvaluatedExprVisitor)",
               "a check is a rule over facts; traversal belongs to lib/Analysis"),
}
SILENT_MODULES = {"Arithmetic", "Assumptions", "CudaModel", "Analysis", "Solver", "Diagnostics",
                  "Finding", "Matchers", "checks"}
PRINTING = re.compile(r"\b(?:llvm::)?(?:outs|errs)\(\)|std::c(?:out|err)\b|\bf?printf\(")
JSON_USE = re.compile(r"\bjson::")

# Only lib/Support opens something to write, or renames it.
WRITES = re.compile(
    r"\bstd::o?fstream\b|\braw_fd_ostream\s*(?:>\()?\w*\([^)]*(?:Path|File|Name)"
    r"|\braw_fd_stream\b|\bToolOutputFile\b|\bFileOutputBuffer\b|\bfopen\(|\bfreopen\("
    r"|\bO_(?:WRONLY|RDWR|CREAT|TRUNC|APPEND)\b|\bcreat\(|(?<![\w.])rename(?:at2?)?\("
    r"|\bfs::(?:rename|copy_file|TempFile|createTemporaryFile|createUniqueFile|openFileFor(?:Read)?Write)\b"
    r"|\bmkstemp\(")
# File -> why it may.
WRITERS = {
    "lib/PchCache/PrefixStore.cpp": "locks and counters of the user's cache",
    "lib/Proof/recorder/report.h": "runs in the user's program",
    "lib/Workflows/Audit/AuditLock.cpp": "the lock of an audit",
    "lib/Workflows/Processes/Keeper.cpp": "/dev/null",
    "lib/Workflows/Processes/ScratchFolder.cpp": "the lock of a folder in TMPDIR that is new",
    "lib/Workflows/Confirm/ScratchTree.cpp": "a copy in a folder that is new",
}

# Only lib/Quoting knows what other languages escape and how: a string or character
# that is nothing but an escape and is put into a text, or a function of LLVM's.
ESCAPE = (r""""(?:'\\\\''|\$\$?|&(?:amp|lt|gt|quot|\#39);|%(?:25|2C|3A|0D)"""
          r"""|\\\\(?:\\\\|\\"|[nrtxu]|u00\w*)?|\\"\\")\"""")
QUOTES = re.compile(
    rf"""std::string\(\s*{ESCAPE}|{ESCAPE}(?=\s*[;:+])"""
    r"""|"%"\s*\+\s*(?:llvm::)?(?:toHex|utohexstr)\b|\+=\s*'(?:\\\\|\$)'"""
    r"""|\bwrite_escaped\b|\bprint(?:EscapedString|HTMLEscaped|Arg)\(""")
# File -> why it may.
QUOTERS = {
    "lib/CompileCommands/Words.cpp": "reads what others quoted",
}

# How many lanes a warp has, and which of them, is said by lib/Target: a number that
# is divided by 32 or masked by 31, and masks in numbers or of a type of numbers.
LANES = re.compile(
    r"[/%]\s*32\b|(?<!&)&\s*(?:31|0x1[fF])\b|\b0x[fF]{8}[uUlL]*\b|(?:>>|<<)\s*5\b"
    r"|\buint32_t\s+&?\w*(?:Mask|Lanes)\b|\b\w*(?:Lane|Warp)\w*\s*=\s*3[12]\b")
# The recorder is compiled into other programs, without our headers.
RECORDER = "lib/Proof/recorder/"
LANES_OF_RECORDER = RECORDER + "state.h"

CUDA_NAME = re.compile(
    r"__(?:syncthreads|syncwarp|threadfence|shfl|activemask|mbarrier|pipeline_"
    r"|nv_atomic|cluster_|barrier_sync|match_a|reduce_\w+_sync"
    r"|(?:any|all|ballot)(?:_sync)?\b)"
    r"|\b(?:threadIdx|blockIdx|blockDim|gridDim|warpSize)\b"
    r"|\bcooperative_groups\b|\bcuda::|\bcuda[A-Z]\w+"
    r"|\batomic(?:Add|Sub|Exch|Min|Max|Inc|Dec|CAS|And|Or|Xor)\b"
    r"|\b(?:bar|barrier|fence|membar|mbarrier)\.\w+")
MODULES_THAT_SPELL_CUDA = {"CudaModel", "CompileCommands", "Frontend"}

# Places that take the value of an Answer and drop what it rests on, each with a reason.
IGNORED_EVIDENCE_LIMIT = 10
IGNORED_EVIDENCE = re.compile(r"\.ignoring\(")

CHECK_LINE_LIMIT = 150
FILE_LINE_LIMIT = 500
# The name of a number that something is cut off by.
LIMIT = re.compile(r"\b((?:Most|Max|Maximum)(?:[A-Z]\w*)?|\w*Limit)\s*=")
# From a function's first line, its comment not counted, to its closing brace.
FUNCTION_LINE_LIMIT = 80
MODULES_OF_SHORT_FUNCTIONS = {"Analysis", "Solver"}
HOLDS_FUNCTIONS = re.compile(r'\b(namespace|class|struct|union|enum)\b(?:\s*alignas\(\w+\))?[^()]*$|\bextern\s*"[^"]*"\s*$')
# The columns of a row of Checks.def; a rule of NVIDIA's guideline is optional.
CHECK_COLUMNS = ["id", "class", "summary", "tier", "guideline", "CWE", "since"]
OPTIONAL_COLUMNS = {"guideline"}
# What a GPU must be able to show of a check.
CASES_OF_A_CHECK = 2
IS_CHECK = re.compile(r"\bpublic Check\b")

# A header of lib/Analysis -> why no unit test includes it. Only shrinks.
WITHOUT_UNIT_TEST = {
    "Analysis/Detectors/HostSync/ApiCall.h": "a private part of HostOrder, which has a test",
}

LICENCE = "SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception"
LICENSED_SUFFIXES = {".h", ".hpp", ".cpp", ".cc", ".def", ".cu", ".cuh", ".py", ".sh"}
UNLICENSED_FOLDERS = ("test/lit/", "build", ".git/", ".toolkit/", ".site/",
                       ".z3/", ".aarch64/")

# What scripts/new_check.py leaves where a person must think.
PLACEHOLDER = "FILL-IN"
WITHOUT_PLACEHOLDERS = ("checks", "docs/checks", "docs/semantics.md", "test/lit/checks",
                        "runtime_validation/cases")

DOC_INDEXES = ("docs/checks/index.md", "docs/checks/README.md", "docs/checks.md")


class Problems:
    def __init__(self, root):
        self.root = root
        self.lines = []

    def add(self, path, line, text):
        if path.is_absolute():
            path = path.relative_to(self.root)
        self.lines.append(f"{path}:{line}: {text}" if line else f"{path}: {text}")


def without_comments(text):
    """The same text with comments blanked, line numbers kept. Strings stay."""
    token = re.compile(r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])\'|//[^\n]*|/\*.*?\*/', re.S)
    return token.sub(lambda match: match[0] if match[0][0] in "\"'"
                     else re.sub(r"[^\n]", " ", match[0]), text)


def module_of(path, root):
    """'Model' for lib/CudaModel/x.h, 'checks', 'tools', or None elsewhere."""
    parts = path.relative_to(root).parts
    if parts[0] == "lib" and len(parts) > 2:
        return parts[1]
    return parts[0] if parts[0] in ("checks", "tools") else None


def sources(root):
    """(module, path, text without comments) of every C++ file with a module. The
    prelude is input to Clang, not a part of warplint's code."""
    for folder in ("lib", "checks", "tools"):
        for path in sorted((root / folder).rglob("*")):
            if path.suffix not in (".h", ".cpp", ".def") or "prelude" in path.parts:
                continue
            module = module_of(path, root)
            if module:
                yield module, path, without_comments(path.read_text())


def line_of(text, offset):
    return text.count("\n", 0, offset) + 1


def check_includes(root, problems):
    for module, path, text in sources(root):
        if module != "tools" and module not in MODULES:
            problems.add(path, 0, f"no module '{module}' in the architecture")
            continue
        allowed = ALL_MODULES if module == "tools" else MODULES[module] | {module}
        for match in re.finditer(r'^[ \t]*#[ \t]*include[ \t]*[<"]([^>"]+)[>"]', text, re.M):
            header, line = match[1], line_of(text, match.start())
            target = header.removeprefix("lib/").split("/")[0] if "/" in header else module
            if target in ALL_MODULES | {"tools"} and target not in allowed | {module}:
                problems.add(path, line, f"{module} may not include {header}")
            if (target == "Support" and module in MODULES_WITHOUT_FILES
                    and header not in SUPPORT_WITHOUT_FILES):
                problems.add(path, line, f"{module} may not include {header}")
            for pattern, modules, message in INCLUDE_RULES:
                if re.match(pattern, header) and module not in modules:
                    problems.add(path, line, f"{header}: {message}")
            pattern, message = CLANG_LIMITS.get(module, ("(?!)", ""))
            if re.match(pattern, header):
                problems.add(path, line, f"{header}: {message}")


def module_of_analysis(parts):
    """'Expr' or 'Detectors/Races' of the parts of a path below lib/Analysis; None
    if there is no such module."""
    if parts[0] == "Detectors":
        return "/".join(parts[:2]) if len(parts) > 1 and parts[1] in DETECTORS else None
    return parts[0] if parts[0] in ANALYSIS else None


def known_to(module):
    """The modules of lib/Analysis that `module` may include."""
    if module.startswith("Detectors/"):
        name = module.removeprefix("Detectors/")
        return ({f"Detectors/{other}" for other in DETECTORS[name] | {name}}
                | set(ANALYSIS) - FOR_READERS_ONLY)
    return set(ANALYSIS[:ANALYSIS.index(module) + 1])


def check_modules_of_analysis(root, problems):
    for module, path, text in sources(root):
        if module != "Analysis":
            continue
        parts = path.relative_to(root / "lib" / "Analysis").parts
        own = module_of_analysis(parts)
        if not own:
            problems.add(path, 0, f"no module '{'/'.join(parts[:2])}' of lib/Analysis in the architecture")
            continue
        for match in re.finditer(r'^[ \t]*#[ \t]*include[ \t]*"(?:lib/)?Analysis/([^"]+)"', text, re.M):
            if module_of_analysis(match[1].split("/")) not in known_to(own):
                problems.add(path, line_of(text, match.start()),
                             f"Analysis/{own} may not include Analysis/{match[1]}")


def check_include_cycles(root, problems):
    """A header and the source of its name are one file here: what implements a
    header may not be needed by what the header needs."""
    stems = {}
    for module, path, text in sources(root):
        if path.relative_to(root).parts[0] == "lib":
            stem = path.relative_to(root / "lib").with_suffix("").as_posix()
            headers = re.findall(r'^[ \t]*#[ \t]*include[ \t]*"(?:lib/)?([^"]+)\.(?:h|def)"', text, re.M)
            stems.setdefault(stem, set()).update(h for h in headers if h != stem)
    state = {}

    def visit(stem, way):
        state[stem] = "open"
        for target in sorted(stems.get(stem, ())):
            if state.get(target) == "open":
                circle = way[way.index(target):] if target in way else [target]
                problems.add(root / "lib" / (stem + ".cpp"), 0,
                             "include cycle: " + " -> ".join([*circle, target]))
            elif target not in state:
                visit(target, [*way, target])
        state[stem] = "done"

    for stem in sorted(stems):
        if stem not in state:
            visit(stem, [stem])


def own_headers(root, path):
    """The project's headers that `path` includes, directly or not, in the order
    in which they are met, each with the one that includes it."""
    found, open_files = {}, [path]
    while open_files:
        at = open_files.pop(0)
        for name in re.findall(r'^#include "([^"]+)"', at.read_text(), re.M):
            header = next((base / name for base in (root / "lib", root)
                           if (base / name).is_file()), None)
            if header and header not in found:
                found[header] = at
                open_files.append(header)
    return found


def check_what_checks_see(root, problems):
    for path in sorted((root / "checks").glob("*.cpp")):
        if path.relative_to(root).as_posix() in RUNS_CHECKS:
            continue
        for header, includer in own_headers(root, path).items():
            parts = header.relative_to(root).parts
            if parts[:2] != ("lib", "Analysis") or parts[2] not in RESULTS_OF_ENGINES:
                continue
            if "/".join(parts[3:]) not in RESULTS_OF_ENGINES[parts[2]]:
                problems.add(path, 0, f"sees {'/'.join(parts[1:])}, by "
                             f"{includer.relative_to(root).as_posix()}: a check includes "
                             f"results, not what computes them")


def lines_of_checks(root):
    """(lines of the project's headers, file) of each file of checks/."""
    for path in sorted((root / "checks").glob("*.cpp")):
        headers = own_headers(root, path)
        yield sum(len(h.read_text().splitlines()) for h in headers), path.name


CLASS_HEAD = re.compile(r"(?:^|[\s>])(?:class|struct|union|enum(?:\s+(?:class|struct))?)\s+"
                        r"(?:alignas\([^)]*\)\s*|\[\[[^]]*\]\]\s*)*(\w+)(?:\s+final)?\s*(?::(?!:).*)?$", re.S)
NAMESPACE_HEAD = re.compile(r"(?:^|\s)(?:inline\s+)?namespace(?:\s+([\w:]+))?\s*$|extern\s*\"\"\s*$")


def classes_in(text):
    """(namespace, class, line) of each class, structure, union and enumeration that is
    defined in nothing but namespaces; those without a name belong to what is around."""
    text = re.sub(r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])\'', '""', text)
    text = re.sub(r"^[ \t]*#(?:\\\n|[^\n])*", lambda match: "\n" * match[0].count("\n"), text, flags=re.M)
    braces, start = [], 0  # The names of namespaces; None for other braces.
    for match in re.finditer(r"[{};]", text):
        head = text[start:match.start()]
        if match[0] == "{":
            space, made = NAMESPACE_HEAD.search(head), CLASS_HEAD.search(head)
            if made and not space and None not in braces:
                yield ("::".join(name for name in braces if name), made[1],
                       line_of(text, start + made.start(1)))
            braces.append((space[1] or "") if space else None)
        elif match[0] == "}" and braces:
            braces.pop()
        start = match.end()


def check_names_of_classes(root, problems):
    """Two classes of one name in one namespace look alike to whoever searches,
    and are one to the linker."""
    known = {}
    for _, path, text in sources(root):
        if path.relative_to(root).as_posix().startswith(RECORDER):
            continue
        for space, name, line in classes_in(text):
            first = known.setdefault((space, name), path)
            if first != path:
                problems.add(path, line, f"'{name}' is also a class of {first.relative_to(root)}")


def namespace_of(path, root):
    """The namespace of a file of lib/, or None where there is no rule."""
    parts = path.relative_to(root / "lib").parts
    for length in range(len(parts), 0, -1):
        name = NAMESPACES.get("/".join(parts[:length]))
        if name is not None:
            return "warplint::" + name if name else "warplint"
    return None


def is_known_module(parts):
    return parts[0] in ALL_MODULES and (parts[0] != "Analysis" or parts[1] in ANALYSIS
                                        or parts[1] == "Detectors")


def check_namespaces(root, problems):
    for _, path, text in sources(root):
        if path.relative_to(root).parts[0] != "lib" or "recorder" in path.parts:
            continue
        wanted = namespace_of(path, root)
        if not wanted:
            # Another rule reports a module that the architecture does not have.
            if is_known_module(path.relative_to(root).parts[1:]):
                problems.add(path, 0, "no namespace for its module in NAMESPACES")
            continue
        for match in NAMESPACE_BLOCK.finditer(text):
            if match[1] != wanted and FORWARD.sub("", match[2]).strip():
                problems.add(path, line_of(text, match.start()),
                             f"'{match[1]}' in a file of '{wanted}'")


def check_formats_and_printing(root, problems):
    for module, path, text in sources(root):
        if module in SILENT_MODULES:
            for match in PRINTING.finditer(text):
                problems.add(path, line_of(text, match.start()), f"{module} prints nothing")
        if module not in JSON_MODULES:
            for match in JSON_USE.finditer(text):
                problems.add(path, line_of(text, match.start()), JSON_MESSAGE)


def check_cuda_names(root, problems):
    for module, path, text in sources(root):
        # These are metadata: their prose may name what it is about.
        if (module in MODULES_THAT_SPELL_CUDA
                or path.name in ("Checks.def", "Assumptions.def", "Matchers.def")):
            continue
        for match in re.finditer(r'"(?:\\.|[^"\\\n])*"', text):
            line_start = text.rfind("\n", 0, match.start()) + 1
            if text[line_start:match.start()].lstrip().startswith("#"):
                continue  # a file name of an #include
            name = CUDA_NAME.search(match[0])
            if name:
                problems.add(path, line_of(text, match.start()),
                             f"CUDA name '{name[0]}' spelled outside lib/CudaModel")


def check_evidence(root, problems):
    places = [(path, line_of(text, match.start())) for module, path, text in sources(root)
              if module != "Assumptions" for match in IGNORED_EVIDENCE.finditer(text)]
    for path, line in places[IGNORED_EVIDENCE_LIMIT:]:
        problems.add(path, line, f"evidence is dropped in more than {IGNORED_EVIDENCE_LIMIT} places")


# Several numbers, written as such, to go through.
SAMPLE_TABLE = re.compile(r"constexpr[^=;{}]*\[\d*\]\s*=\s*\{\s*-?\d+\s*,\s*-?\d"
                          r"|\bfor \([^;()]*: \{\d+, \d{2,}")


def check_samples(root, problems):
    for module, path, text in sources(root):
        if module in ("Analysis", "Frontend"):
            for match in SAMPLE_TABLE.finditer(text):
                problems.add(path, line_of(text, match.start()),
                             "numbers to try belong to lib/Assumptions/SampleSizes.h")


def check_lanes(root, problems):
    for module, path, text in sources(root):
        if module == "Target" or path.relative_to(root).as_posix() == LANES_OF_RECORDER:
            continue
        text = re.sub(r'"(?:\\.|[^"\\\n])*"', lambda match: match[0].replace("%", " ").replace("/", " "), text)
        for match in LANES.finditer(text):
            problems.add(path, line_of(text, match.start()),
                         f"'{match[0]}': lanes and their masks belong to lib/Target")


def check_writers(root, problems):
    for module, path, text in sources(root):
        if module in ("Support", "Analysis") or path.relative_to(root).as_posix() in WRITERS:
            continue
        text = re.sub(r'"(?:\\.|[^"\\\n])*"', '""', text)
        for match in WRITES.finditer(text):
            problems.add(path, line_of(text, match.start()),
                         f"'{match[0]}': files are written by lib/Support")


def check_quoters(root, problems):
    for module, path, text in sources(root):
        if module == "Quoting" or path.relative_to(root).as_posix() in QUOTERS:
            continue
        for match in QUOTES.finditer(text):
            problems.add(path, line_of(text, match.start()),
                         f"{match[0]}: other languages are quoted for by lib/Quoting")


def split_arguments(text):
    """Top-level arguments of 'a, b(c, d), "e, f"'."""
    arguments, depth, current = [], 0, ""
    for token in re.findall(r'"(?:\\.|[^"\\])*"|.', text, re.S):
        if token == "," and depth == 0:
            arguments.append(current.strip())
            current = ""
            continue
        depth += (token in "([{") - (token in ")]}") if len(token) == 1 else 0
        current += token
    return arguments + [current.strip()]


def registered_checks(root):
    """(id, class name, all arguments, line) of each row of Checks.def."""
    path = root / "checks" / "Checks.def"
    if not path.is_file():
        return
    text = without_comments(path.read_text())
    for match in re.finditer(r"^CHECK\s*\(", text, re.M):
        depth, end = 1, match.end()
        for token in re.finditer(r'"(?:\\.|[^"\\])*"|[()]', text[match.end():]):
            depth += {"(": 1, ")": -1}.get(token[0], 0)
            if depth == 0:
                end = match.end() + token.start()
                break
        arguments = split_arguments(text[match.end():end])
        name = arguments[1] if len(arguments) > 1 else ""
        yield arguments[0].strip('"'), name, arguments, line_of(text, match.start())


def camel_case(check):
    return "".join(word.capitalize() for word in check.split("-"))


def kinds_of_tests_lacking(folder, check):
    """'positive' if no file of the folder expects a finding of the check, 'negative'
    if none has a function in which none is expected."""
    lacking = {"positive", "negative"}
    for path in sorted(folder.glob("*.cu")):
        text = path.read_text()
        warnings, _ = verify.read_expectations(path, verify.known_prefixes(text.splitlines()))
        found = {warning.line for warning in warnings if warning.check == f"warplint-{check}"}
        if found:
            lacking.discard("positive")
        if any(found.isdisjoint(range(begin, end + 1))
               for begin, end in functions_in(without_comments(text))):
            lacking.discard("negative")
    return sorted(lacking)


def check_counted_barriers(root, problems):
    """What the analysis takes for a barrier of a block or warp, the recorder counts."""
    table, recorder = root / "lib/CudaModel/SyncApi.def", root / RECORDER / "warplint_recorder.h"
    if not table.is_file():
        return
    counted = set(re.findall(r"#define (\w+)\(", recorder.read_text()))
    for number, line in enumerate(table.read_text().splitlines(), 1):
        row = re.match(r'SYNC_API\("(\w+)", +(?:Warp)?Barrier, (?:Block|Warp),', line)
        if row and ".builtin()" not in line and row[1] not in counted:
            problems.add(table, number, f"no macro of {RECORDER}warplint_recorder.h counts {row[1]}")


def check_registry(root, problems):
    registry = root / "checks" / "Checks.def"
    rows = list(registered_checks(root))
    if registry.is_file() and not rows:
        problems.add(registry, 0, "no CHECK rows found")
    index = next((root / i for i in DOC_INDEXES if (root / i).is_file()), None)
    index_text = index.read_text() if index else ""
    cases = root / "runtime_validation" / "cases"
    seen = set()
    for check, name, arguments, line in rows:
        def missing(what):
            problems.add(registry, line, f"{check}: {what}")
        if check in seen:
            missing("registered twice")
        seen.add(check)
        if name != camel_case(check):
            missing(f"class is '{name}', the id asks for '{camel_case(check)}'")
        if len(arguments) != len(CHECK_COLUMNS):
            missing(f"{len(arguments)} columns of metadata, not {len(CHECK_COLUMNS)}")
        for column, value in zip(CHECK_COLUMNS, arguments):
            if value in ("", '""') and column not in OPTIONAL_COLUMNS:
                missing(f"metadata: no {column}")
        if not (root / f"checks/{camel_case(check)}.cpp").is_file():
            missing(f"no source checks/{camel_case(check)}.cpp")
        if not (root / f"docs/checks/{check}.md").is_file():
            missing(f"no page docs/checks/{check}.md")
        for lacking in kinds_of_tests_lacking(root / "test/lit/checks" / check, check):
            missing(f"no {lacking} in test/lit/checks/{check}")
        if len(list((cases / check).glob("*.cu"))) < CASES_OF_A_CHECK:
            missing(f"fewer than {CASES_OF_A_CHECK} files in "
                    f"runtime_validation/cases/{check}")
        if not index:
            missing("no index of the check pages (docs/checks/index.md)")
        elif not re.search(rf"(?<![\w-]){re.escape(check)}(?![\w-])", index_text):
            missing(f"not mentioned in {index.relative_to(root)}")
    check_unregistered(root, seen, problems)


def check_unregistered(root, registered, problems):
    sources_of_checks = {camel_case(check) + ".cpp" for check in registered}
    for path in sorted((root / "checks").glob("*.cpp")):
        if path.name not in sources_of_checks and IS_CHECK.search(path.read_text()):
            problems.add(path, 0, "no row in checks/Checks.def")
    indexes = {Path(i).name for i in DOC_INDEXES}
    for path in sorted((root / "docs" / "checks").glob("*.md")):
        if path.stem not in registered and path.name not in indexes:
            problems.add(path, 0, "documents a check that is not registered")


def check_line_limits(root, problems):
    for path in sorted((root / "checks").glob("*.cpp")):
        lines = len(path.read_text().splitlines())
        if lines > CHECK_LINE_LIMIT:
            problems.add(path, lines, f"{lines} lines; a check has at most "
                         f"{CHECK_LINE_LIMIT}: move reasoning to lib/Analysis")


def check_sizes_of_files(root, problems):
    for folder in ("lib", "tools"):
        for path in sorted((root / folder).rglob("*.*")):
            lines = len(path.read_text().splitlines()) if path.suffix in (".h", ".cpp") else 0
            if lines > FILE_LINE_LIMIT:
                problems.add(path, lines, f"{lines} lines; a file of lib or tools has at "
                             f"most {FILE_LINE_LIMIT}: one responsibility or two?")


def check_limits_in_analysis(root, problems):
    """How much an analysis takes follows the user's effort and is counted: it is a
    row of Budgets.def."""
    for module, path, text in sources(root):
        if module != "Analysis" or path.parts[-2] == "Budgets":
            continue
        for constants in re.finditer(r"\bconstexpr\b[^;{]*", text):
            for name in LIMIT.finditer(constants[0]):
                problems.add(path, line_of(text, constants.start() + name.start()),
                             f"'{name[1]}': what an analysis may take is a row of "
                             "lib/Analysis/Budgets/Budgets.def")


def functions_in(text):
    """(first line, last line) of each function of C++ without comments. A
    function is what stands in braces behind a parenthesis, in nothing but
    namespaces and classes; lambdas belong to the function around them."""
    braces = []  # (the line where what it belongs to begins, it is a function)
    start = 0
    for match in re.finditer(r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])\'|^[ \t]*#(?:\\\n|[^\n])*|[{};]',
                             text, re.M):
        if match[0] == "{":
            head = text[start:match.start()]
            is_scope = bool(HOLDS_FUNCTIONS.search(head))
            inside = any(is_function for _, is_function in braces)
            begin = line_of(text, start + len(head) - len(head.lstrip()))
            braces.append((begin, not inside and not is_scope and ")" in head))
        elif match[0] == "}" and braces:
            begin, is_function = braces.pop()
            if is_function:
                yield begin, line_of(text, match.start())
        elif match[0] != ";" and match[0][0] not in " \t#":
            continue  # a string or a character is part of what it stands in
        start = match.end()


def check_sizes_of_functions(root, problems):
    for module, path, text in sources(root):
        if module not in MODULES_OF_SHORT_FUNCTIONS:
            continue
        for begin, end in functions_in(text):
            lines = end - begin + 1
            if lines > FUNCTION_LINE_LIMIT:
                problems.add(path, begin, f"a function of {lines} lines; one of lib/{module} has "
                             f"at most {FUNCTION_LINE_LIMIT}")


def check_unit_tests_of_headers(root, problems):
    tests = root / "test" / "unit"
    if not tests.is_dir():
        return
    included = {header for path in tests.rglob("*") if path.suffix in (".h", ".cpp")
                for header in re.findall(r'^#include "(Analysis/[^"]+)"', path.read_text(), re.M)}
    headers = {path.relative_to(root / "lib").as_posix(): path
               for path in sorted((root / "lib" / "Analysis").rglob("*.h"))}
    for name, path in headers.items():
        if name not in included and name not in WITHOUT_UNIT_TEST:
            problems.add(path, 0, "no unit test includes it")
    for name in WITHOUT_UNIT_TEST:
        if name in included or name not in headers:
            problems.add(root / "lib" / name, 0, "stands in WITHOUT_UNIT_TEST, and is "
                         + ("tested" if name in included else "not there"))


def check_licences(root, problems):
    for path in sorted(root.rglob("*")):
        name = path.relative_to(root).as_posix()
        if name.startswith(UNLICENSED_FOLDERS) or path.suffix not in LICENSED_SUFFIXES:
            continue
        if path.is_file() and LICENCE not in path.read_text(errors="replace")[:1000]:
            problems.add(path, 1, "no licence header")


def check_placeholders(root, problems):
    for name in WITHOUT_PLACEHOLDERS:
        for path in sorted([root / name, *(root / name).rglob("*")]):
            if path.is_file():
                for number, line in enumerate(path.read_text(errors="replace").splitlines(), 1):
                    if PLACEHOLDER in line:
                        problems.add(path, number, f"still to do: {line.strip()}")


def check_links(root, problems):
    for path in sorted([*root.glob("*.md"), *(root / "docs").rglob("*.md")]):
        for number, line in enumerate(path.read_text().splitlines(), 1):
            for target in re.findall(r"\]\(([^)#]+)[^)]*\)", line):
                if ":" not in target and not (path.parent / target).exists():
                    problems.add(path, number, f"link to '{target}', which is not there")


RULES = [check_includes, check_modules_of_analysis, check_include_cycles,
         check_what_checks_see, check_namespaces, check_names_of_classes,
         check_formats_and_printing, check_cuda_names, check_evidence, check_samples, check_lanes,
         check_writers, check_quoters, check_limits_in_analysis,
         check_registry, check_counted_barriers, check_line_limits, check_sizes_of_files,
         check_sizes_of_functions, check_unit_tests_of_headers, check_licences,
         check_placeholders, check_links]


def check_house(root):
    problems = Problems(root)
    for rule in RULES:
        rule(root, problems)
    return problems.lines


def main():
    if len(sys.argv) == 3 and sys.argv[1] == "--lines":
        for lines, name in sorted(lines_of_checks(Path(sys.argv[2]).resolve())):
            print(f"{lines:6} {name}")
        return 0
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    lines = check_house(Path(sys.argv[1]).resolve())
    print("\n".join(lines))
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
