//===--- InlinedCFG.cpp - One kernel with its calls inlined ---------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/KernelIR/InlinedCFG.h"
#include "Analysis/Budgets/Limits.h"
#include "Analysis/CallSummaries/FunctionArguments.h"
#include "Analysis/CallSummaries/TypeConstants.h"
#include "Analysis/KernelIR/AstTripCounts.h"
#include "Analysis/KernelIR/BodyPlan.h"
#include "Analysis/KernelIR/ConstantCalls.h"
#include "Analysis/KernelIR/ConstructorSummaries.h"
#include "Analysis/Program/DeviceCode.h"
#include "CudaModel/Destructors.h"
#include "CudaModel/RandomState.h"
#include "CudaModel/SyncApi.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/Builtins.h"
#include <algorithm>

using namespace clang;

namespace warplint {

const CallContext *InlinedCFG::opened(const CallContext &A,
                                      const Expr *Call) const {
  return Opened.lookup({A.id(), Call});
}

namespace {

/// A weak topological order (Bourdoncle 1993): predecessors first, and all of a
/// loop before what comes after it, so that a loop is stable before its result
/// is used.
class LoopsFirstOrder {
public:
  explicit LoopsFirstOrder(size_t Count) : Number(Count, 0) {}

  std::vector<Node *> of(Node &Entry) {
    visit(Entry);
    std::reverse(Backwards.begin(), Backwards.end());
    return std::move(Backwards);
  }

private:
  static constexpr unsigned Done = ~0u;

  unsigned visit(Node &N) {
    Stack.push_back(&N);
    unsigned Own = Number[N.id()] = ++Last;
    unsigned Head = Own;
    bool Loop = false;
    for (Node *Next : N.successors()) {
      unsigned Lowest = Number[Next->id()] ? Number[Next->id()] : visit(*Next);
      if (Lowest <= Head) {
        Head = Lowest;
        Loop = true;
      }
    }
    if (Head != Own)
      return Head;
    Number[N.id()] = Done;
    Node *Top = Stack.pop_back_val();
    if (Loop) {
      for (; Top != &N; Top = Stack.pop_back_val())
        Number[Top->id()] = 0;
      for (Node *Next : N.successors())
        if (!Number[Next->id()])
          visit(*Next);
    }
    Backwards.push_back(&N);
    return Head;
  }

  std::vector<unsigned> Number;
  llvm::SmallVector<Node *, 32> Stack;
  std::vector<Node *> Backwards;
  unsigned Last = 0;
};

} // namespace

bool Event::isSync(SyncKind Of) const { return isSync() && Op->Kind == Of; }
bool Event::isSync(SyncFamily Of) const { return isSync() && Op->isOf(Of); }

/// Copies CFGs into one graph and inlines calls as it reaches them.
class InlinedCFGBuilder {
public:
  InlinedCFGBuilder(InlinedCFG &P, DeviceCode &Code, const Limits &Within)
      : P(P), Code(Code), Within(Within) {}

  bool run();

private:
  struct Bounds {
    Node *Entry = nullptr, *Exit = nullptr;
  };

  CallContext &activate(const FunctionDecl &F, const CallContext *Caller,
                        const Expr *CallSite);
  Node &makeNode(const CallContext &A, const CFGBlock &Block, unsigned First);
  void link(Node &From, Node &To);
  Bounds lay(const CallContext &A, const CFG &Graph);
  Node *layBlock(const CallContext &A, const CFGBlock &Block, Node &First);
  const FunctionDecl *toOpen(const CallContext &A, const Expr &Call);
  const FunctionDecl *toOpen(const CallContext &A, const CFGImplicitDtor &End);
  bool hasRoomFor(const CallContext &A, const FunctionDecl &Target);
  void leaveClosed(BudgetId By);
  bool isPlain(const Expr &Call, const FunctionDecl &Target);
  Node &open(Node &At, const FunctionDecl &Target, const Expr &CallSite,
             unsigned Element, unsigned Rest);
  Node &assume(Node &At, const CFGBlock &Block, unsigned Element,
               const Expr &Condition);
  void finishBranch(Node &Last, const CFGBlock &Block);
  const CFGBlock &behindOneIteration(const CFGBlock &Block,
                                     const CFGBlock &Next);

  const BodyPlan &planOf(const CFG &Graph, bool IsRoot);

  InlinedCFG &P;
  DeviceCode &Code;
  const Limits &Within;
  uint64_t Statements = 0; ///< Of all bodies inlined so far.
  llvm::DenseMap<const ForStmt *, bool> OneIteration; ///< Looked up.
  llvm::DenseMap<const FunctionDecl *, bool> Plain;   ///< Looked up.
  /// Looked up.
  llvm::DenseMap<const CFG *, std::unique_ptr<BodyPlan>> Plans;
};

CallContext &InlinedCFGBuilder::activate(const FunctionDecl &F,
                                         const CallContext *Caller,
                                         const Expr *CallSite) {
  P.Contexts.emplace_back();
  CallContext &A = P.Contexts.back();
  A.Function = &F;
  A.Caller = Caller;
  A.CallSite = CallSite;
  A.Depth = Caller ? Caller->depth() + 1 : 0;
  A.Id = P.Contexts.size() - 1;
  if (Caller)
    P.Opened[{Caller->id(), CallSite}] = &A;
  return A;
}

Node &InlinedCFGBuilder::makeNode(const CallContext &A, const CFGBlock &Block,
                                  unsigned First) {
  P.Nodes.emplace_back();
  Node &N = P.Nodes.back();
  N.Id = P.Nodes.size() - 1;
  N.Owner = &A;
  N.Block = &Block;
  N.First = First;
  N.Last = Block.size();
  return N;
}

void InlinedCFGBuilder::link(Node &From, Node &To) {
  From.Successors.push_back(&To);
  To.Predecessors.push_back(&From);
}

/// The function to inline for \p Call in \p A. Null if its body is unknown, if
/// it cannot matter, if it is known without inlining, or for want of budget.
const FunctionDecl *InlinedCFGBuilder::toOpen(const CallContext &A,
                                              const Expr &Call) {
  const FunctionDecl *Target = Code.target(Call);
  const auto *Plain = dyn_cast<CallExpr>(&Call);
  if (!Target && Plain)
    Target = summaries::givenFunction(*Plain, summaries::callsAround(A));
  if (!Target || !Target->doesThisDeclarationHaveABody() ||
      Target->isDependentContext())
    return nullptr;
  if (!Code.operations(Call).empty() || Code.identityOf(Call))
    return nullptr;
  const BodyTraits &Traits = Code.traits(*Target);
  if (Code.isPlainCopy(*Target) || (Plain && generatorState(*Plain)))
    return nullptr;
  if (Target == Code.target(Call) && isPlain(Call, *Target))
    return nullptr;
  if (Plain && !Traits.Synchronizes &&
      (summaries::makesEmptyObject(*Target) ||
       summaries::numberOfType(*Target) ||
       (mayBeConstant(*Target) &&
        constantResult(*Plain, summaries::callsAround(A), Code.context()))))
    return nullptr;
  if (!Traits.Synchronizes && !Traits.Simple &&
      !Code.isUserCode(Target->getLocation()))
    return nullptr;
  return hasRoomFor(A, *Target) ? Target : nullptr;
}

/// isPlainCall, which is the same for all calls of \p Target but those by which
/// a constructor is inherited.
bool InlinedCFGBuilder::isPlain(const Expr &Call, const FunctionDecl &Target) {
  if (isa<CXXInheritedCtorInitExpr>(Call))
    return false;
  auto [Known, IsNew] = Plain.try_emplace(&Target, false);
  if (IsNew)
    Known->second = isPlainCall(Call, Code);
  return Known->second;
}

/// The destructor to inline where the scope of a variable ends (\p End), or
/// that of a part of an object; null if none is to be inlined.
const FunctionDecl *InlinedCFGBuilder::toOpen(const CallContext &A,
                                              const CFGImplicitDtor &End) {
  const CXXDestructorDecl *D = End.getDestructorDecl(Code.context());
  if (auto Base = End.getAs<CFGBaseDtor>()) // Which clang does not look up.
    if (const auto *Class =
            Base->getBaseSpecifier()->getType()->getAsCXXRecordDecl())
      D = Class->getDestructor();
  const FunctionDecl *Target = nullptr;
  if (!D || orderNothingAtEnd(*D->getParent()) || !D->hasBody(Target) ||
      Target->isDependentContext())
    return nullptr;
  if (!Code.traits(*Target).Synchronizes &&
      !Code.isUserCode(Target->getLocation()))
    return nullptr;
  return hasRoomFor(A, *Target) ? Target : nullptr;
}

/// Whether \p Target, called in \p A, is not recursive and within the limits.
/// If not, the call is counted in callsNotInlined().
bool InlinedCFGBuilder::hasRoomFor(const CallContext &A,
                                   const FunctionDecl &Target) {
  const BodyTraits &Traits = Code.traits(Target);
  for (const CallContext *Up = &A; Up; Up = Up->caller())
    if (&Up->function() == &Target) {
      if (Traits.Synchronizes)
        leaveClosed(BudgetId::CallDepth);
      return false;
    }
  // The last part of the module is for what synchronizes, and for the accessors
  // through which it finds its operands.
  const CallContext *Asking = &A;
  while (Asking && Code.traits(Asking->function()).Simple &&
         !Code.traits(Asking->function()).Synchronizes)
    Asking = Asking->caller();
  bool Needed =
      Traits.Synchronizes ||
      (Traits.Simple && Asking && Code.traits(Asking->function()).Synchronizes);
  const Budgets &Of = Within.budgets();
  auto IsFull = [&](uint64_t Taken, uint64_t Most) {
    return Taken >= Most + (Needed ? Most / 2 : 0);
  };
  std::optional<BudgetId> UsedUp;
  if (A.depth() >= Of.CallDepth)
    UsedUp = BudgetId::CallDepth;
  else if (IsFull(P.Nodes.size(), Of.Nodes))
    UsedUp = BudgetId::Nodes;
  else if (IsFull(Statements, Of.Statements))
    UsedUp = BudgetId::Statements;
  if (UsedUp)
    leaveClosed(*UsedUp);
  return !UsedUp && Code.cfg(Target);
}

void InlinedCFGBuilder::leaveClosed(BudgetId By) {
  ++P.LeftClosed;
  Within.cut(By, "calls");
}

/// A name for what \p End is the end of, in \p A, where its scope ends: calls
/// have a place, and this one is written nowhere. Null for what has no name.
static const Expr *nameOfEnded(const CallContext &A, const CFGImplicitDtor &End,
                               ASTContext &Context) {
  auto Name = [&](const ValueDecl &Ended, SourceLocation At) {
    return DeclRefExpr::Create(
        Context, NestedNameSpecifierLoc(), SourceLocation(),
        const_cast<ValueDecl *>(&Ended),
        /*RefersToEnclosingVariableOrCapture=*/false, At,
        Ended.getType().getNonReferenceType(), VK_LValue);
  };
  SourceLocation Behind = A.function().getBody()->getEndLoc();
  if (Behind.isInvalid())
    Behind = A.function().getLocation();
  if (auto Var = End.getAs<CFGAutomaticObjDtor>()) {
    const Stmt *Last = Var->getTriggerStmt();
    return Name(*Var->getVarDecl(), isa<CompoundStmt>(Last)
                                        ? Last->getEndLoc()
                                        : Last->getBeginLoc());
  }
  if (auto Made = End.getAs<CFGTemporaryDtor>())
    return Made->getBindTemporaryExpr();
  if (auto Member = End.getAs<CFGMemberDtor>())
    return Name(*Member->getFieldDecl(), Behind);
  const auto *Method = dyn_cast<CXXMethodDecl>(&A.function());
  if (End.getAs<CFGBaseDtor>() && Method)
    return CXXThisExpr::Create(Context, Behind, Method->getThisType(),
                               /*IsImplicit=*/true);
  return nullptr;
}

/// Ends \p At before \p Element, where \p Target is called, and inlines it.
/// The node that is returned goes on behind it with the element \p Rest.
Node &InlinedCFGBuilder::open(Node &At, const FunctionDecl &Target,
                              const Expr &CallSite, unsigned Element,
                              unsigned Rest) {
  const CallContext &A = *At.Owner;
  const CallContext &Callee = activate(Target, &A, &CallSite);
  Bounds Inside = lay(Callee, *Code.cfg(Target));
  At.Last = Element;
  At.End = Node::Ending::Call;
  At.Callee = &Callee;
  link(At, *Inside.Entry);
  Node &Behind = makeNode(A, *At.Block, Rest);
  Behind.ReturnedFrom = &Callee;
  Inside.Exit->End = Node::Ending::Return;
  link(*Inside.Exit, Behind);
  std::swap(At.ExplicitReturn, Behind.ExplicitReturn);
  return Behind;
}

/// \p S is a `return;` that the body of \p F ends with: the function would end
/// there without it.
static bool isLastOf(const Stmt &S, const FunctionDecl &F) {
  const auto *Body = dyn_cast_or_null<CompoundStmt>(F.getBody());
  return Body && Body->body_back() == &S && !cast<ReturnStmt>(S).getRetValue();
}

static const SyncOp *endOfThread(llvm::ArrayRef<SyncOp> Ops) {
  for (const SyncOp &Op : Ops)
    if (Op.Kind == SyncKind::Exit && !Op.Predicated)
      return &Op;
  return nullptr;
}

static bool failsAssertion(const Expr &E) {
  const auto *Call = dyn_cast<CallExpr>(&E);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  return Callee && isFailedAssertion(*Callee);
}

/// What \p E lets the compiler take for granted; null if it is no such call.
static const Expr *assumedBy(const Expr &E) {
  const auto *Call = dyn_cast<CallExpr>(&E);
  return Call && Call->getBuiltinCallee() == Builtin::BI__builtin_assume &&
                 Call->getNumArgs() == 1
             ? Call->getArg(0)
             : nullptr;
}

/// Ends \p At behind \p Element: only threads for which \p Condition holds go
/// on, in the node that is returned. A launch with others has no meaning.
Node &InlinedCFGBuilder::assume(Node &At, const CFGBlock &Block,
                                unsigned Element, const Expr &Condition) {
  At.Last = Element + 1;
  At.End = Node::Ending::Branch;
  At.Condition = &Condition;
  Node &Rest = makeNode(*At.Owner, Block, Element + 1);
  Node &Never = makeNode(*At.Owner, Block, Block.size());
  Never.End = Node::Ending::Abort;
  link(At, Rest);
  link(At, Never);
  return Rest;
}

Node *InlinedCFGBuilder::layBlock(const CallContext &A, const CFGBlock &Block,
                                  Node &First) {
  Node *Current = &First;
  for (unsigned I = 0; I < Block.size(); ++I) {
    if (auto End = Block[I].getAs<CFGImplicitDtor>())
      if (const Expr *Ended = nameOfEnded(A, *End, Code.context()))
        if (const FunctionDecl *Target = toOpen(A, *End))
          Current = &open(*Current, *Target, *Ended, I, I + 1);
    auto Statement = Block[I].getAs<CFGStmt>();
    if (!Statement)
      continue;
    const Stmt *S = Statement->getStmt();
    if (isa<ReturnStmt>(S) && !isLastOf(*S, A.function()))
      Current->ExplicitReturn = true;
    if (const SyncOp *Exit = endOfThread(Code.operations(*S))) {
      Current->Last = I + 1;
      Current->End = Exit->Scope == Scope::Thread ? Node::Ending::Leave
                                                  : Node::Ending::Abort;
      return Current;
    }
    if (!isa<CallExpr, CXXConstructExpr, CXXInheritedCtorInitExpr>(S))
      continue;
    const auto *Call = cast<Expr>(S);
    if (failsAssertion(*Call)) {
      Current->Last = I + 1;
      Current->End = Node::Ending::Abort;
      return Current;
    }
    if (const Expr *Condition = assumedBy(*Call)) {
      Current = &assume(*Current, Block, I, *Condition);
      continue;
    }
    // What is behind it takes the value of the call.
    if (const FunctionDecl *Target = toOpen(A, *Call))
      Current = &open(*Current, *Target, *Call, I, I);
  }
  return Current;
}

void InlinedCFGBuilder::finishBranch(Node &Last, const CFGBlock &Block) {
  Last.Terminator = Block.getTerminatorStmt();
  if (Block.hasNoReturnElement())
    Last.End = Node::Ending::Abort;
  else if (Last.Successors.size() > 1)
    Last.End = Node::Ending::Branch;
  if (Last.End != Node::Ending::Branch || !Block.getTerminator().isStmtBranch())
    return;
  const Stmt *Condition = Block.getTerminatorCondition(/*StripParens=*/false);
  Last.Condition = dyn_cast_or_null<Expr>(Condition);
}

/// Where control goes that goes from \p Block to \p Next: behind a loop of one
/// iteration rather than back to its head, so that it is no loop.
const CFGBlock &InlinedCFGBuilder::behindOneIteration(const CFGBlock &Block,
                                                      const CFGBlock &Next) {
  const auto *Loop = dyn_cast_or_null<ForStmt>(Block.getLoopTarget());
  if (!Loop || Next.getTerminatorStmt() != Loop || Next.succ_size() != 2)
    return Next;
  const CFGBlock *Behind = *std::next(Next.succ_begin());
  auto [Known, IsNew] = OneIteration.try_emplace(Loop, false);
  if (IsNew)
    Known->second = runsOneIteration(*Loop, Code.context());
  return Behind && Known->second ? *Behind : Next;
}

const BodyPlan &InlinedCFGBuilder::planOf(const CFG &Graph, bool IsRoot) {
  std::unique_ptr<BodyPlan> &Plan = Plans[&Graph];
  if (!Plan)
    Plan = std::make_unique<BodyPlan>(Graph, IsRoot);
  return *Plan;
}

InlinedCFGBuilder::Bounds InlinedCFGBuilder::lay(const CallContext &A,
                                                 const CFG &Graph) {
  const BodyPlan &Plan = planOf(Graph, A.isRoot());
  Statements += Plan.numStatements();
  llvm::DenseMap<const CFGBlock *, std::pair<Node *, Node *>> NodesOf;
  for (const CFGBlock *Block : Plan.blocks()) {
    Node &First = makeNode(A, *Block, 0);
    NodesOf[Block] = {&First, &First};
  }
  for (const CFGBlock *Block : Plan.blocks())
    NodesOf[Block].second = layBlock(A, *Block, *NodesOf[Block].first);
  for (const CFGBlock *Block : Plan.blocks()) {
    Node &Last = *NodesOf[Block].second;
    if (!Block->hasNoReturnElement() && Last.End != Node::Ending::Abort &&
        Last.End != Node::Ending::Leave && Block != &Plan.end())
      for (const CFGBlock *Next : Block->succs())
        if (Next)
          link(Last,
               *NodesOf[&Plan.behind(behindOneIteration(*Block, *Next))].first);
    finishBranch(Last, *Block);
  }
  Node *Exit = NodesOf[&Plan.end()].second;
  // Nodes that end the thread early do not return to the caller.
  if (Exit->End == Node::Ending::Abort || Exit->End == Node::Ending::Leave)
    Exit = &makeNode(A, Graph.getExit(), 0);
  return {NodesOf[&Plan.begin()].first, Exit};
}

bool InlinedCFGBuilder::run() {
  const CFG *Graph = Code.cfg(*P.Root);
  if (!Graph)
    return false;
  Bounds Whole = lay(activate(*P.Root, nullptr, nullptr), *Graph);
  P.Entry = Whole.Entry;
  P.Exit = Whole.Exit;
  P.Exit->End = Node::Ending::Exit;
  for (Node &N : P.Nodes)
    if (N.End == Node::Ending::Leave)
      link(N, *P.Exit);
  P.Order = LoopsFirstOrder(P.Nodes.size()).of(*P.Entry);
  for (unsigned Position = 0; Position < P.Order.size(); ++Position)
    P.Order[Position]->Position = Position;
  return true;
}

std::unique_ptr<InlinedCFG> InlinedCFG::build(const FunctionDecl &Root,
                                              DeviceCode &Code,
                                              const Limits &Within) {
  auto P = std::make_unique<InlinedCFG>();
  P->Root = &Root;
  if (!InlinedCFGBuilder(*P, Code, Within).run())
    return nullptr;
  return P;
}

} // namespace warplint
