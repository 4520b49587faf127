//===--- SurvivingChecks.cpp - Checks that outlive a crash ----------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tidy/SurvivingChecks.h"
#include "Tidy/ForcedCrashes.h"
#include "Tidy/Survival.h"
#include "llvm/ADT/STLExtras.h"

namespace warplint::edge {

/// A unit on which more parts crash is not looked at any longer.
static constexpr unsigned MostCrashes = 8;
/// A kernel on which this many checks crash is left out as a whole: what all
/// checks ask for crashes.
static constexpr unsigned CrashesOfKernel = 2;

/// What names \p Part; empty for what all kernels ask for.
static std::string nameOf(const CheckPart &Part) {
  if (Part.Check.empty())
    return Part.Kernel.empty() ? "" : "'" + Part.Kernel + "'";
  return "the check '" + Part.Check + "'" +
         (Part.Kernel.empty() ? "" : " of '" + Part.Kernel + "'");
}

static std::string sentenceFor(const CheckPart &Part) {
  if (Part.Root == 0 && Part.Check.empty())
    return "warplint crashed on it";
  return nameOf(Part) + " was left out: " +
         (Part.Check.empty() ? "warplint crashed on it" : "it crashed");
}

namespace {
/// The parts of a unit that have crashed so far.
class CrashedParts {
public:
  bool contain(const CheckPart &Part) const {
    return llvm::any_of(Parts, [&](const CheckPart &Crashed) {
      return Crashed.Root == Part.Root &&
             (Crashed.Check == Part.Check ||
              (Part.Root != 0 && Crashed.Check.empty()));
    });
  }
  void add(CheckPart Part) {
    auto IsOfKernel = [&](const CheckPart &Crashed) {
      return Part.Root != 0 && Crashed.Root == Part.Root;
    };
    if (llvm::count_if(Parts, IsOfKernel) + 1 >= CrashesOfKernel) {
      llvm::erase_if(Parts, IsOfKernel);
      Part.Check.clear();
    }
    Parts.push_back(std::move(Part));
  }
  std::vector<std::string> sentences() const {
    std::vector<std::string> Result;
    for (const CheckPart &Part : Parts)
      Result.push_back(sentenceFor(Part));
    return Result;
  }

private:
  std::vector<CheckPart> Parts;
};
} // namespace

SurvivingReport runSurvivingChecks(clang::ASTContext &Context,
                                   llvm::ArrayRef<std::string> Ids,
                                   CheckSettings Settings,
                                   llvm::function_ref<bool()> MayGoOn) {
  CrashedParts Crashed;
  SurvivingReport Result;
  for (unsigned Crashes = 0;; ++Crashes) {
    // Left as they are by a crash.
    auto Now = std::make_unique<CheckPart>();
    auto Report = std::make_unique<UnitReport>();
    Settings.Begin = [&Crashed, Now = Now.get()](const CheckPart &Part) {
      if (Crashed.contain(Part))
        return false;
      *Now = Part;
      crashIfForced(Part);
      return true;
    };
    if (survive([&] { *Report = runChecks(Context, Ids, Settings); })) {
      Result.Report = std::move(*Report);
      Result.LeftOut = Crashed.sentences();
      return Result;
    }
    Report.release();
    CheckPart At = *Now;
    Now.release();
    bool IsWhole = At.Root == 0 && At.Check.empty();
    Result.LastCrash = nameOf(At);
    Crashed.add(At);
    if (IsWhole || Crashes + 1 == MostCrashes || !MayGoOn()) {
      Result.LeftOut = Crashed.sentences();
      Result.IsLost = true;
      return Result;
    }
  }
}

} // namespace warplint::edge
