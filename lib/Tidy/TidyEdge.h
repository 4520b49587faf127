//===--- TidyEdge.h - Findings and options at the edge to clang-tidy -*- C++
//-*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_TIDY_TIDYEDGE_H
#define WARPLINT_TIDY_TIDYEDGE_H

#include "checks/Check.h"
#include "clang-tidy/ClangTidyDiagnosticConsumer.h"
#include "clang-tidy/ClangTidyOptions.h"
#include "clang/Basic/Diagnostic.h"
#include <functional>

namespace warplint {

/// Starts a diagnostic of the given level; both paths into clang-tidy have one.
using DiagnosticStarter = std::function<clang::DiagnosticBuilder(
    clang::SourceLocation, llvm::StringRef Format,
    clang::DiagnosticIDs::Level)>;

/// Hands \p F to clang-tidy: the warning with its safe edits, then the notes;
/// unsafe edits ride on a note, which only `--fix-notes` applies.
void emit(const Finding &F, const DiagnosticStarter &Start);

/// Qualified name of the innermost function whose definition holds \p Loc, as
/// written (a template's, not an instance's), below \p TopLevel; empty if none
/// does.
std::string enclosingFunction(const clang::ASTContext &Context,
                              llvm::ArrayRef<clang::Decl *> TopLevel,
                              clang::SourceLocation Loc);

/// What a `.clang-tidy` says of warplint in its CheckOptions:
///   warplint.Wrappers   "ns::block_sync=__syncthreads;ns::fence=__threadfence"
///   warplint.BlockDim   "256" or "16,16"; for single kernels, too, as in
///                       "256;transpose=32,8"
///   warplint.GridDim    likewise
///   warplint.Modernize  "true" to report deprecated spellings too
///   warplint.Certainty  the least that is reported: "proven", "likely" (unless
///                       said), "model"
///   warplint.Effort     "low", "normal" or "high": the work a kernel is worth
/// Malformed values, other options whose names begin like these, and globs in
/// Checks that are meant for checks of ours and match none are told in
/// \p Problems, with the configuration file that holds them for the source
/// \p File, and ignored.
CheckSettings readSettings(const clang::tidy::ClangTidyOptions &Options,
                           llvm::StringRef File,
                           std::vector<std::string> &Problems);

/// Whether \p Globs, in clang-tidy's syntax, enable some check of ours.
bool matchesSomeCheck(llvm::StringRef Globs);

/// The globs in \p Checks that begin as the names of our checks and match none.
std::vector<std::string> globsForNothing(llvm::StringRef Checks);

/// "16,16" as extents; false if it is not one to three positive numbers.
bool parseExtents(llvm::StringRef Text, std::array<uint32_t, 3> &Extents);

/// Ids (without prefix) of the checks that \p Context enables.
std::vector<std::string>
enabledChecks(const clang::tidy::ClangTidyContext &Context);

} // namespace warplint

#endif // WARPLINT_TIDY_TIDYEDGE_H
