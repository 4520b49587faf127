//===--- Arithmetic.cpp - Integer functions of the libraries --------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaModel/Arithmetic.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace warplint {

/// The name of a function of the libraries: one of CUDA, or of libdevice, that
/// clang's headers forward to. Empty for others.
static llvm::StringRef libraryName(const FunctionDecl &Callee) {
  if (!Callee.getIdentifier() || isa<CXXMethodDecl>(Callee) ||
      !(Callee.getDeclContext()->getRedeclContext()->isTranslationUnit() ||
        Callee.isInStdNamespace()))
    return "";
  llvm::StringRef Name = Callee.getName();
  Name.consume_front("__nv_") || Name.consume_front("__");
  return Name;
}

bool isCommutative(const FunctionDecl &Callee) {
  llvm::StringRef Name = libraryName(Callee);
  if (Callee.getNumParams() != 2)
    return false;
  for (llvm::StringRef Ending : {"_nan", "_sat", "_rn", "_rz", "_ru", "_rd"})
    Name.consume_back(Ending);
  return llvm::StringSwitch<bool>(Name)
      .Cases({"mul24", "umul24", "min", "umin", "llmin", "ullmin"}, true)
      .Cases({"max", "umax", "llmax", "ullmax"}, true)
      .Cases({"fmin", "fminf", "fmax", "fmaxf"}, true)
      .Cases({"fadd", "dadd", "fmul", "dmul"}, true)
      .Cases({"hadd", "hadd2", "hmul", "hmul2"}, true)
      .Cases({"hmin", "hmin2", "hmax", "hmax2"}, true)
      .Default(false);
}

std::optional<ArithmeticFunction> arithmeticOf(const FunctionDecl &Callee) {
  llvm::StringRef Name = libraryName(Callee);
  auto IsInteger = [](QualType T) {
    return T.getNonReferenceType()->isIntegerType();
  };
  if (!IsInteger(Callee.getReturnType()) ||
      !llvm::all_of(Callee.parameters(), [&](const ParmVarDecl *P) {
        return IsInteger(P->getType());
      }))
    return std::nullopt;
  using Function = ArithmeticFunction;
  auto Named = llvm::StringSwitch<std::optional<Function>>(Name)
                   .Cases({"mul24", "umul24"}, Function::Product)
                   .Cases({"min", "umin", "llmin", "ullmin"}, Function::Minimum)
                   .Cases({"max", "umax", "llmax", "ullmax"}, Function::Maximum)
                   .Cases({"abs", "labs", "llabs"}, Function::Absolute)
                   .Case("ffs", Function::LowestBit)
                   .Cases({"popc", "popcll", "clz", "clzll", "ffsll"},
                          Function::BitCount)
                   .Default(std::nullopt);
  bool OfTwo = Named == Function::Product || Named == Function::Minimum ||
               Named == Function::Maximum;
  unsigned Arguments = OfTwo ? 2 : 1;
  return Named && Callee.getNumParams() == Arguments ? Named : std::nullopt;
}

} // namespace warplint
