//===--- WrittenBefore.cpp - Elements that have been written before -------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/EarlyExit/WrittenBefore.h"
#include "Analysis/Expr/Summands.h"
#include "Analysis/Expr/TermTraversal.h"
#include "Analysis/SymbolicExecution/AccessPath.h"
#include "Analysis/Uniformity/Uniformity.h"
#include "Support/Checked.h"

using namespace clang;

namespace warplint::earlyexit {

namespace {

/// The places of one access, parted into what is added up.
struct PlaceParts {
  std::vector<std::pair<const Term *, int64_t>> Of; ///< Each with its factor.
  int64_t Bytes = 0;
};

/// What keeps a variable of a loop from going on, on the path to some node.
using IterationLimits = llvm::SmallVector<InductionBound, 2>;

} // namespace

static PlaceParts partsOf(const AccessPath &At) {
  PlaceParts Parts;
  Parts.Bytes = At.Bytes;
  for (const auto &[Index, Size] : At.Steps) {
    const Summands Sum(Index);
    base::Checked Bytes = Parts.Bytes + base::Checked(Sum.Constant) * Size;
    // What does not fit stays together.
    if (!Bytes || !llvm::all_of(Sum.Parts, [&](const auto &Part) {
          return bool(base::Checked(Part.second) * Size);
        })) {
      Parts.Of.push_back({Index, Size});
      continue;
    }
    Parts.Bytes = *Bytes;
    for (auto [Part, C] : Sum.Parts)
      Parts.Of.push_back({Part, C * Size});
  }
  return Parts;
}

std::optional<InductionBound> limitBy(const Node &Branch,
                                      const Evaluation &Values) {
  const auto *Test = dyn_cast_or_null<BinaryTerm>(Branch.Branch);
  auto Limit = Test ? Values.inductions().boundBy(Test) : std::nullopt;
  if (Limit && !Limit->IsBelow && Test->lhs() != Limit->Of->Variable &&
      Test->rhs() != Limit->Of->Variable)
    return std::nullopt;
  return Limit;
}

static IterationLimits limitsOf(const Induction &Counter, const Node &N,
                                const KernelFacts &Facts) {
  IterationLimits Found;
  for (const Node *Branch : Facts.paths().allControls(N))
    if (auto Limit = limitBy(*Branch, Facts.values());
        Limit && Limit->Of == &Counter)
      Found.push_back(*Limit);
  return Found;
}

/// \p L and \p R are the same, wherever they are read.
static bool isOneNumber(const Term *L, const Term *R,
                        const KernelFacts &Facts) {
  return L == R ||
         (sameButForSites(L, R) && !findPart(L, [&](const Term &Part) {
            const auto *Load = dyn_cast<LoadTerm>(&Part);
            return Load && Facts.uniformity().interferingWrite(Load);
          }));
}

/// \p Limit ends a loop no sooner than \p Other ends one that begins and goes
/// on in the same way.
static bool isNoSooner(const InductionBound &Limit, const InductionBound &Other,
                       const KernelFacts &Facts) {
  if (Limit.IsOrdered != Other.IsOrdered || Limit.IsBelow != Other.IsBelow)
    return false;
  const auto *Room = dyn_cast<ConstantTerm>(Limit.Room),
             *Needed = dyn_cast<ConstantTerm>(Other.Room);
  if (Room && Needed && Limit.IsOrdered)
    return Room->value() >= Needed->value();
  return isOneNumber(Limit.Room, Other.Room, Facts);
}

/// On the path to \p N the variable \p Counter goes through all that \p Other
/// goes through on the path to \p M.
static bool goesAsFar(const Term *Counter, const Node &N, const Term *Other,
                      const Node &M, const KernelFacts &Facts) {
  const Inductions &All = Facts.values().inductions();
  const Induction *Filling =
      isa<PhiTerm>(Counter) ? All.find(Counter) : nullptr;
  const Induction *Later = isa<PhiTerm>(Other) ? All.find(Other) : nullptr;
  if (!Filling || !Later || Filling->K != Induction::Kind::Added ||
      Later->K != Induction::Kind::Added ||
      !isOneNumber(Filling->First, Later->First, Facts) ||
      !isOneNumber(Filling->Step, Later->Step, Facts))
    return false;
  IterationLimits Given = limitsOf(*Filling, N, Facts),
                  Wanted = limitsOf(*Later, M, Facts);
  return !Given.empty() &&
         llvm::all_of(Given, [&](const InductionBound &Limit) {
           return llvm::any_of(Wanted, [&](const InductionBound &Needed) {
             return isNoSooner(Limit, Needed, Facts);
           });
         });
}

bool coversPlaces(const Event &Fill, const Event &Write,
                  const KernelFacts &Facts,
                  llvm::SmallVectorImpl<const Term *> &Counters) {
  auto One = locate(Fill.Address), Other = locate(Write.Address);
  if (!One || !Other || !inSameMember(*One, *Other))
    return false;
  PlaceParts Filled = partsOf(*One), Wanted = partsOf(*Other);
  if (Filled.Bytes != Wanted.Bytes || Filled.Of.size() != Wanted.Of.size())
    return false;
  auto TakeMate = [&](auto IsMate) {
    auto Mate = llvm::find_if(Wanted.Of, IsMate);
    bool IsFound = Mate != Wanted.Of.end();
    if (IsFound)
      Wanted.Of.erase(Mate);
    return IsFound;
  };
  llvm::erase_if(Filled.Of, [&](const auto &Part) {
    return TakeMate([&](const auto &Of) { return Of == Part; });
  });
  return llvm::all_of(Filled.Of, [&](const auto &Part) {
    Counters.push_back(Part.first);
    return TakeMate([&](const auto &Of) {
      return Of.second == Part.second &&
             goesAsFar(Part.first, *Fill.At, Of.first, *Write.At, Facts);
    });
  });
}

} // namespace warplint::earlyexit
