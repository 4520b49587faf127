//===--- Check.h - A rule over facts -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_CHECKS_CHECK_H
#define WARPLINT_CHECKS_CHECK_H

#include "Finding/Finding.h"
#include <memory>
#include <string>

namespace clang {
class FunctionDecl;
} // namespace clang

namespace warplint {

class DeviceCode;
class KernelFacts;

/// One rule. Stateless between units; a new object per unit.
class Check {
public:
  explicit Check(const CheckInfo &Info) : Info(Info) {}
  virtual ~Check();

  const CheckInfo &info() const { return Info; }

  /// Called once per unit, before any kernel.
  virtual void checkUnit(DeviceCode &Code, FindingList &Out) {}
  /// Whether facts about \p Root are worth computing for this check. Most rules
  /// are about synchronization and have nothing to say where there is none.
  virtual bool concerns(const clang::FunctionDecl &Root,
                        DeviceCode &Code) const;
  /// Called for each kernel and each device function that nothing calls.
  virtual void checkKernel(const KernelFacts &Facts, FindingList &Out) {}
  /// Called once per unit, behind all kernels: \p Out has all findings of the
  /// unit.
  virtual void endUnit(FindingList &Out) {}

protected:
  /// A finding of this check at \p Loc, with the check's own category.
  Finding makeFinding(clang::SourceLocation Loc, std::string Message) const;

private:
  const CheckInfo &Info;
};

/// Every check of Checks.def, in its order.
llvm::ArrayRef<CheckInfo> allChecks();

/// The check \p Id (without prefix), null if there is none.
std::unique_ptr<Check> createCheck(llvm::StringRef Id);

} // namespace warplint

#endif // WARPLINT_CHECKS_CHECK_H
