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
      const auto *Made = dyn_cast<ResultTerm>(&Part);
      const Event *E = Made ? Values.operationOf(*Made) : nullptr;
      if (E && E->Op->exchangesValues())
        return true;
      if (isa<LoadTerm>(Part))
        return false;
      Of.append(Part.operands().begin(), Part.operands().end());
      for (const Incoming &In : Values.incoming(&Part))
        Of.push_back(In.Reaching.Value);
      if (const auto *Phi = dyn_cast<PhiTerm>(&Part);
          Phi && !Values.inductions().find(Phi))
        for (const Node *Branch : View.edgeSelectorsOf(*Phi->node()))
          if (Branch->Branch)
            Of.push_back(Branch->Branch);
      return false;
    });
  }

private:
  const Evaluation &Values;
  const CfgView &View;
  TermReach Known;
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_UNIFORMITY_EXCHANGEDTERMS_H
