//===--- PhiOperands.cpp - Walks into what phis join ----------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/SymbolicExecution/Evaluation.h"
#include "llvm/ADT/STLExtras.h"

namespace warplint {

bool walkTerms(llvm::ArrayRef<const Term *> From, const Evaluation &Values,
               llvm::function_ref<Walk(const Term &)> Visit) {
  return walkTerms(From, [&](const Term &T, TermList &Instead) {
    for (const Incoming &I : Values.incoming(&T))
      Instead.push_back(I.Reaching.Value);
    return Visit(T);
  });
}

} // namespace warplint
