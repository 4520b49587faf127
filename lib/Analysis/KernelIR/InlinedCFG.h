//===--- InlinedCFG.h - One kernel with its calls inlined -------*- C++ -*-===//
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

#include "Analysis/KernelIR/Event.h"
#include "clang/Analysis/CFG.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/iterator.h"
#include "llvm/ADT/iterator_range.h"
#include <deque>
#include <memory>
#include <vector>

namespace warplint {

class DeviceCode;
class InlinedCFG;
class Limits;
class Term;

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

  /// The address of the object that a member function runs on, or of a lambda's
  /// closure; null for free functions. Set when Evaluation reaches the call.
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

/// Consecutive statements without a branch or an inlined call between them.
class Node {
public:
  enum class Ending : uint8_t {
    Fallthrough,
    Branch, ///< More than one successor, decided by `condition()`.
    Call,   ///< The successor is the entry of `callee()`.
    Return, ///< The exit of a call context; continues in the caller.
    Leave,  ///< `exit` in PTX: the successor is the exit of the root.
    Abort,  ///< trap, assertion failure: ends the launch.
    Exit    ///< The exit of the root.
  };

  unsigned id() const { return Id; }
  /// The index of this node in `InlinedCFG::order()`, ~0u if it has none. An
  /// edge to a node of equal or smaller position leads to the head of a loop.
  unsigned position() const { return Position; }
  const CallContext &owner() const { return *Owner; }
  const clang::CFGBlock &block() const { return *Block; }
  /// Elements [first, last) of `block()`.
  unsigned firstElement() const { return First; }
  unsigned lastElement() const { return Last; }
  Ending ending() const { return End; }
  const CallContext *callee() const { return Callee; }
  /// The call context that returns to the start of this node; mostly null.
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

  /// The events of this node in execution order; known after evaluation.
  std::vector<Event> Events;
  /// Value of `condition()`; known after evaluation, null if not reached.
  const Term *Branch = nullptr;
  /// Whether the evaluation reaches the node. A branch on a constant may leave
  /// successors unreached.
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

/// Walks over the events of nodes, one node after the other.
class EventIterator
    : public llvm::iterator_facade_base<
          EventIterator, std::forward_iterator_tag, const Event> {
public:
  EventIterator(Node *const *At, Node *const *End) : At(At), End(End) {
    skipNodes();
  }
  const Event &operator*() const { return (*At)->Events[Index]; }
  EventIterator &operator++() {
    ++Index;
    skipNodes();
    return *this;
  }
  bool operator==(const EventIterator &R) const {
    return At == R.At && Index == R.Index;
  }

private:
  void skipNodes() {
    for (; At != End && Index == (*At)->Events.size(); ++At)
      Index = 0;
  }

  Node *const *At, *const *End;
  size_t Index = 0; ///< Of the event in its node.
};

/// The control flow graph of one root function with its calls inlined. Owns its
/// nodes and call contexts.
class InlinedCFG {
public:
  /// Inlines the calls of \p Root, nested up to Budgets::CallDepth, as long as
  /// the graph has no more than Budgets::Nodes; functions that synchronize are
  /// still inlined into half as many nodes more. Bodies and their CFGs come
  /// from \p Code, which must outlive the graph. Null if the CFG of \p Root
  /// cannot be built.
  static std::unique_ptr<InlinedCFG> build(const clang::FunctionDecl &Root,
                                           DeviceCode &Code,
                                           const Limits &Within);

  const clang::FunctionDecl &root() const { return *Root; }
  Node &entry() const { return *Entry; }
  Node &exit() const { return *Exit; }
  std::deque<Node> &nodes() { return Nodes; }
  const std::deque<Node> &nodes() const { return Nodes; }
  /// The nodes from the entry on in topological order without back edges; a
  /// loop comes before the nodes after it.
  llvm::ArrayRef<Node *> order() const { return Order; }
  /// The events of all nodes in `order()`; known after evaluation.
  llvm::iterator_range<EventIterator> events() const {
    Node *const *End = Order.data() + Order.size();
    return {EventIterator(Order.data(), End), EventIterator(End, End)};
  }
  /// How many calls that could matter were not inlined, because a limit was hit
  /// or because a function that synchronizes calls itself.
  unsigned callsNotInlined() const { return LeftClosed; }
  const CallContext &rootContext() const { return Contexts.front(); }
  /// The call context of \p Call in \p A; null if \p Call is not inlined.
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
