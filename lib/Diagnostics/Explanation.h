//===--- Explanation.h - Facts in the user's words -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Turns reasons, branches, call chains and witnesses into notes, so that all
// checks say the same thing in the same words.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_DIAGNOSTICS_EXPLANATION_H
#define WARPLINT_DIAGNOSTICS_EXPLANATION_H

#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/Detectors/WarpCollectives/Lanes.h"
#include "Finding/Finding.h"

namespace warplint {

/// Where to show something that happens at \p S in \p A: the innermost call on
/// the path there that the user wrote.
struct MessagePlace {
  const CallContext *Owner = nullptr;
  const clang::Stmt *Site = nullptr;
  clang::SourceLocation Loc;
};

class Explanation {
public:
  explicit Explanation(const KernelFacts &Facts) : Facts(Facts) {}

  /// \p S itself if it is user code, otherwise the call that leads there.
  MessagePlace inUserCode(const CallContext &A, const clang::Stmt *S) const;
  /// Like `inUserCode`, but in the function of \p Frame if that is on the path.
  MessagePlace inFrame(const CallContext &A, const clang::Stmt *S,
                  const CallContext &Frame) const;

  /// Where the user decides that \p E happens: the call of a wrapper that does
  /// nothing else, otherwise like `inUserCode`.
  MessagePlace outsideWrappers(const Event &E) const;

  /// How \p Branch divides threads of one \p S, and the chain of reasons;
  /// \p Reached is what lies under the branch or is skipped by it.
  void addBranch(std::vector<Note> &Notes, const Node &Branch,
                 const MessagePlace &Reached, Scope S) const;
  /// Two threads that part at \p Branch, in words and as data, if they can be
  /// computed.
  void addWitness(Finding &F, const Node &Branch) const;
  /// " in 'helper'" if \p At is the call that leads to \p E, otherwise empty.
  std::string calledIn(const MessagePlace &At, const Event &E) const;
  /// The calls by which the kernel comes to \p At, the outermost first; library
  /// code is left out.
  void addCallers(std::vector<Note> &Notes, const MessagePlace &At) const;
  /// The calls from \p From, exclusive, down to \p E, and \p Last at \p E
  /// itself; library code is left out.
  void addCalls(std::vector<Note> &Notes, const MessagePlace &From, const Event &E,
                llvm::StringRef Last) const;

private:
  void addReasons(std::vector<Note> &Notes, const Node &Branch, Scope S) const;
  /// Those that lead from \p Outer to \p Inner, but for \p Reported.
  void addCallsBetween(std::vector<Note> &Notes, const CallContext &Inner,
                       const CallContext &Outer, const clang::Stmt *Reported) const;

  const KernelFacts &Facts;
};

/// "(1,0,0)".
std::string triple(const std::array<int64_t, 3> &Of);

/// Says that what \p F shows is seen in \p Launch, which has \p Blocks.
void addSeenIn(Finding &F, const KernelLaunch &Launch, llvm::StringRef Blocks);

/// Where to insert a statement into \p F that runs right before the one that
/// holds \p S; nothing if that needs more than an insertion (the only statement
/// of an `if`, a loop's condition, code of a macro).
std::optional<clang::SourceLocation>
startOfStatement(const clang::FunctionDecl &F, const clang::Stmt &S);

/// Which lanes come to a point, in the launch that shows it, and the mask they
/// use if it is not 0.
std::string lanesThatCome(const WarpAtPoint &At, LaneMask Mask);

/// "'name'" of the variable or member that \p Address lies in; "the object" if
/// it has no name.
std::string objectName(const Term *Address);

/// "threads of one block", "blocks of the grid" ... as they differ below \p S.
std::string membersOf(Scope S);

} // namespace warplint

#endif // WARPLINT_DIAGNOSTICS_EXPLANATION_H
