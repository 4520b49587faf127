//===--- GpuTarget.h - GPUs that a unit is compiled for ---------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A command may name several targets. The code of one is analysed; what the
// target decides is judged for each. Another kind of GPU is a kernel language,
// targets of its own and a case for each feature here.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_TARGET_GPUTARGET_H
#define WARPLINT_TARGET_GPUTARGET_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace clang {
class LangOptions;
class TargetInfo;
} // namespace clang

namespace warplint {

/// A language of kernels that the model describes.
enum class KernelLanguage : uint8_t { Cuda };

/// The language of the kernels of a unit with \p Options; nothing if it has
/// none, or such that the model does not describe (HIP).
std::optional<KernelLanguage>
kernelLanguageOf(const clang::LangOptions &Options);

/// A compute capability. Ordered by capability; of one capability, the variant
/// with architecture-specific features ('a') is greater than the
/// family-specific one ('f'), and that is greater than the plain one.
struct GpuTarget {
  unsigned Capability = 0; ///< 90 for sm_90 and compute_90.
  char Variant = 0;        ///< 'a', 'f' or 0.

  /// "sm_90a".
  std::string str() const;
  bool operator<(const GpuTarget &Other) const;
  bool operator==(const GpuTarget &Other) const {
    return Capability == Other.Capability && Variant == Other.Variant;
  }
};

/// Parses `sm_90a`, `compute_90`, `lto_90` or CMake's bare `90-real`; nothing
/// for other names.
std::optional<GpuTarget> parseGpuTarget(llvm::StringRef Name);

/// A macro that shows whoever parses a command of all of its targets \p All:
/// clang itself has a single one.
std::string macroNaming(llvm::ArrayRef<GpuTarget> All);
/// The targets that macroNaming put among \p Macros, those of clang's options
/// for the preprocessor (true: undefined); none if it did not.
std::vector<GpuTarget>
namedTargets(llvm::ArrayRef<std::pair<std::string, bool>> Macros);

/// What some targets have and older ones lack.
enum class GpuFeature : uint8_t {
  /// Lanes of a warp are scheduled on their own, shuffles and votes need a
  /// mask, and block barriers wait for non-exited threads only (CUDA
  /// Programming Guide, "Compute Capability 7.x", "Independent Thread
  /// Scheduling").
  IndependentThreadScheduling,
  /// Blocks form clusters, and grids may overlap with those that they depend on
  /// (CUDA Programming Guide, "Thread Block Clusters", "Programmatic Dependent
  /// Launch and Synchronization").
  ThreadBlockClusters
};

/// The oldest target that has \p Feature.
GpuTarget firstWith(GpuFeature Feature);

/// The targets that a unit is compiled for; empty if they are none of NVIDIA's.
class GpuTargets {
public:
  GpuTargets() = default;
  /// \p Parsed is what clang parses for; \p Named are the targets of the
  /// command if there are several. The code that is analysed is that of the
  /// newest: \p Parsed is it, or what clang knows of it.
  GpuTargets(const clang::TargetInfo &Parsed, std::vector<GpuTarget> Named);

  /// In rising order.
  llvm::ArrayRef<GpuTarget> all() const { return All; }
  /// The target whose code is analysed; there is one.
  GpuTarget analysed() const { return All.back(); }
  /// Those that have \p Feature, or lack it, in rising order.
  llvm::ArrayRef<GpuTarget> with(GpuFeature Feature) const;
  llvm::ArrayRef<GpuTarget> without(GpuFeature Feature) const;

private:
  std::vector<GpuTarget> All;
};

} // namespace warplint

#endif // WARPLINT_TARGET_GPUTARGET_H
