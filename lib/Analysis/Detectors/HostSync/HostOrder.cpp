//===--- HostOrder.cpp - Whether the host waits before it reads -----------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/HostSync/HostOrder.h"
#include "Analysis/Budgets/Limits.h"
#include "Analysis/Dataflow/Fixpoint.h"
#include "Analysis/Detectors/HostSync/SharingCallers.h"
#include "CudaModel/AstNames.h"
#include "CudaModel/Destructors.h"
#include "clang/Analysis/Analyses/PostOrderCFGView.h"

using namespace clang;

namespace warplint::hostsync {

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

void HostOrder::run() {
  SharingCallers Sharing(Code.hostFunctions());
  if (!Sharing.isAny())
    return;
  for (bool Roots : {true, false})
    for (const FunctionDecl *F : Code.hostFunctions())
      if (Sharing.isCalled(F) != Roots && Sharing.leadsToSharing(F) &&
          !Visited.count(F))
        follow(*F);
}

std::vector<EarlyRead> HostOrder::earlyReads() const {
  std::vector<EarlyRead> Result;
  for (const Verdict &Each : Verdicts)
    if (Each.IsEarly)
      Result.push_back(Each.Of);
  return Result;
}

std::vector<StreamFault> HostOrder::streamFaults() const {
  std::vector<StreamFault> Result;
  // Once for all callers, and of the first of those that come too early.
  llvm::SmallPtrSet<const Expr *, 8> First, Second;
  for (const StreamVerdict &Each : StreamVerdicts)
    if (Each.IsFault && Second.insert(Each.Of.Second.Site).second &&
        First.insert(Each.Of.First.Site).second)
      Result.push_back(Each.Of);
  return Result;
}

/// From \p Root into what it calls. If that is too much, nothing is said of it,
/// and what it calls is followed by itself.
void HostOrder::follow(const FunctionDecl &Root) {
  Steps = 0;
  Truncated = false;
  VisitedNow.clear();
  size_t Known = Verdicts.size(), KnownFaults = StreamVerdicts.size();
  Frame Top;
  Top.Function = &Root;
  Top.Context = unsigned(
      Contexts.try_emplace({~0u, &Root}, Contexts.size()).first->second);
  HostState Entry;
  Entry.Reached = true;
  run(Top, Entry);
  StepsOfUnit += Steps;
  if (!Truncated)
    return;
  for (size_t I = Known; I < Verdicts.size(); ++I)
    Verdicts[I].IsEarly = false;
  for (size_t I = KnownFaults; I < StreamVerdicts.size(); ++I)
    StreamVerdicts[I].IsFault = false;
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

/// Whether the condition at the end of \p Of holds; nothing if it has none, or
/// that is not known.
std::optional<bool> HostOrder::outcome(const Frame &In, const CFGBlock &Of,
                                       const HostState &Now) {
  const Expr *Condition = Of.succ_size() == 2 ? Of.getLastCondition() : nullptr;
  auto Number =
      Condition ? number(In, Condition, Now) : std::optional<int64_t>();
  return Number ? std::optional(*Number != 0) : std::nullopt;
}

void HostOrder::run(Frame &In, HostState &Now) {
  const FunctionDecl &F = *In.Function;
  if (Visited.insert(&F).second)
    VisitedNow.push_back(&F);
  const CFG *Graph = Code.cfg(F);
  if (!Graph) {
    callUnknown(In, {}, Now);
    return;
  }
  collectTargets(*Graph, In.This, Places, In.Targets);
  llvm::DenseMap<const CFGBlock *, unsigned> Position;
  std::vector<const CFGBlock *> Order;
  PostOrderCFGView View(Graph);
  for (const CFGBlock *Block : View) {
    Position[Block] = unsigned(Order.size());
    Order.push_back(Block);
  }
  std::vector<HostState> Entries(Order.size());
  Entries[Position[&Graph->getEntry()]] = Now;
  auto Transfer = [&](unsigned Next, HostState State, auto Flow) {
    for (const CFGElement &Element : *Order[Next]) {
      ++Steps;
      Truncated |= !Code.limits().allows(BudgetId::HostOrderSteps, Steps) ||
                   !Code.limits().allows(BudgetId::HostOrderStepsOfUnit,
                                         StepsOfUnit + Steps);
      execute(In, Element, State);
      if (!State.Reached || Truncated)
        break;
    }
    bool Leaves = leavesOtherwise(*Order[Next]);
    auto Holds = outcome(In, *Order[Next], State);
    unsigned Successor = 0;
    for (const CFGBlock *To : Order[Next]->succs()) {
      bool IsTaken = !Holds || *Holds == (Successor == 0);
      ++Successor;
      if (!To || !IsTaken || (Leaves && To == &Graph->getExit()))
        continue;
      if (Position[To] <= Next) {
        HostState Again = State;
        for (auto &[Id, Each] : Again.Operations)
          Each.IsCarried = true;
        Flow(Position[To], Again);
      } else {
        Flow(Position[To], State);
      }
    }
    return !Truncated;
  };
  solveToFixpoint(
      Entries, llvm::ArrayRef(Position[&Graph->getEntry()]), Transfer,
      [](HostState &Into, const HostState &From) { return Into.join(From); });
  Now = Entries[Position[&Graph->getExit()]];
  for (auto &[Id, Each] : Now.Operations)
    Each.IsCarried = false;
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

void HostOrder::execute(Frame &In, const CFGElement &Element, HostState &Now) {
  if (auto Statement = Element.getAs<CFGStmt>()) {
    executeStatement(In, *Statement->getStmt(), Now);
  } else if (auto Init = Element.getAs<CFGInitializer>()) {
    const CXXCtorInitializer &Member = *Init->getInitializer();
    const Expr *From = initOf(Member);
    if (From && Member.isMemberInitializer() &&
        In.This.K == HostDatum::Kind::Address)
      initialize(In, Places.member(In.This.Id, *Member.getMember()), *From,
                 Now);
  } else if (auto Destructor = Element.getAs<CFGAutomaticObjDtor>()) {
    const VarDecl &Var = *Destructor->getVarDecl();
    destroy(In, locateVariable(Var, Now), Var.getType(), Now);
  }
}

/// \p Type is a class of the standard library that keeps no objects of the
/// user.
static bool holdsPlainValues(const CXXRecordDecl &Class) {
  if (!Class.isInStdNamespace())
    return false;
  // What it owns may be freed by a call that waits.
  if (isSmartPointer(Class))
    return false;
  const auto *Instance = dyn_cast<ClassTemplateSpecializationDecl>(&Class);
  for (const TemplateArgument &Each :
       Instance ? Instance->getTemplateArgs().asArray()
                : llvm::ArrayRef<TemplateArgument>()) {
    if (Each.getKind() != TemplateArgument::Type)
      continue;
    const CXXRecordDecl *Inner = Each.getAsType()->getAsCXXRecordDecl();
    if (Inner && !Inner->isInStdNamespace() && mayRunAtEnd(*Inner))
      return false;
  }
  return !mayMeetThreads(Class);
}

void HostOrder::destroy(Frame &In, HostDatum Object, QualType Type,
                        HostState &Now) {
  const CXXRecordDecl *Class = Type.getNonReferenceType()
                                   ->getBaseElementTypeUnsafe()
                                   ->getAsCXXRecordDecl();
  if (!Class || Type->isReferenceType() || !Class->hasDefinition() ||
      Class->hasTrivialDestructor() || holdsPlainValues(*Class))
    return;
  const CXXDestructorDecl *Destructor = Class->getDestructor();
  const FunctionDecl *Body = nullptr;
  bool OnlyOwn = Destructor && Destructor->hasBody(Body) &&
                 !Destructor->isDefaulted() && Class->getNumBases() == 0 &&
                 Code.isUserCode(Body->getLocation());
  for (const FieldDecl *Field : Class->fields())
    if (const auto *Part = Field->getType()->getAsCXXRecordDecl())
      OnlyOwn &= Part->hasTrivialDestructor() || holdsPlainValues(*Part);
  if (!OnlyOwn || !enter(In, *Body, Body, {}, Object, Now))
    callUnknown(In, {}, Now);
}

void HostOrder::executeStatement(Frame &In, const Stmt &S, HostState &Now) {
  if (const auto *Declared = dyn_cast<DeclStmt>(&S)) {
    for (const Decl *D : Declared->decls())
      if (const auto *Var = dyn_cast<VarDecl>(D))
        declare(In, *Var, Now);
  } else if (const auto *Return = dyn_cast<ReturnStmt>(&S)) {
    const Expr *E = Return->getRetValue();
    if (!E)
      return;
    HostDatum Result = E->isGLValue() ? locate(In, E, Now) : value(In, E, Now);
    if (In.Returned && In.Return != Result)
      Result = {};
    In.Return = Result;
    In.Returned = true;
  } else if (const auto *Construct = dyn_cast<CXXConstructExpr>(&S)) {
    construct(In, *Construct, Now);
  } else if (const auto *Call = dyn_cast<CallExpr>(&S)) {
    call(In, *Call, Now);
  } else if (const auto *Cast = dyn_cast<ImplicitCastExpr>(&S)) {
    if (Cast->getCastKind() == CK_LValueToRValue)
      read(In, locate(In, Cast->getSubExpr(), Now), *Cast->getSubExpr(), Now);
  } else if (const auto *Op = dyn_cast<BinaryOperator>(&S)) {
    if (Op->getOpcode() == BO_Assign) {
      HostDatum To = locate(In, Op->getLHS(), Now);
      if (To.K == HostDatum::Kind::Unknown) {
        forgetTarget(In, *Op->getLHS(), Now);
        forgetNumbers(Now);
      }
      assign(In, To, *Op->getRHS(), Now);
    } else if (Op->isCompoundAssignmentOp()) {
      HostDatum To = locate(In, Op->getLHS(), Now);
      read(In, To, *Op->getLHS(), Now);
      if (To.K == HostDatum::Kind::Address)
        forget(To.Id, Now);
    }
  } else if (const auto *Op = dyn_cast<UnaryOperator>(&S)) {
    if (!Op->isIncrementDecrementOp())
      return;
    HostDatum To = locate(In, Op->getSubExpr(), Now);
    read(In, To, *Op->getSubExpr(), Now);
    if (To.K == HostDatum::Kind::Address)
      forget(To.Id, Now);
  } else if (const auto *New = dyn_cast<CXXNewExpr>(&S)) {
    allocate(In, *New, Now);
  } else if (const auto *Delete = dyn_cast<CXXDeleteExpr>(&S)) {
    release(In, *Delete, Now);
  } else if (const auto *Lambda = dyn_cast<LambdaExpr>(&S)) {
    for (const LambdaCapture &Each : Lambda->captures())
      if (Each.capturesVariable() && Each.getCaptureKind() == LCK_ByRef)
        if (const auto *Var = dyn_cast<VarDecl>(Each.getCapturedVar()))
          if (HostDatum At = locateVariable(*Var, Now);
              At.K == HostDatum::Kind::Address) {
            Exposed.insert(At.Id);
            if (load(At, Now).K == HostDatum::Kind::Number)
              Now.Data.erase(At.Id);
          }
  } else if (isa<GCCAsmStmt, CXXDynamicCastExpr>(&S)) {
    callUnknown(In, {}, Now);
  }
}

void HostOrder::declare(Frame &In, const VarDecl &Var, HostState &Now) {
  HostPlaces::Id Place = Places.variable(Var);
  if (Var.isStaticLocal())
    return;
  // What a constructor makes is there already.
  if (Var.hasInit() && isa<CXXConstructExpr>(Var.getInit()->IgnoreImplicit()))
    return;
  forget(Place, Now);
  if (!Var.hasInit())
    return;
  if (Var.getType()->isReferenceType()) {
    HostDatum To = locate(In, Var.getInit(), Now);
    if (To.K != HostDatum::Kind::Unknown)
      Now.Data[Place] = To;
    return;
  }
  initialize(In, Place, *Var.getInit(), Now);
}

void HostOrder::initialize(Frame &In, HostPlaces::Id Place, const Expr &Value,
                           HostState &Now) {
  const Expr *Plain = Value.IgnoreImplicit();
  if (const auto *Default = dyn_cast<CXXDefaultInitExpr>(Plain))
    Plain = Default->getExpr()->IgnoreImplicit();
  if (const auto *List = dyn_cast<InitListExpr>(Plain)) {
    const RecordDecl *Record = List->getType()->getAsRecordDecl();
    std::vector<const FieldDecl *> Fields;
    for (const FieldDecl *Field : Record && !Record->isUnion()
                                      ? Record->fields()
                                      : RecordDecl::field_range({}, {}))
      Fields.push_back(Field);
    for (unsigned I = 0;
         I < List->getNumInits() &&
         Code.limits().allows(BudgetId::HostOrderElements, I + 1);
         ++I)
      if (List->getType()->isArrayType())
        initialize(In, Places.element(Place, I), *List->getInit(I), Now);
      else if (I < Fields.size())
        initialize(In, Places.member(Place, *Fields[I]), *List->getInit(I),
                   Now);
    return;
  }
  if (isa<CXXConstructExpr>(Plain))
    return; // Made there by construct().
  assign(In, {HostDatum::Kind::Address, Place, true}, Value, Now);
}

void HostOrder::assign(Frame &In, HostDatum To, const Expr &Value,
                       HostState &Now) {
  if (To.K != HostDatum::Kind::Address)
    return;
  // What an error left of an initializer has no type.
  if (Value.getType().isNull())
    return forget(To.Id, Now);
  const Expr *Plain = Value.IgnoreParenImpCasts();
  bool IsRecord = Value.getType()->isRecordType();
  HostDatum From = IsRecord && Plain->isGLValue() ? locate(In, Plain, Now)
                                                  : value(In, &Value, Now);
  forget(To.Id, Now);
  if (IsRecord) {
    if (From.K == HostDatum::Kind::Address)
      copyParts(To.Id, From.Id, Now);
  } else if (From.K != HostDatum::Kind::Unknown &&
             !(From.K == HostDatum::Kind::Number && Exposed.count(To.Id))) {
    Now.Data[To.Id] = From;
  }
}

void HostOrder::copyParts(HostPlaces::Id To, HostPlaces::Id From,
                          HostState &Now) {
  if (To == From)
    return;
  if (auto Found = Now.Data.find(From); Found != Now.Data.end())
    Now.Data[To] = Found->second;
  // Copying makes places, which moves the list.
  for (size_t I = 0; I < Places.parts(From).size(); ++I) {
    auto [Key, Part] = Places.parts(From)[I];
    HostPlaces::Id Target =
        Key.first
            ? Places.member(To, *static_cast<const FieldDecl *>(Key.first))
            : Places.element(To, Key.second);
    copyParts(Target, Part, Now);
  }
}

void HostOrder::forget(HostPlaces::Id Place, HostState &Now) {
  Now.Data.erase(Place);
  for (const auto &[Key, Part] : Places.parts(Place))
    forget(Part, Now);
}

/// Something has been written through a pointer that is not followed: numbers
/// that pointers may lead to are unknown.
void HostOrder::forgetNumbers(HostState &Now) const {
  std::set<HostPlaces::Id> Pointed;
  for (const auto &[Place, Datum] : Now.Data)
    if (Datum.K == HostDatum::Kind::Address)
      Pointed.insert(Datum.Id);
  for (auto Each = Now.Data.begin(); Each != Now.Data.end();) {
    bool Reached = Each->second.K == HostDatum::Kind::Number &&
                   (Places.isPart(Each->first) ||
                    Places.isGlobal(Each->first) || Pointed.count(Each->first));
    Each = Reached ? Now.Data.erase(Each) : std::next(Each);
  }
}

void HostOrder::forgetTarget(const Frame &In, const Expr &To, HostState &Now) {
  const Expr *E = &To;
  for (;;) {
    E = E->IgnoreParenCasts();
    const Expr *Outer = nullptr;
    if (const auto *Element = dyn_cast<ArraySubscriptExpr>(E)) {
      HostDatum Base = value(In, Element->getBase(), Now);
      if (Base.K == HostDatum::Kind::Address)
        return forget(Base.Id, Now);
      Outer = Element->getBase();
    } else if (const auto *Member = dyn_cast<MemberExpr>(E)) {
      Outer = Member->getBase();
    }
    if (!Outer)
      return;
    E = Outer;
  }
}

//===----------------------------------------------------------------------===//
// Reads
//===----------------------------------------------------------------------===//

void HostOrder::read(Frame &In, const HostDatum &Place, const Expr &Site,
                     HostState &Now) {
  // What an earlier iteration said was said of less.
  SiteKey Key{In.Context, &Site};
  for (auto Old = VerdictAt.lower_bound({Key, 0});
       Old != VerdictAt.end() && Old->first.first == Key; ++Old)
    Verdicts[Old->second].IsEarly = false;
  HostDatum From = Place.K == HostDatum::Kind::Memory
                       ? Place
                       : ownMemoryAround(In, Site, Now);
  if (From.K != HostDatum::Kind::Memory) {
    // A flag that another thread or a callback sets.
    if (Site.getType().isVolatileQualified())
      Now.waitForAll();
    return;
  }
  if (Memories[From.Id].Device)
    return;
  if (Site.getType().isVolatileQualified() || Memories[From.Id].Polled) {
    Now.waitForAll();
    return;
  }
  for (const auto &[Id, Under] : Now.Operations) {
    const Operation &Cause = Started[Id];
    const FieldDecl *Field = outermostField(Site);
    if (Cause.On != From.Id || Cause.Use != MemoryUse::Writes ||
        (Field && !Cause.Fields.count(nullptr) && !Cause.Fields.count(Field)))
      continue;
    auto [Slot, New] = VerdictAt.try_emplace({Key, Id}, Verdicts.size());
    if (New)
      Verdicts.emplace_back();
    Verdict &Judged = Verdicts[Slot->second];
    Judged.IsEarly = !Under.MayBeDone;
    Judged.Of = {&Site,
                 In.Function,
                 Cause.Site,
                 Cause.Kernel,
                 Memories[From.Id].Made,
                 Under.Missed,
                 !Cause.Kernel && Memories[From.Id].Pageable};
  }
}

/// The order of a unit, found once for all that ask.
static const HostOrder &orderOf(DeviceCode &Code) {
  auto &Known = Code.notes<std::unique_ptr<HostOrder>>();
  if (!Known) {
    Known = std::make_unique<HostOrder>(Code);
    Known->run();
  }
  return *Known;
}

std::vector<EarlyRead> earlyReads(DeviceCode &Code) {
  return orderOf(Code).earlyReads();
}

std::vector<StreamFault> streamFaults(DeviceCode &Code) {
  return orderOf(Code).streamFaults();
}

} // namespace warplint::hostsync
