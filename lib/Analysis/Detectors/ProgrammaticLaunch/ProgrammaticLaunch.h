//===--- ProgrammaticLaunch.h - Work beside earlier kernels -------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel that is launched with programmatic stream serialization may start
// while the kernels before it still run. Only the wait for the grids that it
// depends on orders their memory operations before its own (CUDA Programming
// Guide, "Programmatic Dependent Launch and Synchronization"; PTX ISA,
// "griddepcontrol"): the signal that lets dependents start orders nothing.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_PROGRAMMATICLAUNCH_PROGRAMMATICLAUNCH_H
#define WARPLINT_ANALYSIS_DETECTORS_PROGRAMMATICLAUNCH_PROGRAMMATICLAUNCH_H

#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/HostInterpreter/DependentLaunches.h"
#include <vector>

namespace warplint {

struct ProgrammaticLaunchFault {
  enum class Kind : uint8_t {
    NeverWaits, ///< The kernel is launched early and has no wait.
    BeforeWait, ///< Memory is touched that earlier kernels may still use.
    OtherRole   ///< Threads that do not wait touch what others wait for.
  };
  /// Why an earlier kernel may still use the memory.
  enum class Evidence : uint8_t {
    None,
    Handed,  ///< The launching function hands it to an earlier kernel to write.
    Written, ///< This kernel writes it: an earlier one may still read it.
    InPlace, ///< This kernel reads it here and writes it elsewhere.
    Awaited  ///< This kernel touches it behind the wait too.
  };
  Kind K = Kind::NeverWaits;
  Evidence Why = Evidence::None;
  /// What is touched; for NeverWaits the first touch of global memory, or of
  /// what is handed over.
  const Event *Access = nullptr;
  const Event *Wait = nullptr;             ///< Null for NeverWaits.
  const Event *Other = nullptr;            ///< InPlace, Awaited.
  const Event *Trigger = nullptr;          ///< NeverWaits: lets others start.
  const clang::Expr *LaunchedAt = nullptr; ///< NeverWaits, Handed.
  const DependentLaunch::Handed *Earlier = nullptr; ///< Handed.
  /// Handed: the unit does not show whether the launch has the attribute.
  bool IsLaunchOpen = false;
};

/// Where host code that was run launches \p Kernel with the attribute; null if
/// that is not known of any launch, but for those that \p Launches knows to be
/// never made.
const clang::Expr *launchKnownEarly(const clang::FunctionDecl &Kernel,
                                   DeviceCode &Code,
                                   const DependentLaunches &Launches);

/// At most one fault for each pointer that is touched too early; one in all for
/// a kernel that never waits. \p Launches are those of the unit; where there are
/// none of the kernel, what the host code that was run asks of its launches counts.
std::vector<ProgrammaticLaunchFault>
findProgrammaticLaunchFaults(const KernelFacts &Facts,
                         const DependentLaunches &Launches);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_DETECTORS_PROGRAMMATICLAUNCH_PROGRAMMATICLAUNCH_H
