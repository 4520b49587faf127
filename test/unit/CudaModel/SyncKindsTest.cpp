//===--- SyncKindsTest.cpp - The table of kinds agrees with itself --------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaModel/SyncKindRows.h"
#include "llvm/ADT/StringRef.h"
#include "gtest/gtest.h"

namespace sync_kinds_test {
using namespace warplint;

TEST(SyncKinds, EachKindFindsItsRow) {
  unsigned Number = 0;
  for (const SyncKindRow &Row : SyncKindRows) {
    EXPECT_EQ(unsigned(Row.Kind), Number++);
    EXPECT_EQ(&rowOf(Row.Kind), &Row);
    EXPECT_FALSE(llvm::StringRef(Row.Source).empty());
  }
}

TEST(SyncKinds, ColumnsFitTheFamily) {
  for (const SyncKindRow &Row : SyncKindRows) {
    SCOPED_TRACE(unsigned(Row.Kind));
    bool IsObject = Row.Family == SyncFamily::Object,
         IsAtomic = Row.Family == SyncFamily::Atomic,
         MeetsThreads = Row.Family == SyncFamily::Barrier ||
                        Row.Family == SyncFamily::WarpBarrier;
    EXPECT_EQ(Row.Memory == OrdersMemory::AsNamed, IsAtomic);
    // Exchanges between lanes order no memory (CUDA guide, "Warp Shuffle
    // Functions").
    if (Row.Family == SyncFamily::Exchange)
      EXPECT_EQ(Row.Memory, OrdersMemory::Never);
    // Who waits for others sees what they did.
    if (Row.Waits != WaitsFor::Nothing)
      EXPECT_EQ(Row.Memory, OrdersMemory::Always);
    if (Row.Waits == WaitsFor::Object)
      EXPECT_TRUE(IsObject);
    if (Row.Arrives == ArrivesAt::Object || Row.Arrives == ArrivesAt::Bytes)
      EXPECT_TRUE(IsObject);
    if (Row.Arrives == ArrivesAt::Threads)
      EXPECT_TRUE(MeetsThreads);
    if (IsAtomic || Row.Family == SyncFamily::Cached ||
        Row.Family == SyncFamily::Matrix)
      EXPECT_TRUE(Row.reads() || Row.writes());
    if (IsObject || MeetsThreads)
      EXPECT_FALSE(Row.reads() || Row.writes());
  }
}

TEST(SyncKinds, Halves) {
  EXPECT_TRUE(waitsForObject(SyncKind::ObjectTryWait));
  EXPECT_TRUE(waitsForObject(SyncKind::ObjectArriveAndWait));
  EXPECT_TRUE(arrivesAtObject(SyncKind::ObjectArriveAndWait));
  EXPECT_FALSE(arrivesAtObject(SyncKind::ObjectExpectTx));
  EXPECT_FALSE(waitsForObject(SyncKind::Barrier));
  EXPECT_EQ(rowOf(SyncKind::BarrierArrive).Waits, WaitsFor::Nothing);
  EXPECT_EQ(rowOf(SyncKind::BarrierWait).Arrives, ArrivesAt::Nothing);
  EXPECT_TRUE(rowOf(SyncKind::AtomicRMW).reads());
  EXPECT_TRUE(rowOf(SyncKind::AtomicRMW).writes());
  EXPECT_FALSE(rowOf(SyncKind::TensorAlloc).reads());
}

} // namespace sync_kinds_test
