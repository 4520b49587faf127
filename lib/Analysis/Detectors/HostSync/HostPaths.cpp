//===--- HostPaths.cpp - The paths of a host function ---------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Paths are kept apart by the outcomes of tests until they order the same, as
// in ESP (Das, Lerner, Seigle, PLDI 2002). The first iterations of a loop are
// states of their own while they start, order or make something; the others are
// one, as are all paths in them.
//
//===----------------------------------------------------------------------===//

#include "Analysis/Budgets/Limits.h"
#include "Analysis/Detectors/HostSync/HostOrder.h"
#include "CudaModel/AstNames.h"
#include "clang/Analysis/Analyses/Dominators.h"
#include "clang/Analysis/Analyses/IntervalPartition.h"
#include "clang/Analysis/Analyses/PostOrderCFGView.h"

using namespace clang;

namespace warplint::hostsync {

/// The blocks of a function in a weak topological order, and its loops.
class HostOrder::Paths {
public:
  explicit Paths(const CFG &Graph)
      : Graph(Graph), After(const_cast<CFG *>(&Graph)) { // It only reads.
    if (auto Sorted = getIntervalWTO(Graph)) {
      Order = std::move(*Sorted);
    } else { // A jump into a loop.
      PostOrderCFGView View(&Graph);
      Order.assign(View.begin(), View.end());
    }
    for (unsigned I = 0; I < Order.size(); ++I)
      Position[Order[I]] = I;
    for (unsigned I = 0; I < Order.size(); ++I)
      for (const CFGBlock *To : Order[I]->succs())
        if (To && Position.count(To) && Position[To] <= I)
          addLoop(Position[To], I);
  }

  /// Where a path goes on from block \p From at block \p To.
  std::vector<LoopIteration> enter(unsigned From, unsigned To,
                                   std::vector<LoopIteration> Around) const {
    llvm::erase_if(Around, [&](const LoopIteration &Each) {
      return !Bodies.at(Each.Head).count(To);
    });
    if (Bodies.count(To) && From < To)
      Around.push_back({To});
    return Around;
  }

  /// Block \p Position has a successor outside of the loop at \p Head.
  bool mayLeave(unsigned Head, unsigned Position) const {
    const std::set<unsigned> &Body = Bodies.at(Head);
    return llvm::any_of(Order[Position]->succs(), [&](const CFGBlock *To) {
      return To && !Body.count(this->Position.lookup(To));
    });
  }

  const CFG &Graph;
  /// `After.dominates(A, B)`: all paths from B to the end pass A.
  const CFGPostDomTree After;
  std::vector<const CFGBlock *> Order;
  llvm::DenseMap<const CFGBlock *, unsigned> Position;

private:
  void addLoop(unsigned Head, unsigned End) {
    std::set<unsigned> &Body = Bodies[Head];
    Body.insert(Head);
    std::vector<unsigned> Work{End};
    while (!Work.empty()) {
      unsigned Next = Work.back();
      Work.pop_back();
      if (!Body.insert(Next).second)
        continue;
      for (const CFGBlock *Before : Order[Next]->preds())
        if (Before && Position.count(Before))
          Work.push_back(Position[Before]);
    }
  }

  std::map<unsigned, std::set<unsigned>> Bodies; ///< By head.
};

/// The object \p Var is made of no arguments.
static bool isDefaultMade(const VarDecl &Var) {
  const auto *Made = dyn_cast_or_null<CXXConstructExpr>(
      Var.getInit() ? Var.getInit()->IgnoreImplicit() : nullptr);
  return Made && Made->getNumArgs() == 0;
}

HostOrder::HostOrder(DeviceCode &Code) : Code(Code), Accesses(Code) {}
HostOrder::~HostOrder() = default;

/// From \p Root into what it calls. If that is too much, nothing is said of it,
/// and what it calls is followed by itself.
void HostOrder::follow(const FunctionDecl &Root) {
  Steps = 0;
  Truncated = false;
  VisitedNow.clear();
  size_t KnownFaults = Faults.size(), KnownCaptures = CaptureFaults.size();
  Frame Top;
  Top.Function = &Root;
  Top.Context = unsigned(
      Contexts.try_emplace({~0u, &Root}, Contexts.size()).first->second);
  HostState Entry;
  Entry.Reached = true;
  // CUDA Runtime API, "Device Management", cudaSetDevice.
  if (Root.isMain())
    Entry.Device = 0;
  if (Root.isMain())
    for (const Decl *D : Root.getDeclContext()->decls())
      if (const auto *Var = dyn_cast<VarDecl>(D);
          Var && Var->isThisDeclarationADefinition() &&
          Code.isUserCode(Var->getLocation()) && isDefaultMade(*Var))
        initializeGlobal(Places.variable(*Var), Var->getType(), Entry);
  run(Top, std::move(Entry));
  StepsOfUnit += Steps;
  if (!Truncated)
    return;
  Faults.resize(KnownFaults);
  CaptureFaults.resize(KnownCaptures);
  for (const FunctionDecl *F : VisitedNow)
    if (F != &Root)
      Visited.erase(F);
}

/// What constructors of variables and members make.
static void collectTargets(const CFG &Graph, const HostDatum &This,
                           HostPlaces &Places,
                           llvm::DenseMap<const Expr *, HostPlaces::Id> &Into) {
  for (const CFGBlock *Block : Graph)
    for (const CFGElement &Element : *Block) {
      if (auto Init = Element.getAs<CFGInitializer>()) {
        const CXXCtorInitializer &Member = *Init->getInitializer();
        const Expr *From = initOf(Member);
        if (From && Member.isMemberInitializer() &&
            This.K == HostDatum::Kind::Address)
          Into[From->IgnoreImplicit()] =
              Places.member(This.Id, *Member.getMember());
        continue;
      }
      auto Statement = Element.getAs<CFGStmt>();
      const auto *Declared =
          Statement ? dyn_cast<DeclStmt>(Statement->getStmt()) : nullptr;
      if (!Declared)
        continue;
      for (const Decl *D : Declared->decls())
        if (const auto *Var = dyn_cast<VarDecl>(D); Var && Var->hasInit())
          Into[Var->getInit()->IgnoreImplicit()] = Places.variable(*Var);
    }
}

/// \p Block ends the program or throws: it does not reach the end of the
/// function.
static bool leavesOtherwise(const CFGBlock &Block) {
  if (Block.hasNoReturnElement())
    return true;
  auto Last = Block.empty() ? std::nullopt : Block.back().getAs<CFGStmt>();
  return Last && isa<CXXThrowExpr>(Last->getStmt());
}

/// Adds \p New to the states at one point. Returns whether any changed.
static bool addState(std::vector<HostState> &Known, HostState New,
                     const Limits &Within) {
  for (HostState &Each : Known)
    if (New.isWidened() || Each.Facts == New.Facts)
      return Each.join(New);
  for (HostState &Each : Known)
    if (Each.ordersAs(New))
      return Each.join(New);
  if (!Known.empty() &&
      !Within.allows(BudgetId::HostOrderPaths, Known.size() + 1))
    return Known.front().join(New);
  Known.push_back(std::move(New));
  return true;
}

/// One run of a function from its entry to its end.
class HostOrder::Walk {
public:
  Walk(HostOrder &Order, Frame &In, const Paths &Of, bool AllWidened)
      : Order(Order), In(In), Of(Of), Base(In.Context), AllWidened(AllWidened) {
  }

  /// The states at the end of the function.
  std::vector<HostState> from(HostState Entry);

private:
  // A point is a position, behind those of the loops around and the iterations:
  // an iteration is run to its end before the next.
  using Point = std::vector<unsigned>;
  static Point pointAt(unsigned Position, const HostState &State);
  void flow(unsigned From, unsigned To, HostState Next);
  void iterate(unsigned Head, HostState &Next);
  void leave(unsigned Here, const HostState &State);
  std::vector<HostState> execute(const CFGBlock &Block, HostState From);
  void runFrom(unsigned Here, HostState From, bool Flows);

  HostOrder &Order;
  Frame &In;
  const Paths &Of;
  const unsigned Base;
  const bool AllWidened;
  std::map<Point, std::vector<HostState>> States;
  std::set<Point> Work;
};

HostOrder::Walk::Point HostOrder::Walk::pointAt(unsigned Position,
                                                const HostState &State) {
  Point Result;
  for (const LoopIteration &Each : State.Loops)
    Result.insert(Result.end(), {Each.Head, Each.Iteration});
  Result.push_back(Position);
  return Result;
}

/// \p Next begins another iteration of the loop at \p Head.
void HostOrder::Walk::iterate(unsigned Head, HostState &Next) {
  for (auto &[Id, Each] : Next.Operations)
    Each.IsCarried = true;
  // Of a jump into a loop nothing is around.
  if (Next.Loops.empty() || Next.Loops.back().Head != Head)
    Next.Loops.push_back({Head, LoopIteration::Later, false});
  LoopIteration Loop = Next.Loops.back();
  bool IsOwn = false;
  if (Loop.Iteration != LoopIteration::Later) {
    const std::vector<HostState> &Begun = States[pointAt(Head, Next)];
    auto Same = llvm::find_if(Begun, [&](const HostState &Each) {
      return Each.ordersAs(Next) && Each.holdsAs(Next, Loop.IsCounted);
    });
    // Else only numbers have changed, which are not known from now on.
    if (Same != Begun.end())
      Next.join(*Same);
    else
      IsOwn = (Loop.IsCounted || Loop.Iteration == 0) &&
              Order.Code.limits().allows(BudgetId::HostOrderIterations,
                                         Loop.Iteration + 2);
  }
  Next.Loops.back().Iteration =
      IsOwn ? Loop.Iteration + 1 : LoopIteration::Later;
  Next.Loops.back().IsCounted = true;
}

void HostOrder::Walk::flow(unsigned From, unsigned To, HostState Next) {
  Next.Loops = Of.enter(From, To, std::move(Next.Loops));
  llvm::erase_if(Next.Undecided, [&](const CFGBlock *Branch) {
    return Branch->getParent() == &Of.Graph &&
           Of.After.dominates(Of.Order[To], Branch);
  });
  if (To <= From)
    iterate(To, Next);
  Point At = pointAt(To, Next);
  if (addState(States[At], std::move(Next), Order.Code.limits()))
    Work.insert(At);
}

std::vector<HostState> HostOrder::Walk::execute(const CFGBlock &Block,
                                                HostState From) {
  std::vector<HostState> Each;
  Each.push_back(std::move(From));
  for (const CFGElement &Element : Block) {
    ++Order.Steps;
    const Limits &Within = Order.Code.limits();
    Order.Truncated |= !Within.allows(BudgetId::HostOrderSteps, Order.Steps) ||
                       !Within.allows(BudgetId::HostOrderStepsOfUnit,
                                      Order.StepsOfUnit + Order.Steps);
    std::vector<HostState> Next;
    for (HostState &State : Each) {
      Order.execute(In, Element, State);
      if (Order.Truncated)
        return {};
      for (HostState &Other : In.Forked)
        addState(Next, std::move(Other), Within);
      In.Forked.clear();
      if (State.Reached)
        addState(Next, std::move(State), Within);
    }
    Each = std::move(Next);
  }
  return Each;
}

/// Goes on from the end of block \p Here.
void HostOrder::Walk::leave(unsigned Here, const HostState &State) {
  const CFGBlock &Block = *Of.Order[Here];
  const Expr *Condition =
      Block.succ_size() == 2 ? Block.getLastCondition() : nullptr;
  auto Holds = Condition ? Order.truth(In, *Condition, State) : std::nullopt;
  bool MaySplit = Condition && !Holds && !AllWidened && !State.isWidened();
  auto Unknown =
      MaySplit ? Order.testOf(In, *Condition, State) : std::optional<Test>();
  bool Leaves = leavesOtherwise(Block);
  unsigned Successor = 0;
  for (const CFGBlock *To : Block.succs()) {
    bool IfTrue = Successor++ == 0;
    if (!To || (Holds && *Holds != IfTrue) || !Of.Position.count(To) ||
        (Leaves && To == &Of.Graph.getExit()))
      continue;
    HostState Next = State;
    if (Unknown)
      Next.Facts[Unknown->Number] = IfTrue != Unknown->Negated;
    if (!Holds && Block.succ_size() > 1 &&
        !llvm::is_contained(Next.Undecided, &Block))
      Next.Undecided.push_back(&Block);
    if (!Holds && Condition)
      for (LoopIteration &Loop : Next.Loops)
        Loop.IsCounted &= !Of.mayLeave(Loop.Head, Here);
    flow(Here, Of.Position.lookup(To), std::move(Next));
  }
}

void HostOrder::Walk::runFrom(unsigned Here, HostState From, bool Flows) {
  Point Iterations;
  for (const LoopIteration &Each : From.Loops)
    if (Each.Iteration)
      Iterations.insert(Iterations.end(), {Each.Head, Each.Iteration});
  auto &Contexts = Order.LoopContexts;
  In.Context = Iterations.empty()
                   ? Base
                   : Contexts
                         .try_emplace({Base, Iterations},
                                      FirstLoopContext - Contexts.size())
                         .first->second;
  std::vector<HostState> Ends = execute(*Of.Order[Here], std::move(From));
  if (Flows)
    for (const HostState &State : Ends)
      leave(Here, State);
}

std::vector<HostState> HostOrder::Walk::from(HostState Entry) {
  const bool Records = Order.Recording;
  Point Start{Of.Position.lookup(&Of.Graph.getEntry())};
  States[Start].push_back(std::move(Entry));
  Work.insert(Start);
  while (!Work.empty() && !Order.Truncated) {
    Point At = *Work.begin();
    Work.erase(Work.begin());
    std::vector<HostState> Here = States[At];
    Order.Recording = Records && !Here.front().isWidened();
    for (HostState &Each : Here)
      runFrom(At.back(), std::move(Each), true);
  }
  Order.Recording = Records;
  for (auto &[At, Here] : States)
    for (const HostState &Each : Here)
      if (Records && !Order.Truncated && Each.isWidened())
        runFrom(At.back(), Each, false);
  In.Context = Base;
  return Order.Truncated
             ? std::vector<HostState>()
             : std::move(States[{Of.Position.lookup(&Of.Graph.getExit())}]);
}

std::vector<HostState> HostOrder::run(Frame &In, HostState Entry) {
  const FunctionDecl &F = *In.Function;
  if (Visited.insert(&F).second)
    VisitedNow.push_back(&F);
  std::unique_ptr<Paths> &Slot = Known[&F];
  if (const CFG *Graph = Slot ? nullptr : Code.cfg(F))
    Slot = std::make_unique<Paths>(*Graph);
  if (!Slot) {
    callUnknown(In, {}, Entry);
    return {std::move(Entry)};
  }
  const Paths &Of = *Slot; // Calls move the slots.
  const bool AllWidened = Entry.isWidened();
  const std::vector<LoopIteration> Outer = std::move(Entry.Loops);
  Entry.Loops.clear();
  collectTargets(Of.Graph, In.This, Places, In.Targets);
  std::vector<HostState> Ends =
      Walk(*this, In, Of, AllWidened).from(std::move(Entry));
  for (HostState &Each : Ends) {
    for (auto &[Id, Operation] : Each.Operations)
      Operation.IsCarried = false;
    Each.Loops = Outer;
  }
  return Ends;
}

} // namespace warplint::hostsync
