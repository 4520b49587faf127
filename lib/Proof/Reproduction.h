//===--- Reproduction.h - A program that shows one finding -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes one source file that launches a kernel as the witness of a finding
// says, records whether the two threads meet, and looks whether a result
// depends on which threads are late: for a kernel without a program at hand,
// and for reports to those who own the code.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_PROOF_REPRODUCTION_H
#define WARPLINT_PROOF_REPRODUCTION_H

#include "Proof/Instrument.h"
#include "llvm/Support/Error.h"

namespace warplint::proof {

/// The source, or why there can be none: nothing that can be launched or called
/// reaches the place. \p Unit was instrumented for a plan that holds nothing
/// but \p F, without a recorder to include, and with points. What could not be
/// recorded or set is named in its first comment. \p Arguments: the unit's
/// command for clang.
llvm::Expected<std::string>
reproductionOf(const report::ReportedFinding &F, const RecordingPlan &Plan,
               const InstrumentedUnit &Unit, clang::ASTContext &Context,
               llvm::ArrayRef<std::string> Arguments);

} // namespace warplint::proof

#endif // WARPLINT_PROOF_REPRODUCTION_H
