//===--- SharedInitialization.cpp - Shared memory read unset --------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/UninitializedShared/SharedInitialization.h"
#include "Analysis/Detectors/UninitializedShared/IterationWalk.h"
#include "Analysis/Detectors/UninitializedShared/UnreachedStores.h"
#include "Analysis/Detectors/UninitializedShared/UnwrittenElements.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/KernelFacts/Reachability.h"
#include "Analysis/KernelIR/ConstructorSummaries.h"
#include "Analysis/LoopEvolution/LoopEvolution.h"
#include "Analysis/SymbolicExecution/ThreadValues.h"
#include "CudaModel/AstNames.h"
#include "CudaModel/MemorySpace.h"
#include "CudaModel/SyncKindRows.h"
#include "Planted/Faults.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace warplint::uninitialized {

namespace {

/// The member of \p Object or of an element of it that is accessed at \p
/// Address, and nothing else; null if there is none.
static const FieldDecl *memberAt(const Term *Address, const VarDecl &Object) {
  const FieldDecl *Member = nullptr;
  for (const auto *Step = dyn_cast<SubobjectTerm>(Address); Step;
       Step = dyn_cast<SubobjectTerm>(Step->base()))
    if (const auto *Field = dyn_cast<FieldTerm>(Step))
      Member = Field->field();
    else if (const auto *Of = dyn_cast<FieldTerm>(Step->base());
             Of && !Of->field()->getType()->isArrayType())
      return nullptr; // Gone on from as if from an array.
  const Type *Whole = Object.getType()->getBaseElementTypeUnsafe();
  return Member && !Member->getParent()->isUnion() &&
                 Whole->getAsRecordDecl() == Member->getParent()
             ? Member
             : nullptr;
}

/// What happens to one object. All unsized `extern` arrays are one object: they
/// start at the same address.
struct History {
  const VarDecl *Object = nullptr;
  std::vector<const Event *> Reads;
  std::vector<const Event *> Writes;
  /// Stores of what was there, changed.
  std::vector<const Event *> Updates;
  std::vector<const Node *> HiddenWrites;

  /// Those that do not write another member than \p Read reads.
  llvm::ArrayRef<const Event *> writesFor(const Event &Read) {
    const FieldDecl *Member = memberAt(Read.Address, *Object);
    auto [Known, New] = ByMember.try_emplace(Member);
    if (New)
      for (const Event *Write : Writes) {
        const FieldDecl *Other = memberAt(Write->Address, *Object);
        if (!Member || !Other || Member == Other)
          Known->second.push_back(Write);
      }
    return Known->second;
  }

private:
  /// Looked up, never iterated. Filled once all writes are known.
  llvm::DenseMap<const FieldDecl *, std::vector<const Event *>> ByMember;
};

class Initialization {
public:
  explicit Initialization(const KernelFacts &Facts)
      : Facts(Facts), First(Facts) {}
  std::vector<UnsetRead> run();

private:
  const VarDecl *objectOf(const VarDecl &Var);
  const VarDecl *objectAt(const Term *Address);
  void addHidden(const Node &N, const Term *Through);
  void addEvent(const Event &E);
  void hideAll(const Node &N);
  void addOperands(const Event &E);
  void addElements(const Node &N);
  void addCall(const Node &N, const Expr &Call);
  void addLambda(const Node &N, const LambdaExpr &Lambda);
  void addNamed(const Node &N, const Stmt *S);
  bool isUnset(const Event &Read, History &Of);
  bool isCertainlyReached(const Event &Read) const;
  std::optional<UnsetRead> unloaded(const VarDecl &Object,
                                    const History &Of) const;
  bool isUnloadedAtFirst(const Event &Read, int64_t Size,
                         llvm::ArrayRef<const Event *> Writes) const;

  const KernelFacts &Facts;
  FirstReads First;
  llvm::MapVector<const VarDecl *, History> Histories;
  const VarDecl *Dynamic = nullptr;
  llvm::SmallPtrSet<const FunctionDecl *, 16> Inlined;
};

} // namespace

//===----------------------------------------------------------------------===//
// Objects
//===----------------------------------------------------------------------===//

const VarDecl *Initialization::objectOf(const VarDecl &Var) {
  if (memorySpaceOf(Var) != MemorySpace::Shared)
    return nullptr;
  const VarDecl *First = Var.getCanonicalDecl();
  if (!First->hasExternalStorage())
    return First;
  if (!Dynamic)
    Dynamic = First;
  return Dynamic;
}

const VarDecl *Initialization::objectAt(const Term *Address) {
  const auto *Root = dyn_cast<VariableTerm>(rootOf(Address));
  const auto *Var = Root ? dyn_cast<VarDecl>(Root->decl()) : nullptr;
  return Var ? objectOf(*Var) : nullptr;
}

/// Shared variables whose address \p T is computed from, also where paths join.
/// What is loaded from memory is no address of it; what was made of an address
/// in a path that is not modelled counts where that happened. A mix of what a
/// thread's own array holds is any of it.
static void collectVariables(const Term *T, const Evaluation &Values,
                             llvm::function_ref<void(const VarDecl &)> Visit) {
  walkTerms(T, Values, [&](const Term &Part) {
    const auto *Made = dyn_cast<OpaqueTerm>(&Part);
    if (isa<LoadTerm>(Part) || (Made && Made->site()))
      return Walk::Skip;
    if (const auto *Variable = dyn_cast<VariableTerm>(&Part))
      if (const auto *Var = dyn_cast<VarDecl>(Variable->decl()))
        Visit(*Var);
    return Walk::Enter;
  });
}

void Initialization::addHidden(const Node &N, const Term *Through) {
  collectVariables(Through, Facts.values(), [&](const VarDecl &Var) {
    if (const VarDecl *Object = objectOf(Var))
      Histories[Object].HiddenWrites.push_back(&N);
  });
}

//===----------------------------------------------------------------------===//
// Reads and writes
//===----------------------------------------------------------------------===//

/// The old value goes into the new one: `sum += x`, `sum = sum + x`, `++sum`.
static bool isUpdate(const Event &Write) {
  return !walkTerms(Write.Value, [&](const Term &Part) {
    const auto *Read = dyn_cast<LoadTerm>(&Part);
    return Read && Read->address() == Write.Address ? Walk::Stop : Walk::Enter;
  });
}

/// The operation stores a value whatever was there before.
static bool isSetting(const SyncOp &Op) {
  return Op.Kind == SyncKind::AtomicStore || Op.Kind == SyncKind::CachedStore ||
         Op.Entry->Replaces;
}

void Initialization::addEvent(const Event &E) {
  if (E.isSync())
    return addOperands(E);
  if (E.isUnknown()) {
    const auto *Site = dyn_cast_or_null<Expr>(E.Site);
    if (Site && (Site->containsErrors() || Site->isTypeDependent()))
      hideAll(*E.At); // What clang did not understand can have stored.
    return;
  }
  if (!E.isAccess())
    return;
  if (E.Access != AccessKind::Read && E.Value)
    addHidden(*E.At, E.Value); // An address that is stored can come back.
  const VarDecl *Object = objectAt(E.Address);
  if (!Object) {
    if (E.Access != AccessKind::Read)
      addHidden(*E.At, E.Address);
    return;
  }
  History &Of = Histories[Object];
  bool Writes = E.Access == AccessKind::Write && !isUpdate(E);
  bool Reads = E.Access == AccessKind::Read;
  if (E.Access == AccessKind::Atomic) {
    Writes = isSetting(*E.Op);
    Reads = !Writes;
  }
  if (Writes)
    Of.Writes.push_back(&E);
  else if (E.Access == AccessKind::Write)
    Of.Updates.push_back(&E);
  if (Reads)
    Of.Reads.push_back(&E);
}

void Initialization::hideAll(const Node &N) {
  for (auto &[Object, Of] : Histories)
    if (Of.HiddenWrites.empty() || Of.HiddenWrites.back() != &N)
      Of.HiddenWrites.push_back(&N);
}

/// Barrier objects and copies work on memory without an access of their own.
void Initialization::addOperands(const Event &E) {
  if (E.isSync(SyncFamily::Atomic, SyncFamily::Cached)) {
    // The access is an event of its own, except through an object that refers
    // to the memory.
    if (E.Address && isThreadOwned(E.Address) && isSetting(*E.Op))
      hideAll(*E.At);
    return;
  }
  for (const Term *Operand : {E.Address, E.Value, E.Select, E.Mask})
    if (Operand)
      addHidden(*E.At, Operand);
  if (const auto *Call = dyn_cast<CallExpr>(E.Site))
    addCall(*E.At, *Call);
}

/// A call whose inside is not seen writes to whatever it gets the address of.
void Initialization::addCall(const Node &N, const Expr &Call) {
  for (const Expr *Argument : givenTo(Call)) {
    const Term *Value = Facts.values().valueOf(N.owner(), Argument);
    if (!Value)
      continue;
    addHidden(N, Value);
    // What a variable holds whose address is passed is not known here.
    bool ByAddress =
        Argument->isGLValue() || Argument->getType()->isPointerType();
    QualType Passed = Argument->isGLValue() || !ByAddress
                          ? Argument->getType()
                          : Argument->getType()->getPointeeType();
    if (isThreadOwned(Value) && ByAddress && mayHoldAddress(Passed))
      hideAll(N);
  }
}

void Initialization::addNamed(const Node &N, const Stmt *S) {
  if (const auto *Ref = dyn_cast_or_null<DeclRefExpr>(S))
    if (const auto *Var = dyn_cast<VarDecl>(Ref->getDecl()))
      if (const VarDecl *Object = objectOf(*Var))
        Histories[Object].HiddenWrites.push_back(&N);
  if (S)
    for (const Stmt *Child : S->children())
      addNamed(N, Child);
}

/// A lambda names shared variables without capturing them: where its body is
/// not inlined, it may do anything with them.
void Initialization::addLambda(const Node &N, const LambdaExpr &Lambda) {
  const CXXMethodDecl *Body = Lambda.getCallOperator();
  if (Body && !Inlined.count(Body))
    addNamed(N, Lambda.getBody());
}

void Initialization::addElements(const Node &N) {
  for (unsigned I = N.firstElement(); I < N.lastElement(); ++I) {
    auto Element = N.block()[I].getAs<CFGStmt>();
    const Stmt *S = Element ? Element->getStmt() : nullptr;
    if (const auto *Asm = dyn_cast_or_null<GCCAsmStmt>(S)) {
      for (unsigned In = 0; In < Asm->getNumInputs(); ++In)
        if (const Term *Value =
                Facts.values().valueOf(N.owner(), Asm->getInputExpr(In)))
          addHidden(N, Value);
      continue;
    }
    const auto *E = dyn_cast_or_null<Expr>(S);
    if (!E || Facts.cfg().opened(N.owner(), E))
      continue;
    if (isa<CallExpr, CXXConstructExpr>(E) &&
        Facts.code().operations(*E).empty() && !isPlainCall(*E, Facts.code()))
      addCall(N, *E);
    if (const auto *Lambda = dyn_cast<LambdaExpr>(E))
      addLambda(N, *Lambda);
    // Placement new creates an object in existing memory.
    if (const auto *New = dyn_cast<CXXNewExpr>(E))
      for (const Expr *Where : New->placement_arguments())
        if (const Term *Place = Facts.values().valueOf(N.owner(), Where))
          addHidden(N, Place);
    // Something that is not modelled was made of an address.
    const Term *Value = Facts.values().valueOf(N.owner(), E);
    if (isa_and_nonnull<OpaqueTerm>(Value))
      for (const Term *Part : Value->operands())
        addHidden(N, Part);
  }
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

static bool isLoop(const Stmt *S) {
  return isa_and_nonnull<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(S);
}

/// The conditions over \p Read that are asked in every iteration say nothing
/// about iterations or memory that could keep the first one away from it.
bool Initialization::isCertainlyReached(const Event &Read) const {
  const auto &Reach = Facts.get<Reachability>();
  for (const Node *Branch : Facts.paths().allControls(*Read.At)) {
    if (isLoop(Branch->terminator()) || !Reach.reaches(*Read.At, *Branch))
      continue;
    if (anyPartOf(Branch->Branch, [](const Term &Part) {
          return isa<PhiTerm, SiteTerm>(Part);
        }))
      return false;
  }
  return true;
}

/// No thread can have written by the time that the first reaches \p Read: all
/// writes lie behind a barrier that comes after the read.
bool Initialization::isUnset(const Event &Read, History &Of) {
  llvm::ArrayRef<const Event *> Writes = Of.writesFor(Read);
  if (Writes.empty() && Of.HiddenWrites.empty())
    return true;
  if (planted(Fault::LaterWrite))
    return false;
  if (!isCertainlyReached(Read))
    return false;
  if (First.precedesWrites(Read, Writes, Of.HiddenWrites, nullptr))
    return true;
  for (const Loop *Around = Facts.loops().innermost(*Read.At, *Read.At); Around;
       Around = Around->Around)
    if (Facts.evolution().minTripCount(*Around->Header) > 1 &&
        First.precedesWrites(Read, Writes, Of.HiddenWrites, Around))
      return true;
  return false;
}

//===----------------------------------------------------------------------===//

/// A class with a constructor that does something may be set up in paths that
/// leave no trace in the kernel.
static bool isPlain(const VarDecl &Var) {
  const CXXRecordDecl *Class =
      QualType(Var.getType()->getBaseElementTypeUnsafe(), 0)
          ->getAsCXXRecordDecl();
  return !Class || !Class->hasDefinition() ||
         Class->hasTrivialDefaultConstructor();
}

/// Some thread finds nothing in the first iteration: what others write comes
/// behind a barrier, and what it writes itself comes later. It makes the
/// element's new value of that; what is read otherwise may be for lanes that do
/// not use it.
bool Initialization::isUnloadedAtFirst(
    const Event &Read, int64_t Size,
    llvm::ArrayRef<const Event *> Writes) const {
  bool IsKept = llvm::any_of(Writes, [&](const Event *Write) {
    return Write->Address == Read.Address && isUpdate(*Write);
  });
  if (Read.Access != AccessKind::Read || !IsKept || !isCertainlyReached(Read))
    return false;
  InTime Before(Facts, Read, nullptr);
  if (!Before.isReached())
    return false;
  WrittenElements Written(Size, Facts);
  bool IsSame = true;
  for (const Event *Write : Writes) {
    bool IsLater = Before.isLater(*Write);
    IsSame &= Before.reaches(*Write) && !IsLater;
    if (Before.reaches(*Write) && !Written.add(*Write, IsLater))
      return false;
  }
  return !IsSame && Written.misses(Read, /*InFirstIteration=*/true);
}

/// A read of an element that no thread ever writes, or none in time.
std::optional<UnsetRead> Initialization::unloaded(const VarDecl &Object,
                                                  const History &Of) const {
  if (Of.Writes.empty() || !Of.HiddenWrites.empty() || &Object == Dynamic ||
      Object.getType()->isDependentType() ||
      Object.getType()->isIncompleteType())
    return std::nullopt;
  int64_t Size =
      Facts.context().getTypeSizeInChars(Object.getType()).getQuantity();
  std::vector<const Event *> Writes = Of.Writes;
  Writes.insert(Writes.end(), Of.Updates.begin(), Of.Updates.end());
  WrittenElements Written(Size, Facts);
  for (const Event *Write : Writes)
    if (!Written.add(*Write))
      return std::nullopt;
  for (const Event *Read : Of.Reads)
    for (bool Later : {false, true})
      if (Later ? isUnloadedAtFirst(*Read, Size, Writes)
                : Written.misses(*Read)) {
        UnsetRead Found{Read, &Object};
        Found.OfElement = true;
        Found.IsSetLater = Later;
        return Found;
      }
  return std::nullopt;
}

std::vector<UnsetRead> Initialization::run() {
  for (const Node *N : Facts.cfg().order()) {
    if (!N->Reached)
      continue;
    Inlined.insert(&N->owner().function());
    for (const Event &E : N->Events)
      if (E.isAccess())
        if (const VarDecl *Object = objectAt(E.Address))
          Histories[Object].Object = Object;
  }
  if (Histories.empty())
    return {};
  for (const Node *N : Facts.cfg().order())
    if (N->Reached) {
      for (const Event &E : N->Events)
        addEvent(E);
      addElements(*N);
    }
  for (const Node *N : callsBeforeStores(Facts.cfg()))
    hideAll(*N);
  std::vector<UnsetRead> Found;
  for (auto &Each : Histories) {
    const VarDecl *Object = Each.first;
    History &Of = Each.second;
    if (!Of.Object || !isPlain(*Object))
      continue;
    auto Unset = llvm::find_if(
        Of.Reads, [&](const Event *Read) { return isUnset(*Read, Of); });
    if (Unset != Of.Reads.end()) {
      llvm::ArrayRef<const Event *> Writes = Of.writesFor(**Unset);
      Found.push_back(
          {*Unset, Object, Writes.empty() ? nullptr : Writes.front()});
      if (Writes.size() != Of.Writes.size())
        Found.back().Member = memberAt((*Unset)->Address, *Object);
    } else if (auto Element = unloaded(*Object, Of)) {
      Found.push_back(*Element);
    }
  }
  return Found;
}

std::vector<UnsetRead> findUnsetReads(const KernelFacts &Facts) {
  if (!Facts.root().hasAttr<CUDAGlobalAttr>() || !Facts.isComplete())
    return {};
  return Initialization(Facts).run();
}

} // namespace warplint::uninitialized
