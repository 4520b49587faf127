//===--- Stress.cpp - The program with threads that are late --------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Workflows/Confirm/Stress.h"
#include "Support/InputFile.h"
#include "Workflows/Confirm/CopyRun.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

namespace warplint::confirm {

using Answer = report::ReportedProof::Answer;
using Way = report::ReportedProof::Way;

namespace {

class Stress {
public:
  Stress(report::Report &R, llvm::ArrayRef<unsigned> Asked,
         const proof::StressPoints &Points, const StressRuns &Runs)
      : R(R), Asked(Asked), Points(Points), Runs(Runs) {
    for (const auto &[Number, Point] : Points)
      for (const auto &[Finding, IsOwn] : Point.Of)
        ++Tried[Finding].Places;
  }

  bool run() {
    constexpr unsigned FirstRuns = 3;
    for (unsigned I = 0; I < FirstRuns; ++I)
      if (!isRight(nullptr))
        return tellUnsteady();
    unsigned First = Runs.Only.value_or(0),
             End = Runs.Only ? First + 1 : Runs.Count;
    for (unsigned Seed = First; Seed < End; ++Seed)
      if (!tryOne(Seed))
        return tellUnsteady();
    for (auto &[Finding, Of] : Tried)
      if (Of.Runs && !R.Findings[Finding].Proven)
        R.Findings[Finding].Proven = answerFor(Of);
    for (unsigned Finding : Asked)
      if (!Tried.count(Finding))
        answer(Finding, "no unit of the build has a statement there before "
                        "which threads can be made late");
    return true;
  }

private:
  struct Tries {
    unsigned Runs = 0, Places = 0;
    uint64_t Delays = 0;
    bool Failed = false;
  };

  /// False if the check fails without delays, too.
  bool tryOne(unsigned Seed) {
    proof::Delay Late = proof::delayOf(Seed, Points);
    if (R.Findings[Late.Finding].Proven)
      return true;
    if (isRight(&Late))
      return true;
    std::string First = How;
    unsigned Wrong = 1, All = 1;
    constexpr unsigned Again = 2;
    for (unsigned I = 0; I < Again; ++I, ++All)
      Wrong += !isRight(&Late);
    for (unsigned I = 0; I < Again; ++I)
      if (!isRight(nullptr))
        return false;
    if (Wrong < 2)
      return true; // Once says nothing.
    R.Findings[Late.Finding].Proven = {
        Answer::Confirmed,
        "when " + proof::sayingOf(Late, Points) +
            " (--seed=" + std::to_string(Seed) + "), " + First + ", " +
            std::to_string(Wrong) + " of " + std::to_string(All) +
            " times; without delays 0 of " + std::to_string(Undelayed),
        Way::Delays, Device};
    return true;
  }

  /// Runs the program and the check. `How` says what is not right.
  bool isRight(const proof::Delay *Late) {
    llvm::sys::fs::remove(Runs.Seen);
    std::vector<std::string> Settings = {
        "WARPLINT_RECORD=" + Runs.Seen,
        "WARPLINT_STRESS=" + (Late ? proof::settingOf(*Late) : "")};
    bool Speaks = Undelayed == 0 && !Late;
    Undelayed += !Late;
    int Code = 0;
    bool Ended = runInCopy(
        {Runs.Folder, Runs.Program, Settings, Runs.Seconds, Speaks}, Code);
    if (Late)
      readRecord(Tried[Late->Finding]);
    if (!Ended || Code >= EndedBySignal)
      How = !Ended ? "the program does not end"
                   : "the program is ended by a signal (" +
                         std::to_string(Code) + ")";
    else if (Runs.Check.empty())
      How = Code ? "the program ends with " + std::to_string(Code) : "";
    else if (!runInCopy(
                 {Runs.Folder, Runs.Check, Settings, Runs.Seconds, Speaks},
                 Code))
      How = "the check does not end";
    else
      How = Code ? "the check ends with " + std::to_string(Code) : "";
    return How.empty();
  }

  void readRecord(Tries &Of) {
    ++Of.Runs;
    auto Text = base::readWhole(Runs.Seen);
    if (!Text) {
      llvm::consumeError(Text.takeError());
      return;
    }
    proof::DelayRecord Record = proof::readDelays(*Text);
    Of.Delays += Record.Delays;
    Of.Failed |= Record.Failed;
    if (!Record.Device.empty())
      Device = Record.Device;
  }

  report::ReportedProof answerFor(const Tries &Of) const {
    std::string In = std::to_string(Of.Runs) + " runs";
    if (Of.Delays)
      return {Answer::NotMet,
              "right in " + In + " with " + std::to_string(Of.Delays) +
                  " delays at " + std::to_string(Of.Places) + " places",
              Way::Delays, Device};
    if (Of.Failed)
      return {Answer::Impossible,
              "the delay could not be given to the device before main()",
              Way::Delays, Device};
    return {Answer::NotMet, "no thread was late in " + In + ": none came there",
            Way::Delays, Device};
  }

  bool tellUnsteady() {
    for (unsigned Finding : Asked)
      answer(Finding, "without any delay, too, " + How + " in one of " +
                          std::to_string(Undelayed) +
                          " runs: the check says nothing of delays");
    return false;
  }
  void answer(unsigned Finding, const std::string &Why) {
    if (!R.Findings[Finding].Proven)
      R.Findings[Finding].Proven = {Answer::Impossible, Why, Way::Delays};
  }

  report::Report &R;
  llvm::ArrayRef<unsigned> Asked;
  const proof::StressPoints &Points;
  const StressRuns &Runs;
  std::map<unsigned, Tries> Tried; ///< By finding.
  unsigned Undelayed = 0;          ///< Runs without delays.
  std::string How, Device;
};

} // namespace

bool stress(report::Report &R, llvm::ArrayRef<unsigned> Asked,
            const proof::StressPoints &Points, const StressRuns &Runs) {
  // What was learned before stays if this adds nothing.
  std::map<unsigned, report::ReportedProof> Before;
  for (unsigned Finding : Asked)
    if (auto &Proven = R.Findings[Finding].Proven) {
      Before[Finding] = *Proven;
      Proven.reset();
    }
  bool IsSteady = Stress(R, Asked, Points, Runs).run();
  for (const auto &[Finding, Was] : Before)
    if (auto &Proven = R.Findings[Finding].Proven;
        !Proven || Proven->Says != Answer::Confirmed)
      Proven = Was;
  return IsSteady;
}

} // namespace warplint::confirm
