//===--- Summary.cpp - What a run did, in a few lines -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/Summary.h"
#include "Quoting/Printable.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Format.h"
#include <algorithm>

namespace warplint::report {

llvm::ArrayRef<std::pair<ExitCode, llvm::StringLiteral>> exitCodes() {
  static constexpr std::pair<ExitCode, llvm::StringLiteral> All[] = {
      {ExitClean, "nothing found that decides"},
      {ExitFindings, "findings of a tier that --fail-on names"},
      {ExitUsage, "wrong usage"},
      {ExitIncomplete, "some file could not be linted whole, or the run was "
                       "interrupted"},
      {ExitUnproven, "of prove: something is not known to hold, or rests on "
                     "an assumption that was not accepted"}};
  return All;
}

static bool lacksReason(const RunSummary &Summary) {
  return llvm::any_of(Summary.Nolints,
                      [](const NolintRemark &R) { return R.IsReasonMissing; });
}

ExitCode exitCodeOf(const RunSummary &Summary) {
  if (!Summary.Failures.empty())
    return ExitIncomplete;
  return Summary.Deciding > Summary.DecidingFixed || lacksReason(Summary)
             ? ExitFindings
             : ExitClean;
}

bool RunSummary::hasCauses() const {
  return !Failures.empty() || lacksReason(*this);
}

void RunSummary::add(const RunSummary &Other) {
  Units += Other.Units;
  Kernels += Other.Kernels;
  Repeated += Other.Repeated;
  Cut += Other.Cut;
  Undecided += Other.Undecided;
  Findings += Other.Findings;
  ByOthers += Other.ByOthers;
  Fixed += Other.Fixed;
  Deciding += Other.Deciding;
  DecidingFixed += Other.DecidingFixed;
  OtherTiers += Other.OtherTiers;
  ToDo += Other.ToDo;
  Earlier += Other.Earlier;
  Ended += Other.Ended;
  Suppressed += Other.Suppressed;
  Known += Other.Known;
  Unchanged += Other.Unchanged;
  HostOnly += Other.HostOnly;
  Failures.insert(Failures.end(), Other.Failures.begin(), Other.Failures.end());
  Cuts.insert(Cuts.end(), Other.Cuts.begin(), Other.Cuts.end());
  CutBy.insert(Other.CutBy.begin(), Other.CutBy.end());
  EffortHelps |= Other.EffortHelps;
  Unread.insert(Unread.end(), Other.Unread.begin(), Other.Unread.end());
  Nolints.insert(Nolints.end(), Other.Nolints.begin(), Other.Nolints.end());
}

/// "1 kernel", "2 kernels".
static std::string count(unsigned N, llvm::StringRef Noun) {
  return std::to_string(N) + " " + Noun.str() + (N == 1 ? "" : "s");
}

/// A build of generated kernels can have thousands; reports name them all.
static constexpr size_t MostPrintedCuts = 8;

static void printCuts(llvm::raw_ostream &OS, const RunSummary &Summary) {
  // Instances of one template are cut alike.
  std::vector<std::pair<KernelCut, size_t>> Cuts;
  for (const KernelCut &Cut : Summary.Cuts)
    if (!Cuts.empty() && Cuts.back().first == Cut)
      ++Cuts.back().second;
    else
      Cuts.push_back({Cut, 1});
  for (const auto &[Cut, Alike] : llvm::ArrayRef(Cuts).take_front(
           std::min(Cuts.size(), MostPrintedCuts))) {
    OS << "warplint: note: " << quoting::printable(Cut.File) << ": "
       << quoting::printable(leftOutText(Cut.Kernel, Cut.Construct, Cut.Times));
    if (Alike > 1)
      OS << ", in each of " << Alike << " instances";
    OS << "\n";
  }
  if (Cuts.size() > MostPrintedCuts)
    OS << "warplint: note: " << Cuts.size() - MostPrintedCuts
       << " more like these are in the report and in --statistics\n";
  if (Summary.EffortHelps)
    OS << "warplint: note: --effort=high goes further\n";
  else if (!Summary.CutBy.empty())
    OS << "warplint: note: no effort goes further; the budgets that end it are "
       << llvm::join(Summary.CutBy, ", ")
       << ": --budget=<name>=<number> sets one\n";
}

static void printUnread(llvm::raw_ostream &OS,
                        llvm::ArrayRef<UnreadHost> Unread) {
  for (const UnreadHost &Each : Unread.take_front(MostPrintedCuts))
    OS << "warplint: note: " << quoting::printable(Each.File) << ": "
       << quoting::printable(unreadText(Each.Function, Each.Reason)) << "\n";
  if (Unread.size() > MostPrintedCuts)
    OS << "warplint: note: " << Unread.size() - MostPrintedCuts
       << " more like these are in the report\n";
}

static void printNolints(llvm::raw_ostream &OS,
                         llvm::ArrayRef<NolintRemark> Remarks) {
  for (const NolintRemark &Each : Remarks.take_front(MostPrintedCuts))
    OS << "warplint: " << (Each.IsReasonMissing ? "error: " : "note: ")
       << quoting::printable(Each.File) << ":" << Each.Line << ": "
       << quoting::printable(Each.Text) << "\n";
  if (Remarks.size() > MostPrintedCuts)
    OS << "warplint: note: " << Remarks.size() - MostPrintedCuts
       << " more NOLINT comments like these are in the report\n";
}

/// " (2 more under NOLINT, 1 in the baseline)".
static void printLeftOut(llvm::raw_ostream &OS, const RunSummary &Summary) {
  bool First = true;
  for (auto [Count, Where] :
       {std::pair(Summary.Suppressed, "under NOLINT"),
        std::pair(Summary.Known, "in the baseline"),
        std::pair(Summary.Earlier, "in the earlier report"),
        std::pair(Summary.Unchanged, "that the change does not touch"),
        std::pair(Summary.OtherTiers, "of other tiers"),
        std::pair(Summary.ByOthers,
                  "if others than the build call its functions, see "
                  "--open-world")}) {
    if (!Count)
      continue;
    OS << (First ? " (" : ", ") << Count << (First ? " more " : " ") << Where;
    First = false;
  }
  if (Summary.ToDo)
    OS << ", " << Summary.ToDo << " to do";
  if (!First)
    OS << ")";
}

/// ", 1 of them decides the exit code", where that is not all.
static void printDeciding(llvm::raw_ostream &OS, const RunSummary &Summary) {
  if (Summary.Deciding >= Summary.Findings)
    return;
  if (Summary.Findings == 1)
    OS << ", which does not decide";
  else if (Summary.Deciding)
    OS << ", " << Summary.Deciding << " of them "
       << (Summary.Deciding == 1 ? "decides" : "decide");
  else
    OS << ", none of them decides";
  OS << " the exit code (see --fail-on)";
}

void printSummary(llvm::raw_ostream &OS, const RunSummary &Summary) {
  for (const UnitFailure &Failure : Summary.Failures)
    OS << "warplint: incomplete: " << quoting::printable(Failure.File)
       << (Failure.File.empty() ? "" : ": ")
       << quoting::printable(Failure.Reason) << "\n";
  printUnread(OS, Summary.Unread);
  printCuts(OS, Summary);
  printNolints(OS, Summary.Nolints);
  OS << "warplint: " << count(Summary.Kernels, "kernel") << " in "
     << count(Summary.Units, "file") << " analysed, "
     << count(Summary.Findings, "finding");
  printLeftOut(OS, Summary);
  printDeciding(OS, Summary);
  if (Summary.Ended)
    OS << ", " << Summary.Ended << " of the earlier report no longer found";
  if (Summary.HostOnly)
    OS << ", " << count(Summary.HostOnly, "file") << " without CUDA skipped";
  if (Summary.Repeated)
    OS << ", " << count(Summary.Repeated, "instance")
       << " not looked into, being like others";
  if (Summary.Cut)
    OS << ", " << count(Summary.Cut, "kernel") << " too large to see whole";
  if (Summary.Undecided)
    OS << ", " << count(Summary.Undecided, "pair") << " of accesses undecided";
  if (!Summary.Unread.empty())
    OS << ", " << count(Summary.Unread.size(), "host function")
       << " not read whole";
  if (!Summary.Failures.empty())
    OS << ", " << count(Summary.Failures.size(), "file") << " incomplete";
  OS << "\n";
}

void NextSteps::add(llvm::StringRef Check, bool HasSafeFix, bool HasOtherFix) {
  Check.consume_front(CheckPrefix);
  if (!isOwnRule(Check)) // It has no page.
    ++Checks[Check.str()];
  SafeFixes += HasSafeFix;
  OtherFixes += HasOtherFix;
}

static std::string fixes(unsigned N) {
  return std::to_string(N) + (N == 1 ? " fix" : " fixes");
}

void printNextSteps(llvm::raw_ostream &OS, const NextSteps &Next) {
  auto Step = [&](const llvm::Twine &Text) {
    OS << "warplint: next: " << quoting::printable(Text.str()) << "\n";
  };
  if (!Next.Build.empty())
    Step("warplint doctor -p " + Next.Build + " says what does not parse");
  if (Next.Checks.empty())
    return;
  auto Most = std::max_element(
      Next.Checks.begin(), Next.Checks.end(),
      [](const auto &L, const auto &R) { return L.second < R.second; });
  Step("warplint explain " + Most->first + " has the rule behind " +
       count(Most->second, "finding"));
  if (Next.CanFix && (Next.SafeFixes || Next.OtherFixes))
    Step((Next.SafeFixes ? "--fix tries " : "--fix-unsafe tries ") +
         fixes(Next.SafeFixes ? Next.SafeFixes : Next.OtherFixes) +
         " and keeps what helps");
  if (Next.WantsBaseline)
    Step("--write-baseline=warplint-baseline.json, and from then on "
         "--baseline, tells only what is new");
}

void printChecks(llvm::raw_ostream &OS, llvm::ArrayRef<CheckInfo> Checks) {
  size_t Width = 0;
  for (const CheckInfo &Info : Checks)
    Width = std::max(Width, CheckPrefix.size() + Info.Id.size());
  for (const CheckInfo &Info : Checks)
    OS << llvm::left_justify((llvm::Twine(CheckPrefix) + Info.Id).str(),
                             Width + 2)
       << llvm::left_justify(nameOf(Info.Kind), 13)
       << llvm::left_justify(Info.Since, 6) << Info.Summary << "\n";
}

} // namespace warplint::report
