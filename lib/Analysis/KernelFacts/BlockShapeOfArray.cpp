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

/// The declared type of the object or part of one at \p Address, the same for
/// all objects that it may be; null if its steps do not follow the declaration.
static QualType typeAt(const Term *Address, const KernelFacts &Facts) {
  if (const auto *Variable = dyn_cast<VariableTerm>(Address))
    return Variable->decl()->getType().getNonReferenceType();
  if (const auto *Field = dyn_cast<FieldTerm>(Address))
    return Field->field()->getType();
  QualType Only;
  if (const auto *Element = dyn_cast<ElementTerm>(Address)) {
    QualType Of = typeAt(Element->base(), Facts);
    if (!Of.isNull())
      if (const auto *Array = Facts.context().getAsConstantArrayType(Of))
        Only = Array->getElementType();
  } else if (isa<PhiTerm, SelectTerm>(Address)) {
    for (const Term *Root : possibleRoots(Address, Facts.values())) {
      QualType Type = Root == Address ? QualType() : typeAt(Root, Facts);
      if (Type.isNull() ||
          (!Only.isNull() && !Facts.context().hasSameType(Only, Type)))
        return {};
      Only = Type;
    }
  }
  return Only;
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
  if (!Own || !IsOwn(Own->index(), 0) ||
      memorySpaceOf(Own, Facts.values()) != MemorySpace::Shared)
    return {};
  int64_t X = withoutPadding(ExtentOf(Own->base())), Y = 1;
  const auto *Row = dyn_cast<ElementTerm>(Own->base());
  if (Row && IsOwn(Row->index(), 1))
    Y = ExtentOf(Row->base());
  if (X * Y < Least || X * Y > MaxThreadsPerBlock)
    return {};
  if (Facts.get<NodesOfSome>().Numbers.test(Write.At->id()))
    return {};
  return {X, Y};
}

} // namespace warplint
