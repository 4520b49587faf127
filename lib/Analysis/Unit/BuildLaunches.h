//===--- BuildLaunches.h - What the units of a build launch -----*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel is often launched by another unit than the one that defines it. What
// each unit launches is kept as lines of text, from which the others read what
// concerns their kernels.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_UNIT_BUILDLAUNCHES_H
#define WARPLINT_ANALYSIS_UNIT_BUILDLAUNCHES_H

#include "Analysis/Unit/Launches.h"
#include "llvm/ADT/StringRef.h"
#include <map>
#include <set>
#include <string>

namespace warplint {

/// Names \p Kernel in the whole build: by its mangled name and, if other units
/// cannot see it, the unit.
std::string launchKeyOf(const clang::FunctionDecl &Kernel);

/// The path of the file that the unit is made from.
std::string mainFileOf(const clang::ASTContext &Context);

/// Where \p Site is, as messages say it: "run.cu:40".
std::string placeOf(const clang::Expr &Site, const clang::ASTContext &Context);

class BuildLaunches {
public:
  /// \p Unit has the body of \p Kernel.
  void define(const std::string &Kernel, const std::string &Unit);
  /// \p Unit launches \p Kernel at \p Place.
  void add(const std::string &Kernel, const std::string &Unit,
           KernelLaunch Launch, std::string Place);
  /// Everything that \p Other holds.
  void add(const BuildLaunches &Other);

  /// The launches of \p Kernel by all units but \p Own, by the names of the
  /// units and in the order in which each makes them.
  std::vector<KernelLaunch> of(llvm::StringRef Kernel,
                               llvm::StringRef Own) const;
  /// What concerns the kernels that \p Units define and that others launch.
  BuildLaunches concerning(const std::set<std::string> &Units) const;
  /// The units that define kernels or launch them.
  std::set<std::string> units() const;
  bool hasLaunches() const;

  /// The same as text; equal texts say the same.
  std::string text() const;
  /// What \p Text says, nothing if it was not written by `text`.
  static std::optional<BuildLaunches> read(llvm::StringRef Text);

private:
  struct OfUnit {
    std::set<std::string> Defined;
    /// By kernel.
    std::map<std::string, std::vector<KernelLaunch>> Made;
  };
  std::map<std::string, OfUnit> Units;
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_UNIT_BUILDLAUNCHES_H
