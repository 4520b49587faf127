//===--- Arithmetic.cpp - Integer functions of the libraries --------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Model/Arithmetic.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace warplint {

std::optional<ArithmeticFunction> arithmeticOf(const FunctionDecl &Callee) {
  if (!Callee.getIdentifier() || isa<CXXMethodDecl>(Callee) ||
      !(Callee.getDeclContext()->getRedeclContext()->isTranslationUnit() ||
        Callee.isInStdNamespace()))
    return std::nullopt;
  auto IsInteger = [](QualType T) {
    return T.getNonReferenceType()->isIntegerType();
  };
  if (!IsInteger(Callee.getReturnType()) ||
      !llvm::all_of(Callee.parameters(), [&](const ParmVarDecl *P) {
        return IsInteger(P->getType());
      }))
    return std::nullopt;
  using Function = ArithmeticFunction;
  // CUDA's names, and those of libdevice that clang's headers forward to.
  llvm::StringRef Name = Callee.getName();
  Name.consume_front("__nv_") || Name.consume_front("__");
  auto Named = llvm::StringSwitch<std::optional<Function>>(Name)
                   .Cases("mul24", "umul24", Function::Product)
                   .Cases("min", "umin", "llmin", "ullmin", Function::Minimum)
                   .Cases("max", "umax", "llmax", "ullmax", Function::Maximum)
                   .Cases("abs", "labs", "llabs", Function::Absolute)
                   .Case("ffs", Function::LowestBit)
                   .Default(std::nullopt);
  bool OfOne = Named == Function::Absolute || Named == Function::LowestBit;
  unsigned Arguments = OfOne ? 1 : 2;
  return Named && Callee.getNumParams() == Arguments ? Named : std::nullopt;
}

} // namespace warplint
