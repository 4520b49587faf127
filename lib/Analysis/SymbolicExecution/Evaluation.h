//===--- Evaluation.h - Symbolic execution of a kernel ----------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Executes an InlinedCFG on terms to a fixpoint. Where paths join with
// different values at an address, the value becomes a phi, whose incoming
// definitions are kept in Phis. The result is in SSA form: every expression of
// every call context has one term.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_SYMBOLICEXECUTION_EVALUATION_H
#define WARPLINT_ANALYSIS_SYMBOLICEXECUTION_EVALUATION_H

#include "Analysis/KernelIR/InlinedCFG.h"
#include "Analysis/KernelIR/Phis.h"
#include "Analysis/KernelIR/State.h"
#include "Analysis/Program/DeviceCode.h"
#include "Analysis/SymbolicExecution/ArrayFillLoops.h"
#include "Analysis/SymbolicExecution/CopiedFields.h"
#include "Analysis/SymbolicExecution/Induction.h"
#include "Analysis/SymbolicExecution/OwnSlots.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"

namespace warplint {

/// The evaluation of one kernel and its results. Also fills `Node::Events`,
/// `Node::Branch` and `Node::Reached` of the InlinedCFG. Refers to all
/// arguments of the constructor. Results may be asked for after run() returned
/// true.
class Evaluation {
public:
  Evaluation(InlinedCFG &P, DeviceCode &Code, TermArena &Arena);

  /// Runs to the fixpoint. False if the arena's work is used up, or if a node
  /// had more than Budgets::VisitsPerNode; the results are then unusable.
  /// Every address gets at most one phi per node, so that visits are few, but
  /// those of nested loops multiply: an unrolled attention kernel takes 74.
  bool run();

  /// The budgets of the kernel.
  const Limits &limits() const { return Arena.limits(); }
  const AssumptionUses &assumptions() const { return Arena.assumptions(); }

  /// The value of a prvalue or the address of a glvalue \p E in the call
  /// context \p A; null if \p E was never evaluated.
  const Term *valueOf(const CallContext &A, const clang::Expr *E) const {
    return Values.lookup({A.id(), E});
  }
  /// The definition that \p Read, an lvalue-to-rvalue conversion, took from a
  /// thread's own variable; null if it read other memory or was not evaluated.
  const Definition *definitionRead(const CallContext &A,
                                   const clang::Expr *Read) const {
    auto Found = Reads.find({A.id(), Read});
    return Found == Reads.end() ? nullptr : &Found->second;
  }
  /// The incoming values of \p Phi; empty for a term that is no phi.
  llvm::ArrayRef<Incoming> incoming(const Term *Phi) const {
    return Meeting.incoming(Phi);
  }
  const Phis &joins() const { return Meeting; }
  /// The only value that \p Phi can have, or \p Phi itself if it can have more
  /// than one.
  const Term *resolved(const Term *Phi) const {
    const Term *Value = Resolved.lookup(Phi);
    return Value ? Value : Phi;
  }
  /// The terms of the program's own expressions, events and phis, each once, in
  /// the order of the program. Terms that other analyses made are not among
  /// them, so evidence about the program is looked for here.
  llvm::ArrayRef<const Term *> programTerms() const;
  const Inductions &inductions() const { return Loops; }
  /// The synchronization operation that made \p Made; null if another statement
  /// did.
  const Event *operationOf(const SiteTerm &Made) const;
  /// The events of the statement that made \p Made, in its call context.
  llvm::ArrayRef<const Event *> eventsOf(const SiteTerm &Made) const;
  /// The reads that gave \p Load.
  llvm::SmallVector<const Event *, 1> readsOf(const LoadTerm &Load) const;
  /// The stores and atomic updates whose address has the root \p Root, or may
  /// have it (see possibleRoots), in the order of the program.
  llvm::ArrayRef<const Event *> writesTo(const Term *Root) const;
  /// Whether control can go from \p From to its successor number \p Successor.
  /// False for the successors that a branch on a constant never takes.
  bool isLive(const Node &From, unsigned Successor) const;

private:
  // Flow (Evaluation.cpp).
  bool visit(Node &N);
  void simplifyPhis();
  State merge(Node &N);
  Definition join(Node &N, AddressKey P, llvm::ArrayRef<Incoming> Values);
  bool isPassedOn(const Node &N, AddressKey At, const Incoming &Around) const;
  const Term *ownBase(const clang::FunctionDecl &F, const clang::Expr &Site);
  void bindArguments(const CallContext &Callee);
  void setEntryState();
  void takeResult(const CallContext &Callee);

  // Statements (Statements.cpp).
  void execute(const clang::CFGElement &Element);
  void executeDestructor(const clang::CFGImplicitDtor &Destroyed,
                         const clang::Stmt &Site);
  void executeStatement(const clang::Stmt &S);
  void initialize(const clang::VarDecl &Var);
  void takeOverBases(const clang::Expr *Init, const Term *To);
  void initializeElements(clang::QualType Type, const clang::Expr *Init,
                          const Term *At);
  void initializeMember(const clang::CXXCtorInitializer &Init);
  void executeAsm(const clang::GCCAsmStmt &Asm);

  // Arrays that loops assign as a whole (ArrayFillElements.cpp).
  void beginFilling(const clang::DeclStmt &Init);
  const Term *placeBefore(const Term *Address, const clang::Stmt *Site);
  bool storeEach(const Term *Address, const Definition &New,
                 const clang::Stmt *Site, clang::QualType Type);

  // Expressions (Expressions.cpp and Operators.cpp).
  const Term *evaluate(const clang::Expr *E);
  const Term *seenAs(const Term *Object, std::optional<int64_t> Bytes,
                     const clang::Expr &As);
  const Term *asBase(const Term *Object, const clang::RecordDecl *Class,
                     const clang::RecordDecl *Of, const clang::Expr &Site);
  const Term *memberOf(const Term *Object, const clang::RecordDecl *Class,
                       const clang::FieldDecl *Field, const clang::Expr &Site);
  const Term *computeChoice(const clang::ConditionalOperator &Choice);
  const Term *computeTemporary(const clang::MaterializeTemporaryExpr &Made);
  const Term *compute(const clang::Expr *E);
  const Term *computeUntyped(const clang::ParenListExpr &List);
  const Term *computeReference(const clang::DeclRefExpr &Ref);
  const Term *computeThis(const clang::CXXThisExpr &This);
  const Term *computeMember(const clang::MemberExpr &Member);
  const Term *computeUnary(const clang::UnaryOperator &Op);
  const Term *computeBinary(const clang::BinaryOperator &Op);
  const Term *computeLogical(const clang::BinaryOperator &Op);
  const Term *arithmetic(const clang::Expr &At, clang::BinaryOperatorKind Op,
                         const clang::Expr *LHS, const Term *L, const Term *R);
  const Term *computeCast(const clang::CastExpr &Cast);
  bool copiesValue(const clang::FunctionDecl &F) const;
  const Term *computeConstruct(const clang::CXXConstructExpr &Construct);
  const Term *computeInitList(const clang::InitListExpr &List);
  const Term *computeLambda(const clang::LambdaExpr &Lambda);
  const Term *computeUnknown(const clang::Expr *E);
  const Term *constructAt(const clang::CXXNewExpr &New);
  const Term *addressOf(const clang::VarDecl &Var);
  const Term *constantTermOf(const clang::Expr *E);
  const Term *numberTerm(const llvm::APSInt &Value);

  // Calls and operations (Calls.cpp, OperationAccesses.cpp, Statements.cpp).
  const Term *computeCall(const clang::CallExpr &Call);
  const Term *computePlain(const clang::CallExpr &Call,
                           const clang::FunctionDecl &Callee);
  const Term *computeOperation(const clang::CallExpr &Call,
                               llvm::ArrayRef<SyncOp> Ops);
  Event &record(const clang::Stmt *Site, Event::Kind K);
  void recordBlockMove(const clang::CallExpr &Call);
  void recordGenerator(const clang::CallExpr &Call);
  Event recordOperation(const clang::Stmt &Site, const SyncOp &Op);
  void recordCopy(const Event &Copy);
  void recordMatrices(const Event &Multiply);
  void recordTouch(const Event &Done);
  const Term *guardOf(const SyncOp &Op);
  bool isOverWarps(const SyncOp &Op);
  const Term *resultOf(const Event &Done);
  const Term *loadedBy(const clang::GCCAsmStmt &Asm, const clang::Expr *Output);
  const Term *addressOperand(const clang::Expr *E);
  const Term *addressAtPeer(const clang::Stmt &Site, const Term *Address,
                            const Term *Rank);
  const Term *mappedBy(const clang::GCCAsmStmt &Asm, const clang::Expr *Output);
  const Term *referredBy(const Term *Object);
  void clobberArguments(const clang::CallExpr &Call, const Term *With,
                        llvm::ArrayRef<const clang::Expr *> Kept = {});
  void appendOperands(const clang::Expr *Argument,
                      llvm::SmallVectorImpl<const Term *> &Operands);

  // Memory (Statements.cpp).
  /// One address of a choice, and what chooses it.
  struct ChosenAddress {
    const Term *Address, *If;
  };
  std::vector<ChosenAddress> addressesIn(const SelectTerm &Choice);
  const Term *underAlso(const Term *Chosen);
  uint32_t bytesOf(clang::QualType Type) const;
  /// The place of a variable that holds what the thread has stored in its own
  /// element of a shared array at \p Address; null if others may store there.
  const Term *ownCopy(const Term *Address);
  const Term *load(const Term *Address, const clang::Expr *Site,
                   clang::QualType Type);
  /// \p Site is the statement that stores, \p Source the expression of the
  /// stored value if there is a separate one.
  void store(const Term *Address, const Term *Value, const clang::Stmt *Site,
             clang::QualType Type, const clang::Stmt *Source = nullptr);

  InlinedCFG &P;
  DeviceCode &Code;
  TermArena &Arena;
  /// Equal states need not be one tree: canonical trees would cost each write
  /// time for all entries of the state.
  State::Factory States{/*canonicalize=*/false};
  StateAccess Access;

  using ExprKey = std::pair<unsigned, const clang::Expr *>;
  /// In the order of their first evaluation.
  llvm::MapVector<ExprKey, const Term *> Values;
  llvm::DenseMap<ExprKey, Definition> Reads;
  llvm::DenseSet<ExprKey> Conditions; ///< Conditions of the nodes of `P`.
  Phis Meeting;
  /// By node, the addresses that have a phi of `Meeting` there. Looked up only.
  llvm::DenseMap<const Node *, std::vector<AddressKey>> JoinedAt;
  llvm::DenseMap<const Term *, unsigned> Dissolved;
  llvm::DenseMap<const Term *, const Term *> Resolved;
  std::vector<std::optional<State>> Out;
  mutable std::vector<const Term *> ProgramTerms; ///< Empty until asked for.
  /// Looked up only.
  struct EventIndex {
    llvm::DenseMap<std::pair<const CallContext *, const clang::Stmt *>,
                   llvm::SmallVector<const Event *, 2>>
        BySite;
    llvm::DenseMap<const Term *, std::vector<const Event *>> WritesByRoot;
  };
  const EventIndex &index() const;
  mutable std::optional<EventIndex> Index; ///< Filled by index().
  Inductions Loops{Meeting, Arena};

  ArrayFillLoops Filled{Code.context()};
  CopiedFields Copied;
  OwnSlots Slots{Code.model()};

  // The visit in progress.
  Node *Now = nullptr;
  const Term *Under = nullptr; ///< Condition of accesses, see Event::Under.
  const CallContext *In = nullptr;
  /// The expression under evaluation is the node's condition, a logical
  /// operator.
  bool DecidesBranch = false;
  State Current;
  bool ValuesChanged = false;
  /// The merged state of each loop head at its last visit. Looked up only.
  llvm::DenseMap<const Node *, State> AtHead;
  /// This visit of a loop head may presume that values come around unchanged,
  /// since the head is visited once more after the loop (`MayPresume`); it has
  /// presumed that for a value (`Presumes`).
  bool MayPresume = false, Presumes = false;
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_SYMBOLICEXECUTION_EVALUATION_H
