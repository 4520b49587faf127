//===--- ContractRemarks.h - Contracts that are not kept --------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_WORKFLOWS_LINT_CONTRACTREMARKS_H
#define WARPLINT_WORKFLOWS_LINT_CONTRACTREMARKS_H

#include "Report/Report.h"
#include "checks/RunChecks.h"
#include "clang-tidy/ClangTidyDiagnosticConsumer.h"

namespace warplint::lint {

/// Has the kernels judged if some contract of \p Unit promises a property:
/// changes \p Settings, and adds to \p Run the checks that it takes. Returns
/// whether it did.
bool judgePromises(const clang::ASTContext &Unit, CheckSettings &Settings,
                   std::vector<std::string> &Run);

/// Warns through \p Tidy of each promise of \p Made that is not kept, as \p
/// Resolved says, and of each mistake in a contract.
void remarkContracts(const UnitReport &Made,
                     llvm::ArrayRef<report::ReportedVerdict> Resolved,
                     clang::tidy::ClangTidyContext &Tidy);

} // namespace warplint::lint

#endif // WARPLINT_WORKFLOWS_LINT_CONTRACTREMARKS_H
