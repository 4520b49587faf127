//===--- ArgumentSlots.cpp - The numbers that a kernel gets ---------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Launches/ArgumentSlots.h"
#include "Analysis/Launches/HostSyntax.h"
#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace warplint::launches {

/// Records inside of records that have slots, bases among them, records and
/// fields in all. The units of a build number slots alike.
static constexpr size_t SlotNesting = 24, SlotRecords = 256, SlotFields = 96;

bool isIntegerOrPointer(QualType Type) {
  Type = Type.getCanonicalType();
  return Type->isIntegralOrEnumerationType() || Type->isPointerType();
}

static const CXXRecordDecl *recordOf(QualType Type) {
  const CXXRecordDecl *Record = Type->getAsCXXRecordDecl();
  return Record && Record->hasDefinition() && !Record->isUnion() ? Record
                                                                 : nullptr;
}

namespace {

/// A record that is a parameter or lies inside one.
struct RecordInside {
  const CXXRecordDecl *Record = nullptr;
  ArgumentSlot At;
};

} // namespace

std::vector<ArgumentSlot> argumentSlotsOf(const FunctionDecl &Kernel) {
  std::vector<ArgumentSlot> Result;
  std::vector<RecordInside> Records;
  auto Enter = [&](QualType Type, ArgumentSlot At) {
    const CXXRecordDecl *Record = recordOf(Type);
    if (Record && Records.size() < SlotRecords &&
        At.Places.size() < SlotNesting)
      Records.push_back({Record, std::move(At)});
  };
  for (const ParmVarDecl *Parameter : Kernel.parameters()) {
    Result.push_back({Parameter, {}, {}});
    Enter(Parameter->getType(), Result.back());
  }
  size_t Most = Result.size() + SlotFields;
  for (size_t I = 0; I < Records.size() && Result.size() < Most; ++I) {
    RecordInside In = Records[I];
    for (const FieldDecl *Field : In.Record->fields()) {
      ArgumentSlot Inside = In.At;
      Inside.Fields.push_back(Field->getCanonicalDecl());
      Inside.Places.push_back(Field->getFieldIndex());
      if (!isIntegerOrPointer(Field->getType()))
        Enter(Field->getType(), std::move(Inside));
      else if (Result.size() < Most && !Field->isBitField())
        Result.push_back(std::move(Inside));
    }
    for (auto [Index, Base] : llvm::enumerate(In.Record->bases())) {
      ArgumentSlot Inside = In.At;
      Inside.Places.push_back(host::placeOfBase(*In.Record, Index));
      if (!Base.isVirtual())
        Enter(Base.getType(), std::move(Inside));
    }
  }
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

} // namespace warplint::launches
