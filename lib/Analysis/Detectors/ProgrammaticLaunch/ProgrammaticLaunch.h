//===--- ProgrammaticLaunch.h - Programmatic dependent launch ---*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel launched with programmatic stream serialization may start while the
// kernels before it still run. Only its wait for the grids that it depends on
// orders their memory operations before its own (CUDA Programming Guide,
// "Programmatic Dependent Launch and Synchronization"; PTX ISA,
// "griddepcontrol"); the trigger that lets dependents start orders nothing.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_PROGRAMMATICLAUNCH_PROGRAMMATICLAUNCH_H
#define WARPLINT_ANALYSIS_DETECTORS_PROGRAMMATICLAUNCH_PROGRAMMATICLAUNCH_H

#include "Analysis/Detectors/ProgrammaticLaunch/DependentLaunches.h"
#include <vector>

namespace warplint {
class DeviceCode;
class KernelFacts;
class Term;
struct Event;
} // namespace warplint

namespace warplint::pdl {

/// Memory accessed before earlier kernels are done with it.
struct ProgrammaticLaunchFault {
  enum class Kind : uint8_t {
    NeverWaits, ///< The kernel is launched early and never waits.
    BeforeWait, ///< It accesses memory that earlier kernels may still use.
    OtherRole   ///< Threads that do not wait access what others wait for.
  };
  /// Why an earlier kernel may still use the memory.
  enum class Evidence : uint8_t {
    None,
    /// The launching function passes it to an earlier kernel, which writes it.
    Handed,
    Written, ///< This kernel writes it; an earlier one may still read it.
    InPlace, ///< This kernel reads it here and writes it elsewhere.
    Awaited  ///< This kernel also accesses it after the wait.
  };
  Kind K = Kind::NeverWaits;
  Evidence Why = Evidence::None;
  /// The access; for NeverWaits the first one to global memory, or to the
  /// memory passed on.
  const Event *Access = nullptr;
  /// The address that it touches: of a copy its source or its destination.
  const Term *Touched = nullptr;
  const Event *Wait = nullptr;    ///< Null for NeverWaits.
  const Event *Other = nullptr;   ///< Of InPlace and Awaited.
  const Event *Trigger = nullptr; ///< Of NeverWaits: lets dependents start.
  const clang::Expr *LaunchedAt = nullptr; ///< Of NeverWaits and Handed.
  const DependentLaunch::Handed *Earlier = nullptr; ///< Of Handed.
  /// Of Handed: the translation unit does not show whether the launch has the
  /// attribute.
  bool IsLaunchOpen = false;
};

/// Where interpreted host code launches \p Kernel with the attribute; null if
/// no such launch is known.
const clang::Expr *launchKnownEarly(const clang::FunctionDecl &Kernel,
                                    DeviceCode &Code);

/// At most one fault for each pointer that is accessed too early; a single one
/// for a kernel that never waits. \p Launches are those of the translation
/// unit; if it has none of the kernel, the attributes that interpreted host
/// code gives its launches count.
std::vector<ProgrammaticLaunchFault>
findProgrammaticLaunchFaults(const KernelFacts &Facts,
                             const DependentLaunches &Launches);

} // namespace warplint::pdl

#endif // WARPLINT_ANALYSIS_DETECTORS_PROGRAMMATICLAUNCH_PROGRAMMATICLAUNCH_H
