//===--- NolintCommentsTest.cpp - Tests of NOLINT comments ----------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// clang-tidy's own class, which this program links, says what is right.
//
//===----------------------------------------------------------------------===//

#include "Tidy/NolintComments.h"
#include "clang-tidy/NoLintDirectiveHandler.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/DiagnosticOptions.h"
#include "clang/Basic/FileManager.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Tooling/Core/Diagnostic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "gtest/gtest.h"
#include <random>

using namespace clang;
using namespace warplint;

namespace {

/// Answers of clang-tidy's about one text.
class Oracle {
public:
  explicit Oracle(llvm::StringRef Text)
      : Disk(new llvm::vfs::InMemoryFileSystem),
        Engine(DiagnosticIDs::create(), Options), Manager({}, Disk),
        Sources(Engine, Manager) {
    Engine.setSourceManager(&Sources);
    Disk->addFile("/input.cu", 0, llvm::MemoryBuffer::getMemBufferCopy(Text));
    File = Sources.createFileID(*Manager.getOptionalFileRef("/input.cu"),
                                SourceLocation(), SrcMgr::C_User);
    Sources.setMainFileID(File);
  }

  bool suppress(size_t At, llvm::StringRef Check, bool WithBlocks) {
    return Handler.shouldSuppress(
        DiagnosticsEngine::Warning,
        Diagnostic(&Engine, Sources.getComposedLoc(File, At),
                   /*DiagID=*/0, DiagnosticStorage(), {}),
        Check, Errors, /*AllowIO=*/true, WithBlocks);
  }
  llvm::SmallVector<tooling::Diagnostic, 0> Errors;

private:
  llvm::IntrusiveRefCntPtr<llvm::vfs::InMemoryFileSystem> Disk;
  DiagnosticOptions Options;
  DiagnosticsEngine Engine;
  FileManager Manager;
  SourceManager Sources;
  FileID File;
  tidy::NoLintDirectiveHandler Handler;
};

void compare(const std::string &Text) {
  Oracle Right(Text);
  edge::NolintComments Is(Text);
  bool IsReported = false; // By the first that no line suppresses.
  for (llvm::StringRef Check : {"warplint-a", "b"})
    for (size_t At = 0; At <= Text.size(); ++At) {
      bool InLine = Is.suppressInLine(At, Check);
      IsReported |= !InLine;
      EXPECT_EQ(Right.suppress(At, Check, /*WithBlocks=*/false), InLine)
          << Check.str() << " at " << At << " of: " << Text;
      EXPECT_EQ(Right.suppress(At, Check, /*WithBlocks=*/true),
                InLine || Is.suppressInBlock(At, Check))
          << Check.str() << " in a block at " << At << " of: " << Text;
    }
  if (!IsReported)
    return;
  ASSERT_EQ(Right.Errors.size(), Is.unmatched().size()) << Text;
  for (auto [Error, Comment] : llvm::zip(Right.Errors, Is.unmatched())) {
    EXPECT_EQ(Error.Message.FileOffset, Comment.At) << Text;
    EXPECT_EQ(llvm::StringRef(Error.Message.Message)
                  .starts_with("unmatched 'NOLINTBEGIN'"),
              Comment.IsBegin);
  }
}

TEST(NolintComments, KnowWhichOfThemWereUsed) {
  edge::NolintComments Of("a // NOLINT(warplint-x)\n"
                          "// NOLINTNEXTLINE(warplint-x, b): why\n"
                          "c // NOLINT -\n"
                          "/* NOLINTBEGIN(warplint-y) */\n"
                          "d\n"
                          "/* NOLINTEND(warplint-y) */\n");
  auto All = Of.directives();
  ASSERT_EQ(All.size(), 4u);
  EXPECT_EQ(All[0].Word, "NOLINT");
  EXPECT_EQ(All[0].Line, 1u);
  EXPECT_EQ(All[0].Names, std::vector<std::string>({"warplint-x"}));
  EXPECT_FALSE(All[0].HasReason);
  EXPECT_EQ(All[1].Names, std::vector<std::string>({"warplint-x", "b"}));
  EXPECT_TRUE(All[1].HasReason);
  EXPECT_TRUE(All[2].Names.empty());
  EXPECT_FALSE(All[2].HasReason);
  EXPECT_FALSE(All[3].HasReason);
  size_t Third = 62, InBlock = 106;
  Of.markUsed(Third, "warplint-x");
  Of.markUsed(InBlock, "warplint-y");
  All = Of.directives();
  EXPECT_FALSE(All[0].IsUsed);
  EXPECT_TRUE(All[1].IsUsed);
  EXPECT_TRUE(All[2].IsUsed);
  EXPECT_TRUE(All[3].IsUsed);
}

TEST(NolintComments, MeanWhatClangTidySays) {
  EXPECT_TRUE(Oracle("x // NOLINT").suppress(0, "b", /*WithBlocks=*/false));
  for (const char *Text :
       {"", "x", "// NOLINT", "a\nb // NOLINT\nc\n", "// NOLINTNEXTLINE\nx\ny",
        "x // NOLINT(b)\nx // NOLINT(warplint-*)\nx // NOLINT(-b,*)\n",
        "x /*NOLINT(*/ y /*NOLINTNEXTLINE()*/\nz",
        "NOLINTBEGIN\nx\nNOLINTEND\ny", "NOLINTBEGIN(b)\nx\nNOLINTEND\ny",
        "NOLINTBEGIN(b, c)\nx\nNOLINTEND(c,b)\ny",
        "NOLINTBEGIN(b)NOLINTBEGIN\nx\nNOLINTEND y NOLINTEND( b )\nz",
        "NOLINTEND\nNOLINTBEGIN(*)\nx\nNOLINTEND\nNOLINTBEGIN",
        "NOLINTfoo NOLINT_ NOLINTNOLINT NOLINT(NOLINT(b) x)\n",
        "x\r\ny // NOLINT\r\nz"})
    compare(Text);
}

TEST(NolintComments, MeanWhatClangTidySaysOfAnyText) {
  const char *Parts[] = {"NOLINT", "NOLINTBEGIN", "NOLINTEND",
                         "(",      ")",           "NOLINTNEXTLINE",
                         "\n",     "\n",          "b",
                         ",",      "warplint-*",  "-",
                         " ",      "*",           "(b)",
                         "(*)",    "x",           "\r",
                         "()",     "(b,c)",       "(c, b)"};
  std::mt19937 Random(1);
  for (unsigned I = 0; I < 3000; ++I) {
    std::string Text;
    for (unsigned Of = Random() % 12; Of; --Of)
      Text += Parts[Random() % std::size(Parts)];
    compare(Text);
    if (testing::Test::HasFailure())
      break;
  }
}

/// Steps of \p Times findings in one line, which has as many comments.
size_t stepsFor(size_t Times, llvm::StringRef Comment) {
  std::string Text;
  for (size_t I = 0; I < Times; ++I)
    Text += "__global__ void k(); " + Comment.str();
  edge::NolintComments Of(Text);
  for (size_t I = 0; I < Times; ++I) {
    size_t At = Text.size() / Times * I;
    if (!Of.suppressInLine(At, "b"))
      Of.suppressInBlock(At, "b");
  }
  return Of.steps();
}

TEST(NolintComments, TakeStepsAsTheLineIsLong) {
  for (const char *Comment :
       {"", "/*NOLINT(c)*/", "/*NOLINTBEGIN(c)*/", "/*NOLINTEND*/", "/*NOLINT(",
        "/*NOLINTBEGIN(b)*/ /*NOLINTEND(b)*/"}) {
    size_t Few = stepsFor(1000, Comment), Many = stepsFor(8000, Comment);
    EXPECT_GT(Few, 20'000u) << Comment;
    EXPECT_LE(Many, Few * 8 + 8) << Comment;
  }
}

} // namespace
