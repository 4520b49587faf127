//===--- AccessPair.cpp - An access of each of two threads ---------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Dependence/AccessPair.h"
#include "Analysis/Dataflow/Loops.h"
#include "Analysis/Dependence/ConsumedReads.h"
#include "Analysis/Expr/ConditionParts.h"
#include "Analysis/Expr/LinearSum.h"
#include "Analysis/Expr/TermCongruence.h"
#include "Analysis/Expr/TermTraversal.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/LoopEvolution/LoopEvolution.h"
#include "Analysis/SymbolicExecution/AccessPath.h"
#include "Assumptions/Assumptions.h"
#include "Assumptions/SampleSizes.h"

using namespace clang;

namespace warplint::dependence {

/// An object with a name, or one that the caller named.
static bool isObject(const Term *Root) {
  return isa<VariableTerm, ParameterTerm>(Root);
}

//===----------------------------------------------------------------------===//
// Where they meet
//===----------------------------------------------------------------------===//

/// \p Root is the same object in both threads: it has a name, or both threads
/// have the same pointer to it.
static bool isOneObject(const Term *Root,
                        const twothreads::QuerySymbols &Symbols) {
  return isObject(Root) ||
         (isa<SymbolTerm>(Root) && Symbols.info(Root).Thread == 0 &&
          Symbols.info(Root).K == twothreads::SymbolInfo::Kind::Data);
}

/// The two pointers lead to one object, or two parameters may be one buffer.
static bool mayBeOneObject(const Term *Root, const Term *Other,
                           const twothreads::QuerySymbols &Symbols) {
  return Root == Other
             ? isOneObject(Root, Symbols)
             : isa_and_nonnull<ParameterTerm>(Other) &&
                   isa<ParameterTerm>(Root) &&
                   !Symbols.facts().assumptions().isOn(Assumption::NoAlias);
}

AccessPair::AccessPair(twothreads::QuerySymbols &Symbols, const Interval &Of,
                       const twothreads::IntervalAccess &A,
                       const twothreads::IntervalAccess &B,
                       twothreads::ThreadEncoding &One,
                       twothreads::ThreadEncoding &Other)
    : Symbols(Symbols), Of(Of), A(A), B(B), One(One), Other(Other),
      To1(One.encode(A.Access->Address, A.Step)),
      To2(Other.encode(B.Access->Address, B.Step)) {
  if (!To1.Root || !mayBeOneObject(To1.Root, To2.Root, Symbols) ||
      A.Space != B.Space)
    return;
  Object = To1.Root;
  Distance = Symbols.terms().binary(BO_Sub, To1.Value, To2.Value);
  // Accesses that far apart are the same or do not overlap.
  IsWhole = A.Access->Bytes == B.Access->Bytes &&
            congruenceOf(Distance).isMultipleOf(A.Access->Bytes);
  if (!IsWhole)
    Meeting = {1 - int64_t(A.Access->Bytes), int64_t(B.Access->Bytes) - 1};
  Equal = equalWhere(Symbols, Distance, {}, Meeting);
}

const Term *AccessPair::meet() {
  TermArena &Arena = Symbols.terms();
  if (areApart(Symbols, Distance, {}, Meeting))
    return Arena.constant(0);
  if (IsWhole)
    return Arena.binary(BO_EQ, To1.Value, To2.Value);
  return Symbols.logicalAnd(
      Arena.binary(BO_LT, Distance, Arena.constant(B.Access->Bytes)),
      Arena.binary(BO_LT, Arena.constant(-int64_t(A.Access->Bytes)), Distance));
}

const Term *AccessPair::reach(unsigned Thread) {
  const twothreads::IntervalAccess &P = Thread == 1 ? A : B;
  return (Thread == 1 ? One : Other).reach(P.Step, P.Access->Under);
}

const Term *AccessPair::consumes(unsigned Thread) {
  const twothreads::IntervalAccess &P = Thread == 1 ? A : B;
  const Event &Writer = *(Thread == 1 ? B : A).Access;
  if (!P.Access->isRead())
    return Symbols.terms().constant(1);
  const auto &Places = Symbols.facts().get<ConsumedReads>().consumersOf(
      *P.Access,
      Writer.isAtomic() && Writer.Op ? Writer.Op->Update : AtomicUpdate::None);
  if (!Places)
    return Symbols.terms().constant(1);
  const Term *Any = Symbols.terms().constant(0);
  for (const auto &Place : *Places) {
    const Term *Comes = Symbols.terms().constant(1);
    for (const ConditionPart &Part : Place) {
      const Term *Fails =
          Symbols.logicalNot(encoding(Thread).encode(Part.Says, P.Step).Value);
      Comes = Symbols.logicalAnd(Comes, Part.Holds ? Symbols.logicalNot(Fails)
                                                   : Fails);
    }
    Any = Symbols.logicalOr(Any, Comes);
  }
  return Any;
}

/// \p Load reads in front of \p Write, as many bytes, and its thread changes
/// nothing and waits for nobody in between.
static bool isReadJustBefore(const LoadTerm &Load, const Event &Write,
                             const Evaluation &Values) {
  auto Reads = Values.readsOf(Load);
  const Node *N = Write.At;
  for (llvm::ArrayRef<Event> Before(N->Events.data(), &Write);;
       Before = N->Events) {
    for (const Event &E : llvm::reverse(Before))
      if (llvm::is_contained(Reads, &E))
        return !E.Op && E.Bytes == Write.Bytes;
      else if (!E.isRead())
        return false;
    if (N->predecessors().size() != 1)
      return false;
    N = N->predecessors().front();
  }
}

const Term *AccessPair::changesPlace() {
  const unsigned Writer = A.Access->isStore() ? 1 : 2;
  const twothreads::IntervalAccess &Write = Writer == 1 ? A : B;
  const auto *Load = dyn_cast_or_null<LoadTerm>(Write.Access->Value);
  if (!(Writer == 1 ? B : A).Access->isRead() || !Write.Access->isStore() ||
      !Load ||
      !isReadJustBefore(*Load, *Write.Access, Symbols.facts().values()))
    return Symbols.terms().constant(1);
  twothreads::EncodedValue From =
      encoding(Writer).encode(Load->address(), Write.Step);
  const twothreads::EncodedValue &To = place(Writer);
  return From.Root && From.Root == To.Root
             ? Symbols.terms().binary(BO_NE, From.Value, To.Value)
             : Symbols.terms().constant(1);
}

std::array<const Term *, 2> AccessPair::reachesBoth() {
  return {One.reach(A.Step, A.Access->Under),
          One.reach(B.Step, B.Access->Under)};
}

std::array<const Term *, 2> AccessPair::inBounds() {
  return {One.inBounds(A.Access->Address, A.Access->Bytes, A.Step),
          Other.inBounds(B.Access->Address, B.Access->Bytes, B.Step)};
}

std::vector<const Term *> AccessPair::inBoundsOfFirstThread() {
  using Kind = twothreads::SymbolInfo::Kind;
  auto Depends = [&](const Term *T, llvm::ArrayRef<Kind> On) {
    return llvm::any_of(Symbols.symbolsOf(T), [&](const Term *Symbol) {
      return llvm::is_contained(On, Symbols.info(Symbol).K);
    });
  };
  const std::array<const Term *, 2> Inside = inBounds();
  std::vector<const Term *> Result;
  for (unsigned Thread : {1u, 2u}) {
    const Term *Own = Inside[Thread - 1];
    const Term *Reach = reach(Thread);
    // Data may keep the first thread away.
    if (!Depends(Own, {Kind::Parameter, Kind::Pitch}) ||
        Depends(Own, {Kind::Data, Kind::Elected}) ||
        Depends(Reach, {Kind::Data, Kind::Elected}))
      continue;
    twothreads::QuerySymbols::Renaming First;
    for (unsigned Axis = 0; Axis < 3; ++Axis)
      for (const Term *Symbol :
           Symbols.symbolsOf(Symbols.threadIndex(Thread, Axis)))
        First[Symbol] = Symbols.terms().constant(0);
    Result.push_back(
        Symbols.logicalOr(Symbols.logicalNot(Symbols.renamed(Reach, First)),
                          Symbols.renamed(Own, First)));
  }
  return Result;
}

bool AccessPair::staysApart() {
  if (Equal && Equal->IsAll && llvm::all_of(Equal->Twins, [](const auto &Each) {
        return isa<SymbolTerm>(Each.first);
      }))
    return false;
  const Term *Holds[] = {reach(1), reach(2)};
  Equal = equalWhere(Symbols, Distance, Holds, Meeting);
  return !(Equal && Equal->IsAll) &&
         areApart(Symbols, Distance, Holds, Meeting);
}

bool AccessPair::neverWhere(const Term *Truth) {
  return Equal && Symbols.renamed(Truth, Equal->Twins)->isConstant(0);
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

static bool isUnknownToKernel(const Term &T) {
  return isa<ParameterTerm, ExtractTerm, LoadTerm, OpaqueTerm>(T);
}

/// A branch, and no loop, chose \p T of values of which the kernel knows none.
static bool isChosenOfUnknown(const Term &T, const KernelFacts &Facts) {
  const auto *Join = dyn_cast<PhiTerm>(&T);
  return Join && !Facts.loops().headedBy(*Join->node()) &&
         llvm::all_of(Facts.values().incoming(Join), [](const Incoming &From) {
           return From.Reaching.Value &&
                  anyPartOf(From.Reaching.Value, isUnknownToKernel);
         });
}

/// Nothing in the kernel says how long a loop runs that \p Asked decides.
static bool isOpen(const Term *Asked, const KernelFacts &Facts) {
  return anyPartOf(Asked, [&](const Term &Part) {
    return isUnknownToKernel(Part) || isChosenOfUnknown(Part, Facts);
  });
}

/// The least step in \p Sum that is longer than \p Step and belongs to
/// iterations of a loop, or else to the thread's place or to what iterations
/// select (`i % 2`); 0 if there is none.
static int64_t stepAround(const LinearTerm &Sum, int64_t Step,
                          bool OfIterations,
                          twothreads::QuerySymbols &Symbols) {
  auto IsIteration = [&](const Term &Part) {
    return isa<SymbolTerm>(Part) &&
           Symbols.info(&Part).K == twothreads::SymbolInfo::Kind::Iterations;
  };
  auto Counts = [&](const Term *Part) {
    return OfIterations
               ? IsIteration(*Part)
               : Symbols.isOfPlaces(Part) ||
                     (!isa<SymbolTerm>(Part) && anyPartOf(Part, IsIteration));
  };
  int64_t Least = 0;
  for (auto [Part, C] : llvm::zip(Sum.operands(), Sum.coefficients()))
    if (C > Step && (!Least || C < Least) && Counts(Part))
      Least = C;
  return Least;
}

/// The condition that the byte offset \p Address lies in the thread's row: a
/// loop whose trip count the kernel does not bound does not run beyond a row of
/// constant length that the thread's index selects, and a counter that depends
/// on memory does not run beyond a row that a loop around selects. Consecutive
/// loops share a row. Constant 1 if there is no such row.
static const Term *staysInRow(const Term *Address,
                              twothreads::QuerySymbols &Symbols) {
  TermArena &Arena = Symbols.terms();
  const Term *Result = Arena.constant(1);
  const auto *Sum = dyn_cast<LinearTerm>(Address);
  if (!Sum)
    return Result;
  // Of a choice among indices each has its row.
  auto IsChoice = [](const Term *T) { return isa<SelectTerm>(T); };
  if (llvm::count_if(Sum->operands(), IsChoice) == 1) {
    const auto *Choice =
        cast<SelectTerm>(*llvm::find_if(Sum->operands(), IsChoice));
    auto InRow = [&](const Term *Chosen) {
      return staysInRow(TermRewriter(Arena).rewrite(Address,
                                                    [&](const Term &T) {
                                                      return &T == Choice
                                                                 ? Chosen
                                                                 : nullptr;
                                                    }),
                        Symbols);
    };
    return Arena.select(Choice->condition(), InRow(Choice->ifTrue()),
                        InRow(Choice->ifFalse()));
  }
  // By the length of the row: how far all iterations come in it.
  llvm::SmallVector<std::pair<int64_t, const Term *>, 2> Rows;
  for (auto [Iteration, Step] :
       llvm::zip(Sum->operands(), Sum->coefficients())) {
    if (!isa<SymbolTerm>(Iteration) || Step <= 0)
      continue;
    const twothreads::SymbolInfo &Info = Symbols.info(Iteration);
    if (Info.K != twothreads::SymbolInfo::Kind::Iterations ||
        !Info.Loop->Branch ||
        (!Info.IsChosenByData && !isOpen(Info.Loop->Branch, Symbols.facts())))
      continue;
    // What data count on would otherwise run over what the thread itself puts
    // there in the next iteration around.
    int64_t Row = stepAround(*Sum, Step, Info.IsChosenByData, Symbols);
    if (!Row)
      continue;
    const Term *Comes = Arena.binary(BO_Mul, Iteration, Arena.constant(Step));
    auto *Known =
        llvm::find_if(Rows, [&](auto &Each) { return Each.first == Row; });
    if (Known == Rows.end())
      Rows.push_back({Row, Comes});
    else
      Known->second = Arena.binary(BO_Add, Known->second, Comes);
  }
  for (auto [Row, Comes] : Rows)
    Result = Symbols.logicalAnd(
        Result, Arena.binary(BO_LT, Comes, Arena.constant(Row)));
  return Result;
}

static const ElementTerm *lastElement(const Term *Address) {
  while (const auto *Field = dyn_cast<FieldTerm>(Address))
    Address = Field->base();
  return dyn_cast<ElementTerm>(Address);
}

/// The array that \p Address indexes last, without members of its elements.
static const Term *indexedArray(const Term *Address) {
  const ElementTerm *Element = lastElement(Address);
  return Element ? Element->base() : Address;
}

/// The value of the pointer that \p Access spells before or beside its index;
/// null if it spells none.
static const Term *indexedPointer(const Event &Access,
                                  const Evaluation &Values) {
  const auto *At = dyn_cast<Expr>(Access.Site);
  if (const auto *Assigns = dyn_cast_or_null<BinaryOperator>(At))
    At = Assigns->getLHS();
  while (At) {
    At = At->IgnoreParenCasts();
    if (const auto *Index = dyn_cast<ArraySubscriptExpr>(At))
      return Values.valueOf(*Access.Owner, Index->getBase());
    if (const auto *Deref = dyn_cast<UnaryOperator>(At)) {
      const Expr *Pointer = Deref->getSubExpr();
      auto SumIn = [&] {
        const auto *Sum = dyn_cast<BinaryOperator>(Pointer->IgnoreParenCasts());
        return Sum && Sum->getOpcode() == BO_Add ? Sum : nullptr;
      };
      if (Deref->getOpcode() != UO_Deref || !SumIn())
        return nullptr;
      while (const BinaryOperator *Sum = SumIn())
        Pointer = Sum->getLHS()->getType()->isPointerType() ? Sum->getLHS()
                                                            : Sum->getRHS();
      return Values.valueOf(*Access.Owner, Pointer);
    }
    const auto *Member = dyn_cast<MemberExpr>(At);
    At = Member && !Member->isArrow() ? Member->getBase() : nullptr;
  }
  return nullptr;
}

/// The bytes of the elements of that array; 0 if there is no index.
static int64_t sizeOfElement(const Term *Address) {
  const ElementTerm *Element = lastElement(Address);
  return Element ? Element->elementSize() : 0;
}

/// What \p Access indexes by is compared on the way with a number that the
/// kernel does not know.
static bool endsByUnknown(const Event &Access, const KernelFacts &Facts) {
  const ElementTerm *Element = lastElement(Access.Address);
  auto IsOfIndex = [&](const Term &Part) {
    return isa<PhiTerm, IdentityTerm>(Part) &&
           mentions(Element->index(), &Part);
  };
  auto IsLimit = [&](const Term &Part) {
    const auto *Test = dyn_cast<BinaryTerm>(&Part);
    if (!Test || !Test->isComparison())
      return false;
    auto Compares = [&](const Term *Index, const Term *End) {
      return anyPartOf(Index, IsOfIndex) && anyPartOf(End, isUnknownToKernel);
    };
    return Compares(Test->lhs(), Test->rhs()) ||
           Compares(Test->rhs(), Test->lhs());
  };
  return Element && llvm::any_of(Facts.paths().allControls(*Access.At),
                                 [&](const Node *Branch) {
                                   return Branch->Branch &&
                                          anyPartOf(Branch->Branch, IsLimit);
                                 });
}

const Term *AccessPair::part(unsigned Thread) {
  const twothreads::IntervalAccess &P = Thread == 1 ? A : B;
  const Term *Array = indexedArray(P.Access->Address);
  return (Thread == 1 ? One : Other).encode(Array, P.Step).Value;
}

/// The condition that the loaded numbers of which \p Start is a sum are sizes:
/// none is negative.
static const Term *loadsSizes(const Term *Start,
                              twothreads::QuerySymbols &Symbols) {
  TermArena &Arena = Symbols.terms();
  const Term *Result = Arena.constant(1);
  const auto *Sum = dyn_cast<LinearTerm>(Start);
  if (!Sum ||
      llvm::any_of(Sum->coefficients(), [](int64_t C) { return C < 0; }))
    return Result;
  for (const Term *Part : Sum->operands())
    if (isa<SymbolTerm>(Part) &&
        Symbols.info(Part).K == twothreads::SymbolInfo::Kind::Data)
      Result = Symbols.logicalAnd(Result,
                                  Arena.binary(BO_LE, Arena.constant(0), Part));
  return Result;
}

std::array<const Term *, 2> AccessPair::inRows() {
  std::array<const Term *, 2> Result = {staysInRow(To1.Value, Symbols),
                                        staysInRow(To2.Value, Symbols)};
  auto StartOf = [&](unsigned Thread) {
    const twothreads::IntervalAccess &P = Thread == 1 ? A : B;
    const Term *At = indexedPointer(*P.Access, Symbols.facts().values());
    return At ? encoding(Thread).encode(At, P.Step).Value : nullptr;
  };
  const Term *Start1 = StartOf(1), *Start2 = StartOf(2);
  if (!Start1 || !Start2)
    return Result;
  auto Part1 = numberOf(Start1), Part2 = numberOf(Start2);
  if (!Part1 || !Part2) {
    Result[0] = Symbols.logicalAnd(Result[0], loadsSizes(Start1, Symbols));
    Result[1] = Symbols.logicalAnd(Result[1], loadsSizes(Start2, Symbols));
    return Result;
  }
  bool IsSecond = *Part1 > *Part2;
  const Event &Lower = *(IsSecond ? B : A).Access,
              &Upper = *(IsSecond ? A : B).Access;
  int64_t First = std::min(*Part1, *Part2), Last = std::max(*Part1, *Part2),
          Size = sizeOfElement(Lower.Address);
  // What begins with the object is a part only if it is none of the array's own
  // elements.
  if (Last - First < samples::LeastPart * Size ||
      (First == 0 && !scenarios::isDynamicShared(Object) &&
       Size == sizeOfElement(Upper.Address)))
    return Result;
  TermArena &Arena = Symbols.terms();
  if (endsByUnknown(Lower, Symbols.facts()))
    Result[IsSecond] = Symbols.logicalAnd(
        Result[IsSecond], Arena.binary(BO_LT, (IsSecond ? To2 : To1).Value,
                                       Arena.constant(Last)));
  return Result;
}

/// The parameter that \p Part is a multiple of; null if there is none.
static const Term *pitchIn(const Term *Part) {
  const auto *Product = dyn_cast<BinaryTerm>(Part);
  if (!Product || Product->opcode() != BO_Mul)
    return nullptr;
  auto Is = [](const Term *Side) { return isIntegerParameter(Side); };
  auto Found = llvm::find_if(Product->operands(), Is);
  return Found == Product->operands().end() ? nullptr : *Found;
}

/// The parameter below which \p Part says that \p Column is; null if it does
/// not.
static const Term *boundOf(const Term *Column, const ConditionPart &Part) {
  const auto *Test = dyn_cast<BinaryTerm>(Part.Says);
  if (!Test || Test->opcode() != (Part.Holds ? BO_LT : BO_LE))
    return nullptr;
  const Term *Low = Part.Holds ? Test->lhs() : Test->rhs(),
             *High = Part.Holds ? Test->rhs() : Test->lhs();
  return Low == Column && isIntegerParameter(High) ? High : nullptr;
}

std::array<const Term *, 2> AccessPair::inPitches() {
  TermArena &Arena = Symbols.terms();
  std::array<const Term *, 2> Result;
  for (unsigned Thread : {1u, 2u}) {
    const twothreads::IntervalAccess &P = Thread == 1 ? A : B;
    const Term *&All = Result[Thread - 1] = Arena.constant(1);
    for (const Term *Index : indicesOf(P.Access->Address))
      for (const Summand &Row : Summands(Index).Parts) {
        const Term *Pitch = Row.Factor == 1 ? pitchIn(Row.Of) : nullptr;
        if (!Pitch)
          continue;
        const Term *Column = Arena.binary(BO_Sub, Index, Row.Of);
        for (const ConditionPart &Part :
             Symbols.facts().evolution().conditionsAt(*P.Access->At))
          if (const Term *Width = boundOf(Column, Part);
              Width && !(Symbols.isSpelledByHost(Width) &&
                         Symbols.isSpelledByHost(Pitch)))
            All = Symbols.logicalAnd(
                All, Arena.binary(BO_LE, Symbols.parameter(Width),
                                  Symbols.parameter(Pitch)));
      }
  }
  return Result;
}

} // namespace warplint::dependence
