//===--- Points.h - Where a thread can be made late -------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A reproduction, or a run under --stress, makes threads late before statements
// of the functions that a finding names (recorder/points.h, recorder/delays.h).
// This finds those statements.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_PROOF_POINTS_H
#define WARPLINT_PROOF_POINTS_H

#include "Report/Report.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/Analysis/CallGraph.h"
#include <map>
#include <set>
#include <string>
#include <vector>

namespace warplint::proof {

/// A place in front of a statement.
struct DelayPoint {
  clang::SourceLocation At;
  unsigned Line = 0;
  bool OfFinding = false; ///< The statement is the innermost of a place.
};

/// Calls \p Do with the place of \p F, of the threads that show it, and of the
/// operations that take part, which may be the same.
void eachPlace(const report::ReportedFinding &F,
               llvm::function_ref<void(const report::ReportedPlace &)> Do);

/// The lines that \p F names: its own, those of its threads and operations.
/// Only lines of its own file.
std::vector<unsigned> linesOf(const report::ReportedFinding &F);

/// Bodies of functions.
using BodySet = std::set<clang::SourceLocation>;

/// Lines of files.
using PlaceLines = std::map<clang::FileID, std::vector<unsigned>>;

/// In the order of the source: the statements of functions that hold one of \p
/// Lines, and of kernels in those files whose bodies begin at one of \p
/// Kernels. Statements that a macro makes whole and functions that the compiler
/// may run are left out.
std::vector<DelayPoint> findPoints(clang::ASTContext &Context,
                                   const PlaceLines &Lines,
                                   const BodySet &Kernels);

/// What is inserted takes registers: without a bound a kernel may need so many
/// that its largest blocks start no more (CUDA Programming Guide, "Launch
/// Bounds"). The place for `boundOfLaunch()`; invalid if \p Kernel has a bound,
/// or runs a function of another unit: that one keeps its registers, and the
/// linker takes no kernel that calls one with more than it may have itself.
clang::SourceLocation placeOfBound(const clang::FunctionDecl &Kernel,
                                   clang::CallGraph &Calls,
                                   const clang::SourceManager &SM);
/// Calls \p Each with each function that \p From runs, itself among them, as it
/// is defined; where the unit has no definition, as it is declared. Ends when
/// \p Each returns true, and then is true.
bool anyRun(const clang::FunctionDecl &From, clang::CallGraph &Calls,
            llvm::function_ref<bool(const clang::FunctionDecl &)> Each);
/// "__launch_bounds__(1024) ".
std::string boundOfLaunch();

} // namespace warplint::proof

#endif // WARPLINT_PROOF_POINTS_H
