//===--- ArgumentSlots.cpp - The numbers that a kernel gets ---------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Unit/ArgumentSlots.h"
#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace warplint {

/// Records inside of records that are looked into, and fields in all.
static constexpr size_t MaxDepth = 3, MaxFields = 96;

bool isCountedType(QualType Type) {
  Type = Type.getCanonicalType();
  return Type->isIntegralOrEnumerationType() || Type->isPointerType();
}

static void addFields(const ArgumentSlot &In, size_t Most,
                      std::vector<ArgumentSlot> &To) {
  const CXXRecordDecl *Record = In.type()->getAsCXXRecordDecl();
  if (!Record || !Record->hasDefinition() || Record->isUnion() ||
      In.Fields.size() >= MaxDepth)
    return;
  for (const FieldDecl *Field : Record->fields()) {
    ArgumentSlot Inside = In;
    Inside.Fields.push_back(Field->getCanonicalDecl());
    if (!isCountedType(Field->getType()))
      addFields(Inside, Most, To);
    else if (To.size() < Most && !Field->isBitField())
      To.push_back(std::move(Inside));
  }
}

std::vector<ArgumentSlot> argumentSlotsOf(const FunctionDecl &Kernel) {
  std::vector<ArgumentSlot> Result;
  for (const ParmVarDecl *Parameter : Kernel.parameters())
    Result.push_back({Parameter, {}});
  size_t Most = Result.size() + MaxFields;
  for (const ParmVarDecl *Parameter : Kernel.parameters())
    addFields({Parameter, {}}, Most, Result);
  return Result;
}

std::optional<unsigned>
argumentSlotOf(const ParmVarDecl &Parameter,
               llvm::ArrayRef<const FieldDecl *> Fields) {
  if (Fields.empty())
    return Parameter.getFunctionScopeIndex();
  const auto *Kernel = dyn_cast<FunctionDecl>(Parameter.getDeclContext());
  if (!Kernel)
    return std::nullopt;
  std::vector<ArgumentSlot> Slots = argumentSlotsOf(*Kernel);
  auto Found = llvm::find_if(Slots, [&](const ArgumentSlot &Slot) {
    return Slot.Parameter == &Parameter &&
           llvm::equal(Slot.Fields, Fields,
                       [](const FieldDecl *L, const FieldDecl *R) {
                         return L == R->getCanonicalDecl();
                       });
  });
  return Found == Slots.end() ? std::nullopt
                              : std::optional(unsigned(Found - Slots.begin()));
}

} // namespace warplint
