//===--- HostCalls.cpp - What calls of the host may do --------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Budgets/Limits.h"
#include "Analysis/Detectors/HostSync/HostOrder.h"
#include "CudaModel/Destructors.h"
#include "CudaModel/HostLibrary.h"
#include "CudaModel/LaunchApi.h"

using namespace clang;

namespace warplint::hostsync {

using Kind = HostDatum::Kind;

/// Runs code of the user when it is called.
static bool mayCallBack(const Expr &Argument) {
  QualType Type = Argument.getType().getNonReferenceType();
  if (Type->isFunctionType() || Type->isFunctionPointerType()) {
    const auto *Ref = dyn_cast<DeclRefExpr>(Argument.IgnoreParenImpCasts());
    return !Ref || !isOfStandardLibrary(*Ref->getDecl()); // Not std::endl.
  }
  const CXXRecordDecl *Class = Type->getAsCXXRecordDecl();
  return Class && Class->hasDefinition() &&
         (Class->isLambda() ||
          (!isOfStandardLibrary(*Class) &&
           !Class
                ->lookup(Class->getASTContext()
                             .DeclarationNames.getCXXOperatorName(OO_Call))
                .empty()));
}

/// The standard library does its work by itself.
bool HostOrder::isHarmless(const FunctionDecl &Callee, Arguments Given) const {
  if (!isOfStandardLibrary(Callee) ||
      llvm::any_of(Given, [](const Expr *E) { return mayCallBack(*E); }))
    return false;
  const auto *Method = dyn_cast<CXXMethodDecl>(&Callee);
  return !Method || !(mayMeetThreads(*Method->getParent()) ||
                      (Within && isLock(*Method->getParent())));
}

HostDatum HostOrder::objectOf(const Frame &In, const CallExpr &Call,
                              const HostState &Now) {
  const Expr *Object = nullptr;
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(&Call))
    Object = Member->getImplicitObjectArgument();
  else if (isa<CXXOperatorCallExpr>(Call) && Call.getNumArgs() > 0)
    Object = Call.getArg(0);
  if (!Object)
    return {};
  return Object->getType()->isPointerType() && !isa<CXXOperatorCallExpr>(Call)
             ? value(In, Object, Now)
             : locate(In, Object, Now);
}

bool HostOrder::callOfLibrary(Frame &In, const CallExpr &Call,
                              const FunctionDecl &Callee, HostState &Now) {
  Arguments Given(Call.getArgs(), Call.getNumArgs());
  const auto *Method = dyn_cast<CXXMethodDecl>(&Callee);
  if (int Position = writesFrom(Callee);
      Position >= 0 && unsigned(Position) < Given.size())
    write(In, value(In, Given[Position], Now), *Given[Position], Now);
  if (auto Known = Code.isUserCode(Callee.getLocation())
                       ? std::nullopt
                       : lookupLibraryCall(Callee)) {
    if (allocatesPlainly(Callee))
      give(Places.result(Call), newOwnMemory(Call, In, Now), Now);
    if (freesPlainly(Callee) && !Given.empty())
      write(In, value(In, Given[0], Now), *Given[0], Now, MemoryUse::Frees);
    callLibrary(In, Given, *Known, Now);
    return true;
  }
  if (auto Known = lookupRangeRead(Callee))
    callLibrary(In, Given, *Known, Now);
  if (callIterator(In, Call, Now) || callDeviceLibrary(In, Call, Callee, Now))
    return true;
  if (Method && isSmartPointer(*Method->getParent())) {
    callSmartPointer(In, Call, *Method, Now);
    return true;
  }
  if (makesObject(Callee) &&
      deletesAlone(*Callee.getReturnType()->getAsCXXRecordDecl())) {
    HostPlaces::Id Owner = Places.temporary(Call);
    give(Owner, newOwnMemory(Call, In, Now), Now);
    give(Places.result(Call), {Kind::Address, Owner}, Now);
    return true;
  }
  if (!isHarmless(Callee, Given))
    return false;
  if (callContainer(In, Call, Callee, Now))
    return true;
  for (const Expr *Argument : Given) {
    if (!Argument->isGLValue())
      continue;
    HostDatum To = locate(In, Argument, Now);
    if (!Argument->getType()->isRecordType())
      read(In, To, *Argument, Now);
    if (To.K == Kind::Address && !Argument->getType().isConstQualified())
      forget(To.Id, Now); // std::swap
  }
  return true;
}

void HostOrder::call(Frame &In, const CallExpr &Call, HostState &Now) {
  Now.Data.erase(Places.result(Call));
  Arguments Given(Call.getArgs(), Call.getNumArgs());
  const FunctionDecl *Callee = Call.getDirectCallee();
  if (const auto *Launch = dyn_cast<CUDAKernelCallExpr>(&Call)) {
    std::vector<HostDatum> Values;
    for (const Expr *Argument : Given)
      Values.push_back(value(In, Argument, Now));
    const Expr *Stream = configurationOf(*Launch).Stream;
    launch(In, Call, Callee, Values, streamOf(In, Stream, Now), Now);
    return;
  }
  shareOwners(In, Call, Now);
  if (callCallable(In, Call, Callee, Now))
    return;
  if (!Callee)
    return callUnknown(In, Given, Now);
  if (const HostApiEntry *Api = lookupHostApi(*Callee))
    return callApi(In, Call, *Api, Now);
  const auto *Method = dyn_cast<CXXMethodDecl>(Callee);
  if (Method && Method->isCopyAssignmentOperator() && Method->isDefaulted() &&
      Given.size() == 2) {
    HostDatum To = objectOf(In, Call, Now);
    if (To.K == Kind::Address)
      assign(In, To, *Given[1], Now);
    return;
  }
  if (Call.isCallToStdMove()) {
    give(Places.result(Call), locate(In, Given[0], Now), Now);
    return;
  }
  if (callOfLibrary(In, Call, *Callee, Now))
    return;
  const FunctionDecl *Body = nullptr;
  llvm::StringRef Space = outerNamespace(*Callee);
  bool Opens = Callee->hasBody(Body) && Space != "thrust" && Space != "cub" &&
               Space != "cuda" && !isOfStandardLibrary(*Callee) &&
               !(Method && Method->isVirtual());
  HostDatum This = objectOf(In, Call, Now);
  bool Shifted = isa<CXXOperatorCallExpr>(Call) && Method;
  if (Opens && enter(In, *Body, &Call, Given.drop_front(Shifted), This, Now))
    return;
  callUnknown(In, Given, Now);
  // The calls of CUDA that begin and end captures are known.
  if (Body || Code.isUserCode(Callee->getLocation()))
    Now.Captures.clear();
}

void HostOrder::construct(Frame &In, const CXXConstructExpr &E,
                          HostState &Now) {
  const CXXConstructorDecl &Callee = *E.getConstructor();
  auto Target = In.Targets.find(&E);
  HostPlaces::Id Place =
      Target == In.Targets.end() ? Places.temporary(E) : Target->second;
  HostDatum This{Kind::Address, Place, true};
  Arguments Given(E.getArgs(), E.getNumArgs());
  bool IsOwner = isSmartPointer(*Callee.getParent());
  if (Callee.isCopyOrMoveConstructor() && Given.size() == 1 && !IsOwner) {
    HostDatum From = locate(In, Given[0], Now);
    read(In, From, *Given[0], Now);
    if (From.K == Kind::Address && Callee.isDefaulted())
      copyParts(Place, From.Id, Now);
  }
  give(Places.result(E), This, Now);
  if (isIterator(E.getType()) || isContainerClass(E.getType()))
    constructContainer(In, E, Place, Now);
  if (IsOwner)
    return constructSmartPointer(In, E, Place, Now);
  if (constructCallable(In, E, Place, Now))
    return;
  const FunctionDecl *Body = nullptr;
  if (Callee.isTrivial() ||
      (Callee.isCopyOrMoveConstructor() && Callee.isDefaulted()))
    return;
  if (auto Known = lookupRangeRead(Callee))
    callLibrary(In, Given, *Known, Now);
  bool Standard = isHarmless(Callee, Given);
  if (Standard)
    return;
  bool Opens = Callee.hasBody(Body) && Code.isUserCode(Callee.getLocation());
  // dim3 and other plain records of the toolkit.
  const CXXRecordDecl *Class = Callee.getParent();
  bool Plain = !Code.isUserCode(Callee.getLocation()) &&
               Class->hasTrivialDestructor() && Class->getNumBases() == 0;
  if (!Plain && (!Opens || !enter(In, *Body, &E, Given, This, Now)))
    callUnknown(In, Given, Now);
}

void HostOrder::callUnknown(Frame &In, Arguments Given, HostState &Now) {
  if (Within)
    Within->IsKnown = false;
  Now.waitForAll();
  Now.Recorded.clear();
  Now.Device.reset();
  forgetNumbers(Now);
  for (const Expr *Argument : Given) {
    HostDatum To = Argument->isGLValue() ? locate(In, Argument, Now)
                                         : value(In, Argument, Now);
    changeGraph(To, Now);
    if (To.K == Kind::Address) {
      changeGraph(load(To, Now), Now);
      // Of an array the whole.
      auto Element = Places.elementAt(To.Id);
      To.Id = Element ? Element->first : To.Id;
      forget(To.Id, Now);
      Exposed.insert(To.Id);
    }
  }
  eraseIf(Now.Data,
          [&](const auto &Each) { return Places.isGlobal(Each.first); });
}

void HostOrder::callLibrary(Frame &In, Arguments Given,
                            const LibraryCall &Known, HostState &Now) {
  for (int Position : {Known.ReadArg, Known.OtherReadArg})
    if (Position >= 0 && unsigned(Position) < Given.size() &&
        Given[Position]->getType()->isPointerType())
      read(In, value(In, Given[Position], Now), *Given[Position], Now);
}

/// What a method of a smart pointer gives, or makes it own.
/// `new` by an operator of the user, which may make memory that is shared.
void HostOrder::allocate(Frame &In, const CXXNewExpr &E, HostState &Now) {
  const FunctionDecl *Operator = E.getOperatorNew(), *Body = nullptr;
  Now.Data.erase(Places.result(E));
  if (!Operator || !Operator->hasBody(Body) ||
      !Code.isUserCode(Body->getLocation())) {
    give(Places.result(E), newOwnMemory(E, In, Now), Now);
    return;
  }
  if (!enter(In, *Body, &E, {}, {}, Now))
    callUnknown(In, {}, Now);
}

void HostOrder::release(Frame &In, const CXXDeleteExpr &E, HostState &Now) {
  QualType Type = E.getDestroyedType();
  const CXXRecordDecl *Class =
      Type.isNull() ? nullptr : Type->getAsCXXRecordDecl();
  const FunctionDecl *Operator = E.getOperatorDelete();
  write(In, value(In, E.getArgument(), Now), *E.getArgument(), Now,
        MemoryUse::Frees);
  if ((Class && mayRunAtEnd(*Class)) ||
      (Operator && Code.isUserCode(Operator->getLocation())))
    callUnknown(In, {}, Now);
}

unsigned HostOrder::contextAt(const Frame &In, const void *Site) {
  return unsigned(
      Contexts.try_emplace({In.Context, Site}, Contexts.size()).first->second);
}

bool HostOrder::enter(Frame &In, const FunctionDecl &Callee, const void *Site,
                      Arguments Given, HostDatum This, HostState &Now,
                      bool Thread) {
  auto Bind = [&](unsigned I, HostPlaces::Id Place, HostState &After) {
    if (I >= Given.size())
      return;
    if (Callee.getParamDecl(I)->getType()->isReferenceType()) {
      HostDatum To =
          Given[I]->isGLValue() ? locate(In, Given[I], Now) : HostDatum();
      give(Place, To.known(), After);
    } else if (isa<InitListExpr>(Given[I]->IgnoreImplicit())) {
      initialize(In, Place, *Given[I], After);
    } else {
      put(In, Place, *Given[I], After);
    }
  };
  return enterBy(In, Callee, Site, This, Now, Thread, Bind);
}

bool HostOrder::enterBy(
    Frame &In, const FunctionDecl &Callee, const void *Site, HostDatum This,
    HostState &Now, bool Thread,
    llvm::function_ref<void(unsigned, HostPlaces::Id, HostState &)> Bind) {
  for (const Frame *Up = &In; Up; Up = Up->Caller)
    if (Up->Function == &Callee)
      return false;
  if (!Code.limits().allows(BudgetId::HostOrderDepth, Depth + 1))
    return false;
  Frame Inner;
  Inner.Function = &Callee;
  Inner.Caller = &In;
  Inner.This = This;
  Inner.Context = contextAt(In, Site);
  Inner.PerThread = In.PerThread;
  if (Thread) {
    Inner.PerThread =
        StreamsAt
            .try_emplace({Inner.Context, &Callee}, unsigned(NonBlocking.size()))
            .first->second;
    if (Inner.PerThread == NonBlocking.size())
      NonBlocking.push_back(false);
  }
  HostState After = Now;
  for (unsigned I = 0; I < Callee.getNumParams(); ++I) {
    HostPlaces::Id Place = Places.variable(*Callee.getParamDecl(I));
    forget(Place, After);
    Bind(I, Place, After);
  }
  HostPlaces::Id Returned = Places.returned(Callee);
  After.Data.erase(Returned);
  ++Depth;
  std::vector<HostState> Ends = run(Inner, std::move(After));
  --Depth;
  HostPlaces::Id Result = Places.result(*static_cast<const Expr *>(Site));
  Now = HostState();
  for (HostState &Each : Ends) {
    // The result of a constructor is the object.
    if (!isa<CXXConstructorDecl>(Callee))
      give(Result, Each.at(Returned), Each);
    if (!Now.Reached)
      Now = std::move(Each);
    else
      In.Forked.push_back(std::move(Each));
  }
  return true;
}

} // namespace warplint::hostsync
