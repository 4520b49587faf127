//===--- CopiedBytes.cpp - Bytes that copies and accesses touch -----------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/Mbarriers/CopiedBytes.h"
#include "Analysis/Expr/TermCongruence.h"
#include "Support/Checked.h"

using namespace clang;

namespace warplint::mbarriers {

int64_t bytesOfTile(const AccessPath &At, const ASTContext &Context) {
  QualType Whole;
  if (!At.Fields.empty())
    Whole = At.Fields.front()->getType();
  else if (const auto *Object = llvm::dyn_cast<DeclaredTerm>(At.Root))
    Whole = Object->decl()->getType();
  // A structure around one array counts as the array.
  for (const RecordDecl *Around = nullptr;
       !Whole.isNull() && (Around = Whole->getAsRecordDecl()) &&
       !Around->isUnion() && llvm::hasSingleElement(Around->fields());)
    Whole = Around->field_begin()->getType();
  const auto *Array =
      Whole.isNull() ? nullptr : Context.getAsConstantArrayType(Whole);
  if (!Array || Context.getBaseElementType(Whole)->isCharType())
    return 1;
  int64_t Bytes = Context.getTypeSizeInChars(Whole).getQuantity() - At.Bytes;
  for (const auto &[Index, Size] : At.Steps)
    // No two values of the index are closer than the modulus.
    Bytes = std::min(
        Bytes,
        (base::Checked(std::max<int64_t>(congruenceOf(Index).modulus(), 1)) *
         Size)
            .orElse(Bytes));
  return std::max<int64_t>(1, Bytes);
}

const CopiedBytes::OffsetList &
CopiedBytes::offsetsOf(const CopyAccess &T,
                       llvm::ArrayRef<ThreadOfBlock> Threads,
                       bool Sorted) const {
  auto &Slot = (Sorted ? Moved : Touched)[{T.E, T.Address, T.At.Fields.size()}];
  if (Slot)
    return *Slot;
  Slot = std::make_unique<OffsetList>();
  ThreadValues Run(Facts.values());
  for (const ThreadOfBlock &Self : Threads) {
    auto Offset = T.At.offset(Run, Self);
    Slot->IsComplete = Offset.has_value();
    if (!Offset)
      break;
    Slot->Known.push_back({*Offset, Self.rank()});
  }
  if (Sorted)
    llvm::sort(Slot->Known);
  return *Slot;
}

bool CopiedBytes::overlap(const CopyAccess &Copy, const CopyAccess &Access,
                          bool OtherThread, bool OtherWarp) const {
  const participation::Execution &By = Objects.execution(*Copy.E),
                                 &User = Objects.execution(*Access.E);
  std::vector<ThreadOfBlock> Threads = By.Threads;
  if (By.Who == participation::Execution::Kind::Unknown) {
    // One thread, whichever: good enough where all know the same address.
    Threads = {threadsOf(Objects.exampleBlock()).front()};
    if (OtherThread || !Objects.isSameForAll(Copy.At, Copy.At))
      return false;
  }
  const OffsetList &Copies = offsetsOf(Copy, Threads, /*Sorted=*/true);
  if (!Copies.IsComplete)
    return false;
  for (auto [At, Self] : offsetsOf(Access, User.Threads, false).Known) {
    bool Own = false, Others = false;
    auto Next = llvm::partition_point(Copies.Known, [&](const auto &Part) {
      return (base::Checked(Part.first) + Copy.Bytes).orElse(INT64_MAX) <= At;
    });
    for (; Next != Copies.Known.end() && Next->first <= At; ++Next) {
      int64_t Rank = Next->second;
      Own |= Rank == Self;
      Others |=
          OtherWarp ? Rank / LanesPerWarp != Self / LanesPerWarp : Rank != Self;
      if (Own || (Others && !OtherThread))
        break;
    }
    if (OtherThread ? Others && !Own : Others || Own)
      return true;
  }
  return false;
}

} // namespace warplint::mbarriers
