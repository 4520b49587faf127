//===--- Confirm.cpp - Findings proven by running the program -------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Workflows/Confirm/Confirm.h"
#include "Proof/Answers.h"
#include "Proof/Instrument.h"
#include "Proof/Reproduction.h"
#include "Quoting/Printable.h"
#include "Quoting/Quoting.h"
#include "Support/InputFile.h"
#include "Support/OutputFile.h"
#include "Workflows/Confirm/CopyRun.h"
#include "Workflows/Confirm/InstrumentedBuild.h"
#include "Workflows/Confirm/ScratchTree.h"
#include "Workflows/Confirm/Stress.h"
#include "Workflows/Confirm/UnitParse.h"
#include "Workflows/Lint/ReportOutput.h"
#include "Workflows/Lint/Settings.h"
#include "Workflows/Processes/MemoryLimit.h"
#include "Workflows/Processes/Supervision.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace clang;
namespace cl = llvm::cl;
namespace path = llvm::sys::path;

namespace warplint::confirm {

static cl::opt<std::string> ConfirmedReport(cl::Positional, cl::Required,
                                            cl::desc("<report.sarif>"),
                                            cl::cat(lint::category()),
                                            cl::sub(lint::confirmCommand()),
                                            cl::sub(lint::reproduceCommand()));
static cl::opt<std::string>
    BuildCommand("build", cl::value_desc("command"),
                 cl::desc("What builds the program, run by a shell in the copy "
                          "of the current folder"),
                 cl::cat(lint::category()), cl::sub(lint::confirmCommand()));
static cl::opt<std::string>
    RunCommand("run", cl::value_desc("command"),
               cl::desc("What runs the program, by a shell in the same folder"),
               cl::cat(lint::category()), cl::sub(lint::confirmCommand()));
static cl::opt<unsigned> RunTime("run-time", cl::init(600),
                                 cl::value_desc("seconds"),
                                 cl::desc("End the program after that time "
                                          "(default 600)"),
                                 cl::cat(lint::category()),
                                 cl::sub(lint::confirmCommand()));
static cl::opt<std::string>
    KeptFolder("keep", cl::value_desc("folder"),
               cl::desc("Leave the copy there, to look at"),
               cl::cat(lint::category()), cl::sub(lint::confirmCommand()));
static cl::opt<bool> Prepare(
    "prepare",
    cl::desc("Write the copy to the folder of --keep and stop: to build "
             "and run it elsewhere, with WARPLINT_RECORD naming the "
             "file to record to"),
    cl::cat(lint::category()), cl::sub(lint::confirmCommand()));
static cl::opt<std::string>
    Recorded("recorded", cl::value_desc("file"),
             cl::desc("Take this recording in place of building and running"),
             cl::cat(lint::category()), cl::sub(lint::confirmCommand()));
static cl::list<std::string>
    LeftOut("leave-out", cl::value_desc("folder"),
            cl::desc("Do not copy this folder (build folders, data), file or "
                     "link"),
            cl::cat(lint::category()), cl::sub(lint::confirmCommand()));
static cl::list<std::string>
    AsLink("as-link", cl::value_desc("link"),
           cl::desc("Do not copy what this link leads to outside of the "
                    "project: what is written through it is written there"),
           cl::cat(lint::category()), cl::sub(lint::confirmCommand()));
static cl::opt<unsigned> StressCount(
    "stress", cl::init(0), cl::value_desc("runs"),
    cl::desc("Record nothing: run the program so many times with threads that "
             "are late at the findings' places"),
    cl::cat(lint::category()), cl::sub(lint::confirmCommand()));
static cl::opt<std::string> CheckCommand(
    "check", cl::value_desc("command"),
    cl::desc("With --stress: ends with 0 if what --run has left is right; by "
             "default the program itself does"),
    cl::cat(lint::category()), cl::sub(lint::confirmCommand()));
static cl::opt<unsigned>
    OnlySeed("seed", cl::value_desc("n"),
             cl::desc("With --stress: only the delay with this number, again"),
             cl::cat(lint::category()), cl::sub(lint::confirmCommand()));
static cl::opt<unsigned>
    OneFinding("finding", cl::init(0), cl::value_desc("n"),
               cl::desc("The n-th finding of the report, from 1"),
               cl::cat(lint::category()), cl::sub(lint::confirmCommand()),
               cl::sub(lint::reproduceCommand()));

static llvm::Expected<std::unique_ptr<commands::CommandDatabase>>
openCommands(const std::optional<std::vector<std::string>> &Flags,
             llvm::StringRef First) {
  auto Context = lint::makeContext();
  if (!Context)
    return Context.takeError();
  llvm::SmallString<128> Here;
  llvm::sys::fs::current_path(Here);
  if (!lint::BuildPath.empty())
    return lint::openBuild(*Context);
  if (Flags)
    return commands::CommandDatabase::fromFlags(*Flags, Here, *Context);
  auto Found = commands::CommandDatabase::fromSourceUpward(First, *Context);
  if (Found)
    return Found;
  llvm::consumeError(Found.takeError());
  return commands::CommandDatabase::fromFlags({}, Here, *Context);
}

static void answerAll(report::Report &R, const proof::RecordingPlan &Plan,
                      llvm::StringRef Reason) {
  for (const proof::RecordedPair &Pair : Plan.Pairs)
    if (!R.Findings[Pair.Finding].Proven)
      R.Findings[Pair.Finding].Proven = {
          report::ReportedProof::Answer::Impossible, Reason.str()};
}

/// Answers from the recording \p File. False if there is none that can be read.
static bool answerFrom(report::Report &R, const proof::RecordingPlan &Plan,
                       llvm::StringRef File, llvm::StringRef WhenMissing) {
  auto Text = base::readWhole(File);
  if (!Text) {
    llvm::consumeError(Text.takeError());
    answerAll(R, Plan, WhenMissing);
    return false;
  }
  auto Pairs = proof::readSeen(*Text, Plan);
  if (!Pairs) {
    answerAll(R, Plan, llvm::toString(Pairs.takeError()));
    return false;
  }
  for (unsigned I = 0; I < Plan.Pairs.size(); ++I)
    if (report::ReportedFinding &F = R.Findings[Plan.Pairs[I].Finding];
        !F.Proven)
      F.Proven = proof::answerOf((*Pairs)[I]);
  return true;
}

/// Where commands run in \p Copy: the copy of the current folder.
static std::string folderIn(const ScratchTree &Copy) {
  llvm::SmallString<256> Here;
  llvm::sys::fs::current_path(Here);
  return Copy.placeOf(Here).value_or(Copy.tree());
}

static bool builds(const ScratchTree &Copy) {
  constexpr unsigned SecondsOfBuild = 3600;
  int Code = 0;
  return BuildCommand.empty() ||
         (runInCopy({folderIn(Copy), BuildCommand, {}, SecondsOfBuild}, Code) &&
          !Code);
}

/// Builds and runs the copy. True if the program recorded what it saw.
static bool record(report::Report &R, const proof::RecordingPlan &Plan,
                   const ScratchTree &Copy) {
  if (!builds(Copy)) {
    answerAll(R, Plan, "the copy did not build");
    return false;
  }
  std::string Seen = Copy.folder() + "/seen.json";
  int Code = 0;
  bool Ended = runInCopy(
      {folderIn(Copy), RunCommand, {"WARPLINT_RECORD=" + Seen}, RunTime}, Code);
  return answerFrom(R, Plan, Seen,
                    !Ended || Code >= EndedBySignal
                        ? "the program did not come to its end"
                        : "the program ended without a recording: none of its "
                          "rewritten units ran, there is no GPU, or it did not "
                          "leave by exit()");
}

static void tellAnswers(const report::Report &R,
                        llvm::ArrayRef<unsigned> Asked) {
  for (unsigned Position : Asked) {
    const report::ReportedFinding &F = R.Findings[Position];
    if (F.Proven)
      llvm::outs() << quoting::printable(F.At.File) << ":" << F.At.Line << ": "
                   << quoting::printable(report::sayingOf(*F.Proven)) << " ["
                   << nameOfCheck(F.Check) << "]\n";
  }
}

static llvm::Expected<std::vector<unsigned>> askedOf(const report::Report &R) {
  std::vector<unsigned> Asked;
  if (OneFinding > R.Findings.size())
    return llvm::createStringError("the report has " +
                                   llvm::Twine(R.Findings.size()) +
                                   " findings, not " + llvm::Twine(OneFinding));
  for (unsigned I = 0; I < R.Findings.size(); ++I)
    if (!OneFinding || I + 1 == OneFinding)
      Asked.push_back(I);
  return Asked;
}

static int exitCodeOf(const report::Report &R, bool Ran) {
  if (llvm::any_of(R.Findings, [](const report::ReportedFinding &F) {
        return F.Proven &&
               F.Proven->Says == report::ReportedProof::Answer::Confirmed;
      }))
    return report::ExitFindings;
  return Ran ? report::ExitClean : report::ExitIncomplete;
}

/// What reproductions have recorded answers for their findings. Of \p Asked
/// those stay that it says nothing of; none if it holds nothing else.
static void takeReproduced(report::Report &R, std::vector<unsigned> &Asked) {
  auto Text = base::readWhole(Recorded);
  if (!Text) {
    llvm::consumeError(Text.takeError()); // It is reported where it is missed.
    return;
  }
  unsigned Count = proof::readReproduced(*Text, R);
  bool HasMore = llvm::StringRef(*Text).trim().count('\n') + 1 > Count;
  llvm::erase_if(Asked, [&](unsigned Position) {
    return Count && (!HasMore || R.Findings[Position].Proven);
  });
}

/// A build with what is missing ends in an error that does not say why.
static void tellOfConfigured(const ScratchTree &Copy, llvm::StringRef Root) {
  if (Copy.configured().empty())
    return;
  llvm::StringRef First = Copy.configured().front();
  First.consume_front(Root) && First.consume_front("/");
  llvm::errs() << "warplint: note: what CMake has written for the project ("
               << quoting::printable(First)
               << (Copy.configured().size() > 1 ? ", ..." : "")
               << ") names your own tree and is not in the copy: configure "
                  "anew there ('cmake -S . -B build' in --build)\n";
}

static llvm::Error copyProject(ScratchTree &Copy, llvm::StringRef Root) {
  ScratchTree::Choices Chosen;
  for (const std::string &Each : LeftOut)
    Chosen.Left.push_back(lint::absolute(Each));
  for (const std::string &Each : AsLink)
    Chosen.Links.push_back(lint::absolute(Each));
  llvm::Error Failed = Copy.copyFrom(Root, Chosen);
  if (!Failed)
    tellOfConfigured(Copy, Root);
  return Failed;
}

/// The same for --stress. True if the program is right without delays.
static llvm::Expected<bool>
proveByDelays(report::Report &R, llvm::ArrayRef<unsigned> Asked,
              const proof::RecordingPlan &Plan, const InstrumentedBuild &All,
              ScratchTree &Copy, llvm::StringRef Root) {
  if (!All.Points.empty()) {
    if (llvm::Error Failed = copyProject(Copy, Root))
      return std::move(Failed);
    if (llvm::Error Failed = writeSources(All, Copy, Plan, {}))
      return std::move(Failed);
    if (!builds(Copy)) {
      answerAll(R, Plan, "the copy did not build");
      return false;
    }
  }
  StressRuns Runs;
  Runs.Folder = folderIn(Copy);
  Runs.Seen = Copy.folder() + "/seen.json";
  Runs.Program = RunCommand;
  Runs.Check = CheckCommand;
  Runs.Seconds = RunTime;
  Runs.Count = StressCount;
  if (OnlySeed.getNumOccurrences())
    Runs.Only = OnlySeed;
  return stress(R, Asked, All.Points, Runs) && All.Trouble.empty();
}

/// Fills in the answers. True if there was a recording, or none was wanted.
static llvm::Expected<bool>
prove(report::Report &R, llvm::ArrayRef<unsigned> Asked,
      const proof::RecordingPlan &Plan,
      const std::optional<std::vector<std::string>> &Flags) {
  std::string Root = lint::sourceRoot();
  auto Database = openCommands(Flags, Root + "/" + Plan.Sites.front().File);
  if (!Database)
    return Database.takeError();
  auto Copy = ScratchTree::make(KeptFolder.empty() || !Recorded.empty()
                                    ? std::string()
                                    : lint::absolute(KeptFolder));
  if (!Copy)
    return Copy.takeError();
  // A copy that is built elsewhere is not where it is now.
  std::string Folder = Prepare ? "" : Copy->folder() + "/";
  auto Recorder = quoting::forInclude(Folder + "warplint_recorder.h");
  if (!Recorder)
    return llvm::createStringError("no #include can name the folder '%s'",
                                   Copy->folder().c_str());
  processes::limitMemoryOfRun();
  InstrumentedBuild All =
      StressCount ? delayBuild(R, Asked, Plan, **Database, Root, *Recorder)
                  : instrumentBuild(R, Plan, **Database, Root, *Recorder);
  processes::unlimitMemory(); // The limit is not the program's.
  if (All.IsOutOfMemory) {
    answerAll(R, Plan, All.Trouble);
    return false;
  }
  if (StressCount)
    return proveByDelays(R, Asked, Plan, All, *Copy, Root);
  std::vector<unsigned> Recordable;
  for (unsigned I = 0; I < Plan.Pairs.size(); ++I) {
    std::string Why = whyNotRecorded(Plan.Pairs[I], Plan, All);
    if (Why.empty())
      Recordable.push_back(I);
    else
      R.Findings[Plan.Pairs[I].Finding].Proven = {
          report::ReportedProof::Answer::Impossible, Why};
  }
  if (Recordable.empty())
    return All.Trouble.empty();
  if (!Recorded.empty())
    return answerFrom(R, Plan, Recorded, "there is no such recording") &&
           All.Trouble.empty();
  if (llvm::Error Failed = copyProject(*Copy, Root))
    return std::move(Failed);
  if (llvm::Error Failed = writeSources(All, *Copy, Plan, Recordable))
    return std::move(Failed);
  if (!Prepare)
    return record(R, Plan, *Copy) && All.Trouble.empty();
  llvm::errs() << "warplint: " << quoting::printable(Copy->tree())
               << " holds the copy. Build it there with -I"
               << quoting::printable(Copy->folder())
               << ", run it with WARPLINT_RECORD=seen.json, and give that file "
                  "to --recorded\n";
  return All.Trouble.empty();
}

int confirm(const std::optional<std::vector<std::string>> &Flags) {
  if (RunCommand.empty() && !Prepare && Recorded.empty())
    return lint::usageError("--run says what runs the program");
  if (StressCount && (Prepare || !Recorded.empty()))
    return lint::usageError("--stress runs the program here: --prepare and "
                            "--recorded do not go with it");
  if (!StressCount && (!CheckCommand.empty() || OnlySeed.getNumOccurrences()))
    return lint::usageError("--check and --seed are about --stress");
  if (Prepare && KeptFolder.empty())
    return lint::usageError("--prepare: --keep names the folder");
  base::noteInput(ConfirmedReport);
  if (!Recorded.empty())
    base::noteInput(Recorded);
  std::string Problem = lint::problemWithDelivery();
  if (!Problem.empty())
    return lint::usageError(Problem);
  auto R = lint::readReport(ConfirmedReport);
  if (!R)
    return lint::usageError(llvm::toString(R.takeError()));
  R->settle(); // Findings that are alike get numbers again.
  auto Asked = askedOf(*R);
  if (!Asked)
    return lint::usageError(llvm::toString(Asked.takeError()));
  std::vector<unsigned> Unanswered = *Asked;
  if (!Recorded.empty())
    takeReproduced(*R, Unanswered);
  proof::RecordingPlan Plan = proof::planRecording(*R, Unanswered);
  bool Ran = true;
  if (!Plan.Pairs.empty()) {
    auto Done = prove(*R, Unanswered, Plan, Flags);
    if (!Done)
      return lint::usageError(llvm::toString(Done.takeError()));
    Ran = *Done;
  }
  for (unsigned Position : *Asked)
    report::weigh(R->Findings[Position]);
  if (lint::wantsReport()) {
    if (llvm::Error Failed = lint::writeReports(*R))
      return lint::usageError(llvm::toString(std::move(Failed)));
  }
  if (!lint::reportFile().empty() || !lint::wantsReport())
    tellAnswers(*R, *Asked);
  return exitCodeOf(*R, Ran);
}

int reproduce(const std::optional<std::vector<std::string>> &Flags) {
  auto R = lint::readReport(ConfirmedReport);
  if (!R)
    return lint::usageError(llvm::toString(R.takeError()));
  if (R->Findings.size() > 1 && !OneFinding)
    return lint::usageError("the report has " +
                            llvm::Twine(R->Findings.size()) +
                            " findings: --finding says which");
  R->settle(); // The source names the finding by its fingerprint.
  auto Asked = askedOf(*R);
  if (!Asked || Asked->empty())
    return lint::usageError(Asked ? std::string("the report has no finding")
                                  : llvm::toString(Asked.takeError()));
  proof::RecordingPlan Plan = proof::planRecording(*R, *Asked);
  const report::ReportedFinding &F = R->Findings[Asked->front()];
  proof::ReproductionWish Wish = proof::wishFor(F);
  std::string Root = lint::sourceRoot();
  auto Database = openCommands(Flags, Root + "/" + Plan.Sites.front().File);
  if (!Database)
    return lint::usageError(llvm::toString(Database.takeError()));
  llvm::Expected<std::string> Text =
      llvm::createStringError("no unit of the build has the access");
  int Code = report::ExitUsage; // If no unit has it.
  processes::limitMemoryOfRun();
  for (const std::string &File : unitsFor(*R, Plan, **Database, Root)) {
    auto Units = (*Database)->translationsOf(File);
    if (!Units || Units->empty()) {
      llvm::consumeError(Units.takeError());
      continue;
    }
    llvm::consumeError(Text.takeError());
    Text = llvm::createStringError("'" + File + "' cannot be parsed");
    proof::ExpandedTokens Tokens;
    Wish.Tokens = &Tokens;
    auto Made = parse<llvm::Expected<std::string>>(
        Units->front(),
        [&](ASTContext &Context) {
          proof::InstrumentedUnit Unit =
              proof::instrument(Context, Plan, Root, "", Wish);
          return proof::reproductionOf(F, Plan, Unit, Context,
                                       Units->front().Arguments);
        },
        &Tokens);
    if (Made.Made) {
      llvm::consumeError(Text.takeError());
      Text = std::move(*Made.Made);
    }
    if (!Made.Trouble.empty()) {
      tellTrouble(File, Made.Trouble, Root);
      Code = report::ExitIncomplete;
    }
    if (Text)
      break;
  }
  if (!Text) {
    lint::usageError(llvm::toString(Text.takeError()));
    return Code;
  }
  if (llvm::Error Failed =
          lint::writeReproduction(*Text, "#define WARPLINT_RECORDS"))
    return lint::usageError(llvm::toString(std::move(Failed)));
  return report::ExitClean;
}

} // namespace warplint::confirm
