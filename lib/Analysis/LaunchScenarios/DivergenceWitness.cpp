//===--- DivergenceWitness.cpp - Two threads that diverge -----------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/LaunchScenarios/DivergenceWitness.h"
#include "Analysis/LaunchScenarios/LaunchScenarios.h"
#include "Analysis/LaunchScenarios/ParameterSampling.h"

using namespace clang;

namespace warplint::scenarios {

std::optional<DivergenceWitness>
findWitness(const Term *Condition, const Evaluation &Values,
            const LaunchExtents &Launch,
            llvm::ArrayRef<GivenValues> HostValues) {
  Inputs Of = inputsOf(Condition, Values);
  std::array<int64_t, 3> Dim = exampleBlock(Launch, Of, Values.assumptions());
  std::vector<ThreadOfBlock> Threads = threadsOf(Dim);
  DivergenceWitness Found;
  if (!Launch.blockSize())
    Found.AssumedBlock = Dim[0] * Dim[1] * Dim[2];
  auto Parts = [&](const GivenValues &Given) {
    ThreadValues Run(Values, Given);
    std::optional<ThreadOfBlock> Taking, NotTaking;
    for (const ThreadOfBlock &Self : Threads) {
      auto Outcome = Run.run(Condition, Self);
      if (!Outcome)
        return false;
      auto &Side = *Outcome ? Taking : NotTaking;
      if (!Side)
        Side = Self;
      if (Taking && NotTaking)
        break;
    }
    if (!Taking || !NotTaking)
      return false;
    Found.Taking = Taking->Index;
    Found.NotTaking = NotTaking->Index;
    for (const Term *Parameter : Of.Parameters)
      Found.Given.push_back(
          {declarationOf(Parameter), Given.lookup(Parameter)});
    return true;
  };
  auto PartsAsOnHost = [&](const GivenValues &All) {
    GivenValues Given;
    for (const Term *Parameter : Of.Parameters)
      Given[Parameter] = All.lookup(Parameter);
    return Parts(Given);
  };
  bool Any = HostValues.empty() ? tryParameters(Of.Parameters, Parts)
                                : llvm::any_of(HostValues, PartsAsOnHost);
  return Any ? std::optional(Found) : std::nullopt;
}

} // namespace warplint::scenarios
