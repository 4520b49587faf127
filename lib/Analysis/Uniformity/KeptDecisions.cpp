//===--- KeptDecisions.cpp - Writes that change no decision ---------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/KernelIR/TwoWayBranch.h"
#include "Analysis/Uniformity/Uniformity.h"
#include "Assumptions/Assumptions.h"
#include "CudaModel/MemorySpace.h"

using namespace clang;

namespace warplint {

/// The largest number of a floating-point type, or infinity: what code writes
/// for "none".
static bool isSentinel(const Term &T) {
  const auto *Made = dyn_cast<OpaqueTerm>(&T);
  const auto *Literal =
      Made ? dyn_cast_or_null<FloatingLiteral>(Made->site()) : nullptr;
  return Literal &&
         (Literal->getValue().isInfinity() || Literal->getValue().isLargest());
}

/// \p T is computed, on whatever path, and not copied or chosen.
static bool isComputed(const Term *T, const Evaluation &Values) {
  return walkTerms(T,
                   [&](const Term &Part, TermList &Instead) {
                     for (const Incoming &I : Values.incoming(&Part))
                       Instead.push_back(I.Reaching.Value);
                     return !Instead.empty()                      ? Walk::Enter
                            : isa<OpaqueTerm, ConstantTerm>(Part) ? Walk::Skip
                                                                  : Walk::Stop;
                   }) &&
         !anyPartOf(T, Values, isSentinel);
}

/// What \p Branch decides where it reads by \p Load what \p Write stores;
/// nothing if that is not known.
std::optional<bool> Uniformity::decisionOn(const Node &Branch,
                                           const LoadTerm &Load,
                                           const Event &Write) const {
  if (Write.Access != AccessKind::Write || !Write.Value)
    return std::nullopt;
  TermRewriter WithValue(Arena);
  const Term *Decided = WithValue.rewrite(Branch.Branch, [&](const Term &Part) {
    return &Part == &Load ? Write.Value : nullptr;
  });
  if (const auto *Known = dyn_cast<ConstantTerm>(Decided))
    return Known->value() != 0;
  const auto *Test = dyn_cast<BinaryTerm>(Branch.Branch);
  bool Asks = Test && BinaryOperator::isEqualityOp(Test->opcode()) &&
              ((Test->lhs() == &Load && isSentinel(*Test->rhs())) ||
               (Test->rhs() == &Load && isSentinel(*Test->lhs())));
  if (!Asks || !isComputed(Write.Value, Values) ||
      !Arena.assumptions().assume(Assumption::Sentinel))
    return std::nullopt;
  return Test->opcode() == BO_NE;
}

/// Between two barriers, a thread reaches \p Write only through \p Then
/// behind \p Read.
bool Uniformity::followsDecision(const Event &Write, const Event &Read,
                                 const Node &Then) const {
  auto Separates = [](const Event &E) { return maySeparate(E, Scope::Block); };
  auto ReadsFirst = [&](const Event &E) { return &E == &Read || Separates(E); };
  auto PassesRead = [&](const Node &From, size_t First) {
    return !leadsTo(From, First, Read, nullptr, Separates) ||
           !leadsTo(From, First, Write, nullptr, ReadsFirst);
  };
  if (Then.predecessors().size() != 1 ||
      leadsTo(Read, Write, &Then, Separates) || !PassesRead(P.entry(), 0))
    return false;
  return llvm::all_of(P.order(), [&](const Node *N) {
    return !View.contains(*N) ||
           llvm::all_of(llvm::enumerate(N->Events), [&](const auto &E) {
             return !Separates(E.value()) || PassesRead(*N, E.index() + 1);
           });
  });
}

/// \p Branch tests what one word of shared memory holds, which threads change
/// that have decided by it themselves, to what decides alike: whoever reads it
/// before and whoever reads it behind the change take one successor
/// (`if (best == FLT_MAX) break; best = next;`).
bool Uniformity::decidesAlike(const Node &Branch) const {
  const LoadTerm *Load = nullptr;
  bool IsOne =
      isTwoWay(Branch) && walkTerms(Branch.Branch, [&](const Term &Part) {
        if (isUniform(&Part, Scope::Block))
          return Walk::Skip;
        const auto *Read = dyn_cast<LoadTerm>(&Part);
        if (!Read)
          return llvm::all_of(Part.operands(),
                              [&](const Term *Of) {
                                return isUniform(Of, Scope::Block);
                              })
                     ? Walk::Stop
                     : Walk::Enter;
        bool IsSecond = Load && Load != Read;
        Load = Read;
        return IsSecond ? Walk::Stop : Walk::Skip;
      });
  if (!IsOne || !Load || !isUniform(Load->address(), Scope::Block) ||
      memorySpaceOf(rootOf(Load->address())) != MemorySpace::Shared)
    return false;
  auto [Slot, New] = Alike.try_emplace(&Branch, false);
  if (!New)
    return Slot->second;
  auto Excused = [&](const Event &Read, const Event &Write) {
    auto Decides = decisionOn(Branch, *Load, Write);
    return Decides &&
           followsDecision(Write, Read, *Branch.successors()[*Decides ? 0 : 1]);
  };
  bool Result = !findInterference(*Load, Scope::Block,
                                  intervalsWithin(Scope::Block), Excused);
  return Alike[&Branch] = Result;
}

} // namespace warplint
