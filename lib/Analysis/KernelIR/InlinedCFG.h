//===--- InlinedCFG.h - One kernel with its calls inlined ---------*- C++
//-*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel and the device functions it calls as one flow graph: clang's CFG of
// each function, a copy per call site, calls replaced by edges. Context
// sensitivity, branches that a callee takes on its arguments and barriers that
// a callee holds then need no summaries: they are paths of this graph.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_KERNELIR_INLINEDCFG_H
#define WARPLINT_ANALYSIS_KERNELIR_INLINEDCFG_H

#include "Analysis/Expr/Term.h"
#include "clang/Analysis/CFG.h"
#include "llvm/ADT/SmallVector.h"
#include <deque>
#include <memory>
#include <vector>

namespace warplint {

class DeviceCode;
class InlinedCFG;

/// One call of one function, seen from the root. Owned by its InlinedCFG.
class CallContext {
public:
  const clang::FunctionDecl &function() const { return *Function; }
  /// Null for the root.
  const CallContext *caller() const { return Caller; }
  /// The call, construction or operator in the caller; null for the root.
  const clang::Expr *callSite() const { return CallSite; }
  unsigned depth() const { return Depth; }
  unsigned id() const { return Id; }
  bool isRoot() const { return !Caller; }

  /// The object a member function runs on, or the closure of a lambda, as an
  /// address; null for free functions. Set when the call is evaluated.
  mutable const Term *This = nullptr;

private:
  friend class InlinedCFG;
  friend class InlinedCFGBuilder;
  const clang::FunctionDecl *Function = nullptr;
  const CallContext *Caller = nullptr;
  const clang::Expr *CallSite = nullptr;
  unsigned Depth = 0;
  unsigned Id = 0;
};

enum class AccessKind : uint8_t { Read, Write, Atomic };

/// Something a thread does that other threads can notice. Filled in by the
/// evaluation, in execution order within a node.
struct Event {
  enum class Kind : uint8_t {
    Sync,   ///< A synchronization operation (`Op`).
    Access, ///< A memory access outside the thread's own locals.
    Unknown ///< A call whose body is not seen; it may synchronize.
  };
  Kind K = Kind::Unknown;
  AccessKind Access = AccessKind::Read;
  bool Volatile = false;
  uint32_t Bytes = 0; ///< Of an access; 0 if not known.
  /// The access happens only if this holds (`c ? a[i] : b[i]`); null: always.
  const Term *Under = nullptr;
  /// Owned by the DeviceCode. Operations on memory have an access beside the
  /// event of their own.
  const SyncOp *Op = nullptr;
  const clang::Stmt *Site = nullptr;
  const CallContext *Owner = nullptr;
  const Node *At = nullptr;
  const Term *Address = nullptr; ///< Accesses and operations on an object.
  const Term *Value = nullptr;   ///< Stored value, count of an init.
  const Term *Mask = nullptr;
  const Term *Select = nullptr;
  const Term *Id = nullptr, *Count = nullptr; ///< Of a named barrier.
  /// What tracks a copy; the completion function of a barrier object.
  const Term *Completion = nullptr;
  const Term *Width = nullptr; ///< Bytes of a copy.
};

/// A run of statements without a branch or an opened call inside.
class Node {
public:
  enum class Ending : uint8_t {
    Fallthrough,
    Branch, ///< More than one successor, decided by `condition()`.
    Call,   ///< The successor is the entry of `callee()`.
    Return, ///< The exit of an activation; continues in the caller.
    Leave,  ///< `exit` in PTX: the successor is the exit of the root.
    Abort,  ///< trap, assertion failure: ends the launch.
    Exit    ///< The exit of the root.
  };

  unsigned id() const { return Id; }
  /// Where it stands in `InlinedCFG::order()`. What goes from a node to one
  /// that does not stand behind it goes back to the head of a loop.
  unsigned position() const { return Position; }
  const CallContext &owner() const { return *Owner; }
  const clang::CFGBlock &block() const { return *Block; }
  /// Elements [first, last) of `block()`.
  unsigned firstElement() const { return First; }
  unsigned lastElement() const { return Last; }
  Ending ending() const { return End; }
  const CallContext *callee() const { return Callee; }
  /// The activation whose result this node starts by taking; null mostly.
  const CallContext *returnedFrom() const { return ReturnedFrom; }
  /// The statement that branches (if, loop, switch, &&, ...); may be null.
  const clang::Stmt *terminator() const { return Terminator; }
  const clang::Expr *condition() const { return Condition; }
  /// The node ends with a `return` before the end of its function.
  bool hasExplicitReturn() const { return ExplicitReturn; }

  /// Successors in the order of clang's CFG (true before false; cases in
  /// order of the switch); never null.
  llvm::ArrayRef<Node *> successors() const { return Successors; }
  llvm::ArrayRef<Node *> predecessors() const { return Predecessors; }

  /// What happens here; known after evaluation.
  std::vector<Event> Events;
  /// Value of `condition()`; known after evaluation, null if not reached.
  const Term *Branch = nullptr;
  /// Reached by the evaluation (a branch on a constant leaves successors unreached).
  bool Reached = false;

private:
  friend class InlinedCFGBuilder;
  unsigned Id = 0, Position = ~0u;
  const CallContext *Owner = nullptr;
  const clang::CFGBlock *Block = nullptr;
  unsigned First = 0, Last = 0;
  Ending End = Ending::Fallthrough;
  const CallContext *Callee = nullptr;
  const CallContext *ReturnedFrom = nullptr;
  const clang::Stmt *Terminator = nullptr;
  const clang::Expr *Condition = nullptr;
  bool ExplicitReturn = false;
  llvm::SmallVector<Node *, 2> Successors, Predecessors;
};

/// How far calls are inlined. Unrolled attention and sorting kernels have
/// 4000 to 12000 nodes, CUTLASS's for Hopper 46000: they take a second to six.
struct InliningLimits {
  unsigned Nodes = 48000;
  unsigned Depth = 48;
};

/// The opened flow graph of one root function.
class InlinedCFG {
public:
  /// Lays open \p Root. Bodies and their CFGs come from \p Code, which must
  /// outlive the program. Null if the root's CFG cannot be built.
  static std::unique_ptr<InlinedCFG> build(const clang::FunctionDecl &Root,
                                           DeviceCode &Code,
                                           const InliningLimits &Limits);

  const clang::FunctionDecl &root() const { return *Root; }
  Node &entry() const { return *Entry; }
  Node &exit() const { return *Exit; }
  std::deque<Node> &nodes() { return Nodes; }
  const std::deque<Node> &nodes() const { return Nodes; }
  /// From the entry, predecessors first, loops before what follows them.
  llvm::ArrayRef<Node *> order() const { return Order; }
  /// Calls that could matter and were not opened because a limit was hit.
  unsigned callsNotInlined() const { return LeftClosed; }
  const CallContext &rootContext() const { return Contexts.front(); }
  /// The activation opened for \p Call in \p A; null if the call is not open.
  const CallContext *opened(const CallContext &A,
                            const clang::Expr *Call) const;

private:
  friend class InlinedCFGBuilder;
  const clang::FunctionDecl *Root = nullptr;
  Node *Entry = nullptr, *Exit = nullptr;
  std::deque<Node> Nodes;
  std::deque<CallContext> Contexts;
  llvm::DenseMap<std::pair<unsigned, const clang::Expr *>, const CallContext *>
      Opened;
  std::vector<Node *> Order;
  unsigned LeftClosed = 0;
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_KERNELIR_INLINEDCFG_H
