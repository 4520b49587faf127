//===--- InstanceChoices.h - What template arguments choose -----*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Instances of one template mostly run equal code on different types and sizes.
// They differ by what their arguments choose in the part of the code that other
// threads can notice (synchronization, reads of the thread's identity, accesses
// to elements, and what calls such functions): which successor a branch on a
// constant takes (`if constexpr`), which function is called, enumerators
// (scopes and orders of atomics), volatile, and what is known of the launches
// except sizes. Pure computation chooses nothing: a conversion from half is as
// good as one from bfloat16.
//
// The combinations of choices can grow with those of template flags, the
// choices only with the source.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_KERNELFACTS_INSTANCECHOICES_H
#define WARPLINT_ANALYSIS_KERNELFACTS_INSTANCECHOICES_H

#include "Analysis/Program/DeviceCode.h"
#include <memory>
#include <set>

namespace warplint {

/// What was chosen in each function of a unit; see the top of this file.
class InstanceChoices {
public:
  /// \p Code must outlive this.
  explicit InstanceChoices(DeviceCode &Code) : Code(Code) {}

  /// A source location, and what template arguments chose there: the successor
  /// of a branch, the value of a switch, an enumerator, the function that is
  /// called (by its location; 0 if other threads notice nothing of it), or
  /// whether a variable is volatile. Location 0 has what is known of the
  /// launches.
  using Choice = std::pair<clang::SourceLocation::UIntTy, int64_t>;
  using Choices = std::set<Choice>;
  /// The choices made in \p Kernel and in all functions that it calls.
  Choices of(const clang::FunctionDecl &Kernel);

private:
  struct OfFunction {
    bool IsNoticed = false; ///< By other threads.
    std::vector<Choice> Made;
    llvm::SmallVector<const clang::FunctionDecl *, 4> Callees; ///< Noticed.
  };
  class Walk;
  const OfFunction &ofFunction(const clang::FunctionDecl &F);
  /// Bits for what is known of the launches of \p Kernel except sizes: whether
  /// there are any, whether the block size is known and at most a warp, and
  /// whether there are clusters.
  unsigned launchesOf(const clang::FunctionDecl &Kernel) const;

  DeviceCode &Code;
  // Looked up, never iterated.
  llvm::DenseMap<const clang::FunctionDecl *, std::unique_ptr<OfFunction>>
      Known;
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_KERNELFACTS_INSTANCECHOICES_H
