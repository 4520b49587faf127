//===--- ExchangedTerms.h - Terms made of exchanged values ------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_UNIFORMITY_EXCHANGEDTERMS_H
#define WARPLINT_ANALYSIS_UNIFORMITY_EXCHANGEDTERMS_H

#include "Analysis/Dataflow/CfgView.h"
#include "Analysis/SymbolicExecution/Evaluation.h"

namespace warplint {

/// Which terms lanes have exchanged something for.
class ExchangedTerms {
public:
  ExchangedTerms(const Evaluation &Values, const CfgView &View)
      : Values(Values), View(View) {}

  /// What is loaded is a value of its own, whatever the address is made of, and
  /// so is the variable of a loop, however often that runs.
  bool contains(const Term *T) {
    return Known.reaches(T, [&](const Term &Part, TermList &Of) {
      const auto *Made = llvm::dyn_cast<ResultTerm>(&Part);
      const Event *E = Made ? Values.operationOf(*Made) : nullptr;
      if (E && E->Op->exchangesValues())
        return true;
      if (!llvm::isa<LoadTerm>(Part))
        addParts(Part, Of);
      return false;
    });
  }

  /// Adds to \p Of all that \p T is made of: what lanes bring to an exchange,
  /// what is joined, and what chooses of that.
  void addParts(const Term &T, TermList &Of) const {
    Of.append(T.operands().begin(), T.operands().end());
    const auto *Made = llvm::dyn_cast<ResultTerm>(&T);
    if (const Event *E = Made ? Values.operationOf(*Made) : nullptr)
      for (const Term *Given : {E->Value, E->Select})
        if (Given)
          Of.push_back(Given);
    for (const Incoming &In : Values.incoming(&T))
      Of.push_back(In.Reaching.Value);
    if (const auto *Phi = llvm::dyn_cast<PhiTerm>(&T);
        Phi && !Values.inductions().find(Phi))
      for (const Node *Branch : View.edgeSelectorsOf(*Phi->node()))
        if (Branch->Branch)
          Of.push_back(Branch->Branch);
  }

private:
  const Evaluation &Values;
  const CfgView &View;
  TermReach Known;
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_UNIFORMITY_EXCHANGEDTERMS_H
