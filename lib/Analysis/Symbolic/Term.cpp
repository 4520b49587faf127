//===--- Term.cpp - Symbolic values of device code ------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Symbolic/Term.h"

using namespace clang;

namespace warplint {

void Term::Profile(llvm::FoldingSetNodeID &ID) const {
  ID.AddInteger(unsigned(Kind));
  ID.AddInteger(unsigned(Opcode));
  ID.AddInteger(unsigned(UniformAt));
  ID.AddInteger(Value);
  ID.AddPointer(Data);
  ID.AddPointer(Owner);
  for (const Term *Op : Operands)
    ID.AddPointer(Op);
  for (int64_t C : Coefficients)
    ID.AddInteger(C);
}

const Term *rootOf(const Term *Address) {
  while (const auto *Part = llvm::dyn_cast<SubobjectTerm>(Address))
    Address = Part->base();
  return Address;
}

MemorySpace memorySpaceOf(const Term *Root) {
  if (const auto *Variable = llvm::dyn_cast<VariableTerm>(Root))
    if (const auto *Var = llvm::dyn_cast<clang::VarDecl>(Variable->decl()))
      return memorySpaceOf(*Var);
  return MemorySpace::Global;
}

} // namespace warplint
