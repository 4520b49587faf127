//===--- DivergenceReasons.h - Why a value is divergent ---------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_UNIFORMITY_DIVERGENCEREASONS_H
#define WARPLINT_ANALYSIS_UNIFORMITY_DIVERGENCEREASONS_H

#include "Analysis/SymbolicExecution/Evaluation.h"
#include "Analysis/Uniformity/Uniformity.h"
#include <string>
#include <vector>

namespace warplint {

/// One step from a divergent value back to the source of the divergence.
struct ReasonStep {
  enum class Kind : uint8_t {
    Assigned,   ///< `Variable` gets a varying value at `At`.
    Passed,     ///< Parameter `Variable` gets a varying argument at `At`.
    Chosen,     ///< `Variable` (may be null) gets different values because
                ///< threads take different successors at the branch `At`.
    Identity,   ///< `Source` ("threadIdx.x") is read at `At`.
    Address,    ///< Memory is read at an address that varies, at `At`.
    Interfered, ///< Memory is read while another thread may write it; `Other`
                ///< is the write.
    Returned,   ///< A called function returns a varying value at `At`.
    Operation,  ///< The result of `Source` ("atomicAdd()") differs by thread.
    Unknown     ///< `At` is not modelled.
  };
  Kind K = Kind::Unknown;
  const clang::ValueDecl *Variable = nullptr;
  const clang::Stmt *At = nullptr;
  const Event *Other = nullptr;
  std::string Source;
  bool ByWarp = false; ///< Lanes of one warp agree; different warps do not.
};

/// Why threads of one \p S can disagree on \p E as evaluated in the call
/// context \p A: the steps from \p E backwards to a source, at most \p Limit of
/// them. Empty if the threads agree or \p E was not evaluated; one step of kind
/// Unknown if no reason is known.
std::vector<ReasonStep> explain(const Evaluation &Values,
                                const Uniformity &Agreement, DeviceCode &Code,
                                const CallContext &A, const clang::Expr &E,
                                Scope S, unsigned Limit = 8);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_UNIFORMITY_DIVERGENCEREASONS_H
