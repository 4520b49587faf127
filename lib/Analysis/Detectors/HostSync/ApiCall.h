//===--- ApiCall.h - One call of the CUDA runtime ---------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_HOSTSYNC_APICALL_H
#define WARPLINT_ANALYSIS_DETECTORS_HOSTSYNC_APICALL_H

#include "Analysis/Detectors/HostSync/HostOrder.h"
#include "Analysis/Launches/HostSyntax.h"

namespace warplint::hostsync {

/// What a pair of uses of one memory breaks unless the first is over; nothing
/// if it may happen at once.
inline std::optional<StreamFault::Kind> conflictOf(MemoryUse First,
                                                   MemoryUse Second) {
  if (Second == MemoryUse::Allocates || First == Second)
    return First == MemoryUse::Writes && Second == MemoryUse::Writes
               ? std::optional(StreamFault::Kind::Unordered)
               : std::nullopt;
  if (First == MemoryUse::Allocates)
    return StreamFault::Kind::NotYetAllocated;
  if (First == MemoryUse::Frees)
    return StreamFault::Kind::UsedAfterFree;
  if (Second == MemoryUse::Frees)
    return StreamFault::Kind::FreedInUse;
  if (First == MemoryUse::Writes || Second == MemoryUse::Writes)
    return StreamFault::Kind::Unordered;
  return std::nullopt;
}

/// A call of the runtime, with what its arguments are.
struct HostOrder::ApiCall {
  HostOrder &Order;
  Frame &In;
  const clang::CallExpr &Call;
  const HostApiEntry &Api;
  HostState &Now;

  const clang::Expr *at(int Position) const {
    return Position >= 0 && unsigned(Position) < Call.getNumArgs()
               ? Call.getArg(Position)
               : nullptr;
  }
  HostDatum valueAt(int Position) const {
    const clang::Expr *E = at(Position);
    return E ? Order.value(In, E, Now) : HostDatum();
  }
  /// What the field \p Which of the configuration holds.
  HostDatum configured(ConfigField Which) const {
    HostDatum At = valueAt(Api.ConfigArg);
    const clang::RecordDecl *Record =
        At.K == HostDatum::Kind::Address
            ? at(Api.ConfigArg)->getType()->getPointeeType()->getAsRecordDecl()
            : nullptr;
    for (const clang::FieldDecl *Field :
         Record ? Record->fields() : clang::RecordDecl::field_range({}, {}))
      if (configFieldOf(*Field) == Which)
        return Order.load({At.K, Order.Places.member(At.Id, *Field)}, Now);
    return {};
  }
  /// Sets what the address in the argument for it points to.
  void make(HostDatum Made) const { make(Api.ObjectArg, Made); }
  void make(int Position, HostDatum Made) const {
    const clang::Expr *Object = at(Position);
    HostDatum To = valueAt(Position);
    if (To.K == HostDatum::Kind::Address) {
      Order.forget(To.Id, Now);
      if (Made.K != HostDatum::Kind::Unknown)
        Now.Data[To.Id] = Made;
    } else if (Object) {
      if (const clang::Expr *Of = host::addressedBy(*Object))
        Order.forgetTarget(In, *Of, Now);
      Order.forgetNumbers(Now);
    }
  }
  /// The number of the object that the call creates, the same each time that
  /// the call is executed.
  unsigned number(std::map<SiteKey, unsigned> &Known, unsigned Next) const {
    return Known.try_emplace({In.Context, &Call}, Next).first->second;
  }
  Operation operation(const HostDatum &On, MemoryUse Use) const {
    return HostOrder::operation(Call, On, Use);
  }
};

} // namespace warplint::hostsync

#endif // WARPLINT_ANALYSIS_DETECTORS_HOSTSYNC_APICALL_H
