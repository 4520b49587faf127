//===--- SetBits.cpp - Updates that may be made twice ---------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Dependence/SetBits.h"
#include "Analysis/Expr/TermTraversal.h"

using namespace clang;

namespace warplint::dependence {

/// The bits that \p Write sets or keeps of what it has read there, as \p
/// Loaded; null if it is no such update.
static const Term *bitsOf(const Event &Write, const LoadTerm *&Loaded) {
  const auto *Made = dyn_cast_or_null<BinaryTerm>(Write.Value);
  if (!Made || (Made->opcode() != BO_Or && Made->opcode() != BO_And))
    return nullptr;
  for (bool Left : {true, false}) {
    Loaded = dyn_cast<LoadTerm>(Left ? Made->lhs() : Made->rhs());
    if (Loaded && Loaded->address() == Write.Address)
      return Left ? Made->rhs() : Made->lhs();
  }
  return nullptr;
}

/// Nothing in the kernel but \p Update depends on \p Loaded.
static bool isForUpdateOnly(const LoadTerm &Loaded, const Event &Update,
                            const KernelFacts &Facts) {
  std::vector<const Term *> Others;
  auto Add = [&](const Term *T) {
    if (T)
      Others.push_back(T);
  };
  for (const Node *N : Facts.cfg().order()) {
    Add(N->Branch);
    for (const Event &E : N->Events)
      for (const Term *T :
           {E.Under, E.Address, &E == &Update ? nullptr : E.Value, E.Mask,
            E.Select, E.Id, E.Count, E.Width})
        Add(T);
  }
  return walkTerms(Others, Facts.values(), [&](const Term &Part) {
    return &Part == &Loaded ? Walk::Stop : Walk::Enter;
  });
}

bool setSameBits(const twothreads::IntervalAccess &A,
                 const twothreads::IntervalAccess &B,
                 twothreads::ThreadEncoding &One,
                 twothreads::ThreadEncoding &Other, const KernelFacts &Facts) {
  const Event &Write =
      A.Access->Access == AccessKind::Write ? *A.Access : *B.Access;
  if (Write.Access != AccessKind::Write)
    return false;
  const LoadTerm *Loaded = nullptr;
  const Term *Bits = bitsOf(Write, Loaded);
  auto IsOfUpdate = [&](const Event &E) {
    return &E == &Write || (E.Access == AccessKind::Read &&
                            E.Site == Loaded->site() && E.Owner == Write.Owner);
  };
  return Bits && IsOfUpdate(*A.Access) && IsOfUpdate(*B.Access) &&
         One.encode(Bits, A.Step) == Other.encode(Bits, B.Step) &&
         isForUpdateOnly(*Loaded, Write, Facts);
}

} // namespace warplint::dependence
