//===--- CrossUnitLaunches.h - Launches across units ------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel is often launched by another unit than the one that defines it, or
// by a function that gets its extents from another unit. Each unit records its
// launches and its calls of functions that other units define as lines of text;
// the other units read from them what concerns their kernels.
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
class Limits;
} // namespace warplint

namespace warplint::launches {

/// A call of a function that the calling unit does not define. The function may
/// reach a launch (see HostCall).
struct OutsideCall {
  LaunchConstraint Fact;
  std::string Place; ///< File and line of the call.
};

/// The launches and calls of the units of a build, by unit. Kernels and
/// functions are named by buildNameOf, units by mainFileOf.
class CrossUnitLaunches {
public:
  /// Records that \p Unit has the body of \p Kernel.
  void define(const std::string &Kernel, const std::string &Unit);
  /// Records that \p Unit launches \p Kernel at \p Place, file and line.
  void add(const std::string &Kernel, const std::string &Unit,
           KernelLaunch Launch, std::string Place);
  /// Records that \p Unit calls \p Function, which another unit may define.
  /// Calls with equal constraints count once. After the first 16 calls of one
  /// function by one unit, the others become one call of which nothing is
  /// known.
  void addCall(const std::string &Function, const std::string &Unit,
               OutsideCall Call);
  /// Adds everything that \p Other holds.
  void add(const CrossUnitLaunches &Other);

  /// The launches of \p Kernel by all units but \p Own, each specialized by
  /// `asCalled`; ordered by the name of the unit, then in the order in which
  /// the unit makes them.
  std::vector<KernelLaunch> of(llvm::StringRef Kernel, llvm::StringRef Own,
                               const Limits &Within) const;
  /// \p Made specialized to the calls of its entry by other units: one launch
  /// for each call (through at most Budgets::CallUnits) that can reach it, with
  /// the numbers that follow from the call. Also \p Made itself if a limit cut
  /// off some calls, or if no call reaches it and the unit itself makes the
  /// launch (see OnlyAsCalled).
  std::vector<KernelLaunch> asCalled(const KernelLaunch &Made,
                                     const Limits &Within) const;
  /// The part that matters to the units \p Units: launches by other units of
  /// the kernels that these define, and the calls by which those launches and
  /// their own are reached.
  CrossUnitLaunches concerning(const std::set<std::string> &Units) const;
  /// The names of all functions through which calls of other units reach a
  /// launch.
  std::set<std::string> entries() const;
  /// The names of all units of which something is recorded.
  std::set<std::string> units() const;
  /// Removes the calls of functions that are not `entries`.
  void dropOtherCalls();
  /// True if any unit launches a kernel or calls a function that may launch
  /// one.
  bool hasLaunches() const;

  /// All of this as lines of text; objects with equal content give equal texts.
  std::string text() const;
  /// The object that \p Text was written from; nothing if \p Text is not what
  /// `text` writes.
  static std::optional<CrossUnitLaunches> read(llvm::StringRef Text);

private:
  struct OfUnit {
    std::set<std::string> Defined;
    /// By the name of the kernel.
    std::map<std::string, std::vector<KernelLaunch>> Made;
    /// By the name of the callee.
    std::map<std::string, std::vector<OutsideCall>> Calls;
  };
  std::vector<const OutsideCall *> callsOf(const std::string &Function) const;
  struct Following;
  std::vector<OutsideCall> asCalled(const OutsideCall &Known,
                                    Following &Now) const;

  std::map<std::string, OfUnit> Units;
};

} // namespace warplint::launches

#endif // WARPLINT_ANALYSIS_LAUNCHES_CROSSUNITLAUNCHES_H
