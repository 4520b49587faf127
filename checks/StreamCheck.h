//===--- StreamCheck.h - Findings about streams -----------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_CHECKS_STREAMCHECK_H
#define WARPLINT_CHECKS_STREAMCHECK_H

#include "Analysis/Detectors/HostSync/StreamFault.h"
#include "checks/Check.h"

namespace warplint {

/// A check that reports some of the pairs of operations that no stream orders.
class StreamCheck : public Check {
public:
  using Check::Check;
  void checkUnit(DeviceCode &Code, FindingList &Out) final;
  bool concerns(const clang::FunctionDecl &, DeviceCode &) const final {
    return false;
  }

private:
  /// The message for \p Fault; empty if the check does not report it.
  virtual std::string messageOf(const hostsync::StreamFault &Fault) const = 0;
  /// What to do against what messageOf says.
  virtual std::string adviceFor(const hostsync::StreamFault &Fault) const = 0;
};

/// The operation, as the subject of a sentence.
std::string nameOf(const hostsync::StreamOperation &Operation);

} // namespace warplint

#endif // WARPLINT_CHECKS_STREAMCHECK_H
