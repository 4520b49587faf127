//===--- BlockShapeOfArray.cpp - Extents of per-thread arrays -------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/KernelFacts/BlockShapeOfArray.h"
#include "Analysis/Expr/TermTraversal.h"
#include "Analysis/SymbolicExecution/MemoryOperations.h"
#include "Analysis/Uniformity/Uniformity.h"
#include "CudaModel/MemorySpace.h"
#include "Target/Limits.h"

using namespace clang;

namespace warplint {

/// \p Extent of an array as threads fill it: a column more keeps rows in
/// different banks.
static int64_t withoutPadding(int64_t Extent) {
  return Extent % 2 && (Extent - 1) % 8 == 0 ? Extent - 1 : Extent;
}

/// The addresses among which paths and conditions choose \p Address, each once;
/// none if one of them counts on from another choice.
static llvm::SmallVector<const Term *, 4> choicesOf(const Term *Address,
                                                    const KernelFacts &Facts) {
  llvm::SmallVector<const Term *, 4> Found;
  bool IsKnown = walkTerms(Address, [&](const Term &T, TermList &Instead) {
    if (const auto *Choice = dyn_cast<SelectTerm>(&T))
      Instead.append({Choice->ifTrue(), Choice->ifFalse()});
    for (const Incoming &I : Facts.values().incoming(&T))
      Instead.push_back(I.Reaching.Value);
    if (!Instead.empty())
      return Walk::Enter;
    Found.push_back(&T);
    return isa<PhiTerm, SelectTerm>(rootOf(&T)) ? Walk::Stop : Walk::Skip;
  });
  return IsKnown ? Found : llvm::SmallVector<const Term *, 4>();
}

static QualType typeAt(const Term *Address, const KernelFacts &Facts);

/// The declared type that all of \p Addresses have; null if they differ or if
/// one of them is \p Chosen, which they are choices for.
static QualType typeOfAll(llvm::ArrayRef<const Term *> Addresses,
                          const Term *Chosen, const KernelFacts &Facts) {
  QualType Only;
  for (const Term *Address : Addresses) {
    QualType Type = Address == Chosen ? QualType() : typeAt(Address, Facts);
    if (Type.isNull() ||
        (!Only.isNull() && !Facts.context().hasSameType(Only, Type)))
      return {};
    Only = Type;
  }
  return Only;
}

/// The declared type of the object or part of one at \p Address, the same for
/// all objects that it may be; null if its steps do not follow the declaration.
static QualType typeAt(const Term *Address, const KernelFacts &Facts) {
  if (const auto *Variable = dyn_cast<VariableTerm>(Address))
    return Variable->decl()->getType().getNonReferenceType();
  if (const auto *Field = dyn_cast<FieldTerm>(Address))
    return Field->field()->getType();
  if (const auto *Element = dyn_cast<ElementTerm>(Address)) {
    QualType Of = typeAt(Element->base(), Facts);
    const auto *Array =
        Of.isNull() ? nullptr : Facts.context().getAsConstantArrayType(Of);
    return Array ? Array->getElementType() : QualType();
  }
  if (!isa<PhiTerm, SelectTerm>(Address))
    return {};
  QualType OfParts = typeOfAll(choicesOf(Address, Facts), Address, Facts);
  return !OfParts.isNull() && OfParts->isArrayType()
             ? OfParts
             : typeOfAll(possibleRoots(Address, Facts.values()), Address,
                         Facts);
}

namespace {

/// Nodes that only some threads reach by their index; the end of the data
/// does not count.
struct NodesOfSome {
  explicit NodesOfSome(const KernelFacts &Facts)
      : Numbers(Facts.paths().decidedBy([&](const Node &Branch) {
          return !Branch.Branch ||
                 !(Facts.uniformity().isUniform(Branch.Branch, Scope::Block) ||
                   dependsOnParameter(Branch.Branch));
        })) {}

  llvm::BitVector Numbers;
};

} // namespace

/// How many elements apart the parts begin that the block chooses among with \p
/// Index, whose threads count on from there (`half * 256 + threadIdx.x`); 0 if
/// \p Index is no such one, or the array of \p Extent elements has no such
/// parts.
static int64_t partIn(const Term *Index, int64_t Extent,
                      const KernelFacts &Facts) {
  const auto *Sum = dyn_cast<LinearTerm>(Index);
  int64_t Part = 0;
  bool HasThread = false;
  if (!Sum || Sum->constant() != 0)
    return 0;
  for (auto [T, Factor] : llvm::zip(Sum->operands(), Sum->coefficients())) {
    const auto *Self = dyn_cast<IdentityTerm>(T);
    if (Self && Self->identity() == IdentityKind::ThreadIdx &&
        Self->axis() == 0 && Factor == 1)
      HasThread = true;
    else if (!Part && Facts.uniformity().isUniform(T, Scope::Block))
      Part = Factor;
    else
      return 0;
  }
  return HasThread && Part > 0 && Extent % Part == 0 ? Part : 0;
}

BlockShapeOfArray ownElements(const Event &Write, const KernelFacts &Facts,
                              int64_t Least) {
  auto IsOwn = [](const Term *Index, unsigned Axis) {
    const auto *Self = dyn_cast<IdentityTerm>(Index);
    return Self && Self->identity() == IdentityKind::ThreadIdx &&
           Self->axis() == Axis;
  };
  auto ExtentOf = [&](const Term *Address) -> int64_t {
    QualType Type = typeAt(Address, Facts);
    const auto *Array =
        Type.isNull() ? nullptr : Facts.context().getAsConstantArrayType(Type);
    return Array ? int64_t(Array->getSize().getZExtValue()) : 0;
  };
  const Term *Address = Write.Address;
  while (const auto *Field = dyn_cast<FieldTerm>(Address))
    Address = Field->base();
  const auto *Own = dyn_cast<ElementTerm>(Address);
  if (!Own || memorySpaceOf(Own, Facts.values()) != MemorySpace::Shared)
    return {};
  int64_t Part = IsOwn(Own->index(), 0)
                     ? 0
                     : partIn(Own->index(), ExtentOf(Own->base()), Facts);
  if (!IsOwn(Own->index(), 0) && !Part)
    return {};
  const auto *Row = dyn_cast<ElementTerm>(Own->base());
  int64_t X = Part ? Part : withoutPadding(ExtentOf(Own->base())), Y = 1;
  // A pointer to the first row goes on through all of them.
  if (X < Least && Row && Row->index()->isConstant(0))
    X *= ExtentOf(Row->base());
  if (Row && IsOwn(Row->index(), 1))
    Y = ExtentOf(Row->base());
  if (X * Y < Least || X * Y > MaxThreadsPerBlock)
    return {};
  if (Facts.get<NodesOfSome>().Numbers.test(Write.At->id()))
    return {};
  return {X, Y};
}

} // namespace warplint
