//===--- InstanceShapes.h - Template instances of equal code ----*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Instances of one template mostly run equal code on different types and sizes.
// The shape of an instance is the part of its code that other threads can
// notice: synchronization, reads of the thread's identity and accesses to
// elements, nested in loops and branches, in source order, in the kernel and
// its callees. Also part of a shape: which successor a branch on a constant
// takes (`if constexpr`), enumerators (scopes and orders of atomics), volatile,
// and what is known of the launches except sizes. Pure computation is not: a
// conversion from half has the same shape as one from bfloat16.
//
// The number of shapes can grow with the combinations of template flags. The
// number of choices that shapes are made of grows only with the source.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_KERNELFACTS_INSTANCESHAPES_H
#define WARPLINT_ANALYSIS_KERNELFACTS_INSTANCESHAPES_H

#include "Analysis/Program/DeviceCode.h"
#include <map>
#include <memory>
#include <set>

namespace warplint {

/// Compares instances of kernel templates by the shape of their code.
class InstanceShapes {
public:
  /// \p Code must outlive this.
  explicit InstanceShapes(DeviceCode &Code) : Code(Code) {}

  /// A number for the shape of \p Kernel: equal for two kernels of a unit if
  /// and only if their shapes are equal. Numbers follow the order of calls.
  unsigned of(const clang::FunctionDecl &Kernel);

  /// A source location, and what template arguments chose there: the successor
  /// of a branch, the value of a switch, an enumerator, the function that is
  /// called (by its location), or 1 for volatile. AccessPath 0 has what is
  /// known of the launches.
  using Choice = std::pair<clang::SourceLocation::UIntTy, int64_t>;
  using Choices = std::set<Choice>;
  /// The choices made in \p Kernel and in all functions that it calls.
  Choices choicesOf(const clang::FunctionDecl &Kernel);

private:
  /// Kinds of steps of a shape; the comments name the number beside the kind.
  enum class Step : uint8_t {
    Control, ///< The class of a statement; it contains the steps up to `End`.
    End,
    Leave,     ///< A return.
    Operation, ///< A SyncKind.
    Identity,
    Element, ///< The class of the expression that names memory.
    Volatile,
    Number, ///< An enumerator or the value of a switch, or its index.
    Call    ///< The shape of the callee.
  };
  using Steps = std::vector<std::pair<Step, int64_t>>;
  struct OfFunction {
    unsigned Shape = 0; ///< 0: other threads notice nothing of the function.
    std::vector<Choice> Made;
    llvm::SmallVector<const clang::FunctionDecl *, 4> Callees;
  };
  class Walk;
  const OfFunction &ofFunction(const clang::FunctionDecl &F);
  unsigned numberOf(Steps Taken) {
    return Numbers.try_emplace(std::move(Taken), Numbers.size() + 1)
        .first->second;
  }
  /// Bits for what is known of the launches of \p Kernel except sizes: whether
  /// there are any, whether the block size is known and at most a warp, and
  /// whether there are clusters.
  unsigned launchesOf(const clang::FunctionDecl &Kernel) const;

  DeviceCode &Code;
  // Looked up, never iterated.
  std::map<Steps, unsigned> Numbers;
  llvm::DenseMap<const clang::FunctionDecl *, std::unique_ptr<OfFunction>>
      Known;
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_KERNELFACTS_INSTANCESHAPES_H
