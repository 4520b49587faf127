//===--- Evaluation.cpp - Symbolic execution of a kernel ------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/SymbolicExecution/Evaluation.h"
#include "Analysis/Budgets/Limits.h"
#include "Analysis/Budgets/StepBudget.h"
#include "CudaModel/Collectives.h"
#include "clang/AST/ExprCXX.h"
#include <functional>
#include <set>

using namespace clang;

namespace warplint {

Evaluation::Evaluation(InlinedCFG &P, DeviceCode &Code, TermArena &Arena)
    : P(P), Code(Code), Arena(Arena), Access(Arena, States),
      Out(P.nodes().size()), Current(States.getEmptyMap()) {
  for (const Node *N : P.order())
    if (N->condition())
      Conditions.insert({N->owner().id(), N->condition()});
}

bool Evaluation::isLive(const Node &From, unsigned Successor) const {
  if (!From.Reached || From.ending() == Node::Ending::Abort)
    return false;
  // Only a two-way branch separates its successors by position.
  const auto *Known =
      From.Branch ? dyn_cast<ConstantTerm>(From.Branch) : nullptr;
  if (!Known || From.successors().size() != 2 ||
      isa_and_nonnull<SwitchStmt>(From.terminator()))
    return true;
  bool Taken = Known->value() != 0;
  return (Successor == 0) == Taken;
}

bool Evaluation::run() {
  std::vector<unsigned> Position(P.nodes().size(), ~0u);
  for (unsigned I = 0; I < P.order().size(); ++I)
    Position[P.order()[I]->id()] = I;
  std::vector<unsigned> Visits(P.nodes().size(), 0);
  // By position. Behind the end of a loop its head comes once more, those of
  // inner loops first, if something was presumed of what comes around.
  std::set<std::pair<unsigned, unsigned>> Work{{0, 0}};
  while (!Work.empty()) {
    auto [At, Head] = *Work.begin();
    Work.erase(Work.begin());
    Node &N = *P.order()[Head ? ~Head : At];
    if (!limits().allows(BudgetId::VisitsPerNode, ++Visits[N.id()]) ||
        !Arena.work().spend(1 + N.lastElement() - N.firstElement()))
      return false;
    unsigned Own = Position[N.id()], End = 0;
    for (const Node *From : N.predecessors())
      if (unsigned Of = Position[From->id()]; Of != ~0u && Of >= Own)
        End = std::max(End, Of);
    MayPresume = !Head && End;
    Presumes = false;
    bool Changed = visit(N);
    if (Presumes)
      Work.insert({End, ~Own});
    for (unsigned I = 0; Changed && I < N.successors().size(); ++I)
      if (isLive(N, I))
        Work.insert({Position[N.successors()[I]->id()], 0});
  }
  AtHead.clear();
  Meeting.finish();
  simplifyPhis();
  return true;
}

llvm::ArrayRef<const Term *> Evaluation::programTerms() const {
  if (!ProgramTerms.empty())
    return ProgramTerms;
  std::vector<const Term *> Roots;
  for (const auto &[Expression, Value] : Values)
    Roots.push_back(Value);
  for (const Event &E : P.events())
    Roots.insert(Roots.end(), {E.Address, E.Value, E.Mask, E.Select, E.Width,
                               E.Id, E.Count});
  for (const Term *Phi : Meeting.phis())
    for (const Incoming &I : Meeting.incoming(Phi))
      Roots.push_back(I.Reaching.Value);
  walkTerms(Roots, [&](const Term &T) {
    ProgramTerms.push_back(&T);
    return Walk::Enter;
  });
  return ProgramTerms;
}

llvm::ArrayRef<const Event *> Evaluation::eventsOf(const SiteTerm &Made) const {
  auto Found = index().BySite.find({Made.callContext(), Made.site()});
  if (Found == index().BySite.end())
    return {};
  return Found->second;
}

llvm::ArrayRef<const Event *> Evaluation::writesTo(const Term *Root) const {
  auto Found = index().WritesByRoot.find(Root);
  if (Found == index().WritesByRoot.end())
    return {};
  return Found->second;
}

const Event *Evaluation::operationOf(const SiteTerm &Made) const {
  auto All = eventsOf(Made);
  auto Found = llvm::find_if(All, [](const Event *E) { return E->isSync(); });
  return Found == All.end() ? nullptr : *Found;
}

llvm::SmallVector<const Event *, 1>
Evaluation::readsOf(const LoadTerm &Load) const {
  llvm::SmallVector<const Event *, 1> Found;
  llvm::copy_if(eventsOf(Load), std::back_inserter(Found),
                [](const Event *E) { return E->isRead(); });
  return Found;
}

/// True if successors must look again.
bool Evaluation::visit(Node &N) {
  Now = &N;
  In = &N.owner();
  bool First = !N.Reached;
  const Term *OldBranch = N.Branch;
  N.Reached = true;
  N.Events.clear();
  ValuesChanged = false;
  Current = merge(N);
  if (MayPresume)
    if (auto [Known, New] = AtHead.try_emplace(&N, Current); !New)
      Known->second = Current;
  if (&N == &P.entry())
    setEntryState();
  if (N.returnedFrom())
    takeResult(*N.returnedFrom());
  for (unsigned I = N.firstElement(); I < N.lastElement(); ++I)
    execute(N.block()[I]);
  if (N.callee())
    bindArguments(*N.callee());
  if (N.condition()) {
    const auto *Op = dyn_cast<BinaryOperator>(N.condition()->IgnoreParens());
    DecidesBranch = Op && Op->isLogicalOp();
    N.Branch = evaluate(N.condition());
    DecidesBranch = false;
  }
  std::optional<State> &Known = Out[N.id()];
  bool Changed = First || ValuesChanged || OldBranch != N.Branch || !Known ||
                 *Known != Current;
  Known = Current;
  return Changed;
}

State Evaluation::merge(Node &N) {
  llvm::SmallVector<const Node *, 4> From;
  for (const Node *Predecessor : N.predecessors()) {
    if (!Out[Predecessor->id()] || llvm::is_contained(From, Predecessor))
      continue;
    for (unsigned I = 0; I < Predecessor->successors().size(); ++I)
      if (Predecessor->successors()[I] == &N && isLive(*Predecessor, I)) {
        From.push_back(Predecessor);
        break;
      }
  }
  if (From.empty())
    return States.getEmptyMap();
  State First = *Out[From[0]->id()];
  if (llvm::all_of(From,
                   [&](const Node *Other) {
                     return Out[Other->id()]->getRootWithoutRetain() ==
                            First.getRootWithoutRetain();
                   }) &&
      From.size() == N.predecessors().size())
    return First;

  // What holds the same on all paths and did so before is left as it is.
  std::vector<AddressKey> Differing = JoinedAt[&N];
  for (const Node *Predecessor : llvm::drop_begin(From))
    appendDifferences(First, *Out[Predecessor->id()], Differing);
  llvm::sort(Differing, [](const AddressKey &L, const AddressKey &R) {
    return L.Address->id() < R.Address->id();
  });
  Differing.erase(std::unique(Differing.begin(), Differing.end()),
                  Differing.end());
  State Merged = First;
  for (AddressKey At : Differing) {
    if (llvm::none_of(From, [&](const Node *Predecessor) {
          return Out[Predecessor->id()]->contains(At);
        }))
      continue; // A join that was dissolved on the path here.
    llvm::SmallVector<Incoming, 4> Arriving;
    for (const Node *Predecessor : From) {
      Definition Reaching = Access.read(*Out[Predecessor->id()], At.Address);
      if (Reaching.Value)
        Arriving.push_back({Reaching, Predecessor});
    }
    // A place that one path does not know is out of scope here.
    Merged = Arriving.size() == From.size()
                 ? States.add(Merged, At, join(N, At, Arriving))
                 : States.remove(Merged, At);
  }
  return Merged;
}

/// Whether the back edge \p Around of the loop headed by \p N brings the value
/// that the header had at \p At in its last visit: the loop has not changed it.
/// It is then presumed not to change the value that enters now, and the header
/// is visited again to check that.
bool Evaluation::isPassedOn(const Node &N, AddressKey At,
                            const Incoming &Around) const {
  if (!MayPresume || Around.From->position() < N.position())
    return false;
  auto Before = AtHead.find(&N);
  return Before != AtHead.end() &&
         Access.read(Before->second, At.Address) == Around.Reaching;
}

Definition Evaluation::join(Node &N, AddressKey At,
                            llvm::ArrayRef<Incoming> Coming) {
  // Elements that a loop has not assigned yet are not read there.
  auto IsForgotten = [&](const Incoming &I) {
    return isa<ElementTerm>(At.Address) &&
           isa<UndefinedTerm>(I.Reaching.Value) &&
           Filled.isForgotten(I.Reaching.Site);
  };
  llvm::SmallVector<Incoming, 4> Known;
  if (llvm::any_of(Coming, IsForgotten))
    llvm::copy_if(Coming, std::back_inserter(Known), std::not_fn(IsForgotten));
  llvm::ArrayRef<Incoming> Arriving = Known.empty() ? Coming : Known;
  const Term *Phi = Arena.phi(&N, At.Address);
  const Incoming *Only = nullptr, *PassedOn = nullptr;
  bool Same = true;
  for (const Incoming &I : Arriving) {
    if (I.Reaching.Value == Phi)
      continue;
    if (isPassedOn(N, At, I)) {
      PassedOn = &I;
      continue;
    }
    if (Only && Only->Reaching.Value != I.Reaching.Value)
      Same = false;
    Only = &I;
  }
  // Of an element that is assigned in the loop nothing comes into it.
  if (!Only)
    Only = PassedOn;
  // A back edge that was not looked at since its loop's entry changed makes
  // values look different that are not; such joins dissolve on a later visit.
  // Not forever, or two joins could chase each other.
  if (Same && Only) {
    Presumes |= PassedOn != nullptr;
    if (!Meeting.holds(Phi))
      return Only->Reaching;
    if (limits().allows(BudgetId::Dissolutions, ++Dissolved[Phi])) {
      Meeting.erase(Phi);
      llvm::erase(JoinedAt[&N], At);
      return Only->Reaching;
    }
  }
  if (!Meeting.holds(Phi))
    JoinedAt[&N].push_back(At);
  auto &Joined = Meeting.at(Phi);
  bool Changed = Joined.size() != Arriving.size();
  for (unsigned I = 0; !Changed && I < Joined.size(); ++I)
    Changed = !(Joined[I].Reaching == Arriving[I].Reaching);
  ValuesChanged |= Changed;
  Joined.assign(Arriving.begin(), Arriving.end());
  return {Phi, nullptr, &N.owner()};
}

void Evaluation::setEntryState() {
  for (const ParmVarDecl *Parameter : P.root().parameters())
    Current = Access.write(Current, Arena.local(In, Parameter),
                           {Arena.parameter(Parameter), nullptr, In});
  const auto *Method = dyn_cast<CXXMethodDecl>(&P.root());
  if (Method && Method->isInstance())
    In->This = Arena.parameter(Method);
}

/// Makes an object, by a constructor or by one that the class inherits.
static bool constructs(const Expr *Site) {
  return isa<CXXConstructExpr, CXXInheritedCtorInitExpr>(Site);
}

/// The call is that of a destructor where a scope ends: it has no arguments and
/// no value, and its place is a name of the variable, the member or the object
/// itself for a base of it.
static bool endsObject(const Expr *Site) {
  return isa<DeclRefExpr, CXXThisExpr>(Site);
}

/// The address of `*this`, or of its base class that declares \p F.
const Term *Evaluation::ownBase(const FunctionDecl &F, const Expr &Site) {
  const auto *Own = dyn_cast<CXXMethodDecl>(&In->function());
  const auto *Of = dyn_cast<CXXMethodDecl>(&F);
  return In->This && Own && Of
             ? asBase(In->This, Own->getParent(), Of->getParent(), Site)
             : In->This;
}

void Evaluation::bindArguments(const CallContext &Callee) {
  const Expr *Site = Callee.callSite();
  const FunctionDecl &F = Callee.function();
  llvm::ArrayRef<const Expr *> Arguments;
  unsigned Skip = 0;
  if (endsObject(Site)) {
    const auto *Ended = dyn_cast<DeclRefExpr>(Site);
    const auto *Field = Ended ? dyn_cast<FieldDecl>(Ended->getDecl()) : nullptr;
    Callee.This = Field && In->This ? Arena.fieldOf(In->This, Field)
                  : Ended && !Field ? addressOperand(Ended)
                                    : ownBase(F, *Site);
  } else if (constructs(Site)) {
    if (const auto *Construct = dyn_cast<CXXConstructExpr>(Site))
      Arguments = {Construct->getArgs(), Construct->getNumArgs()};
    Callee.This = Arena.temporary(In, Site);
    Current = Access.write(Current, Callee.This, {Arena.undefined(), Site, In});
  } else {
    const auto *Call = cast<CallExpr>(Site);
    Arguments = {Call->getArgs(), Call->getNumArgs()};
    const auto *Method = dyn_cast<CXXMethodDecl>(&F);
    if (const auto *Member = dyn_cast<CXXMemberCallExpr>(Call)) {
      if (const Expr *Object = Member->getImplicitObjectArgument())
        Callee.This = addressOperand(Object);
    } else if (isa<CXXOperatorCallExpr>(Call) && Method &&
               Method->isImplicitObjectMemberFunction()) {
      Callee.This = addressOperand(Call->getArg(0));
      Skip = 1;
    } else if (isa<CXXOperatorCallExpr>(Call) && Method) {
      Skip = 1; // Static operator(): the object is evaluated and dropped.
    }
  }
  for (unsigned I = 0; I < F.getNumParams(); ++I) {
    const ParmVarDecl *Parameter = F.getParamDecl(I);
    const Expr *Argument =
        I + Skip < Arguments.size() ? Arguments[I + Skip] : nullptr;
    Definition Bound;
    Bound.Site = Argument;
    Bound.Owner = In;
    // What the inheriting constructor is given goes on to the inherited one.
    if (isa<CXXInheritedCtorInitExpr>(Site) &&
        I < In->function().getNumParams())
      Bound = Access.snapshotOf(Current,
                                Arena.local(In, In->function().getParamDecl(I)),
                                In->function().getParamDecl(I)->getType());
    else
      Bound.Value = Argument
                        ? evaluate(Argument)
                        : Arena.opaque(&Callee, nullptr, {}, Scope::Thread);
    if (!Bound.Value)
      Bound.Value = Arena.undefined();
    Current = Access.write(Current, Arena.local(&Callee, Parameter), Bound);
  }
}

/// The call returned: its value becomes that of the call expression and its
/// variables leave the state.
void Evaluation::takeResult(const CallContext &Callee) {
  const Expr *Site = Callee.callSite();
  if (endsObject(Site)) {
    Current = Access.leave(Current, Callee);
    return;
  }
  Definition Result;
  if (constructs(Site))
    // An array of class type is constructed element by element, all alike.
    Result = Access.snapshot(
        Current, Arena.temporary(In, Site),
        *Code.context().getBaseElementType(Site->getType())->getAsRecordDecl());
  else if (const RecordDecl *Type =
               Site->isGLValue() ? nullptr : Site->getType()->getAsRecordDecl())
    Result = Access.snapshot(Current, Arena.returnSlot(&Callee), *Type);
  else
    Result = Access.read(Current, Arena.returnSlot(&Callee));
  if (!Result.Value)
    Result.Value = Arena.undefined();
  const Term *&Known = Values[{In->id(), Site}];
  ValuesChanged |= Known != Result.Value;
  Known = Result.Value;
  Reads[{In->id(), Site}] = Result;
  // What a library says that threads agree on is not worked out again.
  if (!Code.isUserCode(Callee.function().getLocation()))
    for (const ParmVarDecl *Parameter : Callee.function().parameters())
      if (Scope Agreed = agreementOn(*Parameter); Agreed != Scope::Thread) {
        Definition To = Access.read(Current, Arena.local(&Callee, Parameter));
        if (To.Value && isThreadOwned(To.Value))
          Current =
              Access.write(Current, To.Value,
                           {Arena.result(In, Site, {}, Agreed), Site, In});
      }
  Current = Access.leave(Current, Callee);
}

} // namespace warplint
