//===--- ServeTest.cpp - What a call of an agent runs ---------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OwnTree.h"
#include "Workflows/Serve/CallSteps.h"
#include "Workflows/Serve/LineReader.h"
#include "Workflows/Serve/ServedCall.h"
#include "gtest/gtest.h"
#include <unistd.h>

namespace serve_test {
using namespace warplint;

using namespace warplint::test;
using Words = std::vector<std::string>;

static protocol::ToolArguments arguments(protocol::Tool Of,
                                         llvm::StringRef Json) {
  llvm::json::Value Given = llvm::cantFail(llvm::json::parse(Json));
  return llvm::cantFail(
      protocol::ToolArguments::read(Of, *Given.getAsObject()));
}

static bool has(const serve::CallStep &Step, llvm::StringRef Word) {
  return llvm::is_contained(Step.Run, Word);
}

TEST(CallStepsTest, ALintIsOneRun) {
  serve::ServeSettings Settings;
  Settings.Root = "/p";
  Settings.Options = {"--cuda-path=/cuda"};
  std::vector<serve::CallStep> Steps = serve::stepsOf(
      protocol::Tool::LintFiles,
      arguments(protocol::Tool::LintFiles,
                R"({"files": ["/p/a.cu"], "checks": "-*,warplint-sync-mask",
                    "blockSize": "128", "only": ["/p/a.cu:3"]})"),
      Settings, "");
  ASSERT_EQ(Steps.size(), 1u);
  EXPECT_TRUE(Steps[0].Lints);
  for (const char *Word :
       {"--quiet", "--cuda-path=/cuda", "--checks=-*,warplint-sync-mask",
        "--block-dim=128", "--source-root=/p", "--format=json", "/p/a.cu"})
    EXPECT_TRUE(has(Steps[0], Word)) << Word;
}

TEST(CallStepsTest, NoValueIsAnOption) {
  serve::ServeSettings Settings;
  Settings.Root = "/p";
  std::vector<serve::CallStep> Steps = serve::stepsOf(
      protocol::Tool::LintFiles,
      arguments(protocol::Tool::LintFiles,
                R"({"files": ["--fix", "@words"], "build": "-o=x",
                            "flags": ["--fix-unsafe"]})"),
      Settings, "");
  const Words &Run = Steps[0].Run;
  auto Dashes = llvm::find(Run, "--");
  ASSERT_NE(Dashes, Run.end());
  EXPECT_EQ(Words(Dashes + 1, Run.end()), Words({"--fix-unsafe"}));
  for (auto At = Run.begin(); At != Dashes; ++At) {
    EXPECT_NE(*At, "--fix");
    EXPECT_NE((*At)[0], '@');
    EXPECT_FALSE(llvm::StringRef(*At).starts_with("-o")) << *At;
  }
}

TEST(CallStepsTest, FixesStayBelowTheRoot) {
  serve::ServeSettings Settings;
  Settings.Root = "/p";
  auto Of = [&](llvm::StringRef Json) {
    return serve::stepsOf(protocol::Tool::ApplyFixes,
                          arguments(protocol::Tool::ApplyFixes, Json), Settings,
                          "")[0];
  };
  serve::CallStep Safe = Of(R"({"files": ["a.cu"]})"),
                  Unsafe = Of(R"({"files": ["a.cu"], "unsafe": true})");
  EXPECT_TRUE(has(Safe, "--fix") && has(Safe, "--fix-below=/p"));
  EXPECT_TRUE(has(Unsafe, "--fix-unsafe") && has(Unsafe, "--fix-below=/p"));
}

TEST(CallStepsTest, ConfirmingRunsTheUsersProgramLast) {
  serve::ServeSettings Settings;
  Settings.Root = "/p";
  Settings.PerRun.MiB = 512;
  std::vector<serve::CallStep> Steps =
      serve::stepsOf(protocol::Tool::ConfirmFindings,
                     arguments(protocol::Tool::ConfirmFindings,
                               R"({"files": ["/p/a.cu"], "buildCommand": "make",
                    "runCommand": "./app"})"),
                     Settings, "/tmp/r.sarif");
  ASSERT_EQ(Steps.size(), 2u);
  EXPECT_TRUE(Steps[0].Lints);
  EXPECT_TRUE(has(Steps[0], "-o=/tmp/r.sarif"));
  EXPECT_FALSE(Steps[1].Lints);
  EXPECT_EQ(Steps[1].Run[0], "confirm");
  EXPECT_EQ(Steps[1].Run[1], "/tmp/r.sarif");
  for (const char *Word : {"--build=make", "--run=./app", "--memory-limit=512"})
    EXPECT_TRUE(has(Steps[1], Word)) << Word;
}

TEST(CallStepsTest, ATextHasAName) {
  auto Name = [](llvm::StringRef Json) {
    auto Found = serve::nameOfText(arguments(protocol::Tool::LintText, Json));
    return Found ? *Found : "error: " + llvm::toString(Found.takeError());
  };
  EXPECT_EQ(Name(R"({"text": ""})"), "kernel.cu");
  EXPECT_EQ(Name(R"({"text": "", "name": "b.cu"})"), "b.cu");
  EXPECT_EQ(Name(R"({"text": "", "name": "../b.cu"})").find("error: "), 0u);
  EXPECT_EQ(Name(R"({"text": "", "name": "b.txt"})").find("error: "), 0u);
}

TEST(CallStepsTest, ATextStandsForAFile) {
  OwnTree Tree;
  Tree.write(".clang-tidy", "");
  serve::ServeSettings Settings;
  Settings.Root = Tree.path("");
  serve::CallStep Alone =
      serve::stepOfText(protocol::Tool::LintText,
                        arguments(protocol::Tool::LintText, R"({"text": ""})"),
                        Settings, "/s", "kernel.cu");
  EXPECT_TRUE(has(Alone, "/s/kernel.cu"));
  EXPECT_TRUE(has(Alone, "--config-file=" + Tree.path(".clang-tidy")));
  EXPECT_EQ(Alone.Run.back(), "--");
  serve::CallStep Edited = serve::stepOfText(
      protocol::Tool::LintText,
      arguments(protocol::Tool::LintText, R"({"text": "", "file": "/p/a.cu"})"),
      Settings, "/s", "kernel.cu");
  EXPECT_TRUE(has(Edited, "--as-if=/p/a.cu=/s/kernel.cu"));
  EXPECT_TRUE(has(Edited, "/p/a.cu"));
  EXPECT_FALSE(has(Edited, "/s/kernel.cu"));
}

TEST(CallStepsTest, ATextIsFixedWhereItIs) {
  serve::ServeSettings Settings;
  auto With = [](const char *Json) {
    return arguments(protocol::Tool::FixText, Json);
  };
  serve::CallStep Safe = serve::stepOfText(
      protocol::Tool::FixText, With(R"({"text": ""})"), Settings, "/s", "k.cu");
  EXPECT_TRUE(has(Safe, "--fix"));
  EXPECT_TRUE(has(Safe, "/s/k.cu"));
  serve::CallStep All = serve::stepOfText(
      protocol::Tool::FixText, With(R"({"text": "", "unsafe": true})"),
      Settings, "/s", "k.cu");
  EXPECT_TRUE(has(All, "--fix-unsafe"));
}

TEST(CallStepsTest, WhatIsKnownIsOneRunOfProve) {
  serve::ServeSettings Settings;
  Settings.Root = "/p";
  auto With = [](const char *Json) {
    return arguments(protocol::Tool::Prove, Json);
  };
  std::vector<serve::CallStep> Steps =
      serve::stepsOf(protocol::Tool::Prove,
                     With(R"({"files": ["/p/a.cu"], "kernels": ["k", "-o=x"],
                              "properties": ["grid"], "accept": ["pitch"]})"),
                     Settings, "");
  ASSERT_EQ(Steps.size(), 1u);
  EXPECT_EQ(Steps[0].Run[0], "prove");
  EXPECT_TRUE(Steps[0].Lints);
  for (const char *Word : {"--quiet", "--kernel=k", "--kernel=-o=x",
                           "--require=grid", "--accept=pitch", "/p/a.cu"})
    EXPECT_TRUE(has(Steps[0], Word)) << Word;
  serve::CallStep Text = serve::stepOfText(
      protocol::Tool::Prove, With(R"({"text": "", "file": "/p/a.cu"})"),
      Settings, "/s", "k.cu");
  EXPECT_EQ(Text.Run[0], "prove");
  EXPECT_TRUE(has(Text, "--as-if=/p/a.cu=/s/k.cu"));
}

TEST(VerdictResultTest, AnswersForAllKernels) {
  auto Line = [](const char *Kernel, const char *Verdict) {
    return std::string(R"({"type": "verdict", "kernel": ")") + Kernel +
           R"(", "property": "grid", "verdict": ")" + Verdict +
           R"(", "file": "a.cu", "line": 3})" + "\n";
  };
  auto Answer = [](const std::string &Lines) {
    protocol::ToolResult Result = protocol::verdictResult(Lines, "", 50);
    return Result.Holds.getString("answer").value_or("").str();
  };
  std::string Met = R"({"type": "verdicts", "exitCode": 0})",
              Open = R"({"type": "verdicts", "exitCode": 4})";
  EXPECT_EQ(Answer(Line("k", "holds") + Met), "yes");
  EXPECT_EQ(Answer(Line("k", "holds-if") + Open), "under-assumptions");
  EXPECT_EQ(Answer(Line("k", "unknown") + Line("l", "holds") + Open),
            "unknown");
  EXPECT_EQ(Answer(Line("k", "unknown") + Line("l", "violated") + Open), "no");
  EXPECT_EQ(Answer(Met), "unknown");
  EXPECT_EQ(Answer(Line("k", "holds") +
                   R"({"type": "incomplete", "file": "a.cu"})" + "\n" + Met),
            "unknown");
  EXPECT_NE(protocol::verdictResult("{", "", 50).Failure, "");
}

TEST(BriefTest, KeepsWhatADecisionTakes) {
  protocol::ToolResult Result = protocol::lintResult(
      R"({"type": "finding", "check": "warplint-x", "certainty": "proven", )"
      R"("file": "a.cu", "line": 3, "column": 1, "message": "m", "map": {}, )"
      R"("fingerprint": "f", "edits": [], "notes": [{"message": "n", )"
      R"("role": "reason", "text": "code", "file": "a.cu", "line": 2}]})"
      "\n",
      "", 50);
  protocol::makeBrief(Result);
  EXPECT_EQ(Result.Text, "a.cu:3: m [warplint-x, proven, f]\n");
  const llvm::json::Object *Finding =
      Result.Holds.getArray("findings")->front().getAsObject();
  EXPECT_FALSE(Finding->get("map"));
  EXPECT_FALSE(Finding->get("column"));
  const llvm::json::Object *Note =
      Finding->getArray("notes")->front().getAsObject();
  EXPECT_FALSE(Note->get("text"));
  EXPECT_EQ(Note->getString("message"), "n");
  protocol::ToolResult None = protocol::lintResult("", "", 50);
  protocol::makeBrief(None);
  EXPECT_EQ(None.Text, "no findings\n");
}

TEST(ResourcesTest, PagesOfChecksCanBeRead) {
  CheckInfo Info{"sync-mask", "s", Category::Correctness, "2.1", 833, "0.1"};
  llvm::json::Array All = protocol::describeResources(Info);
  ASSERT_EQ(All.size(), 1u);
  EXPECT_EQ(All.front().getAsObject()->getString("uri"),
            "warplint://checks/sync-mask");
  EXPECT_TRUE(protocol::readResource("warplint://checks/sync-mask", Info));
  EXPECT_FALSE(protocol::readResource("warplint://checks/other", Info));
  EXPECT_FALSE(protocol::readResource("file:///etc/passwd", Info));
}

TEST(ServedCallTest, WhatIsKnownIsSaidAtOnce) {
  serve::ServeSettings Settings;
  protocol::PendingCall Asked;
  Asked.Of = protocol::Tool::ListChecks;
  serve::ServedCall Call(Asked, Settings);
  EXPECT_TRUE(Call.advance());
  EXPECT_EQ(Call.result().Failure, "");
  EXPECT_EQ(Call.current(), "");
  EXPECT_TRUE(Call.giveUp());
}

TEST(ServedCallTest, ACallWithoutFilesFails) {
  serve::ServeSettings Settings;
  protocol::PendingCall Asked;
  Asked.Of = protocol::Tool::LintFiles;
  serve::ServedCall Call(Asked, Settings);
  EXPECT_TRUE(Call.advance());
  EXPECT_EQ(Call.result().Failure,
            "name 'files', or the 'build' whose files are meant");
}

class LineReaderTest : public testing::Test {
protected:
  LineReaderTest() { EXPECT_EQ(pipe(Ends), 0); }
  ~LineReaderTest() override {
    close(Ends[0]);
    end();
  }
  void send(llvm::StringRef Text) {
    EXPECT_EQ(write(Ends[1], Text.data(), Text.size()), ssize_t(Text.size()));
  }
  void end() {
    if (Ends[1] >= 0)
      close(Ends[1]);
    Ends[1] = -1;
  }
  int Ends[2];
};

TEST_F(LineReaderTest, LinesComeWhenTheyAreWhole) {
  serve::LineReader Reader(Ends[0], 100);
  send("fir");
  Reader.wait(-1);
  EXPECT_FALSE(Reader.next());
  send("st\nsecond\nth");
  Reader.wait(-1);
  EXPECT_EQ(Reader.next()->Text, "first");
  EXPECT_EQ(Reader.next()->Text, "second");
  EXPECT_FALSE(Reader.next());
  EXPECT_FALSE(Reader.hasEnded());
  end();
  Reader.wait(-1);
  EXPECT_FALSE(Reader.hasEnded());
  EXPECT_EQ(Reader.next()->Text, "th");
  EXPECT_TRUE(Reader.hasEnded());
}

TEST_F(LineReaderTest, OfALineThatIsTooLongNothingIsKept) {
  serve::LineReader Reader(Ends[0], 4);
  send("12345\n1234\n");
  Reader.wait(-1);
  auto Long = Reader.next();
  ASSERT_TRUE(Long);
  EXPECT_TRUE(Long->TooLong);
  EXPECT_EQ(Long->Text, "");
  auto Short = Reader.next();
  ASSERT_TRUE(Short);
  EXPECT_FALSE(Short->TooLong);
  EXPECT_EQ(Short->Text, "1234");
}

} // namespace serve_test
