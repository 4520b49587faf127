//===--- Term.cpp - Symbolic values of device code ------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Expr/Term.h"
#include "CudaModel/MemorySpace.h"

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

std::optional<int64_t> numberOf(const Term *T) {
  const auto *Number = llvm::dyn_cast_or_null<ConstantTerm>(T);
  return Number ? std::optional(Number->value()) : std::nullopt;
}

const ValueDecl *declarationOf(const Term *T) {
  const auto *Declared = llvm::dyn_cast<DeclaredTerm>(T);
  return Declared ? Declared->decl() : nullptr;
}

const VarDecl *variableAt(const Term *T) {
  const auto *Variable = llvm::dyn_cast<VariableTerm>(T);
  return Variable ? llvm::dyn_cast<VarDecl>(Variable->decl()) : nullptr;
}

MemorySpace memorySpaceOf(const Term *Root) {
  if (llvm::isa<LocalTerm, TemporaryTerm, ReturnTerm>(Root))
    return MemorySpace::Local;
  const VarDecl *Var = variableAt(Root);
  return Var ? memorySpaceOf(*Var) : MemorySpace::Global;
}

} // namespace warplint
