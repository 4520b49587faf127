//===--- HostArguments.cpp - Kernel arguments as terms --------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/SymbolicExecution/HostArguments.h"

using namespace clang;

namespace warplint {

namespace {

/// A parameter and the fields from it to a value, outermost first.
struct ArgumentPath {
  const ValueDecl *Parameter = nullptr; ///< Null if it is something else.
  llvm::SmallVector<const FieldDecl *, 2> Fields;
};

} // namespace

static ArgumentPath pathOf(const Term *T) {
  ArgumentPath Path;
  while (const auto *Part = dyn_cast<ExtractTerm>(T)) {
    if (!Part->field())
      return {};
    Path.Fields.insert(Path.Fields.begin(), Part->field());
    T = Part->from();
  }
  if (const auto *Whole = dyn_cast<ParameterTerm>(T))
    Path.Parameter = Whole->decl();
  return Path;
}

std::optional<unsigned> argumentSlotOf(const Term *T) {
  ArgumentPath Path = pathOf(T);
  const auto *Decl = dyn_cast_or_null<ParmVarDecl>(Path.Parameter);
  return Decl ? argumentSlotOf(*Decl, Path.Fields) : std::nullopt;
}

std::string nameOfArgument(const Term *T) {
  ArgumentPath Path = pathOf(T);
  if (!Path.Parameter)
    return "";
  std::string Name = Path.Parameter->getNameAsString();
  for (const FieldDecl *Field : Path.Fields)
    Name += "." + Field->getNameAsString();
  return Name;
}

bool isIntegerParameter(const Term *T) {
  ArgumentPath Path = pathOf(T);
  const ValueDecl *Last =
      Path.Fields.empty() ? Path.Parameter : Path.Fields.back();
  return Path.Parameter && Last->getType()->isIntegralOrEnumerationType();
}

const Term *termOf(const ArgumentSlot &Slot, TermArena &Arena) {
  const Term *Result = Arena.parameter(Slot.Parameter);
  for (const FieldDecl *Field : Slot.Fields)
    Result = Arena.extract(Result, Field);
  return Result;
}

static BinaryOperatorKind inKernel(LaunchOperator Operator) {
  switch (Operator) {
  case LaunchOperator::Add:
    return BO_Add;
  case LaunchOperator::Subtract:
    return BO_Sub;
  case LaunchOperator::Multiply:
    return BO_Mul;
  case LaunchOperator::Divide:
    return BO_Div;
  case LaunchOperator::Remainder:
    return BO_Rem;
  case LaunchOperator::BitAnd:
    return BO_And;
  case LaunchOperator::BitOr:
    return BO_Or;
  case LaunchOperator::BitXor:
    return BO_Xor;
  case LaunchOperator::LessEqual:
    return BO_LE;
  case LaunchOperator::Equal:
    return BO_EQ;
  case LaunchOperator::NotEqual:
    return BO_NE;
  case LaunchOperator::And:
    return BO_LAnd;
  case LaunchOperator::Or:
    return BO_LOr;
  case LaunchOperator::Constant:
  case LaunchOperator::Symbol:
  case LaunchOperator::Minimum:
  case LaunchOperator::Maximum:
  case LaunchOperator::Less:
    break;
  }
  return BO_LT;
}

/// Of 0 and 1.
static bool isTruth(const Term *T, const TermArena &Arena) {
  TermArena::Range Is = Arena.rangeOf(T);
  return Is.Min && Is.Max && *Is.Min >= 0 && *Is.Max <= 1;
}

const Term *combined(LaunchOperator Op, const Term *L, const Term *R,
                     TermArena &Arena) {
  // A host may test a number itself: `if (n || m)`.
  if (Op == LaunchOperator::And || Op == LaunchOperator::Or)
    for (const Term **T : {&L, &R})
      if (!isTruth(*T, Arena))
        *T = Arena.binary(BO_NE, *T, Arena.constant(0));
  // What a test chooses the host has as products with truths.
  if (Op == LaunchOperator::Multiply)
    for (auto [Truth, Value] : {std::pair(L, R), std::pair(R, L)})
      if (!Truth->isConstant() && isTruth(Truth, Arena))
        return Arena.select(Truth, Value, Arena.constant(0));
  const Term *Result = Arena.binary(inKernel(Op), L, R);
  if (Op == LaunchOperator::Minimum)
    return Arena.select(Result, L, R);
  return Op == LaunchOperator::Maximum ? Arena.select(Result, R, L) : Result;
}

} // namespace warplint
