//===--- PrefixCandidatesTest.cpp -----------------------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PchCache/PrefixCandidates.h"
#include "clang/Lex/HeaderSearchOptions.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"

namespace prefix_candidates_test {
using namespace warplint;

class PrefixCandidates : public testing::Test {
protected:
  void add(llvm::StringRef Path, llvm::StringRef Text) {
    Files.addFile(Path, 0, llvm::MemoryBuffer::getMemBufferCopy(Text));
  }
  /// The candidates of a unit that holds \p Text, a line for each.
  std::string of(llvm::StringRef Text,
                 const std::set<std::string> &Known = {}) {
    clang::CompilerInvocation Unit;
    Unit.getFrontendOpts().Inputs = {
        {Main, clang::InputKind(clang::Language::CUDA)}};
    auto &Search = Unit.getHeaderSearchOpts();
    Search.AddPath("/own", clang::frontend::Angled, false, true);
    Search.AddPath("/sys", clang::frontend::System, false, true);
    std::string All;
    for (const pch::PrefixCandidate &Each :
         pch::prefixCandidates(Unit, Text, Known, Files)) {
      for (const pch::LeadingHeader &Header : Each.Headers)
        All += Header.Include + (Header.IsUsers ? "u" : "") +
               (Header.IsStandard ? "s " : " ");
      for (const std::string &Guard : Each.Guards)
        All += "(" + Guard + ")";
      All += "\n";
    }
    return All;
  }

  std::string Main = "/src/a.cu";
  llvm::vfs::InMemoryFileSystem Files;
};

TEST_F(PrefixCandidates, EndAtEachIncludeOfTheUnit) {
  add("/sys/sys.h", "#include <inner.h>\n");
  EXPECT_EQ(of("#include <vector>\n#include <sys.h>\nint i;\n#include <map>\n"),
            "\n<vector>s \n<vector>s <sys.h> \n");
}

TEST_F(PrefixCandidates, EndWithinHeadersOfTheUser) {
  add("/own/a.h", "#ifndef A_H\n#define A_H\n#include <map>\n"
                  "#include \"dir/b.h\"\nint i;\n#include <set>\n#endif\n");
  add("/own/dir/b.h", "#pragma once\n#include \"c.h\"\n");
  add("/own/dir/c.h", "int c;\n");
  EXPECT_EQ(of("#include <a.h>\n#include <list>\n"),
            "\n"
            "<map>s (A_H)\n"
            "<map>s \"/own/dir/c.h\"u (A_H)\n"
            "<map>s \"/own/dir/b.h\"u (A_H)\n"
            "<a.h>u \n"
            "<a.h>u <list>s \n");
}

TEST_F(PrefixCandidates, QuotesLookBesideTheFileFirst) {
  add("/src/a.h", "int beside;\n");
  add("/own/a.h", "int own;\n");
  add("/own/b.h", "int own;\n");
  EXPECT_EQ(of("#include \"a.h\"\n#include \"b.h\"\n"),
            "\n\"/src/a.h\"u \n\"/src/a.h\"u \"b.h\"u \n");
  EXPECT_EQ(of("#include <a.h>\n"), "\n<a.h>u \n");
  // Clang would name it by where the command runs.
  Main = "a.cu";
  Files.setCurrentWorkingDirectory("/src");
  EXPECT_EQ(of("#include <b.h>\n#include \"a.h\"\n"), "\n<b.h>u \n");
}

TEST_F(PrefixCandidates, LeaveOutWhatIsKnown) {
  add("/sys/math.h", "");
  add("/sys/sys.h", "");
  EXPECT_EQ(of("#include <math.h>\n#include <sys.h>\n#include <math.h>\n"
               "#include <sys.h>\n",
               {"/sys/math.h"}),
            "\n<sys.h> \n");
}

TEST_F(PrefixCandidates, HeadersThatIncludeEachOtherEnd) {
  add("/own/a.h", "#include <b.h>\n");
  add("/own/b.h", "#include <a.h>\n");
  EXPECT_EQ(of("#include <a.h>\n"), "\n<a.h>u \n<b.h>u \n<a.h>u \n");
}

} // namespace prefix_candidates_test
