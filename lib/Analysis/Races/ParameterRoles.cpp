//===--- ParameterRoles.cpp - What kernel parameters are for -------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Races/ParameterRoles.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <set>

using namespace clang;

namespace warplint {

namespace {

/// Tells what the parameters in a kernel's terms are for.
class RoleWalk {
public:
  RoleWalk(const Evaluation &Values, bool OffsetsAreFree, ParameterRoles &Found)
      : Values(Values), OffsetsAreFree(OffsetsAreFree), Found(Found) {}

  enum class Use : uint8_t { Added, Multiplied, Compared, Other };

  /// \p T is part of an address.
  void walk(const Term *T, Use As) {
    if (!Seen.insert({T, As}).second)
      return;
    if (isParameter(T)) {
      if (As == Use::Multiplied)
        Found.Pitches.insert(T);
      else if (As == Use::Compared)
        Found.Bounds.insert(T);
      else if (As != Use::Added || !OffsetsAreFree)
        Found.Offsets.insert(T);
      return;
    }
    if (T->kind() == TermKind::Binary && T->opcode() == BO_Mul)
      for (unsigned I : {0u, 1u})
        if (isParameter(T->operand(I)) &&
            choosesBlock(T->operand(1 - I), BlockAxes))
          Found.OfBlocks.insert(T->operand(I));
    // What is read from memory is an unknown of its own.
    if (T->kind() == TermKind::Load)
      return;
    for (unsigned I = 0; I < T->operands().size(); ++I)
      walk(T->operand(I), useIn(T, I, As));
    for (const Incoming &I : Values.incoming(T))
      walk(I.Held.Value, As == Use::Added ? Use::Other : As);
  }

  void finish() {
    if (BlockAxes.size() > 1)
      Found.OfBlocks.clear();
  }

  /// \p T decides a branch: what is compared with an index bounds it.
  void walkCondition(const Term *T) {
    if (T->kind() == TermKind::Binary &&
        BinaryOperator::isComparisonOp(BinaryOperatorKind(T->opcode()))) {
      // `i == n` chooses one index; it bounds none.
      if (BinaryOperator::isRelationalOp(BinaryOperatorKind(T->opcode())) &&
          dependsOnMore(T))
        walk(T, Use::Compared);
      return;
    }
    for (const Term *Op : T->operands())
      walkCondition(Op);
  }

private:
  static bool isParameter(const Term *T) {
    if (T->kind() == TermKind::Extract)
      return T->field() && T->field()->getType()->isIntegerType() &&
             rootOf(T->operand(0))->kind() == TermKind::Parameter;
    return T->kind() == TermKind::Parameter &&
           T->decl()->getType()->isIntegralOrEnumerationType();
  }

  /// Made of indices of the block and constants. Adds the \p Axes of those.
  static bool choosesBlock(const Term *T, std::set<unsigned> &Axes) {
    if (T->kind() == TermKind::Linear || T->kind() == TermKind::Narrow)
      return llvm::all_of(T->operands(), [&](const Term *Part) {
        return choosesBlock(Part, Axes);
      });
    if (!T->isIdentity(IdentityKind::BlockIdx))
      return false;
    Axes.insert(T->axis());
    return true;
  }

  static Use useIn(const Term *T, unsigned Operand, Use As) {
    switch (T->kind()) {
    case TermKind::Linear:
      return As == Use::Added && std::abs(T->coefficients()[Operand]) != 1
                 ? Use::Other
                 : As;
    case TermKind::Element:
    case TermKind::Field:
    case TermKind::Narrow:
      return As;
    case TermKind::Binary:
      return T->opcode() == BO_Mul ? Use::Multiplied
             : As == Use::Compared ? Use::Compared
                                   : Use::Other;
    default:
      return As == Use::Added ? Use::Other : As;
    }
  }

  /// Not made of parameters and constants alone.
  static bool dependsOnMore(const Term *T) {
    llvm::SmallVector<const Term *, 16> Work{T};
    llvm::SmallPtrSet<const Term *, 16> Visited;
    while (!Work.empty()) {
      const Term *Next = Work.pop_back_val();
      if (isParameter(Next) || Next->isConstant() ||
          !Visited.insert(Next).second)
        continue;
      if (Next->operands().empty() || Next->kind() == TermKind::Phi)
        return true;
      Work.append(Next->operands().begin(), Next->operands().end());
    }
    return false;
  }

  const Evaluation &Values;
  bool OffsetsAreFree;
  ParameterRoles &Found;
  std::set<std::pair<const Term *, Use>> Seen;
  std::set<unsigned> BlockAxes;
};

} // namespace

ParameterRoles parameterRoles(const KernelFacts &Facts, bool OffsetsAreFree) {
  ParameterRoles Found;
  RoleWalk Walk(Facts.values(), OffsetsAreFree, Found);
  for (const Node *N : Facts.cfg().order()) {
    for (const Event &E : N->Events)
      if (E.K == Event::Kind::Access)
        Walk.walk(E.Address, RoleWalk::Use::Added);
    if (N->Branch)
      Walk.walkCondition(N->Branch);
  }
  Walk.finish();
  return Found;
}

bool dependsOnParameter(const Term *T) {
  return anyPartOf(T, [](const Term &Part) {
    return Part.kind() == TermKind::Parameter ||
           Part.kind() == TermKind::Extract;
  });
}

} // namespace warplint
