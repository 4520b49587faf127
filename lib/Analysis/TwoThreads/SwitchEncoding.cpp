//===--- SwitchEncoding.cpp - Conditions of switch successors -------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/KernelIR/TwoWayBranch.h"
#include "Analysis/TwoThreads/ThreadEncoding.h"

using namespace clang;

namespace warplint::twothreads {

/// \p Value, of which \p Switch asks, leads to \p Label; null: to its default,
/// which is where no case is.
const Term *ThreadEncoding::isCaseTaken(const SwitchStmt &Switch,
                                        const Term *Value,
                                        const CaseStmt *Label) {
  auto Is = [&](const CaseStmt &Case) -> const Term * {
    auto Number = valueOf(Case, Symbols.facts().context());
    return Number ? Symbols.terms().binary(BO_EQ, Value, number(*Number))
                  : nullptr;
  };
  if (Label) {
    const Term *Taken = Is(*Label);
    return Taken ? Taken : number(1);
  }
  const Term *Result = number(1);
  for (const SwitchCase *Each = Switch.getSwitchCaseList(); Each;
       Each = Each->getNextSwitchCase())
    if (const auto *Case = dyn_cast<CaseStmt>(Each))
      if (const Term *Taken = Is(*Case))
        Result = Symbols.logicalAnd(Result, Symbols.logicalNot(Taken));
  return Result;
}

} // namespace warplint::twothreads
