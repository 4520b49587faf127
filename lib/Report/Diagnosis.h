//===--- Diagnosis.h - Output of `warplint doctor` --------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_REPORT_DIAGNOSIS_H
#define WARPLINT_REPORT_DIAGNOSIS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace warplint::report {

/// A launch with unknown extents.
struct DiagnosedLaunch {
  std::string Place;                ///< File and line.
  std::vector<std::string> Extents; ///< Names of unknown ones: `grid.x`.
};

/// A kernel and what is known of its launches.
struct DiagnosedKernel {
  std::string Name;      ///< Qualified.
  unsigned Launches = 0; ///< In its own unit, equal ones counted once.
  /// Launches whose extents are all known, as numbers or as expressions.
  unsigned WholeLaunches = 0;
  std::vector<DiagnosedLaunch> Open; ///< Launches with unknown extents.
  /// Threads per block if all launches agree on them; 0 where unknown.
  std::array<uint32_t, 3> Block = {0, 0, 0};

  bool hasKnownBlock() const { return Block[0] && Block[1] && Block[2]; }
};

/// One command for one CUDA file.
struct DiagnosedUnit {
  std::string File;
  unsigned Capability = 0; ///< 90 for sm_90; 0 if the command has none.
  std::string Problem;     ///< Why it is not parsed whole, or empty.
  std::vector<std::string> Remarks; ///< Changes to its command.
  std::vector<DiagnosedKernel> Kernels;
};

/// Everything that `warplint doctor` prints.
struct Diagnosis {
  std::string Version;
  std::string Toolkit; ///< In words; empty if there is none.
  std::string ToolkitProblem;
  std::string FetchCommand; ///< Command that fetches headers, or empty.
  std::string Database;     ///< Where the commands come from.
  unsigned HostFiles = 0;   ///< Files of the database without CUDA.
  std::vector<std::string> MissingPrograms; ///< Of git and ninja.
  std::vector<DiagnosedUnit> Units;

  /// Whether a toolkit was found, there are units and every one is parsed
  /// whole.
  bool isHealthy() const;
};

/// Writes \p D as text: what is there, what is wrong, what to do next.
void writeDiagnosis(llvm::raw_ostream &OS, const Diagnosis &D);
/// Writes \p D as one JSON object.
void writeDiagnosisJson(llvm::raw_ostream &OS, const Diagnosis &D);

} // namespace warplint::report

#endif // WARPLINT_REPORT_DIAGNOSIS_H
