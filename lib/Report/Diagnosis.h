//===--- Diagnosis.h - What warplint sees of a project -------- -*- C++ -*-===//
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

namespace warplint {

/// A launch of which something is not known.
struct DiagnosedLaunch {
  std::string Place;                ///< File and line.
  std::vector<std::string> Extents; ///< That are not known: `grid.x`.
};

/// A kernel as the doctor sees it.
struct DiagnosedKernel {
  std::string Name;      ///< Qualified.
  unsigned Launches = 0; ///< In its own unit, those alike counted once.
  /// Those of which all extents are known, as numbers or as what they are
  /// computed from.
  unsigned WholeLaunches = 0;
  std::vector<DiagnosedLaunch> Open; ///< The others.
  /// Threads per block on which all of them agree; 0 where unknown.
  std::array<uint32_t, 3> Block = {0, 0, 0};

  bool hasKnownBlock() const { return Block[0] && Block[1] && Block[2]; }
};

/// One command for one CUDA file.
struct DiagnosedUnit {
  std::string File;
  unsigned Capability = 0; ///< 90 for sm_90; 0 if the command has none.
  std::string Problem;     ///< Why it is not parsed whole; empty if it is.
  std::vector<std::string> Remarks; ///< What was changed in its command.
  std::vector<DiagnosedKernel> Kernels;
};

/// What `warplint doctor` says.
struct Diagnosis {
  std::string Version;
  std::string Toolkit; ///< In words; empty if there is none.
  std::string ToolkitProblem;
  std::string FetchCommand; ///< What fetches the headers; empty if unknown.
  std::string Database;     ///< Where the commands come from.
  unsigned HostFiles = 0;   ///< Of the database, without CUDA.
  std::vector<std::string> MissingPrograms; ///< That some commands run.
  std::vector<DiagnosedUnit> Units;

  bool isHealthy() const;
};

/// For people: what is there, what is wrong, what to do next.
void writeDiagnosis(llvm::raw_ostream &OS, const Diagnosis &D);
/// The same as one JSON object.
void writeDiagnosisJson(llvm::raw_ostream &OS, const Diagnosis &D);

} // namespace warplint

#endif // WARPLINT_REPORT_DIAGNOSIS_H
