//===--- Verdicts.cpp - Verdicts of a run, and their text -----------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/Verdicts.h"
#include "Quoting/Printable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include <map>

namespace warplint::report {

bool Demand::isRequired(Property P) const {
  return llvm::is_contained(Required, P);
}

bool Demand::isMet(const PropertyVerdictOf<ReportedPlace> &Of) const {
  return Of.Says == Standing::Holds ||
         (Of.Says == Standing::HoldsIf &&
          llvm::all_of(Of.Conditions,
                       [&](const auto &Each) { return accepts(Each.Id); }));
}

static std::string placeText(const ReportedPlace &At) {
  return At.Line ? At.File + ":" + std::to_string(At.Line) : "";
}

/// All that is said of a kernel but its name and its launches.
static std::string allOf(const ReportedVerdict &Of) {
  std::string Text =
      llvm::join(Of.Guessed, ";") + "|" + llvm::join(Of.Basis, ";");
  for (const auto &Each : Of.Of) {
    Text += "|" + nameOf(Each.Says).str();
    for (const auto &If : Each.Conditions)
      Text += "?" + If.Id + "(" + llvm::join(If.Subjects, ";") + ")" +
              placeText(If.At);
    for (const auto &Why : Each.Unknowns)
      Text += "!" + Why.Text + placeText(Why.At);
    for (const auto &By : Each.Violations)
      Text += "*" + By.Check + By.Message + placeText(By.At);
  }
  return Text;
}

void VerdictReport::settle() {
  auto Order = [](const ReportedVerdict &Of) {
    return std::tie(Of.At.File, Of.At.Line, Of.At.Column, Of.Kernel);
  };
  llvm::stable_sort(Kernels, [&](const auto &L, const auto &R) {
    return Order(L) < Order(R);
  });
  std::vector<ReportedVerdict> Kept;
  std::map<std::string, size_t> Known;
  for (ReportedVerdict &Each : Kernels) {
    std::string Key = Each.At.File + ":" + std::to_string(Each.At.Line) + ":" +
                      std::to_string(Each.At.Column) + "|" + allOf(Each);
    auto [At, IsNew] = Known.try_emplace(Key, Kept.size());
    if (IsNew) {
      Kept.push_back(std::move(Each));
      continue;
    }
    for (const std::string &Launch : Each.Launches)
      if (!llvm::is_contained(Kept[At->second].Launches, Launch))
        Kept[At->second].Launches.push_back(Launch);
    std::string &Names = Kept[At->second].Kernel;
    llvm::SmallVector<llvm::StringRef, 4> All;
    llvm::StringRef(Names).split(All, "; ");
    if (!llvm::is_contained(All, Each.Kernel))
      Names += "; " + Each.Kernel;
  }
  Kernels = std::move(Kept);
  llvm::sort(Failures);
  Failures.erase(std::unique(Failures.begin(), Failures.end()), Failures.end());
}

StandingCounts VerdictReport::counts() const {
  StandingCounts Counts = {};
  for (const ReportedVerdict &Each : Kernels)
    for (unsigned P = 0; P < Properties; ++P)
      ++Counts[P][unsigned(Each.Of[P].Says)];
  return Counts;
}

ExitCode VerdictReport::exitCode() const {
  if (!Failures.empty())
    return ExitIncomplete;
  bool IsMet = true;
  for (const ReportedVerdict &Each : Kernels)
    for (Property P : Asked.Required) {
      if (Each.of(P).Says == Standing::Violated)
        return ExitFindings;
      IsMet &= Asked.isMet(Each.of(P));
    }
  return IsMet ? ExitClean : ExitUnproven;
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

std::string shortText(const ConditionOf<ReportedPlace> &Of) {
  static constexpr size_t Shown = 3;
  std::string Text = Of.Id;
  if (Of.Subjects.empty())
    return Text;
  auto First = llvm::ArrayRef(Of.Subjects).take_front(Shown);
  Text += "(" + llvm::join(First, "; ");
  if (size_t Rest = Of.Subjects.size() - First.size())
    Text += "; " + std::to_string(Rest) + " more";
  return Text + ")";
}

/// A launch that was guessed bounds what is said, and is no assumption about
/// the code.
static bool isGuess(const ConditionOf<ReportedPlace> &Of) {
  return Of.Id == "launch";
}

static std::string conditionText(const ReportedVerdict &Kernel,
                                 const PropertyVerdictOf<ReportedPlace> &Of) {
  std::string If, Within;
  for (const auto &Each : Of.Conditions) {
    if (!isGuess(Each)) {
      If += (If.empty() ? " if " : ", ") + shortText(Each);
      continue;
    }
    std::vector<std::string> Parts;
    for (const std::string &Subject : Each.Subjects)
      Parts.push_back(
          Subject == "block" && !Kernel.Guessed.empty()
              ? "blocks of " +
                    llvm::join(llvm::ArrayRef(Kernel.Guessed).take_front(4),
                               ", ") +
                    (Kernel.Guessed.size() > 4 ? ", ..." : "")
              : Subject + "s that were chosen");
    Within = " within " + llvm::join(Parts, " and ");
  }
  return If + (If.empty() || Within.empty() ? "" : ",") + Within;
}

std::string shortText(const ReportedVerdict &Kernel, Property P) {
  const auto &Of = Kernel.of(P);
  switch (Of.Says) {
  case Standing::Holds:
    return "holds";
  case Standing::HoldsIf:
    return "holds" + conditionText(Kernel, Of);
  case Standing::Violated: {
    const auto &By = Of.Violations.front();
    std::string Text =
        "violated: " + withCertainty(nameOfCheck(By.Check), By.Sure) + " at " +
        placeText(By.At);
    if (Of.Violations.size() > 1)
      Text += ", " + std::to_string(Of.Violations.size() - 1) + " more";
    return Text;
  }
  case Standing::Unknown: {
    const auto &Why = Of.Unknowns.front();
    std::string At = placeText(Why.At), Text = "unknown: " + Why.Id;
    if (llvm::StringRef What = llvm::StringRef(Why.Text).split(": ").second;
        !What.empty())
      Text += " (" + What.str() + ")";
    if (!At.empty())
      Text += " at " + At;
    if (Of.Unknowns.size() > 1)
      Text += ", " + std::to_string(Of.Unknowns.size() - 1) + " more";
    return Text;
  }
  }
  llvm_unreachable("no such standing");
}

static std::string launchText(const ReportedVerdict &Kernel) {
  static constexpr size_t Shown = 2;
  if (Kernel.Launches.empty())
    return "no launch seen";
  auto First = llvm::ArrayRef(Kernel.Launches).take_front(Shown);
  std::string Text = "launched at " + llvm::join(First, ", at ");
  if (size_t Rest = Kernel.Launches.size() - First.size())
    Text += ", and " + std::to_string(Rest) + " more";
  return Text;
}

/// Sentences behind ids, each once.
using Legend = std::map<std::string, std::string>;

static void writeLegend(llvm::raw_ostream &OS, llvm::StringRef Heading,
                        const Legend &Of) {
  if (Of.empty())
    return;
  OS << "\n" << Heading << "\n";
  for (const auto &[Id, Sentence] : Of)
    OS << "  " << quoting::printable(Id) << ": " << quoting::printable(Sentence)
       << "\n";
}

void writeVerdictText(llvm::raw_ostream &OS, const VerdictReport &R) {
  Legend Assumed, Reasons;
  std::set<std::string> Basis;
  bool IsFirst = true;
  for (const ReportedVerdict &Each : R.Kernels) {
    OS << (IsFirst ? "" : "\n") << "kernel "
       << quoting::printable(Each.Kernel + " (" + placeText(Each.At) + "; " +
                             launchText(Each) + ")")
       << "\n";
    IsFirst = false;
    Basis.insert(Each.Basis.begin(), Each.Basis.end());
    for (Property P : R.Asked.Required) {
      OS << "  " << llvm::left_justify(nameOf(P), 18)
         << quoting::printable(shortText(Each, P)) << "\n";
      for (const auto &If : Each.of(P).Conditions)
        if (Each.of(P).Says == Standing::HoldsIf)
          Assumed[If.Id] = If.Sentence;
      for (const auto &Why : Each.of(P).Unknowns)
        if (Each.of(P).Says == Standing::Unknown)
          Reasons[Why.Id] = llvm::StringRef(Why.Text).split(": ").first.str() +
                            ". To settle it: " + Why.Settle;
    }
  }
  writeLegend(OS, "Assumptions:", Assumed);
  writeLegend(OS, "Not known because:", Reasons);
  if (!Basis.empty())
    OS << "\nEvery answer rests on " << llvm::join(Basis, ", ")
       << " (warplint's docs/limitations.md)\n";
}

void printVerdictSummary(llvm::raw_ostream &OS, const VerdictReport &R) {
  for (const UnitFailure &Each : R.Failures)
    OS << "warplint: incomplete: " << quoting::printable(Each.File) << ": "
       << quoting::printable(Each.Reason) << "\n";
  std::array<unsigned, 4> All = {};
  StandingCounts Counts = R.counts();
  for (Property P : R.Asked.Required)
    for (unsigned S = 0; S < All.size(); ++S)
      All[S] += Counts[unsigned(P)][S];
  OS << "warplint: " << R.Kernels.size()
     << (R.Kernels.size() == 1 ? " kernel" : " kernels") << ": " << All[0]
     << (All[0] == 1 ? " property holds, " : " properties hold, ") << All[1]
     << " under assumptions, " << All[2] << " violated, " << All[3]
     << " unknown\n";
}

} // namespace warplint::report
