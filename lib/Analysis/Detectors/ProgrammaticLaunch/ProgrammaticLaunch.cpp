//===--- ProgrammaticLaunch.cpp - Work beside earlier kernels -------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/ProgrammaticLaunch/ProgrammaticLaunch.h"
#include "Analysis/Dataflow/Typestate.h"
#include "Analysis/KernelFacts/Reachability.h"
#include "Analysis/Launches/Launches.h"
#include "Analysis/SymbolicExecution/MemoryOperations.h"
#include "Analysis/Uniformity/Uniformity.h"
#include "Assumptions/Assumptions.h"
#include "CudaModel/AstNames.h"
#include "CudaModel/MemorySpace.h"
#include "CudaModel/Separation.h"
#include "clang/AST/ParentMap.h"
#include "llvm/ADT/MapVector.h"

using namespace clang;

namespace warplint::pdl {

namespace {

/// One touch of memory that the kernel got a pointer to.
struct GlobalAccess {
  const Event *At = nullptr;
  const Term *Object = nullptr, *Address = nullptr;
  bool Writes = false;
  bool Counts = false; ///< An atomic that gives one counter's number.
};

class ProgrammaticLaunchScan {
public:
  ProgrammaticLaunchScan(const KernelFacts &Facts, const DependentLaunches &All)
      : Facts(Facts), Launches(All.of(Facts.root())),
        Reach(Facts.get<Reachability>()) {
    collect();
  }

  std::vector<ProgrammaticLaunchFault> run() const;

private:
  using Fault = ProgrammaticLaunchFault;

  void collect();
  void collectCopy(const Event &Copy);
  bool waitsOrMeets(const Event &E) const;
  bool isBesideAllWaits(const Event &E) const;
  std::optional<Fault> neverWaits() const;
  bool isTicket(const GlobalAccess &T) const;
  std::optional<Fault> judge(const GlobalAccess &T) const;
  const GlobalAccess *otherTouch(const GlobalAccess &T, bool Writing) const;
  const DependentLaunch *launchThatHands(const Term *Object, Fault &Into) const;

  const KernelFacts &Facts;
  llvm::ArrayRef<DependentLaunch> Launches;
  const Reachability &Reach;
  std::vector<GlobalAccess> Touches;
  std::vector<const Event *> Waits, Triggers;
  bool HasUnknown = false;
};

} // namespace

/// \p Object is memory that the kernel was given a pointer to.
static bool isHanded(const Term *Object) {
  if (isa<ParameterTerm>(Object))
    return true;
  const auto *Part = dyn_cast<ExtractTerm>(Object);
  return Part && isa<ParameterTerm>(Part->from());
}

/// The type of the pointer that names \p Object; null if it is not known.
static QualType pointerType(const Term *Object) {
  if (const auto *Whole = dyn_cast<ParameterTerm>(Object))
    return Whole->decl()->getType();
  if (const auto *Part = dyn_cast<ExtractTerm>(Object); Part && Part->field())
    return Part->field()->getType();
  return {};
}

static bool pointsToConst(const Term *Object) {
  QualType T = pointerType(Object);
  return T.isNull() || !T->isPointerType() ||
         T->getPointeeType().isConstQualified();
}

static bool givesNumber(const MemoryOperation &Op, const KernelFacts &Facts) {
  const auto *Call = dyn_cast<Expr>(Op.At->Site);
  return Op.isAtomic() && Op.isReadModifyWrite() && Call &&
         isUsed(*Call, Facts.code().parents(Op.At->Owner->function())) &&
         Facts.uniformity().isUniform(Op.address(), Scope::Grid);
}

/// A copy may begin where it stands. What a tensor map leads to, which has no
/// length of its own, is not known.
void ProgrammaticLaunchScan::collectCopy(const Event &Copy) {
  auto Touch = [&](const Term *At, bool Writes) {
    if (At)
      for (const Term *Root : possibleRoots(At, Facts.values()))
        if (isHanded(Root))
          Touches.push_back({&Copy, Root, At, Writes, /*Counts=*/false});
  };
  if (!Copy.Width)
    return;
  Touch(Copy.Value, /*Writes=*/false);
  Touch(Copy.Address, /*Writes=*/true);
}

void ProgrammaticLaunchScan::collect() {
  for (const MemoryOperation &Op :
       memoryOperations(Facts.cfg(), Facts.values()))
    if (Op.Space == MemorySpace::Global && isHanded(Op.Object) &&
        Facts.paths().contains(Op.node()))
      Touches.push_back(
          {Op.At, Op.Object, Op.address(), Op.Writes, givesNumber(Op, Facts)});
  for (const Event &E : Facts.cfg().events()) {
    if (!Facts.paths().contains(*E.At))
      continue;
    HasUnknown |= E.isUnknown();
    if (E.isSync(SyncKind::AsyncCopy))
      collectCopy(E);
    else if (E.isSync(SyncKind::GridDependencyWait))
      Waits.push_back(&E);
    else if (E.isSync(SyncKind::GridDependencyLaunch))
      Triggers.push_back(&E);
  }
}

/// Behind \p E the thread may know that the earlier grids have ended: it waits
/// for them itself, or for threads that may have done so.
bool ProgrammaticLaunchScan::waitsOrMeets(const Event &E) const {
  if (E.isUnknown())
    return true;
  if (!E.isSync())
    return false;
  if (E.Op->Kind == SyncKind::GridDependencyWait)
    return true;
  switch (separationOf(*E.Op, Scope::Warp)) {
  case Separation::None:
    return false;
  case Separation::Everyone:
    return llvm::any_of(Waits,
                        [&](const Event *W) { return Reach.leadsTo(*W, E); });
  case Separation::Participants:
    // Those that waited may reach the same barrier elsewhere.
    return llvm::any_of(Waits, [&](const Event *W) {
      return Reach.leadsTo(*W, E) || !Reach.leadsTo(E, *W);
    });
  }
  llvm_unreachable("all separations are handled");
}

/// Threads that reach \p E do not wait at all.
bool ProgrammaticLaunchScan::isBesideAllWaits(const Event &E) const {
  return llvm::none_of(Waits,
                       [&](const Event *W) { return Reach.leadsTo(E, *W); });
}

const DependentLaunch *
ProgrammaticLaunchScan::launchThatHands(const Term *Object, Fault &Into) const {
  const auto *Whole = dyn_cast<ParameterTerm>(Object);
  const auto *Param = Whole ? dyn_cast<ParmVarDecl>(Whole->decl()) : nullptr;
  if (!Param)
    return nullptr;
  for (const DependentLaunch &Launch : Launches)
    for (const DependentLaunch::Handed &Given : Launch.FromEarlier)
      if (Given.Parameter == Param->getFunctionScopeIndex()) {
        Into.Earlier = &Given;
        return &Launch;
      }
  return nullptr;
}

/// Another touch of the object of \p T that a wait comes before.
const GlobalAccess *ProgrammaticLaunchScan::otherTouch(const GlobalAccess &T,
                                                       bool Writing) const {
  for (const GlobalAccess &Other : Touches)
    if (Other.Object == T.Object && Other.At != T.At &&
        (!Writing || Other.Writes) && llvm::any_of(Waits, [&](const Event *W) {
          return Reach.leadsTo(*W, *Other.At);
        }))
      return &Other;
  return nullptr;
}

/// \p T draws a number from a counter that the kernel uses for nothing else.
/// Who does so before the wait keeps one that the kernels ahead are done with.
bool ProgrammaticLaunchScan::isTicket(const GlobalAccess &T) const {
  return T.Counts && llvm::all_of(Touches, [&](const GlobalAccess &Other) {
           return Other.Object != T.Object ||
                  (Other.Counts && llvm::none_of(Waits, [&](const Event *W) {
                     return Reach.leadsTo(*W, *Other.At);
                   }));
         });
}

/// What is wrong with \p T, which comes before any wait.
std::optional<ProgrammaticLaunchFault>
ProgrammaticLaunchScan::judge(const GlobalAccess &T) const {
  Fault Made;
  Made.Access = T.At;
  Made.Touched = T.Address;
  Made.Wait = Waits.front();
  Made.K = isBesideAllWaits(*T.At) ? Fault::Kind::OtherRole
                                   : Fault::Kind::BeforeWait;
  if (const DependentLaunch *Launch = launchThatHands(T.Object, Made)) {
    Made.LaunchedAt = Launch->Site;
    Made.Why = Fault::Evidence::Handed;
    Made.IsLaunchOpen = !Launch->HasAttribute;
    return Made;
  }
  if (isTicket(T) || !Facts.assumptions().isOn(Assumption::KernelsAhead))
    return std::nullopt;
  if (T.Writes) {
    Made.Why = Fault::Evidence::Written;
    return Made;
  }
  const GlobalAccess *Other = nullptr;
  if (Made.K == Fault::Kind::OtherRole) {
    Other = otherTouch(T, /*Writing=*/false);
    Made.Why = Fault::Evidence::Awaited;
  } else if (!pointsToConst(T.Object)) {
    Other = otherTouch(T, /*Writing=*/true);
    Made.Why = Fault::Evidence::InPlace;
  }
  if (!Other)
    return std::nullopt;
  Made.Other = Other->At;
  return Made;
}

const Expr *launchKnownEarly(const FunctionDecl &Kernel, DeviceCode &Code) {
  for (const launches::KernelLaunch &Launch : Code.launchesOf(Kernel))
    if (Launch.Site && Launch.Attributes.OverlapsPredecessor == TriState::Yes)
      return Launch.Site;
  return nullptr;
}

std::optional<ProgrammaticLaunchFault>
ProgrammaticLaunchScan::neverWaits() const {
  const auto *WithAttribute = llvm::find_if(
      Launches, [](const DependentLaunch &L) { return L.HasAttribute; });
  const Expr *Early = WithAttribute == Launches.end()
                          ? launchKnownEarly(Facts.root(), Facts.code())
                          : WithAttribute->Site;
  if (!Early || HasUnknown || Touches.empty())
    return std::nullopt;
  Fault Made;
  Made.K = Fault::Kind::NeverWaits;
  Made.LaunchedAt = Early;
  Made.Access = Touches.front().At;
  Made.Touched = Touches.front().Address;
  if (!Triggers.empty())
    Made.Trigger = Triggers.front();
  for (const GlobalAccess &T : Touches)
    if (const DependentLaunch *Launch = launchThatHands(T.Object, Made);
        Launch && Launch->HasAttribute) {
      Made.Why = Fault::Evidence::Handed;
      Made.LaunchedAt = Launch->Site;
      Made.Access = T.At;
      Made.Touched = T.Address;
      break;
    }
  if (Made.Why != Fault::Evidence::Handed &&
      !Facts.assumptions().isOn(Assumption::KernelsAhead))
    return std::nullopt;
  return Made;
}

std::vector<ProgrammaticLaunchFault> ProgrammaticLaunchScan::run() const {
  if (Waits.empty()) {
    auto Found = neverWaits();
    return Found ? std::vector<Fault>{*Found} : std::vector<Fault>();
  }
  auto FromEntry =
      Typestate::marking(Facts.paths(), Facts.cfg().entry(),
                         [&](const Event &E) { return waitsOrMeets(E); });
  llvm::MapVector<const Term *, Fault> Found;
  for (const GlobalAccess &T : Touches)
    if (FromEntry.before(*T.At) == 1 && !Found.count(T.Object))
      if (auto Made = judge(T))
        Found[T.Object] = *Made;
  std::vector<Fault> Result;
  for (const auto &[Object, Made] : Found)
    Result.push_back(Made);
  return Result;
}

std::vector<ProgrammaticLaunchFault>
findProgrammaticLaunchFaults(const KernelFacts &Facts,
                             const DependentLaunches &Launches) {
  if (!Facts.isComplete() || !Facts.isKernel())
    return {};
  return ProgrammaticLaunchScan(Facts, Launches).run();
}

} // namespace warplint::pdl
