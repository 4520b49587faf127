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

namespace warplint::hostsync {

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
  /// Sets what the address in the object's argument points to.
  void make(HostDatum Made) const {
    const clang::Expr *Object = at(Api.ObjectArg);
    HostDatum To = valueAt(Api.ObjectArg);
    if (To.K == HostDatum::Kind::Address) {
      Order.forget(To.Id, Now);
      if (Made.K != HostDatum::Kind::Unknown)
        Now.Data[To.Id] = Made;
    } else if (Object) {
      const auto *Op =
          llvm::dyn_cast<clang::UnaryOperator>(Object->IgnoreParenCasts());
      if (Op && Op->getOpcode() == clang::UO_AddrOf)
        Order.forgetTarget(In, *Op->getSubExpr(), Now);
      Order.forgetNumbers(Now);
    }
  }
  /// The number of the object that the call creates, the same each time that
  /// the call is executed.
  unsigned number(std::map<SiteKey, unsigned> &Known, unsigned Next) const {
    return Known.try_emplace({In.Context, &Call}, Next).first->second;
  }
  /// What the call does to the memory that \p Pointer points to the begin of.
  Operation operation(const HostDatum &Pointer, MemoryUse Use) const {
    Operation Result;
    Result.Site = &Call;
    Result.Use = Use;
    Result.On = Pointer.Id;
    Result.Fields = {nullptr};
    Result.UsesFirst = true;
    return Result;
  }
};

} // namespace warplint::hostsync

#endif // WARPLINT_ANALYSIS_DETECTORS_HOSTSYNC_APICALL_H
