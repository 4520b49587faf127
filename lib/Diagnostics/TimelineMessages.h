//===--- TimelineMessages.h - Sync maps of findings -------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_DIAGNOSTICS_TIMELINEMESSAGES_H
#define WARPLINT_DIAGNOSTICS_TIMELINEMESSAGES_H

#include "Finding/Finding.h"
#include <string>

namespace clang {
class ASTContext;
class Stmt;
} // namespace clang

namespace warplint::timeline {
struct TimelineQuestion;
} // namespace warplint::timeline

namespace warplint {

class KernelFacts;
struct Event;

/// The barrier intervals that \p Asked asks for, as a finding carries them.
/// \p Object and \p Element are names without quotes, or empty.
SyncMap mapOf(const KernelFacts &Facts, const timeline::TimelineQuestion &Asked,
              std::string Object, std::string Element);

/// The sync map for a finding \p F about which threads reach \p Barrier: in the
/// block of F's witness, else in an example block that the kernel may be
/// launched with.
SyncMap mapOfBarrier(const Finding &F, const KernelFacts &Facts,
                     const Event &Barrier);

/// What \p Access does, as a message says it: "reads", "writes", "copies to"
/// ...
llvm::StringRef verbOf(const Event &Access);

/// The source of \p S in one line; longer text is cut.
std::string sourceOf(const clang::Stmt &S, const clang::ASTContext &Context);

} // namespace warplint

#endif // WARPLINT_DIAGNOSTICS_TIMELINEMESSAGES_H
