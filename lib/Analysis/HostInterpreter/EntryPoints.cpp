//===--- EntryPoints.cpp - Where runs of host code begin ------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions that nothing in the unit calls are run first, with unknown
// arguments; then those that no path has reached.
//
//===----------------------------------------------------------------------===//

#include "Analysis/HostInterpreter/HostInterpreter.h"
#include "Analysis/Launches/BuildNames.h"
#include "Analysis/Launches/HostSyntax.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace warplint::host {

HostLaunch unknownLaunch(const FunctionDecl &Kernel, const Expr &Site) {
  HostLaunch Result;
  Result.Kernel = &Kernel;
  Result.Site = &Site;
  Result.Attributes = {TriState::Unknown, TriState::Unknown};
  return Result;
}

void HostInterpreter::runAll() {
  llvm::SmallPtrSet<const FunctionDecl *, 16> Called, Named;
  addCalled(Called, Named);
  for (bool Roots : {true, false})
    for (const FunctionDecl *F : Functions) {
      if (!Called.count(F) != Roots || !reachesLaunch(*F) || Visited.count(F))
        continue;
      IsByPointer = Taken.count(F->getCanonicalDecl()) && !Named.count(F);
      runRoot(*F);
      IsByPointer = false;
    }
  if (Sought == Seek::Launches)
    return;
  // Other units may call what is called here.
  for (const FunctionDecl *F : Functions)
    if (Called.count(F) && F->isExternallyVisible() && !F->isInlined() &&
        !F->isTemplateInstantiation() && reachesLaunch(*F))
      runRoot(*F, /*IsOnlyAsCalled=*/true);
}

/// If a limit was hit, adds a launch of which nothing is known for each kernel
/// of those found from \p From on.
void HostInterpreter::addUnknown(size_t From) {
  if (!Truncated)
    return;
  llvm::SmallPtrSet<const FunctionDecl *, 16> Seen;
  for (size_t I = From, Count = Found.size(); I < Count; ++I)
    if (Seen.insert(Found[I].Kernel).second)
      Found.push_back(unknownLaunch(*Found[I].Kernel, *Found[I].Site));
}

/// A launch stands in \p S that no path has reached.
bool HostInterpreter::holdsUnreached(const Stmt *S) const {
  return S && ((isa<CUDAKernelCallExpr>(S) &&
                !Reached.count(cast<CUDAKernelCallExpr>(S))) ||
               llvm::any_of(S->children(), [&](const Stmt *Child) {
                 return holdsUnreached(Child);
               }));
}

/// Runs for any caller the functions with a launch site that no path has
/// reached, then once more with what constants switch off. Adds their launches
/// of kernels that are not launched otherwise: a program that launches one
/// kernel of a table compiles all of them, and `if (C::Bounded) a<C><<<...>>>()
/// else b<C><<<...>>>()` compiles both.
void HostInterpreter::runUnreached() {
  llvm::SmallPtrSet<const FunctionDecl *, 16> Launched;
  for (const HostLaunch &Each : Found)
    Launched.insert(Each.Kernel);
  size_t Before = Found.size();
  Truncated = false;
  Steps = 0;
  for (bool WithSwitchedOff : {false, true}) {
    TakesUnreached = WithSwitchedOff;
    if (WithSwitchedOff)
      Entries.clear();
    for (const FunctionDecl *F : Functions)
      if (llvm::any_of(Bodies.find(F)->second.Sites, [&](const CallExpr *Site) {
            return !Reached.count(Site);
          }))
        runRoot(*F);
  }
  TakesUnreached = false;
  Found.erase(std::remove_if(Found.begin() + Before, Found.end(),
                             [&](const HostLaunch &Each) {
                               return Launched.count(Each.Kernel) != 0;
                             }),
              Found.end());
  addUnknown(Before);
  for (HostLaunch &Each : llvm::drop_begin(Found, Before))
    Each.RestsOn |= AssumptionSet::bitOf(Assumption::SwitchedOff);
}

/// If a limit was hit, runs each function that launches for any caller and adds
/// its launches: often the size of a block is in such a function. A launch site
/// for which that finds nothing adds a launch of which nothing is known, for
/// the kernel that it names or, if it names none, for each kernel that a
/// pointer or handle may mean.
void HostInterpreter::addForAnyCaller() {
  if (!Truncated)
    return;
  std::vector<HostLaunch> Followed = std::move(Found);
  Found.clear();
  Entries.clear();
  llvm::SmallPtrSet<const FunctionDecl *, 16> Open;
  bool IsAnyOpen = false;
  uint64_t Left = Within.budgets().HostStepsForAnyCaller;
  for (const FunctionDecl *F : Functions) {
    const Body &Read = Bodies.find(F)->second;
    if (Read.Sites.empty())
      continue;
    size_t From = Found.size();
    Steps = 0;
    Truncated = Left == 0;
    if (Truncated)
      Within.cut(BudgetId::HostStepsForAnyCaller);
    Widened = F;
    if (!Truncated)
      runRoot(*F);
    Left -= std::min(Left, Steps);
    if (Truncated)
      Found.erase(Found.begin() + From, Found.end());
    for (const CallExpr *Site : Read.Sites) {
      if (std::any_of(
              Found.begin() + From, Found.end(),
              [&](const HostLaunch &Each) { return Each.Site == Site; }))
        continue;
      const auto *Named = dyn_cast<CUDAKernelCallExpr>(Site);
      if (Named && Named->getDirectCallee())
        Open.insert(Named->getDirectCallee()->getCanonicalDecl());
      else
        IsAnyOpen = true;
    }
  }
  Widened = nullptr;
  Followed.insert(Followed.end(), std::make_move_iterator(Found.begin()),
                  std::make_move_iterator(Found.end()));
  Found = std::move(Followed);
  llvm::SmallPtrSet<const FunctionDecl *, 16> Seen;
  for (size_t I = 0, Count = Found.size(); I < Count; ++I) {
    const FunctionDecl *Kernel = Found[I].Kernel->getCanonicalDecl();
    bool IsOpen =
        Open.count(Kernel) ||
        (IsAnyOpen && (Taken.count(Kernel) || Handled.count(Found[I].Kernel)));
    if (IsOpen && Seen.insert(Kernel).second)
      Found.push_back(unknownLaunch(*Found[I].Kernel, *Found[I].Site));
  }
}

/// Runs for any caller the functions that call themselves too deep to be
/// followed: the depth often depends on data.
void HostInterpreter::runRecursions() {
  for (size_t I = 0; I < Recursing.size(); ++I) {
    Widened = Recursing[I];
    runRoot(*Widened);
  }
  Widened = nullptr;
}

HostResults HostInterpreter::findings() {
  runAll();
  runRecursions();
  std::vector<HostCall> Made = std::move(FoundCalls);
  addForAnyCaller();
  runUnreached();
  return {std::move(Found), std::move(Made), std::move(Effort)};
}

/// Runs \p F with unknown arguments: nothing in the unit calls it or, if
/// \p IsOnlyAsCalled, it is run as other units call it.
void HostInterpreter::runRoot(const FunctionDecl &F, bool IsOnlyAsCalled) {
  State Begin;
  RestsOn = 0;
  noteChange(Begin);
  // Who else calls it is known only where a whole build is looked at.
  bool IsOutside = F.isMain() || Sought != Seek::Launches;
  for (const ParmVarDecl *Parameter : F.parameters())
    if (HostValue V = unknownOf(Parameter->getType(), IsOutside);
        V.K != HostValue::Kind::Unknown) {
      if (V.K == HostValue::Kind::Term)
        Given.insert(LaunchTerms::Ref(V.Number));
      Begin.Known[Parameter] = std::move(V);
    }
  if (F.isMain())
    setGlobals(Begin);
  auto Makers = constructorsFor(F);
  for (const CXXConstructorDecl *Maker : Makers) {
    State Made = Begin;
    setObject(cast<CXXMethodDecl>(F), *Maker, Made);
    // Who makes the object shows more than who calls a method that gets no
    // number.
    bool GetsNumber = llvm::any_of(F.parameters(), [](const ParmVarDecl *P) {
      QualType Type = P->getType().getNonReferenceType();
      return Type->isIntegralOrEnumerationType() || Type->isRecordType();
    });
    enterBy(GetsNumber ? F : *Maker, Made, IsOnlyAsCalled);
    runFunction(F, std::move(Made));
  }
  if (!Makers.empty())
    return;
  enterBy(F, Begin, IsOnlyAsCalled);
  runFunction(F, std::move(Begin));
}

/// Makes \p F the entry of the launches that are found next: other units reach
/// them through \p F with the arguments of \p Begin.
void HostInterpreter::enterBy(const FunctionDecl &F, const State &Begin,
                              bool IsOnlyAsCalled) {
  Entry.clear();
  Entered.clear();
  if (Sought == Seek::Launches || !F.isExternallyVisible() || F.isMain() ||
      Widened)
    return;
  Entry = (IsOnlyAsCalled ? launches::OnlyAsCalled.str() : "") +
          launches::buildNameOf(F);
  for (const ParmVarDecl *Parameter : F.parameters()) {
    auto Known = Begin.Known.find(Parameter);
    addNumbers(Entered,
               Known == Begin.Known.end() ? HostValue() : Known->second,
               Parameter->getType());
  }
}

/// What variables outside of functions hold where the program begins.
void HostInterpreter::setGlobals(State &In) {
  for (const VarDecl *Var : Globals) {
    const VarDecl *Named = Var->getCanonicalDecl();
    if (!Changed.count(Named) || Exposed.count(Named) || !isOurs(*Var) ||
        Var->getType().isVolatileQualified() ||
        Var->hasAttr<CUDADeviceAttr>() || Var->hasAttr<CUDAConstantAttr>())
      continue;
    HostValue V = Var->hasInit() ? value(Var->getInit(), State())
                  : Var->getType()->isIntegerType() ? HostValue::number(0)
                                                    : HostValue();
    if (V.K == HostValue::Kind::Number || V.K == HostValue::Kind::Record)
      In.Known[Var] = std::move(V);
  }
}

} // namespace warplint::host
