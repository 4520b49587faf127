//===--- CrossUnitLaunches.h - What the units of a build launch -----*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel is often launched by another unit than the one that defines it, or
// by a function that gets its extents from another unit. What each unit
// launches, and how it calls functions of others, is kept as lines of text,
// from which the others read what concerns their kernels.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_LAUNCHES_CROSSUNITLAUNCHES_H
#define WARPLINT_ANALYSIS_LAUNCHES_CROSSUNITLAUNCHES_H

#include "Analysis/Launches/BuildNames.h"
#include "Analysis/Launches/Launches.h"
#include "llvm/ADT/StringRef.h"
#include <map>
#include <set>
#include <string>

namespace warplint {

/// A call of a function that the unit does not define, which may come to a
/// launch: see HostCall.
struct OutsideCall {
  LaunchConstraint Fact;
  std::string Place; ///< File and line.
};

class CrossUnitLaunches {
public:
  /// \p Unit has the body of \p Kernel.
  void define(const std::string &Kernel, const std::string &Unit);
  /// \p Unit launches \p Kernel at \p Place.
  void add(const std::string &Kernel, const std::string &Unit,
           KernelLaunch Launch, std::string Place);
  /// \p Unit calls \p Function, which another unit may define. Calls that say
  /// the same count once; of many the first are kept.
  void addCall(const std::string &Function, const std::string &Unit,
               OutsideCall Call);
  /// Everything that \p Other holds.
  void add(const CrossUnitLaunches &Other);

  /// The launches of \p Kernel by all units but \p Own, by the names of the
  /// units and in the order in which each makes them, as they are called.
  std::vector<KernelLaunch> of(llvm::StringRef Kernel,
                               llvm::StringRef Own) const;
  /// What \p Made is where its entry is called as units call it: one launch for
  /// each call that comes to it, with the numbers that follow from the call.
  /// \p Made itself if there is none.
  std::vector<KernelLaunch> asCalled(const KernelLaunch &Made) const;
  /// What concerns the kernels that \p Units define and that others launch, or
  /// come to by calls.
  CrossUnitLaunches concerning(const std::set<std::string> &Units) const;
  /// By which functions other units come to launches.
  std::set<std::string> entries() const;
  /// The units that define kernels or launch them.
  std::set<std::string> units() const;
  /// Forgets calls that come to no launch.
  void dropOtherCalls();
  /// Launches, or calls that may come to some.
  bool hasLaunches() const;

  /// The same as text; equal texts say the same.
  std::string text() const;
  /// What \p Text says, nothing if it was not written by `text`.
  static std::optional<CrossUnitLaunches> read(llvm::StringRef Text);

private:
  struct OfUnit {
    std::set<std::string> Defined;
    /// By kernel.
    std::map<std::string, std::vector<KernelLaunch>> Made;
    /// By function.
    std::map<std::string, std::vector<OutsideCall>> Calls;
  };
  std::vector<const OutsideCall *> callsOf(const std::string &Function) const;
  std::vector<OutsideCall> asCalled(const OutsideCall &Known, unsigned Depth,
                                    unsigned &Left) const;

  std::map<std::string, OfUnit> Units;
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_LAUNCHES_CROSSUNITLAUNCHES_H
