//===--- InstrumentedBuild.cpp - A build that records ---------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Workflows/Confirm/InstrumentedBuild.h"
#include "Proof/RecorderText.h"
#include "Support/OutputFile.h"
#include "Workflows/Confirm/UnitParse.h"
#include "Workflows/Lint/Settings.h"
#include "Workflows/Processes/CrashGuard.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Path.h"

using namespace clang;

namespace warplint::confirm {

std::vector<std::string> unitsFor(const report::Report &R,
                                  const proof::RecordingPlan &Plan,
                                  const commands::CommandDatabase &Database,
                                  llvm::StringRef Root) {
  std::vector<std::string> Files;
  auto FromRoot = [&](llvm::StringRef Name) {
    llvm::SmallString<256> File(Name);
    llvm::sys::path::make_absolute(Root, File);
    return File.str().str();
  };
  auto Add = [&](llvm::StringRef Name) {
    std::string File = FromRoot(Name);
    if (commands::isCudaFileName(File) && !llvm::is_contained(Files, File))
      Files.push_back(std::move(File));
  };
  llvm::StringSet<> Units;
  for (const std::string &File : R.Sources)
    Units.insert(FromRoot(File));
  std::vector<std::string> Known = lint::cudaFilesOf(Database);
  for (const std::string &File : Known)
    Units.insert(FromRoot(File));
  for (const proof::RecordedSite &Site : Plan.Sites)
    Add(Site.File);
  if (llvm::all_of(Plan.Sites, [&](const proof::RecordedSite &Site) {
        return Units.contains(FromRoot(Site.File));
      }))
    return Files;
  for (const std::string &File : R.Sources)
    Add(File);
  for (const std::string &File : Known)
    Add(File);
  return Files;
}

/// Units may see different parts of a header; the fullest text wins.
static void addSources(std::map<std::string, std::string> Sources,
                       InstrumentedBuild &All) {
  for (auto &[Path, Text] : Sources) {
    auto [Known, New] = All.Sources.try_emplace(Path, Text);
    if (!New && Known->second.size() < Text.size())
      Known->second = std::move(Text);
  }
}

void addUnit(proof::DelayedUnit Unit, InstrumentedBuild &All) {
  addSources(std::move(Unit.Sources), All);
  for (auto &[Number, Point] : Unit.Points) {
    auto [Known, New] = All.Points.try_emplace(Number, Point);
    Known->second.Of.insert(Point.Of.begin(), Point.Of.end());
  }
}

void addUnit(proof::InstrumentedUnit Unit, InstrumentedBuild &All) {
  addSources(std::move(Unit.Sources), All);
  All.Found.insert(Unit.Found.begin(), Unit.Found.end());
  All.Refused.merge(Unit.Refused);
  All.OtherOrder.merge(Unit.OtherOrder);
}

/// What \p Make makes of each unit, together.
template <typename UnitT>
static InstrumentedBuild
ofUnits(const report::Report &R, const proof::RecordingPlan &Plan,
        const commands::CommandDatabase &Database, llvm::StringRef Root,
        llvm::function_ref<UnitT(ASTContext &)> Make) {
  InstrumentedBuild All;
  for (const std::string &File : unitsFor(R, Plan, Database, Root)) {
    auto Units = Database.translationsOf(File);
    if (!Units) {
      llvm::consumeError(Units.takeError());
      continue;
    }
    if (Units->empty() || !Units->front().IsCuda)
      continue;
    auto Unit = parse<UnitT>(Units->front(), Make);
    if (Unit.Made)
      addUnit(std::move(*Unit.Made), All);
    if (Unit.Trouble.empty())
      continue;
    tellTrouble(File, Unit.Trouble, Root);
    All.Trouble = "'" + report::pathBelow(File, Root) + "': " + Unit.Trouble;
    // What it has taken stays taken, and the program is to have memory too.
    if ((All.IsOutOfMemory = processes::isOutOfMemory()))
      break;
  }
  return All;
}

InstrumentedBuild instrumentBuild(const report::Report &R,
                                  const proof::RecordingPlan &Plan,
                                  const commands::CommandDatabase &Database,
                                  llvm::StringRef Root,
                                  llvm::StringRef Recorder) {
  return ofUnits<proof::InstrumentedUnit>(
      R, Plan, Database, Root, [&](ASTContext &Context) {
        return proof::instrument(Context, Plan, Root, Recorder);
      });
}

InstrumentedBuild delayBuild(const report::Report &R,
                             llvm::ArrayRef<unsigned> Asked,
                             const proof::RecordingPlan &Plan,
                             const commands::CommandDatabase &Database,
                             llvm::StringRef Root, llvm::StringRef Recorder) {
  return ofUnits<proof::DelayedUnit>(
      R, Plan, Database, Root, [&](ASTContext &Context) {
        return proof::insertDelays(Context, R, Asked, Root, Recorder);
      });
}

std::string whyNotRecorded(const proof::RecordedPair &Pair,
                           const proof::RecordingPlan &Plan,
                           const InstrumentedBuild &All) {
  for (unsigned Site : {Pair.First, Pair.Second}) {
    const proof::RecordedSite &At = Plan.Sites[Site];
    std::string Place = At.File + ":" + std::to_string(At.Line);
    if (auto Other = All.OtherOrder.find(Site); Other != All.OtherOrder.end())
      return "the kernel orders threads by '" + Other->second +
             "', which a recording does not see";
    if (All.Found.count(Site))
      continue;
    auto Why = All.Refused.find(Site);
    if (!Plan.isRace(Pair) && Why == All.Refused.end())
      return "it is neither a race of two accesses nor about who comes to a "
             "barrier of the block or to a call with a mask of lanes, which is "
             "what a recording shows";
    return "the access at " + Place + " cannot be recorded: " +
           (Why != All.Refused.end() ? Why->second
            : llvm::sys::path::is_absolute(At.File)
                ? "it lies outside the project"
            : All.Trouble.empty()
                ? "no unit of the build has it there"
                : "no unit that could be parsed has it there (" + All.Trouble +
                      ")");
  }
  return "";
}

llvm::Error writeSources(const InstrumentedBuild &All, const ScratchTree &Copy,
                         const proof::RecordingPlan &Plan,
                         llvm::ArrayRef<unsigned> Recorded) {
  if (llvm::Error Failed = base::writeWhole(
          Copy.folder() + "/warplint_recorder.h", proof::recorderHeader()))
    return Failed;
  if (llvm::Error Failed = base::writeWhole(Copy.folder() + "/warplint_sites.h",
                                            proof::sitesHeader(Plan, Recorded)))
    return Failed;
  for (const auto &[Path, Text] : All.Sources)
    if (llvm::Error Failed = Copy.write(Path, Text))
      return Failed;
  return llvm::Error::success();
}

} // namespace warplint::confirm
