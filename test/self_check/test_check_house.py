#!/usr/bin/env python3
#
# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Breaks each rule of check_house.py in a small tree of its own."""

import sys
import tempfile
import unittest
import unittest.mock
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import check_house  # noqa: E402

HEADER = "// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception\n"

GOOD_TREE = {
    "lib/CudaModel/SyncApi.cpp": '#include "CudaModel/SyncApi.h"\n#include "clang/AST/Expr.h"\n'
                             'const char *N = "__syncthreads";\n',
    "lib/Analysis/KernelFacts/KernelFacts.cpp": '#include "CudaModel/SyncApi.h"\n',
    "lib/Solver/Solver.cpp": "#include <llvm/Support/SMTAPI.h>\n",
    "lib/Report/Json.cpp": '#include "Finding/Finding.h"\n#include "llvm/Support/JSON.h"\n',
    "lib/CompileCommands/Translate.cpp": 'const char *A = "cudaMalloc";\n',
    "tools/plugin/Module.cpp": '#include "clang-tidy/ClangTidyModule.h"\n#include "Report/Text.h"\n',
    "checks/Checks.def": 'CHECK("divergent-barrier", DivergentBarrier,\n'
                         '      "__syncthreads() is reached by some, or (worse) none",\n'
                         '      Correctness, "", 833, "0.1")\n',
    "checks/DivergentBarrier.cpp": '#include "Analysis/KernelFacts/KernelFacts.h"\n'
                                   "// about __syncthreads\n",
    "docs/checks/divergent-barrier.md": "# divergent-barrier\n",
    "docs/checks/index.md": "- divergent-barrier\n",
    "test/lit/checks/divergent-barrier/basics.cu":
        "void some() {\n  wait(); // warn divergent-barrier: is reached by some\n}\n"
        "void all() {\n  wait();\n}\n",
    "runtime_validation/cases/divergent-barrier/one.cu": "",
    "runtime_validation/cases/divergent-barrier/other.cu": "",
    "scripts/tool.py": "pass\n",
}


class HouseTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        for name, text in GOOD_TREE.items():
            self.write(name, text)

    def write(self, name, text, licensed=True):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        comment = HEADER.replace("//", "#") if name.endswith((".py", ".sh")) else HEADER
        path.write_text((comment if licensed else "") + text)

    def assertBroken(self, *fragments):
        lines = check_house.check_house(self.root)
        for fragment in fragments:
            self.assertTrue(any(fragment in line for line in lines),
                            f"{fragment!r} not in {lines}")

    def assertOnlyBroken(self, fragment):
        lines = check_house.check_house(self.root)
        self.assertEqual(len(lines), 1, lines)
        self.assertIn(fragment, lines[0])

    def test_good_tree(self):
        self.assertEqual(check_house.check_house(self.root), [])

    def test_forbidden_modules(self):
        for file, header in [("lib/CudaModel/A.cpp", "Analysis/KernelFacts/KernelFacts.h"),
                             ("lib/Target/A.cpp", "CudaModel/SyncOp.h"),
                             ("lib/Analysis/Program/A.cpp", "Finding/Finding.h"),
                             ("lib/Solver/A.cpp", "CudaModel/SyncApi.h"),
                             ("lib/Finding/A.cpp", "Report/Text.h"),
                             ("lib/Analysis/Expr/A.cpp", "Support/InputFile.h"),
                             ("lib/Report/A.cpp", "Analysis/KernelFacts/KernelFacts.h"),
                             ("checks/DivergentBarrier.cpp", "Report/Text.h"),
                             ("checks/DivergentBarrier.cpp", "CompileCommands/Translate.h")]:
            with self.subTest(file=file, header=header):
                self.setUp()
                self.write(file, f'#include "{header}"\n')
                self.assertOnlyBroken(f"may not include {header}")

    def test_folders_of_analysis(self):
        for file, header in [("Expr/A.cpp", "Program/P.h"), ("Dataflow/A.cpp", "KernelFacts/F.h"),
                             ("Detectors/Races/A.cpp", "Detectors/MemoryOrdering/H.h"),
                             ("Detectors/WarpCollectives/A.h", "Detectors/Races/R.h"),
                             ("Detectors/Races/A.cpp", "SyncTimeline/S.h"),
                             ("Dependence/A.h", "Detectors/Races/R.h")]:
            with self.subTest(file=file, header=header):
                self.setUp()
                self.write(f"lib/Analysis/{file}", f'#include "Analysis/{header}"\n')
                self.assertOnlyBroken(f"may not include Analysis/{header}")
        self.setUp()
        self.write("lib/Analysis/Detectors/Races/A.cpp", '#include "Analysis/Expr/Term.h"\n')
        self.assertEqual(check_house.check_house(self.root), [])

    def test_unknown_folder_of_analysis(self):
        self.write("lib/Analysis/A.cpp", "")
        self.assertOnlyBroken("no module 'A.cpp' of lib/Analysis")

    def test_include_cycle(self):
        self.write("lib/Analysis/Program/A.h", "")
        self.write("lib/Analysis/Program/A.cpp", '#include "Analysis/Program/B.h"\n')
        self.write("lib/Analysis/Program/B.cpp", '#include "Analysis/Program/A.h"\n')
        self.assertOnlyBroken("include cycle: Analysis/Program/A -> Analysis/Program/B -> Analysis/Program/A")

    def test_line_of_the_include(self):
        self.write("lib/CudaModel/A.cpp", '/* two\n lines */\n#include "Analysis/F.h"\n')
        self.assertOnlyBroken("lib/CudaModel/A.cpp:4:")

    def test_commented_include_is_none(self):
        self.write("lib/CudaModel/A.cpp", '// #include "Analysis/F.h"\n/*\n#include "Report/F.h"\n*/\n')
        self.assertEqual(check_house.check_house(self.root), [])

    def test_unknown_module(self):
        self.write("lib/Attic/A.cpp", "")
        self.assertOnlyBroken("no module 'Attic'")

    def test_clang_tidy_outside_tools(self):
        self.write("lib/Report/A.cpp", '#include "clang-tidy/ClangTidyCheck.h"\n')
        self.assertOnlyBroken("tools/")

    def test_json_outside_its_modules(self):
        self.write("lib/Finding/A.cpp", '#include "llvm/Support/JSON.h"\n')
        self.assertOnlyBroken("JSON belongs")
        self.write("lib/Finding/A.cpp", "json::Object O;\n")
        self.assertOnlyBroken("JSON belongs")

    def test_clang_in_solver_and_finding(self):
        self.write("lib/Solver/A.cpp", '#include "clang/Basic/SourceLocation.h"\n')
        self.write("lib/Finding/A.cpp", '#include "clang/Basic/SourceLocation.h"\n')
        self.assertOnlyBroken("lib/Solver knows no Clang")
        self.write("lib/Finding/A.cpp", '#include "clang/AST/Expr.h"\n')
        self.assertBroken("lib/Finding knows only")

    def test_clang_in_target(self):
        self.write("lib/Target/A.cpp", '#include "clang/Basic/TargetInfo.h"\n')
        self.assertEqual(check_house.check_house(self.root), [])
        self.write("lib/Target/A.cpp", '#include "clang/AST/ASTContext.h"\n')
        self.assertOnlyBroken("lib/Target knows only Clang's Basic")

    def test_traversal_in_a_check(self):
        self.write("checks/DivergentBarrier.cpp", '#include "clang/AST/StmtVisitor.h"\n')
        self.assertOnlyBroken("traversal belongs to lib/Analysis")

    def test_checks_see_results_only(self):
        self.write("lib/Analysis/Detectors/Races/Race.h",
                   '#include "Analysis/BarrierIntervals/BarrierSet.h"\n')
        self.write("lib/Analysis/BarrierIntervals/BarrierSet.h", "")
        self.write("checks/DivergentBarrier.cpp", '#include "Analysis/Detectors/Races/Race.h"\n')
        self.assertEqual(check_house.check_house(self.root), [])
        self.write("lib/Analysis/Detectors/Races/Race.h",
                   '#include "Analysis/TwoThreads/QueryWriter.h"\n')
        self.write("lib/Analysis/TwoThreads/QueryWriter.h", "")
        self.assertOnlyBroken("sees Analysis/TwoThreads/QueryWriter.h, by "
                              "lib/Analysis/Detectors/Races/Race.h")
        self.write("checks/RunChecks.cpp", '#include "Analysis/TwoThreads/QueryWriter.h"\n')
        self.assertOnlyBroken("checks/DivergentBarrier.cpp: sees")
        self.assertEqual(dict(map(reversed, check_house.lines_of_checks(self.root))),
                         {"DivergentBarrier.cpp": 3, "RunChecks.cpp": 1})

    def test_namespaces(self):
        self.write("lib/Analysis/Detectors/Races/Race.h",
                   "namespace warplint {\nclass KernelFacts;\n} // namespace warplint\n\n"
                   "namespace warplint::races {\nstruct Race {};\n} // namespace warplint::races\n")
        self.assertEqual(check_house.check_house(self.root), [])
        self.write("lib/Analysis/Detectors/Races/Race.h",
                   "namespace warplint {\nstruct Race {};\n} // namespace warplint\n")
        self.assertOnlyBroken("'warplint' in a file of 'warplint::races'")
        self.setUp()
        self.write("lib/Analysis/Expr/Term.h",
                   "namespace warplint::races {\nint a;\n} // namespace warplint::races\n")
        self.assertOnlyBroken("'warplint::races' in a file of 'warplint'")

    def test_instances_of_the_recursive_visitor(self):
        include = '#include "clang/AST/RecursiveASTVisitor.h"\n'
        self.write("lib/Syntax/TreeVisitor.cpp", include)
        self.assertEqual(check_house.check_house(self.root), [])
        self.write("lib/Proof/A.cpp", include)
        self.assertOnlyBroken("walks use lib/Syntax")

    def test_printing(self):
        self.write("lib/Analysis/Program/A.cpp", "void f() { llvm::errs() << 1; }\n")
        self.assertOnlyBroken("prints nothing")

    def test_cuda_name_outside_the_model(self):
        for name in ("__syncthreads", "threadIdx.x", "atomicCAS", "cuda::barrier",
                     "call __shfl_sync here", "bar.sync 0;", "cudaDeviceSynchronize"):
            with self.subTest(name=name):
                self.write("lib/Analysis/Program/A.cpp", f'auto X = "{name}";\n')
                self.assertOnlyBroken("outside lib/CudaModel")
        self.write("lib/Analysis/Program/A.cpp", 'auto X = "all threads of the block"; // "__syncthreads"\n')
        self.assertEqual(check_house.check_house(self.root), [])

    def test_dropped_evidence(self):
        line = 'bool A = isApart().ignoring("a reason");\n'
        self.write("lib/Assumptions/Evidence.h", "const T &ignoring(Reason);\n" + line)
        self.write("lib/Analysis/Program/Drops.cpp", line * 10)
        self.assertEqual(check_house.check_house(self.root), [])
        self.write("checks/DivergentBarrier.cpp", line)
        self.assertOnlyBroken("evidence is dropped in more than 10 places")

    def test_an_assumption_may_name_what_it_is_about(self):
        self.write("lib/Assumptions/Assumptions.def", 'ASSUMPTION(A, "a", "`blockDim.x`")\n')
        self.assertEqual(check_house.check_house(self.root), [])
        self.write("lib/Assumptions/Assumptions.cpp", 'auto *N = "blockDim.x";\n')
        self.assertOnlyBroken("spelled outside lib/CudaModel")

    def test_barriers_that_the_recorder_does_not_count(self):
        self.write("lib/Proof/recorder/warplint_recorder.h", "#define __one_sync() one()\n")
        rows = ['SYNC_API("__one_sync",  Barrier, Block, AllOfScope, AcqRel, with)\n',
                'SYNC_API("__wide_sync", Barrier, Cluster, AllOfScope, AcqRel, with)\n',
                'SYNC_API("__bar_sync",  Barrier, Block, AllOfScope, AcqRel, with.builtin())\n',
                'SYNC_API("a::sync",     Barrier, Block, AllOfScope, AcqRel, with)\n']
        self.write("lib/CudaModel/SyncApi.def", "".join(rows))
        self.assertEqual(check_house.check_house(self.root), [])
        self.write("lib/CudaModel/SyncApi.def",
                   "".join(rows) + 'SYNC_API("__two_sync", WarpBarrier, Warp, Masked, AcqRel, with)\n')
        self.assertOnlyBroken("counts __two_sync")

    def test_samples_outside_their_table(self):
        self.write("lib/Assumptions/SampleSizes.h",
                   "inline constexpr int64_t Sizes[] = {5, 9};\n")
        self.assertEqual(check_house.check_house(self.root), [])
        for text in ("static constexpr int64_t Sizes[] = {5, 9};\n",
                     "for (int64_t X : {256, 64})\n"):
            with self.subTest(text=text):
                self.write("lib/Analysis/Expr/A.cpp", text)
                self.assertOnlyBroken("numbers to try belong to")

    def test_lanes_outside_of_target(self):
        for text in ("int W = Rank / 32;", "int L = Rank % 32;", "int L = Rank & 31;", "int W = R >> 5;",
                     "auto M = 0xffffffff;", 'auto M = "0xffffffffu";', "uint32_t ActiveMask = 0;",
                     "uint32_t &Lanes;", "constexpr int LanesOfWarp = 32;", "int LastLane = 31;"):
            with self.subTest(text):
                self.write("lib/Proof/A.cpp", text + "\n")
                self.assertOnlyBroken("lanes and their masks belong to lib/Target")
        self.write("lib/Proof/A.cpp", "// n / 32\nauto A = X / 320, B = X && 31, C = X % 3; uint32_t Bytes;\n"
                   'auto T = Op == 1 ? "/ 32" : "5";\nSmallVector<int, 32> V;\n')
        self.write("lib/Target/Warp.h", "constexpr int LanesPerWarp = 32; constexpr auto All = 0xffffffff;\n")
        self.write("lib/Proof/recorder/state.h", "static const unsigned LanesPerWarp = 32;\n")
        self.assertEqual(check_house.check_house(self.root), [])
        self.write("lib/Proof/recorder/calls.h", "unsigned Warp = Thread / 32;\n")
        self.assertOnlyBroken("lanes and their masks belong to lib/Target")

    def test_two_classes_of_one_name(self):
        self.write("lib/Report/A.cpp", "namespace w {\nnamespace {\nclass Scan final : public Base {\n"
                   "  struct Part { int A; };\n  enum class Kind : uint8_t { One };\n};\n} // namespace\n} // namespace w\n")
        for text in ("namespace w {\nclass Scan;\nvoid f(struct Scan *S) { struct Scan2 { int A; }; }\n} // namespace w\n",
                     "namespace w {\nclass Other {\n  struct Part { int A; };\n  enum class Kind { Two };\n};\n}\n",
                     "namespace w {\nstruct Scan::Part { int A; };\n}\n",
                     "namespace other {\nclass Scan { int A; };\n}\n"):
            with self.subTest(text):
                self.write("lib/Report/B.cpp", text)
                self.assertEqual(check_house.check_house(self.root), [])
        for text in ("struct Scan {\n  int A;\n};", "enum class Scan { One };", "namespace {\nclass Scan { int A; };\n}",
                     "template <typename T> struct alignas(8) Scan { T A; };"):
            with self.subTest(text):
                self.write("lib/Report/B.cpp", f"namespace w {{\n\n{text}\n}} // namespace w\n")
                self.assertOnlyBroken("'Scan' is also a class of lib/Report/A.cpp")

    def test_writing_outside_its_module(self):
        for text in ("std::ofstream Out(Path);", "int F = open(P, O_WRONLY);",
                     "fopen(Path, Kind);", "::rename(From, To);",
                     "llvm::raw_fd_ostream OS(Path, Failed);"):
            with self.subTest(text):
                self.write("lib/Report/Writes.cpp", text + "\n")
                self.assertOnlyBroken("files are written by lib/Support")
        self.write("lib/Report/Writes.cpp", "// fopen(Path)\nconst char *N = \"fopen(\";\n")
        self.write("lib/Support/OwnFolder.cpp", "int F = open(P, O_WRONLY);\n")
        self.assertEqual(check_house.check_house(self.root), [])

    def test_quoting_outside_its_module(self):
        for line in [r"""Q += std::string("'\\''");""",
                     'Q += std::string("$$");', "Q += '$';", r"Q += '\\';",
                     'case 1: Q += "%25";', 'Uri += "%" + llvm::toHex(Bytes);',
                     'Q += "&lt;";', r'Q += C == 10 ? "\\n" : "";', r'Q = "\\x" + Digits;',
                     'OS.write_escaped(Text);', 'llvm::printHTMLEscaped(Text, OS);']:
            with self.subTest(line):
                self.write("lib/Report/Text.cpp", f"void f() {{\n  {line}\n}}\n")
                self.assertOnlyBroken("quoted for by lib/Quoting")
        self.write("lib/Report/Text.cpp", 'auto *A = "100%"; auto B = Text.split("\\\\");\n'
                   'Term *T = Op == Rem ? "%" : "/"; // "$$"\n')
        self.write("lib/Quoting/Quoting.cpp", 'Q += std::string("$$");\n')
        self.assertEqual(check_house.check_house(self.root), [])

    def test_check_without_its_parts(self):
        for name, message in [("checks/DivergentBarrier.cpp", "no source"),
                              ("docs/checks/divergent-barrier.md", "no page"),
                              ("docs/checks/index.md", "no index")]:
            with self.subTest(name=name):
                self.setUp()
                (self.root / name).unlink()
                self.assertOnlyBroken(message)

    def test_index_without_the_check(self):
        self.write("docs/checks/index.md", "divergent-barrier-two, exit-before-barrier\n")
        self.assertOnlyBroken("not mentioned")

    def test_metadata_and_name(self):
        row = 'CHECK("divergent-barrier", %s, %s, Correctness, "1.14", 833, "0.1")\n'
        self.write("checks/Checks.def", row % ("DivergentBarrier", '""'))
        self.assertOnlyBroken("metadata: no summary")
        self.write("checks/Checks.def", 'CHECK("divergent-barrier", DivergentBarrier)\n')
        self.assertOnlyBroken("2 columns of metadata, not 7")
        self.write("checks/Checks.def", row % ("Divergent", '"x, (y)"'))
        self.assertOnlyBroken("the id asks for 'DivergentBarrier'")
        self.write("checks/Checks.def", 2 * row % (("DivergentBarrier", '"x"') * 2))
        self.assertOnlyBroken("registered twice")

    def test_empty_registry(self):
        self.write("checks/Checks.def", "// nothing\n")
        self.assertBroken("no CHECK rows", "not registered")

    def test_unregistered_check(self):
        self.write("checks/Check.cpp", "Check::~Check() = default;\n")
        self.assertEqual(check_house.check_house(self.root), [])
        self.write("checks/Forgotten.cpp", "class Forgotten : public Check {};\n")
        self.assertOnlyBroken("checks/Forgotten.cpp: no row")

    def test_tests_of_both_kinds(self):
        test = "test/lit/checks/divergent-barrier/basics.cu"
        self.write(test, "void some() {\n  // warn@+1 divergent-barrier: is reached by some\n"
                         "  wait();\n}\n")
        self.assertOnlyBroken("no negative in test/lit/checks/divergent-barrier")
        self.write("test/lit/checks/divergent-barrier/loops.cu",
                   "// no-findings\nvoid all() {\n  wait();\n}\n")
        self.assertEqual(check_house.check_house(self.root), [])
        (self.root / test).unlink()
        self.assertOnlyBroken("no positive in test/lit/checks/divergent-barrier")
        self.write("test/lit/checks/divergent-barrier/loops.cu",
                   "void some() {\n  wait(); // warn exit-before-barrier: of another check\n}\n")
        self.assertOnlyBroken("no positive in test/lit/checks/divergent-barrier")

    def test_check_without_runtime_cases(self):
        (self.root / "runtime_validation/cases/divergent-barrier/one.cu").unlink()
        self.assertOnlyBroken("fewer than 2 files in runtime_validation/cases/divergent-barrier")
        self.write("runtime_validation/cases/divergent-barrier/third.cu", "")
        self.write("runtime_validation/cases/not-yet-a-check/one.cu", "")
        self.assertEqual(check_house.check_house(self.root), [])

    def test_line_limit(self):
        self.write("checks/DivergentBarrier.cpp", "\n" * 149)
        self.assertEqual(check_house.check_house(self.root), [])
        self.write("checks/DivergentBarrier.cpp", "\n" * 150)
        self.assertOnlyBroken("at most 150")

    def test_sizes_of_files(self):
        for name in ("lib/Analysis/Program/A.cpp", "lib/Report/A.h", "tools/plugin/A.cpp"):
            with self.subTest(name=name):
                self.setUp()
                self.write(name, "//\n" * 499)
                self.assertEqual(check_house.check_house(self.root), [])
                self.write(name, "//\n" * 500)
                self.assertOnlyBroken("501 lines; a file of lib or tools has at most 500")

    def test_limits_in_analysis(self):
        for text in ("static constexpr unsigned MostNodes = 4;\n",
                     "int f() {\n  constexpr size_t Few = 2, MaxDepth = 8;\n}\n",
                     "inline constexpr int64_t StepLimit = int64_t(1) << 20;\n"):
            self.write("lib/Analysis/Expr/A.cpp", text)
            self.assertOnlyBroken("what an analysis may take is a row of")
        self.write("lib/Analysis/Expr/A.cpp", "static constexpr unsigned BitsOfNumber = 64;\n"
                   "unsigned Most = 3; // static constexpr unsigned MostNodes = 4;\n")
        self.write("lib/Analysis/Budgets/A.cpp", "static constexpr unsigned MostNodes = 4;\n")
        self.assertEqual(check_house.check_house(self.root), [])

    def test_sizes_of_functions(self):
        statements = '  f("{", [] { return 1; });\n' * 78
        for name, lines in (("fits", statements), ("isLong", statements + "  f();\n")):
            for where in ("void Of::%s() {\n%s}\n", "struct In {\n  int %s() const {\n%s  }\n};\n"):
                self.write("lib/Analysis/KernelFacts/A.cpp", "namespace n {\n// {\n"
                           + where % (name, lines) + "} // namespace n\n")
                if name == "fits":
                    self.assertEqual(check_house.check_house(self.root), [])
                else:
                    self.assertOnlyBroken("a function of 81 lines; one of lib/Analysis has at most 80")
        self.write("lib/Analysis/KernelFacts/A.cpp", "int all[] = {\n" + "  1,\n" * 90 + "};\n"
                   "class alignas(8) Wide : Base {\n" + "  int A;\n" * 90 + "};\n")
        self.assertEqual(check_house.check_house(self.root), [])

    def test_headers_without_a_unit_test(self):
        self.write("lib/Analysis/Expr/Term.h", "")
        self.write("test/unit/Analysis/TermTest.cpp", '#include "Finding/Finding.h"\n')
        with unittest.mock.patch.object(check_house, "WITHOUT_UNIT_TEST", {}):
            self.check_header_without_a_unit_test()

    def check_header_without_a_unit_test(self):
        self.assertOnlyBroken("lib/Analysis/Expr/Term.h: no unit test includes it")
        self.write("test/unit/Analysis/TermTest.cpp", '#include "Analysis/Expr/Term.h"\n')
        self.assertEqual(check_house.check_house(self.root), [])
        for name, why in [("Expr/Term.h", "is tested"), ("Expr/Gone.h", "is not there")]:
            with self.subTest(name=name):
                table = {f"Analysis/{name}": "a reason"}
                with unittest.mock.patch.object(check_house, "WITHOUT_UNIT_TEST", table):
                    self.assertOnlyBroken(f"WITHOUT_UNIT_TEST, and {why}")

    def test_placeholders(self):
        self.write("docs/checks/divergent-barrier.md", "# d\nFILL-IN: the bad code\n")
        self.assertOnlyBroken("docs/checks/divergent-barrier.md:3: still to do: FILL-IN")

    def test_links(self):
        self.write("docs/index.md", "[c](checks/index.md) [w](https://x.org/a) [d](#d)\n")
        self.assertEqual(check_house.check_house(self.root), [])
        self.write("README.md", "[docs](docs/index.md#top)\n[gone](docs/gone.md)\n")
        self.assertOnlyBroken("README.md:3: link to 'docs/gone.md'")

    def test_licence(self):
        self.write("scripts/bare.py", "pass\n", licensed=False)
        self.write("build/generated.cpp", "\n", licensed=False)
        self.write("test/lit/input.cu", "\n", licensed=False)
        self.assertOnlyBroken("scripts/bare.py:1: no licence header")


if __name__ == "__main__":
    unittest.main()
