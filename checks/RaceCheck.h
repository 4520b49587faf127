//===--- RaceCheck.h - What checks of races share -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_CHECKS_RACECHECK_H
#define WARPLINT_CHECKS_RACECHECK_H

#include "Diagnostics/RaceGroups.h"
#include "checks/Check.h"

namespace warplint::races {
struct Race;
} // namespace warplint::races

namespace warplint {

class DeviceCode;
class KernelFacts;

/// Reports one part of the races of a kernel, those that one remedy mends as
/// one finding.
class RaceCheck : public Check {
public:
  /// \p Remedy is the barrier that orders two accesses, as a user types it.
  RaceCheck(const CheckInfo &Info, GroupRacesBy By, llvm::StringRef Remedy)
      : Check(Info), By(By), Remedy(Remedy) {}

  bool concerns(const clang::FunctionDecl &Root,
                DeviceCode &Code) const override;
  void checkKernel(const KernelFacts &Facts, FindingList &Out) override;

private:
  virtual bool isMine(const races::Race &R) const = 0;

  GroupRacesBy By;
  llvm::StringRef Remedy;
};

} // namespace warplint

#endif // WARPLINT_CHECKS_RACECHECK_H
