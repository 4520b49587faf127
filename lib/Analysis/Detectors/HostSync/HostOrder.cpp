//===--- HostOrder.cpp - Whether the host waits before it reads -----------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/HostSync/HostOrder.h"
#include "Analysis/Detectors/HostSync/SharingCallers.h"
#include "Analysis/Expr/NumberOperators.h"
#include "Assumptions/Assumptions.h"
#include "Assumptions/Evidence.h"
#include "CudaModel/AstNames.h"
#include "CudaModel/Destructors.h"
#include "CudaModel/HostLibrary.h"

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

std::vector<StreamFault> HostOrder::streamFaults() const {
  using Kind = StreamFault::Kind;
  std::vector<StreamFault> Result;
  // Once for all callers, and of the first of those that come too early.
  std::set<std::pair<bool, const Expr *>> First, Second; // Never iterated.
  std::set<std::pair<const Expr *, const Expr *>> Reads; // Never iterated.
  for (const StreamFault &Each : Faults)
    if (bool ByHost = Each.Is == Kind::Overwritten;
        Each.Is == Kind::ReadEarly
            ? Reads.insert({Each.Second.Site, Each.First.Site}).second
            : Second.insert({ByHost, Each.Second.Site}).second &&
                  First.insert({ByHost, Each.First.Site}).second)
      Result.push_back(Each);
  return Result;
}

std::vector<CaptureFault> HostOrder::captureFaults() const {
  std::vector<CaptureFault> Result;
  std::set<const Expr *> Seen; // Never iterated.
  for (const CaptureFault &Each : CaptureFaults)
    if (Seen.insert(Each.Site).second)
      Result.push_back(Each);
  return Result;
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
    destroy(In, locateVariable(Var, Now), Var.getType(), Now, Var.getInit());
  } else if (auto Temporary = Element.getAs<CFGTemporaryDtor>()) {
    const Expr &Made = *Temporary->getBindTemporaryExpr()->getSubExpr();
    destroy(In, load({HostDatum::Kind::Address, Places.result(Made)}, Now),
            Made.getType(), Now);
  } else if (auto Member = Element.getAs<CFGMemberDtor>()) {
    if (In.This.K == HostDatum::Kind::Address)
      destroy(In,
              {HostDatum::Kind::Address,
               Places.member(In.This.Id, *Member->getFieldDecl())},
              Member->getFieldDecl()->getType(), Now);
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
                        HostState &Now, const Expr *Site) {
  const CXXRecordDecl *Class = Type.getNonReferenceType()
                                   ->getBaseElementTypeUnsafe()
                                   ->getAsCXXRecordDecl();
  if (Class && Site && deletesAlone(*Class))
    if (HostDatum Owned = load(Object, Now); Owned.K == HostDatum::Kind::Memory)
      write(In, Owned, *Site, Now, MemoryUse::Frees);
  if (!Class || Type->isReferenceType() || !Class->hasDefinition() ||
      Class->hasTrivialDestructor() || holdsPlainValues(*Class) ||
      deletesPlainly(*Class))
    return;
  if (isSmartPointer(*Class) && endSmartPointer(In, Object, Now))
    return;
  // A function object or thread that has been followed.
  if (Class->isInStdNamespace() &&
      load(Object, Now).K == HostDatum::Kind::Callable)
    return;
  if (Type->isArrayType() || Class->getNumBases() != 0 ||
      Class->isInStdNamespace())
    return callUnknown(In, {}, Now);
  const CXXDestructorDecl *Destructor = Class->getDestructor();
  const FunctionDecl *Body = nullptr;
  if (Destructor && Destructor->hasBody(Body) && !Destructor->isDefaulted()) {
    // Its graph destroys the members.
    if (!Code.isUserCode(Body->getLocation()) ||
        !enter(In, *Body, Body, {}, Object, Now))
      callUnknown(In, {}, Now);
    return;
  }
  std::vector<const FieldDecl *> Fields(Class->field_begin(),
                                        Class->field_end());
  for (const FieldDecl *Field : llvm::reverse(Fields)) {
    HostDatum Member;
    if (Object.K == HostDatum::Kind::Address)
      Member = {HostDatum::Kind::Address, Places.member(Object.Id, *Field)};
    destroy(In, Member, Field->getType(), Now);
    // The next member is destroyed in all states.
    for (const HostState &Other : In.Forked)
      Now.join(Other);
    In.Forked.clear();
  }
}

void HostOrder::executeAssignment(Frame &In, const BinaryOperator &Op,
                                  HostState &Now) {
  if (Op.getOpcode() == BO_Assign) {
    HostDatum To = locate(In, Op.getLHS(), Now);
    if (!To.isKnown()) {
      forgetTarget(In, *Op.getLHS(), Now);
      forgetNumbers(Now);
    }
    write(In, To, *Op.getLHS(), Now);
    assign(In, To, *Op.getRHS(), Now);
  } else if (Op.isCompoundAssignmentOp()) {
    modify(In, *Op.getLHS(), plainOpcode(Op), Op.getRHS(), Now);
  }
}

/// A closure holds what is captured.
void HostOrder::executeLambda(Frame &In, const LambdaExpr &Lambda,
                              HostState &Now) {
  HostPlaces::Id Closure = Places.temporary(Lambda);
  forget(Closure, Now);
  give(Places.result(Lambda), {HostDatum::Kind::Address, Closure}, Now);
  auto Init = Lambda.capture_init_begin();
  auto Field = Lambda.getLambdaClass()->field_begin();
  for (const LambdaCapture &Each : Lambda.captures()) {
    const Expr *From = *Init++;
    const FieldDecl &To = **Field++;
    if (!From)
      continue;
    HostDatum At = From->isGLValue() ? locate(In, From, Now) : HostDatum();
    if (To.getType()->isReferenceType()) {
      if (At.K == HostDatum::Kind::Address) {
        Now.Data[Places.member(Closure, To)] = At;
        Exposed.insert(At.Id);
        if (load(At, Now).K == HostDatum::Kind::Number)
          Now.Data.erase(At.Id);
      }
    } else if (Each.getCaptureKind() == LCK_VLAType) {
      continue;
    } else {
      initialize(In, Places.member(Closure, To), *From, Now);
    }
  }
}

void HostOrder::executeList(Frame &In, const CXXStdInitializerListExpr &List,
                            HostState &Now) {
  HostPlaces::Id Place = Places.temporary(List);
  forget(Place, Now);
  initialize(In, Place, *List.getSubExpr(), Now);
  if (const auto *Array =
          Code.context().getAsConstantArrayType(List.getSubExpr()->getType()))
    set(Places.size(Place), HostDatum::number(int64_t(Array->getZExtSize())),
        Now);
  give(Places.result(List), {HostDatum::Kind::Address, Place}, Now);
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
    give(Places.returned(*In.Function), Result, Now);
  } else if (const auto *Construct = dyn_cast<CXXConstructExpr>(&S)) {
    construct(In, *Construct, Now);
  } else if (const auto *Call = dyn_cast<CallExpr>(&S)) {
    call(In, *Call, Now);
  } else if (const auto *Cast = dyn_cast<ImplicitCastExpr>(&S)) {
    if (Cast->getCastKind() == CK_LValueToRValue)
      read(In, locate(In, Cast->getSubExpr(), Now), *Cast->getSubExpr(), Now);
  } else if (const auto *Op = dyn_cast<BinaryOperator>(&S)) {
    executeAssignment(In, *Op, Now);
  } else if (const auto *Op = dyn_cast<UnaryOperator>(&S)) {
    if (Op->isIncrementDecrementOp())
      modify(In, *Op->getSubExpr(), Op->isIncrementOp() ? BO_Add : BO_Sub,
             /*By=*/nullptr, Now, Op);
  } else if (const auto *New = dyn_cast<CXXNewExpr>(&S)) {
    allocate(In, *New, Now);
  } else if (const auto *Delete = dyn_cast<CXXDeleteExpr>(&S)) {
    release(In, *Delete, Now);
  } else if (const auto *Lambda = dyn_cast<LambdaExpr>(&S)) {
    executeLambda(In, *Lambda, Now);
  } else if (const auto *List = dyn_cast<CXXStdInitializerListExpr>(&S)) {
    executeList(In, *List, Now);
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
    if (To.isKnown())
      Now.Data[Place] = To;
    return;
  }
  initialize(In, Place, *Var.getInit(), Now);
}

/// \p Target gets the result of \p Op with \p By, or of \p Step with 1.
void HostOrder::modify(Frame &In, const Expr &Target, BinaryOperatorKind Op,
                       const Expr *By, HostState &Now,
                       const UnaryOperator *Step) {
  HostDatum To = locate(In, &Target, Now);
  read(In, To, Target, Now);
  write(In, To, Target, Now);
  if (To.K != HostDatum::Kind::Address)
    return;
  HostDatum Old = load(To, Now);
  auto Number = By ? number(In, By, Now) : 1;
  forget(To.Id, Now);
  if (Step)
    give(Places.result(*Step), Old.known(), Now);
  if (Target.getType()->isPointerType())
    Old =
        shifted(Old, Op == BO_Sub && Number ? std::optional(-*Number) : Number);
  else if (auto Sum = Old.K == HostDatum::Kind::Number && Number
                          ? fold(Op, Old.Number, *Number)
                          : base::Checked())
    Old.Number = *Sum;
  else
    Old = {};
  if (Old.isKnown())
    set(To.Id, Old, Now);
}

//===----------------------------------------------------------------------===//
// Reads
//===----------------------------------------------------------------------===//

void HostOrder::read(Frame &In, const HostDatum &Place, const Expr &Site,
                     HostState &Now) {
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
  if (Within)
    return use(From, MemoryUse::Reads, Site);
  if (Site.getType().isVolatileQualified() || Memories[From.Id].Polled) {
    Now.waitForAll();
    return;
  }
  for (const auto &[Id, Under] : Now.Operations) {
    const Operation &Cause = Started[Id];
    const FieldDecl *Field = outermostField(Site);
    if (Cause.On != From.Id || Cause.Use != MemoryUse::Writes || Cause.NodeOf ||
        (Field && !Cause.Fields.count(nullptr) && !Cause.Fields.count(Field)))
      continue;
    if (!Under.MayBeDone)
      report(StreamFault::Kind::ReadEarly, Cause,
             operation(Site, From, MemoryUse::Reads), Under, In);
  }
}

void HostOrder::use(const HostDatum &On, MemoryUse Use, const Expr &Site) {
  auto Known = llvm::find_if(Within->Does, [&](const Operation &Each) {
    return Each.On == On.Id && Each.Use == Use;
  });
  if (Known == Within->Does.end()) {
    Known = Within->Does.insert(Known, operation(Site, On, Use));
    Known->Fields.clear();
    Known->UsesFirst = false;
    Known->ByHost = true;
    Known->Inside = &Site;
  }
  Known->UsesFirst |= On.AtStart;
  Known->Fields.insert(outermostField(Site));
}

void HostOrder::write(Frame &In, const HostDatum &Place, const Expr &Site,
                      HostState &Now, MemoryUse Use) {
  HostDatum To = Place.K == HostDatum::Kind::Memory || Use == MemoryUse::Frees
                     ? Place
                     : ownMemoryAround(In, Site, Now);
  if (Within && Place.K == HostDatum::Kind::Address)
    Within->Written.insert(Place.Id);
  if (To.K != HostDatum::Kind::Memory || Memories[To.Id].Device)
    return;
  if (Within)
    return use(To, Use, Site);
  if (!Recording || Memories[To.Id].Polled ||
      Site.getType().isVolatileQualified())
    return;
  const FieldDecl *Field =
      Use == MemoryUse::Frees ? nullptr : outermostField(Site);
  for (const auto &[Id, Under] : Now.Operations) {
    const Operation &Before = Started[Id];
    // What a kernel writes may be meant for the host meanwhile.
    bool IsUse = Before.Use == MemoryUse::Reads ||
                 (Before.Use == MemoryUse::Writes && !Before.Kernel);
    bool IsOther = Before.ByHost && Field && !Before.Fields.count(nullptr) &&
                   !Before.Fields.count(Field);
    if (Before.On == To.Id && To.AtStart && !Under.MayBeDone &&
        !Under.IsPartial && IsUse && Before.UsesFirst && !IsOther &&
        !Before.NodeOf)
      report(StreamFault::Kind::Overwritten, Before, operation(Site, To, Use),
             Under, In);
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

std::vector<StreamFault> streamFaults(DeviceCode &Code) {
  return orderOf(Code).streamFaults();
}

std::vector<CaptureFault> captureFaults(DeviceCode &Code) {
  return orderOf(Code).captureFaults();
}

} // namespace warplint::hostsync
