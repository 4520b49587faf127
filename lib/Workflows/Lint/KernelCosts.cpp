//===--- KernelCosts.cpp - What kernels cost to analyse -------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Workflows/Lint/KernelCosts.h"
#include "Diagnostics/LaunchMessages.h"
#include "Diagnostics/RaceMessages.h"
#include "Quoting/Printable.h"
#include "Quoting/Quoting.h"
#include "Report/Statistics.h"
#include "Support/OwnFolder.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/Support/Path.h"

using namespace clang;

namespace warplint::lint {

void writeQuery(const Finding &F, const SourceManager &SM,
                const std::string &Folder) {
  if (!F.Shown || F.Shown->Query.empty())
    return;
  PresumedLoc At = SM.getPresumedLoc(F.Loc);
  if (At.isInvalid())
    return;
  std::string Name =
      (F.Check + "-" + llvm::sys::path::filename(At.getFilename()) + "-" +
       llvm::Twine(At.getLine()) + ".smt2")
          .str();
  std::string Text =
      "; " + quoting::forLineComment(F.Message) + "\n" + F.Shown->Query;
  // The user has named the folder, but not the files in it.
  auto Into = base::OwnFolder::open(Folder);
  base::WriteOptions Options;
  Options.Lasts = base::Durability::Remade;
  if (llvm::Error Failed =
          Into ? Into->write(Name, Text, Options) : Into.takeError())
    llvm::errs() << "warplint: "
                 << quoting::printable(llvm::toString(std::move(Failed)))
                 << "\n";
}

std::vector<report::KernelCut> cutsOf(const UnitReport &Report) {
  std::vector<report::KernelCut> Result;
  for (const KernelEffort &E : Report.Efforts) {
    for (const Limits::Cut &Cut : E.Cuts)
      Result.push_back({"", E.Name, Cut.Construct, Cut.Times});
    for (const launches::Unlaunchable &Each : E.NotTaken)
      Result.push_back({"", E.Name, unlaunchableText(Each), 0});
  }
  for (const auto &[Function, Times] : Report.Host.LeftOut)
    Result.push_back({"", Function, HostPaths.str(), Times});
  for (const std::string &Name : Report.WithoutInstance)
    Result.push_back({"", Name, MissingInstance.str(), 1});
  return Result;
}

/// Those of \p Counts that are not 0, with the names of their kinds.
template <typename Kind>
static std::vector<std::pair<std::string, int64_t>>
named(llvm::ArrayRef<unsigned> Counts) {
  std::vector<std::pair<std::string, int64_t>> Result;
  for (unsigned I = 0; I < Counts.size(); ++I)
    if (Counts[I])
      Result.push_back({nameOf(Kind(I)).str(), Counts[I]});
  return Result;
}

static std::vector<std::pair<std::string, int64_t>>
named(llvm::ArrayRef<Limits::Count> Of) {
  std::vector<std::pair<std::string, int64_t>> Result;
  for (auto [Id, Times] : Of)
    Result.push_back({nameOf(Id).str(), int64_t(Times)});
  return Result;
}

void writeEfforts(llvm::ArrayRef<KernelEffort> Efforts,
                  const SourceManager &Sources, llvm::raw_ostream &OS) {
  auto Main = Sources.getFileEntryRefForID(Sources.getMainFileID());
  for (const KernelEffort &E : Efforts) {
    report::KernelCost Cost;
    for (const Limits::Cut &Cut : E.Cuts)
      Cost.Cuts.push_back({Cut.Construct, Cut.Times});
    for (const Limits::Cut &Silent : E.SilentInGuesses)
      Cost.SilentInGuesses.push_back({Silent.Construct, Silent.Times});
    Cost.Unit = Main ? Main->getName().str() : "";
    Cost.Kernel = E.Name;
    Cost.Nodes = E.Nodes;
    Cost.Milliseconds = E.Spent.milliseconds();
    Cost.Spent = E.Spent.parts().vec();
    Cost.Work = E.Work;
    Cost.Pairs = E.Races.Pairs;
    Cost.Queries = E.Races.Queries;
    Cost.Undecided = E.Races.undecided();
    Cost.SolverMilliseconds = E.Races.Milliseconds;
    Cost.Reasons = named<twothreads::Undecided>(E.Races.Undecided);
    Cost.Assumed = named<Assumption>(E.Races.Assumed.all());
    Cost.RestsOn = named<Assumption>(E.RestsOn);
    Cost.Replayed = E.Races.Replayed;
    Cost.NotReplayed = E.Races.NotReplayed;
    Cost.Refuted = E.Races.Refuted;
    Cost.CutBy = named(E.CutBy);
    Cost.NotFollowed = E.NotFollowed;
    report::writeStatistics(OS, Cost);
  }
}

void writeUnitCost(llvm::StringRef Unit, const TimeSpent &Spent,
                   const HostFollowing &Host, unsigned Unread,
                   llvm::raw_ostream &OS) {
  report::UnitCost Cost{Unit.str(), Spent.milliseconds(), Spent.parts().vec()};
  Cost.Unread = Unread;
  Cost.HostSteps = int64_t(Host.Steps);
  int64_t LeftOut = 0;
  for (const auto &[Function, Times] : Host.LeftOut)
    LeftOut += Times;
  if (LeftOut)
    Cost.Cuts.push_back({HostPaths.str(), LeftOut});
  Cost.CutBy = named(Host.CutBy);
  report::writeStatistics(OS, Cost);
}

} // namespace warplint::lint
