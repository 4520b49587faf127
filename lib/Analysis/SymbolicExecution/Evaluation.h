//===--- Evaluation.h - What a kernel computes, symbolically -----*- C++
//-*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs a program on terms until nothing changes. Where paths meet with
// different values of a place, the place becomes a Phi term whose incoming
// definitions are kept beside it, so that the result is in SSA form: every
// expression of every activation has one term.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_SYMBOLICEXECUTION_EVALUATION_H
#define WARPLINT_ANALYSIS_SYMBOLICEXECUTION_EVALUATION_H

#include "Analysis/SymbolicExecution/CopiedFields.h"
#include "Analysis/SymbolicExecution/ArrayFillLoops.h"
#include "Analysis/SymbolicExecution/Induction.h"
#include "Analysis/KernelIR/InlinedCFG.h"
#include "Analysis/KernelIR/Phis.h"
#include "Analysis/KernelIR/State.h"
#include "Analysis/Program/DeviceCode.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"

namespace warplint {

/// Results of one evaluation. Also fills in `Node::Events`, `Node::Branch` and
/// `Node::Reached`.
class Evaluation {
public:
  Evaluation(InlinedCFG &P, DeviceCode &Code, TermArena &Arena);

  /// False if the arena's work is used up, or a node was visited more often
  /// than \p MostVisits: the values are then not to be used. Every place turns
  /// into a Phi at most once per node, so iterations are few, but those of nested
  /// loops multiply: an unrolled attention kernel takes 74.
  bool run(unsigned MostVisits);

  /// Value of a prvalue, address of a glvalue; null if never evaluated.
  const Term *valueOf(const CallContext &A, const clang::Expr *E) const {
    return Values.lookup({A.id(), E});
  }
  /// Where the value came from that \p Read (an lvalue-to-rvalue conversion)
  /// took from a thread's own variable.
  const Definition *definitionRead(const CallContext &A,
                                   const clang::Expr *Read) const {
    auto Found = Reads.find({A.id(), Read});
    return Found == Reads.end() ? nullptr : &Found->second;
  }
  llvm::ArrayRef<Incoming> incoming(const Term *Phi) const {
    return Meeting.incoming(Phi);
  }
  const Phis &joins() const { return Meeting; }
  /// The one value that \p Phi can only have, \p Phi itself if there are more.
  const Term *resolved(const Term *Phi) const {
    const Term *Value = Resolved.lookup(Phi);
    return Value ? Value : Phi;
  }
  /// The terms of the program's own expressions, events and joins, each once,
  /// in the order of the program. What analyses made beside them is not there:
  /// evidence is looked for here.
  llvm::ArrayRef<const Term *> programTerms() const;
  const Inductions &inductions() const { return Loops; }
  /// What the program stores in shared memory at the place that \p Load reads,
  /// or at other elements of the same array, in the order of the program.
  llvm::SmallVector<const Term *, 2> storedWhere(const LoadTerm &Load) const;
  /// Control can pass along this successor (false for a successor of a branch on a
  /// constant).
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

  // Arrays that loops assign anew (FilledElements.cpp).
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
  const Term *computeConstruct(const clang::CXXConstructExpr &Construct);
  const Term *computeInitList(const clang::InitListExpr &List);
  const Term *computeLambda(const clang::LambdaExpr &Lambda);
  const Term *computeUnknown(const clang::Expr *E);
  const Term *constructAt(const clang::CXXNewExpr &New);
  const Term *addressOf(const clang::VarDecl &Var);
  std::optional<int64_t> constantOf(const clang::Expr *E) const;
  const Term *constantTermOf(const clang::Expr *E);
  const Term *numberTerm(const llvm::APSInt &Value);

  // Calls (Calls.cpp).
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
  const Term *load(const Term *Address, const clang::Expr *Site,
                   clang::QualType Type);
  /// \p Site is what is written, \p Source what its value comes from if that
  /// is an expression of its own.
  void store(const Term *Address, const Term *Value, const clang::Stmt *Site,
             clang::QualType Type, const clang::Stmt *Source = nullptr);

  InlinedCFG &P;
  DeviceCode &Code;
  TermArena &Arena;
  /// Two states that hold the same need not be one tree: to find that out at
  /// each write takes time for all that they hold.
  State::Factory States{/*canonicalize=*/false};
  StateAccess Access;

  using ExprKey = std::pair<unsigned, const clang::Expr *>;
  /// In the order of their first evaluation.
  llvm::MapVector<ExprKey, const Term *> Values;
  llvm::DenseMap<ExprKey, Definition> Reads;
  llvm::DenseSet<ExprKey> Conditions; ///< Of the program's nodes.
  Phis Meeting;
  /// The addresses of which `Meeting` has a join there. Looked up by node.
  llvm::DenseMap<const Node *, std::vector<AddressKey>> JoinedAt;
  llvm::DenseMap<const Term *, unsigned> Dissolved;
  llvm::DenseMap<const Term *, const Term *> Resolved;
  std::vector<std::optional<State>> Out;
  mutable std::vector<const Term *> ProgramTerms; ///< Empty until asked for.
  Inductions Loops{Meeting, Arena};
  /// Addresses and values of the stores to each object, once asked for.
  mutable std::optional<llvm::DenseMap<
      const Term *, std::vector<std::pair<const Term *, const Term *>>>>
      SharedStores;

  ArrayFillLoops Filled{Code.context()};
  CopiedFields Copied;

  // The visit in progress.
  Node *Now = nullptr;
  const Term *Under = nullptr; ///< Condition of accesses, see Event.
  const CallContext *In = nullptr;
  /// What is evaluated is the node's condition, a logical operator.
  bool DecidesBranch = false;
  State Current;
  bool ValuesChanged = false;
  /// What heads of loops merged when they were looked at last. Looked up only.
  llvm::DenseMap<const Node *, State> AtHead;
  /// The visit is of a head that a later one can put right; it relied on that.
  bool MayPresume = false, Presumes = false;
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_SYMBOLICEXECUTION_EVALUATION_H
