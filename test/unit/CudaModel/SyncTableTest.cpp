//===--- SyncTableTest.cpp - The tables agree with themselves -------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaModel/SyncApi.h"
#include "llvm/ADT/StringSet.h"
#include "gtest/gtest.h"

namespace sync_table_test {
using namespace warplint;

void expectConsistent(const SyncApiEntry &Row) {
  SCOPED_TRACE(Row.Name.str());
  EXPECT_FALSE(Row.Name.empty());
  // The mask of a copy names blocks of the cluster, others name lanes.
  bool NamesBlocks = Row.Kind == SyncKind::AsyncCopy;
  if ((Row.MaskArg >= 0 && !NamesBlocks) ||
      Row.Participants == Participation::Masked)
    EXPECT_TRUE(Row.Scope == Scope::Warp || Row.Scope == Scope::Block);
  if (Row.Kind == SyncKind::Fence)
    EXPECT_NE(Row.Order, MemoryOrder::None);
  if (Row.Kind == SyncKind::Barrier)
    EXPECT_EQ(Row.Order, MemoryOrder::AcqRel);
  if (Row.Kind == SyncKind::Shuffle || Row.Kind == SyncKind::Vote ||
      Row.Kind == SyncKind::Match || Row.Kind == SyncKind::ActiveMask)
    EXPECT_EQ(Row.Order, MemoryOrder::None) << "collectives order no memory";
  if (Row.CompareArg >= 0)
    EXPECT_EQ(Row.Kind, SyncKind::AtomicRMW);
  if (Row.CompletionArg >= 0)
    EXPECT_TRUE(Row.Kind == SyncKind::AsyncCopy ||
                Row.Kind == SyncKind::ObjectInit);
  if (Row.OwnWork) {
    EXPECT_EQ(Row.Participants, Participation::Self);
    EXPECT_EQ(Row.Scope, Scope::Thread);
  }
  if (Row.Kind == SyncKind::AsyncWait || Row.Kind == SyncKind::PipelineWait)
    EXPECT_EQ(Row.OwnWork, Row.Participants == Participation::Self);
  if (Row.SourceOnly)
    EXPECT_EQ(Row.Kind, SyncKind::AsyncWait);
  EXPECT_FALSE(Row.GroupMember && Row.GroupArg >= 0);
}

/// Every operand has a position of its own.
void expectDistinctOperands(const SyncApiEntry &Row) {
  SCOPED_TRACE(Row.Name.str());
  llvm::SmallVector<int, 10> Positions;
  for (int Position :
       {Row.MaskArg, Row.ObjectArg, Row.ValueArg, Row.SelectArg, Row.WidthArg,
        Row.CompareArg, Row.OrderArg, Row.ScopeArg, Row.CompletionArg,
        Row.GroupArg, Row.IdArg, Row.CountArg})
    if (Position >= 0)
      Positions.push_back(Position);
  llvm::sort(Positions);
  EXPECT_EQ(std::unique(Positions.begin(), Positions.end()), Positions.end());
}

void expectDistinctNames(llvm::ArrayRef<SyncApiEntry> Table) {
  llvm::StringSet<> Names;
  for (const SyncApiEntry &Row : Table)
    EXPECT_TRUE(Names.insert(Row.Name).second) << Row.Name.str();
}

TEST(SyncTable, NamesAreDistinct) {
  expectDistinctNames(SyncModel::table());
  expectDistinctNames(SyncModel::ptxTable());
}

TEST(SyncTable, RowsAreConsistent) {
  for (llvm::ArrayRef<SyncApiEntry> Table :
       {SyncModel::table(), SyncModel::ptxTable()})
    for (const SyncApiEntry &Row : Table) {
      expectConsistent(Row);
      expectDistinctOperands(Row);
    }
}

TEST(SyncTable, HasEveryKind) {
  llvm::SmallVector<bool, 40> Seen(size_t(SyncKind::HostLaunch) + 1, false);
  for (llvm::ArrayRef<SyncApiEntry> Table :
       {SyncModel::table(), SyncModel::ptxTable()})
    for (const SyncApiEntry &Row : Table)
      Seen[size_t(Row.Kind)] = true;
  for (size_t Kind = 0; Kind < Seen.size(); ++Kind)
    EXPECT_TRUE(Seen[Kind]) << "SyncKind number " << Kind;
}

TEST(SyncTable, ScopesHaveNames) {
  EXPECT_EQ(nameOf(Scope::Thread), "thread");
  EXPECT_EQ(nameOf(Scope::Block), "block");
  EXPECT_EQ(nameOf(Scope::System), "system");
}

} // namespace sync_table_test
