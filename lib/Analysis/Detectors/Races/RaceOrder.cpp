//===--- RaceOrder.cpp - Which access of a race comes first ---------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Dataflow/Reachable.h"
#include "Analysis/Detectors/Races/EncodedPair.h"

namespace warplint::races {

/// \p N lies in the loop of \p Head.
static bool isInLoopOf(const Node &Head, const Node &N, const CfgView &View) {
  if (!View.contains(Head) || !View.contains(N) || !View.dominates(Head, N))
    return false;
  return leads(View, N, Head, [&](const Node &To) {
    return View.contains(To) && View.dominates(Head, To);
  });
}

unsigned laterIteration(const Race &R, const Interval &I,
                        const twothreads::QuerySymbols &Symbols,
                        const twothreads::QueryWriter &Writer,
                        llvm::ArrayRef<int64_t> Values) {
  const CfgView &View = Symbols.facts().paths();
  for (const IntervalStep &Step : I.Steps) {
    if (!Step.isLoopHead() ||
        !isInLoopOf(*Step.At, *R.First.Access->At, View) ||
        !isInLoopOf(*Step.At, *R.Second.Access->At, View))
      continue;
    std::optional<int64_t> Iterations[2];
    for (const auto &[Symbol, Index] : Writer.symbols()) {
      const twothreads::SymbolInfo &Info = Symbols.info(Symbol);
      if (Info.K == twothreads::SymbolInfo::Kind::Iterations && !Info.Of &&
          Info.Thread && Info.Loop == Step.At)
        Iterations[Info.Thread - 1] = Values[Index];
    }
    if (Iterations[0] && Iterations[1] && *Iterations[0] != *Iterations[1])
      return *Iterations[0] > *Iterations[1] ? 1 : 2;
  }
  return 0;
}

/// \p To can follow \p From without another iteration of a loop that it is in.
static bool leadsOn(const Event &From, const Event &To, const CfgView &View) {
  if (From.At == To.At)
    return &From <= &To;
  Worklist<Node> Work{From.At};
  while (const Node *N = Work.next()) {
    if (N == To.At)
      return true;
    for (ViewNode *Next : View.successors(*N))
      if (View.contains(*Next->Of) && !Work.seen().count(Next->Of) &&
          !(View.dominates(*Next->Of, *N) &&
            isInLoopOf(*Next->Of, *To.At, View)))
        Work.add(Next->Of);
  }
  return false;
}

void putInOrder(Race &R, const Interval &I, const twothreads::IntervalAccess &A,
                const twothreads::IntervalAccess &B, unsigned Later,
                const CfgView &View) {
  auto Leads = [&](const twothreads::IntervalAccess &From,
                   const twothreads::IntervalAccess &To, bool Around) {
    if (From.Step == To.Step)
      return From.Access <= To.Access;
    return I.leads(From.Step, To.Step, Around);
  };
  bool Forward = Leads(A, B, false), Backward = Leads(B, A, false);
  if (!Forward && !Backward) {
    Forward = Leads(A, B, true);
    Backward = Leads(B, A, true);
  }
  bool Turned = Later ? Later == 1 : !Forward && Backward;
  if (Turned)
    std::swap(R.First, R.Second);
  const Event &First = *R.First.Access, &Second = *R.Second.Access;
  bool FirstWrites = First.Access != AccessKind::Read,
       SecondWrites = Second.Access != AccessKind::Read;
  R.K = FirstWrites && SecondWrites ? Race::Kind::WriteAfterWrite
        : FirstWrites               ? Race::Kind::ReadAfterWrite
                                    : Race::Kind::WriteAfterRead;
  // Threads on different paths do the two beside each other.
  unsigned From = Turned ? B.Step : A.Step, To = Turned ? A.Step : B.Step;
  bool Follows = From == To || I.leads(From, To, /*Around=*/true);
  R.NextIteration = Later != 0 || (Follows && !leadsOn(First, Second, View));
}

} // namespace warplint::races
