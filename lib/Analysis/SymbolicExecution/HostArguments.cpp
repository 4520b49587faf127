//===--- HostArguments.cpp - Kernel arguments as terms --------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/SymbolicExecution/HostArguments.h"
#include "Analysis/Expr/NumberOperators.h"

using namespace clang;

namespace warplint {

namespace {

/// A parameter and the fields from it to a value, outermost first.
struct ArgumentPath {
  const ValueDecl *Parameter = nullptr; ///< Null if it is something else.
  llvm::SmallVector<const FieldDecl *, 2> Fields;
};

} // namespace

static ArgumentPath pathFrom(const Term *T) {
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
  ArgumentPath Path = pathFrom(T);
  const auto *Decl = dyn_cast_or_null<ParmVarDecl>(Path.Parameter);
  return Decl ? launches::argumentSlotOf(*Decl, Path.Fields) : std::nullopt;
}

std::string nameOfArgument(const Term *T) {
  ArgumentPath Path = pathFrom(T);
  if (!Path.Parameter)
    return "";
  std::string Name = Path.Parameter->getNameAsString();
  for (const FieldDecl *Field : Path.Fields)
    Name += "." + Field->getNameAsString();
  return Name;
}

bool isIntegerParameter(const Term *T) {
  ArgumentPath Path = pathFrom(T);
  const ValueDecl *Last =
      Path.Fields.empty() ? Path.Parameter : Path.Fields.back();
  return Path.Parameter && Last->getType()->isIntegralOrEnumerationType();
}

const Term *termOf(const launches::ArgumentSlot &Slot, TermArena &Arena) {
  const Term *Result = Arena.parameter(Slot.Parameter);
  for (const FieldDecl *Field : Slot.Fields)
    Result = Arena.extract(Result, Field);
  return Result;
}

/// Of 0 and 1.
static bool isTruth(const Term *T, const TermArena &Arena) {
  TermArena::Range Is = Arena.rangeOf(T);
  return Is.Min && Is.Max && *Is.Min >= 0 && *Is.Max <= 1;
}

const Term *combined(Operator Op, const Term *L, const Term *R,
                     TermArena &Arena) {
  // A host may test a number itself: `if (n || m)`.
  if (Op == Operator::And || Op == Operator::Or)
    for (const Term **T : {&L, &R})
      if (!isTruth(*T, Arena))
        *T = Arena.binary(BO_NE, *T, Arena.constant(0));
  // What a test chooses the host has as products with truths.
  if (Op == Operator::Multiply)
    for (auto [Truth, Value] : {std::pair(L, R), std::pair(R, L)})
      if (!Truth->isConstant() && isTruth(Truth, Arena))
        return Arena.select(Truth, Value, Arena.constant(0));
  // Minima and maxima are chosen by a comparison.
  const Term *Result = Arena.binary(opcodeOf(Op).value_or(BO_LT), L, R);
  if (Op == Operator::Minimum)
    return Arena.select(Result, L, R);
  return Op == Operator::Maximum ? Arena.select(Result, R, L) : Result;
}

} // namespace warplint
