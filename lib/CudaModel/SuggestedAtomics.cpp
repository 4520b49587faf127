//===--- SuggestedAtomics.cpp - The atomic for an operator ----------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaModel/SuggestedAtomics.h"

using namespace clang;

namespace warplint {

llvm::StringRef suggested::atomicFor(BinaryOperatorKind Op, QualType Type) {
  const auto *Of = Type->getAs<BuiltinType>();
  if (!Of || Type.isVolatileQualified())
    return "";
  bool IsWord =
      Of->getKind() == BuiltinType::Int || Of->getKind() == BuiltinType::UInt;
  bool IsWordOrLong = IsWord || Of->getKind() == BuiltinType::ULongLong;
  bool IsFloat = Of->getKind() == BuiltinType::Float ||
                 Of->getKind() == BuiltinType::Double;
  switch (Op) {
  case BO_Add:
    return IsWordOrLong || IsFloat ? "atomicAdd" : "";
  case BO_Sub:
    return IsWord ? "atomicSub" : "";
  case BO_And:
    return IsWordOrLong ? "atomicAnd" : "";
  case BO_Or:
    return IsWordOrLong ? "atomicOr" : "";
  case BO_Xor:
    return IsWordOrLong ? "atomicXor" : "";
  default:
    return "";
  }
}

llvm::StringRef suggested::atomicForChoice(llvm::StringRef Function,
                                           QualType Type) {
  const auto *Of = Type->getAs<BuiltinType>();
  if (!Of || Type.isVolatileQualified())
    return "";
  switch (Of->getKind()) {
  case BuiltinType::Int:
  case BuiltinType::UInt:
  case BuiltinType::LongLong:
  case BuiltinType::ULongLong:
    return Function == "min"   ? "atomicMin"
           : Function == "max" ? "atomicMax"
                               : "";
  default:
    return "";
  }
}

} // namespace warplint
