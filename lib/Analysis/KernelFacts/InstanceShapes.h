//===--- InstanceShapes.h - Instances with the same code --------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Instances of one template mostly run the same code on other types and sizes.
// The shape of an instance is what of its code its arguments have decided and
// other threads can notice: in the order of the source, synchronization, reads
// of who the thread is, and accesses to elements, in loops and branches, in it
// and in all that it calls. Of `if constexpr`, and of other branches on
// constants, the successor that is taken counts. So do enumerators (scopes and orders
// of atomics are such), whether data are volatile, and what is known of the
// launches but for sizes. What only computes has no shape: a conversion from
// half is the same as one from bfloat16.
//
// Whole shapes can be as many as flags have combinations. The choices that they
// are made of can not: their number grows with the source.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_KERNELFACTS_INSTANCESHAPES_H
#define WARPLINT_ANALYSIS_KERNELFACTS_INSTANCESHAPES_H

#include "Analysis/Program/DeviceCode.h"
#include <map>
#include <memory>
#include <set>

namespace warplint {

class InstanceShapes {
public:
  explicit InstanceShapes(DeviceCode &Code) : Code(Code) {}

  /// The same number for two kernels of a unit if and only if they have the
  /// same shape. Numbers are given in the order of the questions.
  unsigned of(const clang::FunctionDecl &Kernel);

  /// What arguments have chosen, by its place: a successor of a branch, what a switch
  /// asks for, an enumerator, which of several functions is called, volatile; at
  /// no place what is known of the launches.
  using Choice = std::pair<clang::SourceLocation::UIntTy, int64_t>;
  using Choices = std::set<Choice>;
  /// Those of \p Kernel and of all that it calls.
  Choices choicesOf(const clang::FunctionDecl &Kernel);

private:
  /// What kinds of steps are told apart by, with what says which one it is.
  enum class Step : uint8_t {
    Control, ///< Its statement's class; holds the steps up to its end.
    End,
    Leave,     ///< A return.
    Operation, ///< A SyncKind.
    Identity,
    Element, ///< The class of the expression that names memory.
    Volatile,
    Number,
    Call ///< The number of a shape.
  };
  using Steps = std::vector<std::pair<Step, int64_t>>;
  struct OfFunction {
    unsigned Shape = 0; ///< 0: other threads notice nothing of it.
    std::vector<Choice> Made;
    llvm::SmallVector<const clang::FunctionDecl *, 4> Callees;
  };
  class Walk;
  const OfFunction &ofFunction(const clang::FunctionDecl &F);
  unsigned numberOf(Steps Taken) {
    return Numbers.try_emplace(std::move(Taken), Numbers.size() + 1)
        .first->second;
  }
  /// What is known of the launches of \p Kernel, but for sizes.
  unsigned launchesOf(const clang::FunctionDecl &Kernel) const;

  DeviceCode &Code;
  // Looked up, never iterated.
  std::map<Steps, unsigned> Numbers;
  llvm::DenseMap<const clang::FunctionDecl *, std::unique_ptr<OfFunction>>
      Known;
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_KERNELFACTS_INSTANCESHAPES_H
