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

static std::string placeText(const ReportedPlace &At) {
  return At.Line ? At.File + ":" + std::to_string(At.Line) : "";
}

bool isPromised(const ReportedVerdict &Kernel, Property P) {
  return llvm::is_contained(Kernel.Contract.Proven, P);
}

bool Demand::isAbout(const ReportedVerdict &Kernel) const {
  // Without the arguments of a template: "ns::turn<4>" is ns::turn and turn.
  llvm::StringRef Name = llvm::StringRef(Kernel.Kernel).split('<').first;
  llvm::StringRef Last = Name.substr(Name.rfind(':') + 1);
  return Kernels.empty() || llvm::any_of(Kernels, [&](llvm::StringRef Word) {
           return Word == Name || Word == Last || Word == Kernel.Kernel;
         });
}

bool Demand::isRequired(const ReportedVerdict &Kernel, Property P) const {
  return isPromised(Kernel, P) ||
         (!OnlyContracts && llvm::is_contained(Required, P));
}

/// "in, out" for "out, in": which pointer is named first does not matter.
static std::string sorted(llvm::StringRef Subject) {
  llvm::SmallVector<llvm::StringRef, 2> Parts;
  Subject.split(Parts, ", ");
  llvm::sort(Parts);
  return llvm::join(Parts, ", ");
}

/// The contract of \p Kernel accepts all that \p If is about.
static bool accepts(const ContractOf<ReportedPlace> &Of,
                    const ConditionOf<ReportedPlace> &If) {
  bool OfAny = false;
  std::set<std::string> Named;
  for (const Acceptance &Each : Of.Accepted) {
    if (Each.Id != If.Id)
      continue;
    OfAny |= Each.Subjects.empty();
    for (const std::string &Subject : Each.Subjects)
      Named.insert(sorted(Subject));
  }
  return OfAny || (!If.Subjects.empty() &&
                   llvm::all_of(If.Subjects, [&](const std::string &Subject) {
                     return Named.count(sorted(Subject)) > 0;
                   }));
}

bool Demand::isMet(const ReportedVerdict &Kernel, Property P) const {
  const auto &Of = Kernel.of(P);
  return Of.Says == Standing::Holds ||
         (Of.Says == Standing::HoldsIf &&
          llvm::all_of(Of.Conditions, [&](const auto &Each) {
            return AcceptsAll || Accepted.count(Each.Id) ||
                   accepts(Kernel.Contract, Each);
          }));
}

static std::string contractText(const ReportedVerdict &Kernel) {
  std::string At = placeText(Kernel.Contract.At);
  return At.empty() ? "the contract of the configuration"
                    : "the contract at " + At;
}

std::vector<std::string> brokenPromises(const ReportedVerdict &Kernel,
                                        const Demand &Asked) {
  std::vector<std::string> All;
  for (Property P : Kernel.Contract.Proven)
    if (!Asked.isMet(Kernel, P))
      All.push_back(contractText(Kernel) + " promises " + nameOf(P).str() +
                    ": " + shortText(Kernel, P));
  return All;
}

std::vector<std::string> contractFaults(const ReportedVerdict &Kernel,
                                        const Demand &Asked) {
  std::vector<std::string> All = brokenPromises(Kernel, Asked);
  for (const std::string &Problem : Kernel.Contract.Problems)
    All.push_back(contractText(Kernel) + " cannot be read: " + Problem);
  return All;
}

std::string statementFor(const ReportedVerdict &Kernel,
                         const ConditionOf<ReportedPlace> &If) {
  if (If.Id != "launch") {
    std::string About = llvm::join(If.Subjects, "; ");
    return "// warplint: assume(" + If.Id +
           (About.empty() ? "" : "(" + About + ")") + ")";
  }
  if (Kernel.Guessed.size() != 1 || !llvm::is_contained(If.Subjects, "block"))
    return "";
  std::string Extents = Kernel.Guessed.front();
  std::replace(Extents.begin(), Extents.end(), 'x', ',');
  llvm::StringRef Name = llvm::StringRef(Kernel.Kernel).split('<').first;
  return ("warplint.BlockDim: '" + Name + "=" + Extents + "'").str();
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

void forgetUnread(ReportedVerdict &Kernel) {
  Kernel.Redundant.clear();
  for (auto &Of : Kernel.Of)
    if (Of.Says != Standing::Violated) {
      Of.Says = Standing::Unknown;
      Of.Unknowns.push_back({"incomplete-unit", "the unit was not read whole",
                             "mend what is wrong with the unit"});
    }
}

/// Leaves barriers that every kernel at the place of one says are redundant: a
/// statement is there for all instances of a template.
static void keepCommonBarriers(std::vector<ReportedVerdict> &Kernels) {
  auto PlaceOf = [](const ReportedPlace &At) {
    return std::tuple(At.File, At.Line, At.Column);
  };
  using Key = decltype(PlaceOf(ReportedPlace()));
  std::map<Key, unsigned> Instances;
  std::map<std::pair<Key, Key>, unsigned> Times;
  for (const ReportedVerdict &Each : Kernels) {
    ++Instances[PlaceOf(Each.At)];
    for (const auto &Barrier : Each.Redundant)
      ++Times[{PlaceOf(Each.At), PlaceOf(Barrier.At)}];
  }
  for (ReportedVerdict &Each : Kernels)
    llvm::erase_if(Each.Redundant, [&](const auto &Barrier) {
      Key Place = PlaceOf(Each.At);
      return Times[{Place, PlaceOf(Barrier.At)}] < Instances[Place];
    });
}

void VerdictReport::settle() {
  keepCommonBarriers(Kernels);
  llvm::erase_if(Kernels,
                 [&](const auto &Each) { return !Asked.isAbout(Each); });
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
    auto &Launches = Kept[At->second].Launches;
    for (const auto &Launch : Each.Launches)
      if (llvm::none_of(Launches, [&](const auto &Known) {
            return Known.Text == Launch.Text;
          }))
        Launches.push_back(Launch);
    std::string &Names = Kept[At->second].Kernel;
    llvm::SmallVector<llvm::StringRef, 4> All;
    llvm::StringRef(Names).split(All, "; ");
    if (!llvm::is_contained(All, Each.Kernel))
      Names += "; " + Each.Kernel;
  }
  Kernels = std::move(Kept);
  Asked.Shown.clear();
  for (unsigned I = 0; I < Properties; ++I)
    if (llvm::is_contained(Asked.Required, Property(I)) ||
        llvm::any_of(Kernels, [&](const ReportedVerdict &Each) {
          return isPromised(Each, Property(I));
        }))
      Asked.Shown.push_back(Property(I));
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
  for (const ReportedVerdict &Each : Kernels) {
    IsMet &= Each.Contract.Problems.empty();
    for (unsigned I = 0; I < Properties; ++I) {
      if (!Asked.isRequired(Each, Property(I)))
        continue;
      if (Each.Of[I].Says == Standing::Violated)
        return ExitFindings;
      IsMet &= Asked.isMet(Each, Property(I));
    }
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

std::string shortText(const RedundantBarrierOf<ReportedPlace> &Of) {
  return Of.Spelling + " at " + placeText(Of.At);
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
  std::vector<std::string> First;
  for (const auto &Each : llvm::ArrayRef(Kernel.Launches).take_front(Shown))
    First.push_back(Each.Text);
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
  std::vector<std::string> Broken;
  std::set<std::string> Basis;
  bool IsFirst = true;
  for (const ReportedVerdict &Each : R.Kernels) {
    OS << (IsFirst ? "" : "\n") << "kernel "
       << quoting::printable(Each.Kernel + " (" + placeText(Each.At) + "; " +
                             launchText(Each) + ")")
       << "\n";
    IsFirst = false;
    Basis.insert(Each.Basis.begin(), Each.Basis.end());
    if (!Each.Contract.Conditions.empty())
      OS << "  where "
         << quoting::printable(llvm::join(Each.Contract.Conditions, ", "))
         << "\n";
    for (const std::string &Promise : contractFaults(Each, R.Asked))
      Broken.push_back(Each.Kernel + ": " + Promise);
    for (Property P : R.Asked.Shown) {
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
    for (const auto &Barrier : Each.Redundant)
      OS << "  redundant         " << quoting::printable(shortText(Barrier))
         << "\n";
  }
  if (!Broken.empty())
    OS << "\nContracts that are not kept:\n";
  for (const std::string &Promise : Broken)
    OS << "  " << quoting::printable(Promise) << "\n";
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
  for (Property P : R.Asked.Shown)
    for (unsigned S = 0; S < All.size(); ++S)
      All[S] += Counts[unsigned(P)][S];
  OS << "warplint: " << R.Kernels.size()
     << (R.Kernels.size() == 1 ? " kernel" : " kernels") << ": " << All[0]
     << (All[0] == 1 ? " property holds, " : " properties hold, ") << All[1]
     << " under assumptions, " << All[2] << " violated, " << All[3]
     << " unknown\n";
}

} // namespace warplint::report
