//===--- Explanation.h - Notes about branches and witnesses -----*- C++ -*-===//
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

#include "Analysis/Detectors/WarpCollectives/WarpAtPoint.h"
#include "Analysis/LaunchScenarios/Provenance.h"
#include "CudaModel/SyncOp.h"
#include "Finding/Finding.h"

namespace clang {
class FunctionDecl;
class Stmt;
} // namespace clang

namespace warplint::launches {
struct KernelLaunch;
} // namespace warplint::launches

namespace warplint {

class CallContext;
class KernelFacts;
class Node;
class Term;
struct Event;

/// Where a message about a statement in some call context points: the innermost
/// call on the call chain that the user wrote.
struct MessagePlace {
  const CallContext *Owner = nullptr; ///< The context that holds Site.
  const clang::Stmt *Site = nullptr;
  clang::SourceLocation Loc;
};

/// Writes notes about one kernel; \p Facts must outlive it.
class Explanation {
public:
  explicit Explanation(const KernelFacts &Facts) : Facts(Facts) {}

  /// Where to show \p S of the call context \p A: \p S itself if it is user
  /// code, otherwise the call that leads to it.
  MessagePlace inUserCode(const CallContext &A, const clang::Stmt *S) const;
  /// Where to show \p S of the call context \p A within the function of
  /// \p Frame: the call there that leads to \p S. As `inUserCode` if \p Frame
  /// is not among the callers of \p A.
  MessagePlace inFrame(const CallContext &A, const clang::Stmt *S,
                       const CallContext &Frame) const;

  /// Where the user decides that \p E happens: the call of a wrapper that does
  /// nothing else, otherwise as `inUserCode`.
  MessagePlace outsideWrappers(const Event &E) const;

  /// Adds to \p F how \p Branch divides threads of one \p S, the chain of
  /// reasons why its condition is divergent, and what that rests on. \p Reached
  /// is what the branch controls: what lies under it or is skipped by it.
  void addBranch(Finding &F, const Node &Branch, const MessagePlace &Reached,
                 Scope S) const;
  /// Adds to \p F two threads that take different successors of \p Branch, as a
  /// note and as `Finding::Shown`; nothing if no such threads could be
  /// computed.
  void addWitness(Finding &F, const Node &Branch) const;
  /// " in 'helper'" if \p At is the call that leads to \p E, otherwise empty.
  std::string calledIn(const MessagePlace &At, const Event &E) const;
  /// Adds the calls by which the kernel reaches \p At, the outermost first;
  /// calls in library code are left out.
  void addCallers(std::vector<Note> &Notes, const MessagePlace &At) const;
  /// Adds the calls from \p From, exclusive, down to \p E, and the note \p Last
  /// at \p E itself; calls in library code are left out.
  void addCalls(std::vector<Note> &Notes, const MessagePlace &From,
                const Event &E, llvm::StringRef Last) const;

private:
  void addReasons(std::vector<Note> &Notes, const Node &Branch, Scope S) const;
  /// Adds the calls that lead from \p Outer to \p Inner, without the one at
  /// \p Reported.
  void addCallsBetween(std::vector<Note> &Notes, const CallContext &Inner,
                       const CallContext &Outer,
                       const clang::Stmt *Reported) const;

  const KernelFacts &Facts;
};

/// "(1,0,0)".
std::string triple(const std::array<int64_t, 3> &Of);

/// Adds to \p F the note that its witness uses \p Launch, whose blocks
/// \p Blocks describes in words.
void addSeenIn(Finding &F, const launches::KernelLaunch &Launch,
               llvm::StringRef Blocks);

/// Sets Finding::Scenario of \p F to a launch with blocks of \p Block threads.
void setScenario(Finding &F, const scenarios::Provenance &From,
                 const std::array<int64_t, 3> &Block,
                 const std::array<int64_t, 3> &Grid = {0, 0, 0});

/// Where to insert a statement into \p F that runs right before the statement
/// of a block that holds \p S; nothing if an insertion is not enough (the only
/// statement of an `if`, a loop's condition, code of a macro).
std::optional<clang::SourceLocation>
startOfStatement(const clang::FunctionDecl &F, const clang::Stmt &S);

/// Adds to \p F, as a note and as its scenario, the lanes that reach a point,
/// in the launch that shows it, and the mask \p Mask that they use if it is not
/// 0.
void addLanes(Finding &F, const KernelFacts &Facts,
              const collectives::WarpAtPoint &At, LaneMask Mask);

/// "'name'" of the variable or member that \p Address lies in; "the object" if
/// it has no name.
std::string objectName(const Term *Address);

/// The threads that differ at scope \p S, for messages: "threads of one block".
std::string membersOf(Scope S);

} // namespace warplint

#endif // WARPLINT_DIAGNOSTICS_EXPLANATION_H
