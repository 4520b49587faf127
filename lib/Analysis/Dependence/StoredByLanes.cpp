//===--- StoredByLanes.cpp - Stores of what a collective gave -------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lanes of one warp store what a collective of the warp gave them: whether that
// is one value.
//
//===----------------------------------------------------------------------===//

#include "Analysis/Dependence/AccessPair.h"
#include "Analysis/Expr/TermTraversal.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/Uniformity/LaneAgreement.h"
#include "Analysis/Uniformity/Uniformity.h"

namespace warplint::dependence {

/// \p Value comes out of a collective of the warp.
static bool comesFromLanes(const Term *Value, const Evaluation &Values) {
  return !walkTerms(Value, Values, [](const Term &T) {
    return isa<ResultTerm>(T) ? Walk::Stop
           : isa<LoadTerm>(T) ? Walk::Skip
                              : Walk::Enter;
  });
}

/// \p Value is computed of what a collective gave and of the lane's own place:
/// lanes have different ones. Not if one of the two is chosen.
static bool dependsOnOwnPlace(const Term *Value, const KernelFacts &Facts) {
  auto IsOwn = [&](const Term *Operand) {
    return !walkTerms(Operand, [&](const Term &T) {
      if (isa<IdentityTerm>(T) &&
          !Facts.uniformity().isUniform(&T, Scope::Warp))
        return Walk::Stop;
      return isa<LoadTerm, ResultTerm, SelectTerm>(T) ? Walk::Skip
                                                      : Walk::Enter;
    });
  };
  return !walkTerms(Value, Facts.values(), [&](const Term &T) {
    const auto *Test = dyn_cast<BinaryTerm>(&T);
    if (isa<LoadTerm, ResultTerm>(T) || (Test && Test->isComparison()))
      return Walk::Skip;
    return isa<LinearTerm, BinaryTerm>(T) &&
                   llvm::any_of(T.operands(), IsOwn) &&
                   llvm::any_of(T.operands(),
                                [&](const Term *Operand) {
                                  return comesFromLanes(Operand,
                                                        Facts.values());
                                })
               ? Walk::Stop
               : Walk::Enter;
  });
}

bool AccessPair::storesWhatLanesShare() {
  const KernelFacts &Facts = Symbols.facts();
  if (A.Access != B.Access || !A.Access->Value ||
      !comesFromLanes(A.Access->Value, Facts.values()))
    return false;
  const Term *Differ = lanesApart();
  return Differ ? Differ->isConstant(0)
                : !dependsOnOwnPlace(A.Access->Value, Facts);
}

const Term *AccessPair::lanesApart() {
  if (A.Access != B.Access || !A.Access->Value)
    return nullptr;
  const KernelFacts &Facts = Symbols.facts();
  auto Made = laneAgreement(A.Access->Value, A.Access->At, Trust::Meant,
                            Facts.values(), Facts.terms(), Facts.paths());
  auto ComesFromLanes = [&](const Term *Before) {
    return comesFromLanes(Before, Facts.values());
  };
  auto IsSame = [&](const Term *Before) {
    return One.encode(Before, A.Step) == Other.encode(Before, B.Step);
  };
  if (!Made || llvm::any_of(Made->Before, ComesFromLanes) ||
      llvm::all_of(Made->Before, IsSame))
    return nullptr;
  TermArena &Arena = Symbols.terms();
  const Term *Across =
                 Arena.binary(clang::BO_Xor, Symbols.rank(1), Symbols.rank(2)),
             *Others = Arena.constant(~Made->AgreeingBits & LaneBits);
  return Arena.binary(clang::BO_NE, Arena.binary(clang::BO_And, Across, Others),
                      Arena.constant(0));
}

} // namespace warplint::dependence
