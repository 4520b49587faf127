//===--- TidyEdge.h - Findings and options of clang-tidy --------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_TIDY_TIDYEDGE_H
#define WARPLINT_TIDY_TIDYEDGE_H

#include "checks/RunChecks.h"
#include "clang-tidy/ClangTidyDiagnosticConsumer.h"
#include "clang-tidy/ClangTidyOptions.h"
#include "clang/Basic/Diagnostic.h"
#include <functional>

namespace warplint::edge {

/// Starts a diagnostic of the given level. Our own program and the plugin each
/// have one.
using DiagnosticStarter = std::function<clang::DiagnosticBuilder(
    clang::SourceLocation, llvm::StringRef Format,
    clang::DiagnosticIDs::Level)>;

/// Reports \p F to clang-tidy: the warning with its safe edits, then the notes;
/// unsafe edits are attached to a note, which only `--fix-notes` applies.
void emit(const Finding &F, const DiagnosticStarter &Start);

/// Qualified name of the innermost function below \p TopLevel whose definition
/// contains \p Loc, as written (of the template, not the instance); empty if
/// there is none.
std::string enclosingFunction(const clang::ASTContext &Context,
                              llvm::ArrayRef<clang::Decl *> TopLevel,
                              clang::SourceLocation Loc);

/// The settings of warplint in the CheckOptions of a `.clang-tidy` file:
///
///   warplint.Wrappers   "ns::block_sync=__syncthreads;ns::fence=__threadfence"
///   warplint.BlockDim   "256" or "16,16"; for single kernels, too, as in
///                       "256;transpose=32,8"
///   warplint.GridDim    likewise
///   warplint.Modernize  "true" to report deprecated spellings too
///   warplint.Certainty  the least that is reported: "proven", "likely" (the
///                       default), "possible", "model"
///   warplint.Effort     "low", "normal" or "high": the budgets of a kernel
///   warplint.Assume     "no-distinct-indices,no-own-part", "none": see
///                       AssumptionSet
///   warplint.Contracts  "turn=proven(shared-race-free);ns::scale=assume(n >
///   0)":
///                       see Verdicts/Contracts.h
///
/// Malformed values, unknown options whose names begin like these, and globs in
/// Checks that are meant for our checks and match none are ignored and reported
/// in \p Problems, with the configuration file that has them for the source
/// \p File.
CheckSettings readSettings(const clang::tidy::ClangTidyOptions &Options,
                           llvm::StringRef File,
                           std::vector<std::string> &Problems);

/// The name under which promises of contracts that are not kept are warned of;
/// no check, and no findings.
inline constexpr llvm::StringLiteral ContractName = "warplint-contract";

/// Whether \p Globs, in clang-tidy's syntax, enable any check of ours, or
/// ContractName.
bool matchesSomeCheck(llvm::StringRef Globs);

/// The globs in \p Checks that begin like names of our checks, or of rules of
/// the project if \p OwnRules names all there are, and match none.
std::vector<std::string>
globsForNothing(llvm::StringRef Checks,
                std::optional<std::vector<std::string>> OwnRules = {});

/// Parses "16,16" into \p Extents; false if \p Text is not one to three
/// positive numbers.
bool parseExtents(llvm::StringRef Text, std::array<uint32_t, 3> &Extents);

/// Ids (without prefix) of the checks that \p Context enables.
std::vector<std::string>
enabledChecks(const clang::tidy::ClangTidyContext &Context);

} // namespace warplint::edge

#endif // WARPLINT_TIDY_TIDYEDGE_H
