//===--- StoredValues.cpp - What accesses of two threads leave ------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two accesses meet, and what they leave does not depend on which is first: one
// value, one word several times, bits that both set, fields that are written
// back as they were.
//
//===----------------------------------------------------------------------===//

#include "Analysis/Dataflow/Loops.h"
#include "Analysis/Dependence/ConsumedReads.h"
#include "Analysis/Dependence/Dependence.h"
#include "Analysis/Expr/ClassFields.h"
#include "Analysis/Expr/TermTraversal.h"
#include "Analysis/Expr/Worklist.h"
#include "Analysis/TwoThreads/CommonContents.h"
#include "Analysis/TwoThreads/CommonValues.h"
#include "Analysis/Uniformity/LaneAgreement.h"
#include "Analysis/Uniformity/Uniformity.h"
#include "CudaModel/MemorySpace.h"
#include "llvm/ADT/BitVector.h"

using namespace clang;

namespace warplint::dependence {

bool updatesPlace(const twothreads::IntervalAccess &P) {
  return !P.Access->Value || findPart(P.Access->Value, [&](const Term &T) {
    const auto *Load = dyn_cast<LoadTerm>(&T);
    return Load && Load->address() == P.Access->Address;
  });
}

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

namespace {

/// What a store writes over and over.
struct Word {
  const Term *Value = nullptr;
  int64_t Bytes = 0;
};

} // namespace

/// \p Class is made of members of one type.
static bool isOfOneType(const RecordDecl &Class) {
  QualType First;
  return !Class.isUnion() && llvm::all_of(Class.fields(), [&](FieldDecl *F) {
    if (First.isNull())
      First = F->getType().getCanonicalType();
    return F->getType().getCanonicalType() == First && !F->isBitField();
  });
}

/// Nothing if \p E stores words that differ.
static std::optional<Word> wordOf(const Event &E) {
  if (!E.Value || !E.Bytes)
    return std::nullopt;
  Word Found{nullptr, 0};
  int64_t Count = 0;
  llvm::SmallVector<const Term *, 4> Work{E.Value};
  while (!Work.empty()) {
    const Term *Now = Work.pop_back_val();
    if (const auto *Whole = dyn_cast<RecordTerm>(Now)) {
      if (Whole->recordType() && !isOfOneType(*Whole->recordType()))
        return std::nullopt;
      Work.append(Whole->operands().begin(), Whole->operands().end());
      continue;
    }
    if (Found.Value && Found.Value != Now)
      return std::nullopt;
    Found.Value = Now;
    ++Count;
  }
  if (!Count || E.Bytes % Count)
    return std::nullopt;
  Found.Bytes = E.Bytes / Count;
  return Found;
}

/// Both expressions apply the same operation to their operands.
static bool doTheSame(const Stmt *L, const Stmt *R) {
  const auto *Left = dyn_cast_or_null<Expr>(L),
             *Right = dyn_cast_or_null<Expr>(R);
  if (L == R)
    return true;
  if (!Left || !Right || Left->getStmtClass() != Right->getStmtClass() ||
      Left->getType().getCanonicalType() != Right->getType().getCanonicalType())
    return false;
  if (const auto *Op = dyn_cast<BinaryOperator>(Left))
    return Op->getOpcode() == cast<BinaryOperator>(Right)->getOpcode() &&
           !Op->isAssignmentOp();
  if (const auto *Op = dyn_cast<UnaryOperator>(Left))
    return Op->getOpcode() == cast<UnaryOperator>(Right)->getOpcode();
  if (const auto *Cast = dyn_cast<CastExpr>(Left))
    return Cast->getCastKind() == cast<CastExpr>(Right)->getCastKind();
  if (const auto *Number = dyn_cast<FloatingLiteral>(Left))
    return Number->getValue().bitwiseIsEqual(
        cast<FloatingLiteral>(Right)->getValue());
  return false;
}

/// Threads make \p Load once each, and nothing writes there in between.
static bool isReadAlike(const LoadTerm &Load,
                        twothreads::QuerySymbols &Symbols) {
  const KernelFacts &Facts = Symbols.facts();
  auto Events = Facts.values().eventsOf(Load);
  return !Events.empty() &&
         !Facts.loops().innermost(*Events.front()->At, *Events.front()->At) &&
         (Symbols.sharing() <= Scope::Block ||
          memorySpaceOf(rootOf(Load.address())) != MemorySpace::Shared) &&
         !Facts.uniformity().interferenceWithin(&Load, Symbols.sharing());
}

/// \p L and \p R, of one kind, are the same function of their parts in all
/// threads that agree on these.
static bool areOneFunction(const Term *L, const Term *R,
                           twothreads::QuerySymbols &Symbols) {
  if (const auto *Made = dyn_cast<OpaqueTerm>(L)) {
    const auto *Other = cast<OpaqueTerm>(R);
    return Made->uniformAt() >= Symbols.sharing() &&
           Other->uniformAt() >= Symbols.sharing() &&
           doTheSame(Made->site(), Other->site());
  }
  if (const auto *Read = dyn_cast<LoadTerm>(L)) {
    if (L == R && isReadAlike(*Read, Symbols))
      return true;
    if (!Symbols.isFixed(Read) || !Symbols.isFixed(cast<LoadTerm>(R)))
      return false;
    Symbols.takeAsSet(*Read);
    return true;
  }
  if (const auto *Self = dyn_cast<IdentityTerm>(L))
    return L == R && Self->uniformAt() >= Symbols.sharing();
  return isa<LinearTerm, UnaryTerm, BinaryTerm, SelectTerm, NarrowTerm,
             ExtractTerm, FieldTerm, ElementTerm, ParameterTerm, VariableTerm,
             ConstantTerm>(L) &&
         L->isLike(*R);
}

/// \p A and \p B, \p Distance bytes apart, store one word, once or several
/// times
/// (`float4{a, a, a, a}`), equal in all threads that can meet there: a function
/// of arguments and of memory that stays as it is. False if unknown.
static bool storeOneWord(const Event &A, const Event &B, const Term *Distance,
                         twothreads::QuerySymbols &Symbols) {
  auto Left = wordOf(A), Right = wordOf(B);
  if (!Left || !Right || Left->Bytes != Right->Bytes)
    return false;
  auto IsWhole = [&](int64_t Bytes) { return Bytes % Left->Bytes == 0; };
  const auto *Sum = dyn_cast<LinearTerm>(Distance);
  if (!Sum ? !IsWhole(numberOf(Distance).value_or(1))
           : !IsWhole(Sum->constant()) ||
                 !llvm::all_of(Sum->coefficients(), IsWhole))
    return false;
  KeyWorklist<std::pair<const Term *, const Term *>> Work(
      {{Left->Value, Right->Value}});
  while (auto Next = Work.next()) {
    auto [L, R] = *Next;
    if (L->kind() != R->kind() ||
        L->operands().size() != R->operands().size() ||
        !areOneFunction(L, R, Symbols))
      return false;
    for (auto Parts : llvm::zip(L->operands(), R->operands()))
      Work.add({std::get<0>(Parts), std::get<1>(Parts)});
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// In all loops around \p N the threads are in the same iteration where \p
/// `Equal` has what they have in common.
static bool areInOneIteration(const Node &N,
                              const twothreads::QuerySymbols::Renaming &Equal,
                              twothreads::QuerySymbols &Symbols) {
  const Loop *Around = Symbols.facts().loops().innermost(N, N);
  for (; Around; Around = Around->Around) {
    auto Found = Equal.find(Symbols.iterations(*Around->Header, 2));
    if (Found == Equal.end() ||
        Found->second != Symbols.iterations(*Around->Header, 1))
      return false;
  }
  return true;
}

/// Both accesses are one store, of a value that depends only on what is equal
/// in both threads where they meet: threads of one row, for example, that have
/// computed the same sum.
bool AccessPair::storesWhatFollows() {
  if (!IsWhole || A.Access != B.Access || A.Step != B.Step)
    return false;
  const KernelFacts &Facts = Symbols.facts();
  if (!Facts.loops().innermost(*A.Access->At, *A.Access->At) &&
      Facts.uniformity().isUniform(A.Access->Value, Symbols.sharing()))
    return true;
  if (!Equal || !areInOneIteration(*A.Access->At, Equal->Twins, Symbols))
    return false;
  auto StandAlike = [&](unsigned Axis) {
    twothreads::SymbolSet Place;
    Symbols.collect(Symbols.threadIndex(2, Axis), Place);
    return llvm::all_of(
        Place, [&](const Term *T) { return Equal->Twins.count(T) != 0; });
  };
  if (Symbols.sharing() > Scope::Block)
    return StandAlike(0) && StandAlike(1) && StandAlike(2) &&
           Facts.get<twothreads::CommonContents>().areBlocksAlike();
  return twothreads::followsFrom(
      A.Access->Value, Facts, [&](const IdentityTerm &Self) {
        return Self.identity() == IdentityKind::ThreadIdx &&
               StandAlike(Self.axis());
      });
}

/// \p Value may come from a call that a budget left without inlining.
static bool mayComeFromClosed(const Term *Value, const KernelFacts &Facts) {
  return !Facts.isComplete() &&
         anyPartOf(Value, Facts.values(), [](const Term &Part) {
           return isa<LoadTerm, OpaqueTerm, ResultTerm>(Part);
         });
}

bool AccessPair::storesSame() {
  auto Stores = [](const Event &E) {
    return E.Value &&
           (E.Access == AccessKind::Write ||
            (E.Access == AccessKind::Atomic && E.Op && E.Op->Entry->Replaces));
  };
  if (!Stores(*A.Access) || !Stores(*B.Access))
    return false;
  twothreads::EncodedValue Left = One.encode(A.Access->Value, A.Step),
                           Right = Other.encode(B.Access->Value, B.Step);
  const KernelFacts &Facts = Symbols.facts();
  if (Left == Right || mayComeFromClosed(A.Access->Value, Facts) ||
      mayComeFromClosed(B.Access->Value, Facts) || storesWhatFollows() ||
      storeOneWord(*A.Access, *B.Access, Distance, Symbols))
    return true;
  if (!IsWhole || Left.Root != Right.Root)
    return false;
  auto Twins = Equal ? Equal->Twins : twothreads::QuerySymbols::Renaming();
  twothreads::CommonValues Values(Symbols, Twins, Distance);
  return Values.areSame(Left.Value, Right.Value);
}

const Term *AccessPair::storesTwo() {
  auto Stores = [](const Event &E) {
    return E.Access == AccessKind::Write && E.Value;
  };
  if (!Stores(*A.Access) || !Stores(*B.Access) ||
      (A.Access != B.Access && !IsWhole))
    return nullptr;
  twothreads::EncodedValue Left = One.encode(A.Access->Value, A.Step),
                           Right = Other.encode(B.Access->Value, B.Step);
  if (Left.Root || Right.Root)
    return nullptr;
  return Symbols.terms().binary(BO_NE, Left.Value, Right.Value);
}

bool AccessPair::storesWhatWasShared() {
  auto Stores = [&](const Event &E) {
    const auto *Load = dyn_cast_or_null<LoadTerm>(E.Value);
    const Term *From = Load ? rootOf(Load->address()) : nullptr;
    return From && memorySpaceOf(From) == MemorySpace::Shared &&
           From != rootOf(E.Address);
  };
  return A.Access != B.Access && A.Access->Access == AccessKind::Write &&
         B.Access->Access == AccessKind::Write &&
         (Stores(*A.Access) || Stores(*B.Access));
}

/// Whoever reaches step \p To of \p I has passed \p Step before.
static bool passesBefore(const Interval &I, unsigned Step, unsigned To) {
  llvm::BitVector Without(I.Steps.size());
  if (Step != 0)
    Without.set(0);
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (unsigned S = 1; S < I.Steps.size(); ++S) {
      if (S == Step || Without.test(S))
        continue;
      const IntervalStep &At = I.Steps[S];
      if (llvm::any_of(At.From,
                       [&](const auto &E) { return Without.test(E.From); }) ||
          llvm::any_of(At.Back, [&](unsigned B) { return Without.test(B); })) {
        Without.set(S);
        Changed = true;
      }
    }
  }
  return !Without.test(To);
}

bool AccessPair::readsOwnCopy() {
  const twothreads::IntervalAccess &Write =
                                       A.Access->Access == AccessKind::Write
                                           ? A
                                           : B,
                                   &Read = &Write == &A ? B : A;
  if (Write.Access->Access != AccessKind::Write ||
      Read.Access->Access != AccessKind::Read || !Write.Access->Value)
    return false;
  if (Symbols.sharing() <= Scope::Block &&
      Symbols.facts().uniformity().readsOwnStore(*Write.Access, *Read.Access))
    return true;
  // The write must be in this interval: an earlier one may have been
  // overwritten.
  bool Before = Write.Step == Read.Step
                    ? Write.Access < Read.Access
                    : passesBefore(Of, Write.Step, Read.Step);
  auto Same = [&](const Term *T) {
    return One.encode(T, Write.Step) == Other.encode(T, Write.Step);
  };
  return Before && !Write.Access->Under && Same(Write.Access->Address) &&
         (Same(Write.Access->Value) ||
          storeOneWord(*Write.Access, *Write.Access,
                       Symbols.terms().constant(0), Symbols));
}

//===----------------------------------------------------------------------===//
// Bits
//===----------------------------------------------------------------------===//

/// The bits that \p Write sets or keeps of what it has read there, as \p
/// Loaded; null if it is no such update.
static const Term *bitsOf(const Event &Write, const LoadTerm *&Loaded) {
  const auto *Made = dyn_cast_or_null<BinaryTerm>(Write.Value);
  if (!Made || (Made->opcode() != BO_Or && Made->opcode() != BO_And))
    return nullptr;
  for (bool Left : {true, false}) {
    Loaded = dyn_cast<LoadTerm>(Left ? Made->lhs() : Made->rhs());
    if (Loaded && Loaded->address() == Write.Address)
      return Left ? Made->rhs() : Made->lhs();
  }
  return nullptr;
}

/// Nothing in the kernel but \p Update depends on \p Loaded.
static bool isForUpdateOnly(const LoadTerm &Loaded, const Event &Update,
                            const KernelFacts &Facts) {
  return !anyPartOf(usedTerms(Facts, &Update), Facts.values(),
                    [&](const Term &Part) { return &Part == &Loaded; });
}

bool AccessPair::setsSameBits() {
  const Event &Write =
      A.Access->Access == AccessKind::Write ? *A.Access : *B.Access;
  if (Write.Access != AccessKind::Write)
    return false;
  const LoadTerm *Loaded = nullptr;
  const Term *Bits = bitsOf(Write, Loaded);
  auto IsOfUpdate = [&](const Event &E) {
    return &E == &Write || (E.Access == AccessKind::Read &&
                            E.Site == Loaded->site() && E.Owner == Write.Owner);
  };
  return Bits && IsOfUpdate(*A.Access) && IsOfUpdate(*B.Access) &&
         One.encode(Bits, A.Step) == Other.encode(Bits, B.Step) &&
         isForUpdateOnly(*Loaded, Write, Symbols.facts());
}

//===----------------------------------------------------------------------===//
// Fields
//===----------------------------------------------------------------------===//

using FieldSet = llvm::SmallPtrSet<const FieldDecl *, 8>;

static bool isPlain(const Event &E, AccessKind Access) {
  return E.isAccess() && E.Access == Access && !E.Op && !E.Volatile;
}

/// The fields that \p Write, of a whole structure, does not fill with what the
/// thread has read there; nothing if it writes no such structure.
static std::optional<FieldSet> changedBy(const Event &Write,
                                         const Limits &Within) {
  const auto *Whole = dyn_cast_or_null<RecordTerm>(Write.Value);
  const RecordDecl *Type = Whole ? Whole->recordType() : nullptr;
  if (!Type)
    return std::nullopt;
  FieldSet Changed;
  auto Value = Whole->operands().begin(), End = Whole->operands().end();
  for (const FieldDecl *Field : fieldsOfClass(*Type, Within)) {
    if (Value == End)
      return std::nullopt;
    const auto *Part = dyn_cast<ExtractTerm>(*Value++);
    const auto *Read = Part ? dyn_cast<LoadTerm>(Part->from()) : nullptr;
    if (!Read || Part->field() != Field || Read->address() != Write.Address)
      Changed.insert(Field);
  }
  return Value == End ? std::optional(Changed) : std::nullopt;
}

/// Nothing else in the kernel writes to the object: what was read is still
/// there when it is written back.
static bool isOnlyWriteThere(const Event &Write, const KernelFacts &Facts) {
  for (const Event &E : Facts.cfg().events())
    if (&E != &Write &&
        (E.isUnknown() || (E.writes() &&
                           memorySpaceOf(rootOf(E.Address)) ==
                               memorySpaceOf(rootOf(Write.Address)) &&
                           (rootOf(E.Address) == rootOf(Write.Address) ||
                            !isa<DeclaredTerm>(rootOf(E.Address))))))
      return false;
  return true;
}

/// \p Read, of a field of the object at \p Base, or another that is made with
/// it, reads one of \p Fields.
static bool readsAnyOf(const FieldSet &Fields, const Event &Read,
                       const Term &Base, const KernelFacts &Facts) {
  for (const Event &E : Facts.cfg().events())
    if (const auto *Part = E.Site == Read.Site && E.Owner == Read.Owner
                               ? dyn_cast_or_null<FieldTerm>(E.Address)
                               : nullptr;
        Part && Part->base() == &Base && Fields.count(Part->field()))
      return true;
  return false;
}

/// Of what \p Read has read, a \p Type or one of its fields, nothing is used
/// but fields outside of \p Changed.
static bool usesNoneOf(const FieldSet &Changed, const RecordDecl &Type,
                       const Event &Read, const KernelFacts &Facts) {
  if (const auto *Own = dyn_cast<FieldTerm>(Read.Address);
      Own && Own->field()->getParent() == &Type)
    return !readsAnyOf(Changed, Read, *Own->base(), Facts);
  const Term *Whole = Facts.terms().load(Read.Address, Read.Owner, Read.Site);
  return walkTerms(usedTerms(Facts), Facts.values(), [&](const Term &Part) {
    if (&Part == Whole)
      return Walk::Stop;
    const auto *Of = dyn_cast<ExtractTerm>(&Part);
    if (!Of || Of->from() != Whole)
      return Walk::Enter;
    return !Of->field() || Changed.count(Of->field()) ? Walk::Stop : Walk::Skip;
  });
}

bool usesRestoredFieldsOnly(const Event &First, const Event &Second,
                            const KernelFacts &Facts) {
  const Event *Write = &First, *Read = &Second;
  if (Write->Access == AccessKind::Read)
    std::swap(Write, Read);
  if (!isPlain(*Write, AccessKind::Write) || !isPlain(*Read, AccessKind::Read))
    return false;
  auto Changed = changedBy(*Write, Facts.limits());
  return Changed && isOnlyWriteThere(*Write, Facts) &&
         usesNoneOf(*Changed, *cast<RecordTerm>(Write->Value)->recordType(),
                    *Read, Facts);
}

} // namespace warplint::dependence
