//===--- HostFunctions.cpp - What functions of the host get and hand back -===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/HostInterpreter/HostInterpreter.h"
#include "Analysis/Launches/HostSyntax.h"
#include "CudaModel/HostLibrary.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace warplint::host {

//===----------------------------------------------------------------------===//
// Into a function
//===----------------------------------------------------------------------===//

/// The body of \p Callee, which becomes the declaration that has it; null if it
/// is not followed. A lambda is followed like a function.
const HostInterpreter::Body *
HostInterpreter::bodyOf(const FunctionDecl *&Callee) {
  if (!Callee || !Callee->hasBody(Callee))
    return nullptr;
  auto Known = Bodies.find(Callee);
  if (Known != Bodies.end())
    return &Known->second;
  const auto *Method = dyn_cast<CXXMethodDecl>(Callee);
  return Method && Method->getParent()->isLambda() &&
                 !Method->isDependentContext()
             ? &readBody(*Callee)
             : nullptr;
}

/// The variable that \p Object is or points to; null if there is none or
/// nothing is known of it.
const VarDecl *HostInterpreter::objectVariable(const Expr &Object,
                                               const State &In) {
  const Expr *E = withoutCasts(&Object);
  while (const Expr *Same = objectReturnedBy(*E))
    E = withoutCasts(Same);
  auto To = Object.getType()->isPointerType() ? followed(*E, In) : std::nullopt;
  const VarDecl *Var = To                                  ? To->Pointee
                       : Object.getType()->isPointerType() ? nullptr
                                                           : namedVariable(*E);
  if (To && !To->Path.empty())
    return nullptr;
  // In another class the fields have other places.
  QualType Type = Object.getType();
  if (Type->isPointerType())
    Type = Type->getPointeeType();
  return Var && In.Known.count(Var) &&
                 Context.hasSameUnqualifiedType(
                     Type, Var->getType().getNonReferenceType())
             ? Var
             : nullptr;
}

/// Runs \p Callee from \p Entry: the paths on which it returns. The result is
/// Known under null.
HostInterpreter::States HostInterpreter::run(const FunctionDecl &Callee,
                                             State Entry) {
  for (const ParmVarDecl *Parameter : Callee.parameters()) {
    HostValue &Known = Entry.Known[Parameter];
    Known = completed(std::move(Known), Parameter->getType());
  }
  ++Depth;
  const Stmt *Body = Callee.getBody();
  llvm::SaveAndRestore<const Stmt *> Here(
      Jumps, Body && Syntax.hasGoto(*Body) ? Body : nullptr);
  llvm::SaveAndRestore<const State *> From(JumpsFrom, &Entry);
  States Now{Entry};
  Exits Out;
  execute(Body, Now, Out);
  --Depth;
  merge(Now, std::move(Out.Returns));
  return Now;
}

//===----------------------------------------------------------------------===//
// Out of a function
//===----------------------------------------------------------------------===//

/// Variables of \p Type are followed through functions that change them.
static bool isFollowed(QualType Type) {
  const CXXRecordDecl *Record = Type->getAsCXXRecordDecl();
  if (!Record || !Record->hasDefinition())
    return Type->isScalarType();
  // Pairs and tuples assign their parts one by one.
  HostContainer Of = containerOf(*Record);
  return Record->isTriviallyCopyable() || isSmartPointer(*Record) ||
         ((Of == HostContainer::Pair || Of == HostContainer::Tuple) &&
          Record->hasTrivialDestructor());
}

/// What \p Callee can change through references that \p Call passes; empty if
/// two of them lead to one variable.
std::vector<HostInterpreter::Handed>
HostInterpreter::handedBy(const CallExpr &Call, const FunctionDecl &Callee) {
  std::vector<Handed> Result;
  unsigned Shift = isa<CXXOperatorCallExpr>(Call) && isa<CXXMethodDecl>(Callee);
  for (unsigned I = 0;
       I + Shift < Call.getNumArgs() && I < Callee.getNumParams(); ++I) {
    Handed New{Callee.getParamDecl(I), Call.getArg(I + Shift), nullptr};
    QualType Type = New.Parameter->getType();
    if (!allowsChange(Type))
      continue;
    const Expr *Pointer = pointerOf(New.Place->IgnoreParenImpCasts());
    New.Var = variableOf(Pointer ? Pointer : New.Place);
    // What a variable that is a reference stands for may change unseen.
    if (!New.Var || !New.Var->hasLocalStorage() ||
        (New.Var->getType()->isReferenceType() && !isa<ParmVarDecl>(New.Var)) ||
        !isFollowed(Type->getPointeeType()))
      continue;
    for (const Handed &Other : Result)
      if (Other.Var == New.Var)
        return {};
    Result.push_back(New);
  }
  return Result;
}

/// \p Argument points to one variable on all paths, which a callee may change.
bool HostInterpreter::isLent(const Expr &Argument, const States &Now) {
  return Argument.getType()->isPointerType() &&
         llvm::all_of(Now, [&](const State &Each) {
           HostValue V = value(&Argument, Each);
           return V.K == HostValue::Kind::Pointer &&
                  !V.Pointee->getType()->isArrayType() &&
                  isFollowed(V.Pointee->getType());
         });
}

/// Copies to \p Path what \p End, the state at the end of a call, knows of the
/// variables \p Lent and \p Out.
void HostInterpreter::takeBack(const State &End, llvm::ArrayRef<Handed> Out,
                               llvm::ArrayRef<const VarDecl *> Lent,
                               State &Path) {
  Path.Holds = End.Holds;
  Path.Version = End.Version;
  // What pointers lead to through others.
  llvm::SmallVector<const VarDecl *, 4> Escaped;
  for (auto &[Var, Value] : Path.Known)
    if (End.Escaped.count(Var))
      Escaped.push_back(Var);
    else if (auto Known = End.Known.find(Var); Var && Known != End.Known.end())
      Value = Known->second;
  for (const VarDecl *Var : Escaped)
    escape(*Var, Path);
  // Of variables outside of functions the call knows all that is known.
  auto IsGlobal = [](const VarDecl *Var) {
    return Var && !Var->hasLocalStorage() && !Var->isStaticLocal();
  };
  Path.Known.remove_if([&](const auto &Each) {
    return IsGlobal(Each.first) && !End.Known.count(Each.first);
  });
  for (const auto &[Var, Value] : End.Known)
    if (IsGlobal(Var) && !Path.Escaped.count(Var))
      Path.Known[Var] = Value;
  auto ValueOf = [&](const VarDecl *Var) {
    auto Known = End.Known.find(Var);
    return Known == End.Known.end() ? HostValue() : Known->second;
  };
  for (const Handed &To : Out) {
    if (End.Escaped.count(To.Parameter))
      escape(To.Place, Path);
    else
      store(To.Place, ValueOf(To.Parameter), Path);
  }
  for (const VarDecl *Var : Lent) {
    if (End.Escaped.count(Var)) {
      escape(*Var, Path);
    } else if (!Path.Escaped.count(Var)) {
      Path.Known[Var] = ValueOf(Var);
      renew(*Var, Path);
    }
  }
}

/// Forgets variables that \p Callee gets by reference and that are not in
/// \p Out.
void HostInterpreter::escapeUnhanded(const CallExpr &Call,
                                     const FunctionDecl &Callee,
                                     llvm::ArrayRef<Handed> Out, State &In) {
  unsigned Shift = isa<CXXOperatorCallExpr>(Call) && isa<CXXMethodDecl>(Callee);
  for (unsigned I = 0;
       I + Shift < Call.getNumArgs() && I < Callee.getNumParams(); ++I)
    if (allowsChange(Callee.getParamDecl(I)->getType()) &&
        llvm::none_of(Out, [&](const Handed &Each) {
          return Each.Parameter == Callee.getParamDecl(I);
        })) {
      Handling Done = modRefOf(Callee, Callee.getParamDecl(I));
      if (Done.Leaks)
        escape(Call.getArg(I + Shift), In);
      else
        forgetHandled(*Call.getArg(I + Shift), Done, In);
    }
}

/// Runs \p Callee for what it returns, hands out through its arguments and
/// tests. False if it is not run.
bool HostInterpreter::runForResults(const CallExpr &Call,
                                    const FunctionDecl *Callee, States &Now) {
  const Body *Code = bodyOf(Callee);
  if (!Code || !Within.allows(BudgetId::HostBody, Code->Size) ||
      !Within.allows(BudgetId::HostCallDepth, Depth + 1) ||
      !Within.allows(BudgetId::HostRuns, Runs + 1) || Running.count(Callee))
    return false;
  std::vector<Handed> Out = handedBy(Call, *Callee);
  llvm::SmallVector<const Expr *, 4> Lent;
  for (const Expr *Argument : Call.arguments())
    if (isLent(*Argument, Now))
      Lent.push_back(Argument);
  for (const Handed &Each : Out)
    for (const Expr *Argument : Lent)
      for (const State &In : Now)
        if (value(Argument, In).Pointee == Each.Var)
          return false; // One variable by two names.
  QualType Type = Callee->getReturnType();
  const Expr *Object = changedObject(Call);
  bool LendsObject =
      Object && llvm::all_of(Now, [&](const State &Each) {
        const VarDecl *Var = objectVariable(*Object, Each);
        return Var && Var->hasLocalStorage() && !Each.Escaped.count(Var) &&
               (isFollowed(Var->getType().getNonReferenceType()) ||
                !modRefOf(*Callee, nullptr).Leaks) &&
               llvm::none_of(Out,
                             [&](const Handed &To) { return To.Var == Var; }) &&
               llvm::none_of(Lent, [&](const Expr *Argument) {
                 return value(Argument, Each).Pointee == Var;
               });
      });
  if (Out.empty() && Lent.empty() && !LendsObject &&
      (Type->isVoidType() || !isFollowed(Type)) && !mayEnd(Callee->getBody()) &&
      changedBy(Callee).empty())
    return false;
  for (const Stmt *Child : Call.children())
    if (!llvm::is_contained(Lent, Child))
      effects(Child, Now);
  for (State &Each : Now)
    escapeUnhanded(Call, *Callee, Out, Each);
  Running.insert(Callee);
  bool Asks = false;
  if (reachesLaunch(*Callee)) {
    Visited.insert(Callee);
    Asks = reaches(*Callee, &Body::AsksResidency);
  }
  Asking += Asks;
  States Result;
  for (State &Each : Now) {
    ++Runs;
    llvm::SmallVector<const VarDecl *, 4> Pointees;
    for (const Expr *Argument : Lent)
      Pointees.push_back(value(Argument, Each).Pointee);
    const VarDecl *Of = LendsObject ? objectVariable(*Object, Each) : nullptr;
    if (Of)
      Pointees.push_back(Of);
    for (State &End : run(*Callee, entryOf(*Callee, Call, Each))) {
      State Path = Each;
      takeBack(End, Out, Pointees, Path);
      HostValue Returned = End.Known[nullptr];
      if ((allowsChange(Type) && !objectReturnedBy(Call)) ||
          (Type->isPointerType() && Returned.K == HostValue::Kind::Unknown)) {
        // By what it returns they may be changed.
        for (const Handed &Each : Out)
          escape(Each.Place, Path);
        for (const VarDecl *Var : Pointees)
          escape(*Var, Path);
      }
      if (!Of)
        escapeObject(Call, Path);
      Path.Results[&Call] = std::move(Returned);
      merge(Result, {std::move(Path)});
    }
  }
  Running.erase(Callee);
  Asking -= Asks;
  Now = std::move(Result);
  return true;
}

/// \p Callee is a library's, and what it returns does not follow from numbers
/// of the program (`atoi(argv[1])`, `rand()`).
bool HostInterpreter::bringsInput(const CallExpr &Call,
                                  const FunctionDecl &Callee, const State &In) {
  return isOfLibrary(Callee, Context) && !isa<CXXMethodDecl>(Callee) &&
         !lookupHostApi(Callee) &&
         llvm::all_of(Call.arguments(), [&](const Expr *Argument) {
           HostValue V = value(Argument, In);
           return V.K == HostValue::Kind::Unknown ||
                  V.K == HostValue::Kind::Number ||
                  !Argument->getType()->isArithmeticType();
         });
}

/// What \p Call gives: the same on all paths of a function of the unit, which
/// launches nothing.
HostValue HostInterpreter::returned(const CallExpr &Call, const State &In) {
  if (auto Known = In.Results.find(&Call); Known != In.Results.end())
    return Known->second;
  const FunctionDecl *Callee = calleeOf(Call);
  if (!Callee)
    Callee = onlyTargetOf(Call);
  if (!Callee)
    return {};
  if (HostValue V = computed(Call, *Callee, In);
      V.K != HostValue::Kind::Unknown)
    return V;
  if (!bodyOf(Callee))
    return isa<CXXMethodDecl>(Callee) ? readOf(Call, In)
           : bringsInput(Call, *Callee, In)
               ? unknownOf(Call.getType(), /*IsInput=*/true)
               : HostValue();
  // What calls itself twice would be run four times, eight, sixteen.
  bool IsSpent = StepsForValue && Steps > StepsForValue;
  if (IsSpent)
    Within.cut(BudgetId::HostStepsOfResult);
  if (IsSpent || reachesLaunch(*Callee) ||
      !Within.allows(BudgetId::HostCallDepth, Depth + 1) ||
      !Running.insert(Callee).second)
    return {};
  llvm::SaveAndRestore<uint64_t> Here(
      StepsForValue, StepsForValue
                         ? StepsForValue
                         : Steps + Within.budgets().HostStepsOfResult);
  States Ends = run(*Callee, entryOf(*Callee, Call, In));
  Running.erase(Callee);
  HostValue Result = Ends.empty() ? HostValue() : Ends.front().Known[nullptr];
  for (State &End : llvm::drop_begin(Ends, Ends.empty() ? 0 : 1))
    if (!(End.Known[nullptr] == Result))
      return {};
  return Result;
}

//===----------------------------------------------------------------------===//
// Between units
//===----------------------------------------------------------------------===//

bool mayBeElsewhere(const FunctionDecl &Callee, const ASTContext &Context) {
  return !Callee.hasBody() && Callee.isExternallyVisible() &&
         Callee.getNumParams() > 0 && !Callee.isDependentContext() &&
         Callee.getLocation().isValid() && !isOfLibrary(Callee, Context) &&
         !lookupHostApi(Callee) && !lookupLibraryCall(Callee);
}

/// Adds to \p To the numbers that \p V, of \p Type, is; the same number of them
/// in all units.
void HostInterpreter::addNumbers(
    std::vector<std::optional<LaunchTerms::Ref>> &To, const HostValue &V,
    QualType Type) {
  size_t Parts = partsOfSmall(Type.getNonReferenceType(), Within).size();
  if (Parts == 0)
    To.push_back(termOf(V));
  for (size_t Place = 0; Place < Parts; ++Place)
    To.push_back(termOf(V.part(Place)));
}

/// \p Site calls \p Callee, which another unit may define, with \p Arguments.
void HostInterpreter::noteCall(const Expr &Site, const FunctionDecl &Callee,
                               llvm::ArrayRef<const Expr *> Arguments,
                               const States &Now) {
  if (Arguments.size() < Callee.getNumParams())
    return;
  for (const State &Each : Now) {
    HostCall New{&Callee, &Site, {}};
    for (const ParmVarDecl *Parameter : Callee.parameters())
      addNumbers(New.Fact.Arguments,
                 value(Arguments[Parameter->getFunctionScopeIndex()], Each),
                 Parameter->getType());
    finish(New.Fact, Each);
    FoundCalls.push_back(std::move(New));
  }
}

void HostInterpreter::call(const CallExpr &Call, States &Now) {
  if (const auto *Kernel = dyn_cast<CUDAKernelCallExpr>(&Call)) {
    for (const Stmt *Child : Call.children())
      effects(Child, Now);
    launch(*Kernel, Now);
    return;
  }
  if (const auto *Op = dyn_cast<CXXOperatorCallExpr>(&Call);
      Op && Op->getOperator() == OO_Equal && Op->getNumArgs() == 2) {
    if (assignTied(*Op->getArg(0), *Op->getArg(1), Now))
      return;
    effects(Op->getArg(0), Now);
    storedEffects(Op->getArg(1), Now);
    forEachValue(Op->getArg(1), Now,
                 [&](State &In, HostValue V) { store(Op->getArg(0), V, In); });
    return;
  }
  const FunctionDecl *Callee = calleeOf(Call);
  if (const HostApiEntry *Api = Callee ? lookupHostApi(*Callee) : nullptr;
      Api && launchesByCall(*Api)) {
    for (const Expr *Argument : Call.arguments())
      storedEffects(Argument, Now);
    launch(Call, *Api, Now);
    return;
  } else if (Api && madeBy(Call, *Api, Now)) {
    return;
  }
  if (containerEffects(Call, Now) || zeroes(Call, Callee, Now) ||
      readsInput(Call, Callee, Now) || runForResults(Call, Callee, Now))
    return;
  for (State &Each : Now)
    Each.Results.erase(&Call);
  if (Sought == Seek::Build && Callee && mayBeElsewhere(*Callee, Context))
    noteCall(Call, *Callee,
             llvm::ArrayRef(Call.getArgs(), Call.getNumArgs())
                 .drop_front(isa<CXXOperatorCallExpr>(Call) &&
                             isa<CXXMethodDecl>(Callee)),
             Now);
  noteHandedOn(Call, Callee, Now);
  // The callee sees what its arguments point to as it was before the call.
  std::vector<std::pair<const FunctionDecl *, State>> Entries;
  auto Enter = [&](const FunctionDecl &To) {
    if (reachesLaunch(To))
      for (const State &Each : Now)
        Entries.push_back({&To, entryOf(To, Call, Each)});
  };
  if (bodyOf(Callee))
    Enter(*Callee);
  else if (!Callee)
    llvm::for_each(targetsOf(Call), [&](const auto *F) { Enter(*F); });
  for (const Stmt *Child : Call.children())
    effects(Child, Now);
  llvm::SaveAndRestore<bool> Here(IsByPointer,
                                  IsByPointer || !Call.getDirectCallee());
  for (auto &[To, Entry] : Entries)
    enter(*To, std::move(Entry));
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Callee);
  if (!Callee || !(lookupHostApi(*Callee) || lookupLibraryCall(*Callee) ||
                   (Method && Method->isConst())))
    for (State &Each : Now)
      noteChange(Each);
  if (Callee && Endings.neverReturns(*Callee)) {
    Now.clear();
    return;
  }
  for (State &Each : Now)
    escapeGiven(Call, Callee, Each);
}

} // namespace warplint::host
