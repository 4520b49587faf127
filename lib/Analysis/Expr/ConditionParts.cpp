//===--- ConditionParts.cpp - What a condition says at least --------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Expr/ConditionParts.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace warplint {

llvm::SmallVector<ConditionPart, 4> partsOf(const Term *Condition, bool Holds) {
  llvm::SmallVector<ConditionPart, 4> Found, Work{{Condition, Holds}};
  llvm::SmallPtrSet<const Term *, 8> Seen[2]; // By what they are to be.
  while (!Work.empty()) {
    ConditionPart Part = Work.pop_back_val();
    if (!Seen[Part.Holds].insert(Part.Says).second)
      continue;
    const auto *Not = dyn_cast<UnaryTerm>(Part.Says);
    const auto *Op = dyn_cast<BinaryTerm>(Part.Says);
    if (Not && Not->opcode() == UO_LNot)
      Work.push_back({Not->of(), !Part.Holds});
    else if (Op && Op->opcode() == (Part.Holds ? BO_LAnd : BO_LOr))
      Work.append({{Op->rhs(), Part.Holds}, {Op->lhs(), Part.Holds}});
    else
      Found.push_back(Part);
  }
  return Found;
}

} // namespace warplint
