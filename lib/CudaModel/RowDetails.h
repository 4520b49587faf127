//===--- RowDetails.h - Builder for rows of the API tables ------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lets a row of SyncApi.def or PtxApi.def name only the operands and traits
// that it has: `with.mask(0).value(1).aligned()`.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_CUDAMODEL_ROWDETAILS_H
#define WARPLINT_CUDAMODEL_ROWDETAILS_H

#include "CudaModel/SyncOp.h"

namespace warplint {

/// The columns of a row that most rows leave at their defaults.
struct RowDetails {
  SyncApiEntry Row;

#define ROW_DETAIL(NAME, FIELD, TYPE)                                          \
  constexpr RowDetails NAME(TYPE Value) const {                                \
    RowDetails Copy = *this;                                                   \
    Copy.Row.FIELD = Value;                                                    \
    return Copy;                                                               \
  }
  ROW_DETAIL(mask, MaskArg, int8_t)
  ROW_DETAIL(object, ObjectArg, int8_t)
  ROW_DETAIL(value, ValueArg, int8_t)
  ROW_DETAIL(select, SelectArg, int8_t)
  ROW_DETAIL(width, WidthArg, int8_t)
  ROW_DETAIL(segment, SegmentArg, int8_t)
  ROW_DETAIL(id, IdArg, int8_t)
  ROW_DETAIL(count, CountArg, int8_t)
  ROW_DETAIL(compare, CompareArg, int8_t)
  ROW_DETAIL(order, OrderArg, int8_t)
  ROW_DETAIL(scope, ScopeArg, int8_t)
  ROW_DETAIL(completion, CompletionArg, int8_t)
  ROW_DETAIL(group, GroupArg, int8_t)
  ROW_DETAIL(async, Async, AsyncGroup)
  ROW_DETAIL(uniformAt, ResultUniformAt, Scope)
  ROW_DETAIL(shuffle, Shuffle, ShuffleMode)
  ROW_DETAIL(cache, Cache, CacheView)
#undef ROW_DETAIL

#define ROW_TRAIT(NAME, FIELD)                                                 \
  constexpr RowDetails NAME() const {                                          \
    RowDetails Copy = *this;                                                   \
    Copy.Row.FIELD = true;                                                     \
    return Copy;                                                               \
  }
  ROW_TRAIT(aligned, Aligned)
  ROW_TRAIT(deprecated, Deprecated)
  ROW_TRAIT(builtin, Builtin)
  ROW_TRAIT(groupMember, GroupMember)
  ROW_TRAIT(ownWork, OwnWork)
  ROW_TRAIT(sourceOnly, SourceOnly)
  ROW_TRAIT(parity, Parity)
  ROW_TRAIT(replaces, Replaces)
  ROW_TRAIT(keepsOnZero, KeepsOnZero)
  ROW_TRAIT(waits, Waits)
  ROW_TRAIT(multicast, Multicast)
  ROW_TRAIT(expectsItsBytes, ExpectsItsBytes)
#undef ROW_TRAIT
};

/// The defaults, from which a row starts.
inline constexpr RowDetails with;

/// A row with the given columns and \p Details.
constexpr SyncApiEntry makeRow(llvm::StringLiteral Name, SyncKind Kind,
                               Scope EffectScope, Participation Participants,
                               MemoryOrder Order, const RowDetails &Details) {
  SyncApiEntry Row = Details.Row;
  Row.Name = Name;
  Row.Kind = Kind;
  Row.Scope = EffectScope;
  Row.Participants = Participants;
  Row.Order = Order;
  return Row;
}

/// An operation whose properties are those of \p Row; operands are not set.
inline SyncOp operationOf(const SyncApiEntry &Row) {
  SyncOp Op;
  Op.Entry = &Row;
  Op.Kind = Row.Kind;
  Op.Scope = Row.Scope;
  Op.Participants = Row.Participants;
  Op.Order = Row.Order;
  Op.Aligned = Row.Aligned;
  Op.ResultUniformAt = Row.ResultUniformAt;
  Op.Async = Row.Async;
  Op.OwnWork = Row.OwnWork;
  Op.SourceOnly = Row.SourceOnly;
  Op.Parity = Row.Parity;
  return Op;
}

} // namespace warplint

#endif // WARPLINT_CUDAMODEL_ROWDETAILS_H
