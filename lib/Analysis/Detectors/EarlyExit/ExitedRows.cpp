//===--- ExitedRows.cpp - Early exits of whole rows -----------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/EarlyExit/ExitedRows.h"
#include "Analysis/Expr/LinearSum.h"
#include "Analysis/Expr/TermTraversal.h"
#include "Analysis/SymbolicExecution/AccessPath.h"
#include "Analysis/SymbolicExecution/DeclaredExtents.h"
#include "Analysis/Uniformity/Convergence.h"
#include "Assumptions/Assumptions.h"
#include "Support/Checked.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include <numeric>

using namespace clang;

namespace warplint::earlyexit {

namespace {

using Keys = llvm::SmallSetVector<const Term *, 4>;

/// Bytes from the root: terms, each with its factor. What is asked of them is
/// asked of all.
using TermMap = llvm::MapVector<const Term *, int64_t>;

/// An address, parted by what chooses a row and what chooses a place in it.
struct Place {
  const Term *Root = nullptr;
  TermMap OfRow, InRow;
  int64_t Bytes = 0; ///< The constant part.
  /// Steps that stay in arrays of the row, each with the bytes to the last
  /// element of its array.
  TermMap InArrays;
  bool IsKnown = true; ///< All of these numbers fit.

  void add(int64_t &To, base::Checked More) {
    base::Checked Sum = To + More;
    IsKnown &= bool(Sum);
    To = Sum.orElse(0);
  }
  /// From the root to the last element of each array.
  base::Checked bytesInArrays() const {
    base::Checked Sum = Bytes;
    for (const auto &[Index, Last] : InArrays)
      Sum += Last;
    return Sum;
  }
};

} // namespace

static bool isOfThread(const Term &T) {
  const auto *Self = dyn_cast<IdentityTerm>(&T);
  return Self && Self->uniformAt() < Scope::Block;
}

/// `threadIdx.x / 32`, `threadIdx.x >> 5`, `threadIdx.x / size` if the block
/// agrees on the size: which group of threads it is. No group of an open size
/// is found by a shift: who is in it is no rest that `isInGroup` knows.
static bool isGroup(const Term &T, const KernelFacts &Facts) {
  const auto *Op = dyn_cast<BinaryTerm>(&T);
  return Op && isOfThread(*Op->lhs()) &&
         (Op->opcode() == BO_Div ||
          (Op->opcode() == BO_Shr && isa<ConstantTerm>(Op->rhs()))) &&
         Facts.uniformity().isUniform(Op->rhs(), Scope::Block);
}

/// `threadIdx.x % 32`, `threadIdx.x & 31`: which thread it is of the group that
/// \p Group tells.
static bool isInGroup(const Term &T, const BinaryTerm &Group) {
  const auto *Op = dyn_cast<BinaryTerm>(&T);
  if (!Op || Op->lhs() != Group.lhs())
    return false;
  bool AreConstant =
      isa<ConstantTerm>(Op->rhs()) && isa<ConstantTerm>(Group.rhs());
  return (Op->opcode() == BO_Rem || Op->opcode() == BO_And) &&
         (AreConstant || (Op->opcode() == BO_Rem && Op->rhs() == Group.rhs()));
}

/// The parts of a thread's index that decide whether it takes \p Exit, apart
/// from other exits; empty if anything else that differs among threads decides
/// it, too.
static Keys keysOf(const EarlyExit &Exit, const KernelFacts &Facts) {
  Keys Found;
  llvm::SmallVector<const Term *, 4> Tests;
  auto Over = Facts.convergence().controls(*Exit.At);
  Over.push_back(Exit.Branch);
  for (const Node *Branch : Over)
    if (Branch->Branch)
      Tests.push_back(Branch->Branch);
  bool IsOfRows = walkTerms(Tests, Facts.values(), [&](const Term &Part) {
    if (isGroup(Part, Facts) || isOfThread(Part)) {
      Found.insert(&Part);
      return Walk::Skip;
    }
    // Threads that load the same unwritten element get the same value.
    if (const auto *Load = dyn_cast<LoadTerm>(&Part);
        Load && !Facts.uniformity().interferingWrite(Load))
      return Walk::Enter;
    if (isa<LoadTerm, PhiTerm, ResultTerm, OpaqueTerm>(Part) &&
        !Facts.uniformity().isUniform(&Part, Scope::Block))
      return Walk::Stop;
    return Walk::Enter;
  });
  if (!IsOfRows)
    Found.clear();
  return Found;
}

/// \p T is another one in another row.
static bool isOfRow(const Term *T, const Keys &Rows, const KernelFacts &Facts) {
  return !walkTerms({T}, Facts.values(), [&](const Term &Part) {
    if (Rows.contains(&Part))
      return Walk::Stop;
    for (const Term *Row : Rows)
      if (const auto *Group = dyn_cast<BinaryTerm>(Row)) {
        if (isInGroup(Part, *Group))
          return Walk::Skip;
        if (&Part == Group->lhs())
          return Walk::Stop;
      }
    return Walk::Enter;
  });
}

static void add(Place &To, const Term *T, int64_t Factor, const Keys &Rows,
                const KernelFacts &Facts) {
  LinearSum Sum;
  Sum.add(T, Factor);
  To.add(To.Bytes, Sum.Constant);
  for (auto [Part, Times] : Sum.Parts)
    To.add((isOfRow(Part, Rows, Facts) ? To.OfRow : To.InRow)[Part], Times);
}

static std::optional<Place> placeOf(const Term *Address, const Keys &Rows,
                                    const KernelFacts &Facts) {
  // A member of an element is so many bytes behind where the element begins.
  auto Part = locate(Address);
  while (const auto *Member = dyn_cast<FieldTerm>(Address))
    Address = Member->base();
  auto At = locate(Address);
  if (!At || !Part || !At->Fields.empty())
    return std::nullopt;
  At = asPartOf(*At, *Part, Facts.context());
  if (!At)
    return std::nullopt;
  Place Found;
  Found.Root = At->Root;
  Found.Bytes = At->Bytes;
  llvm::DenseMap<const Term *, uint64_t> Extents; // Looked up.
  for (const DeclaredStep &Step :
       declaredSteps(Address, variableAt(At->Root), Facts.context()))
    Extents[Step.Index] = Step.Extent;
  for (const auto &[Index, Size] : At->Steps)
    if (uint64_t Extent = Extents.lookup(Index);
        Extent && !isOfRow(Index, Rows, Facts))
      Found.add(Found.InArrays[Index],
                base::Checked(int64_t(Extent - 1)) * Size);
    else
      add(Found, Index, Size, Rows, Facts);
  return Found.IsKnown ? std::optional(std::move(Found)) : std::nullopt;
}

/// The numbers that \p T goes through, as far as it is known: a variable that a
/// loop counts up begins somewhere, and the head of the loop may tell its end.
static TermArena::Range rangeOf(const Term *T, const KernelFacts &Facts) {
  TermArena::Range Of = Facts.terms().rangeOf(T);
  const Induction *Loop = Facts.values().inductions().find(T);
  if (!Loop || Loop->constantStep().value_or(0) <= 0)
    return Of;
  if (!Of.Min)
    Of.Min = Facts.terms().rangeOf(Loop->First).Min;
  auto Limit = limitBy(Loop->head(), Facts.values());
  if (Of.Max || !Limit || Limit->Of != Loop || !Limit->IsOrdered ||
      !Limit->IsBelow)
    return Of;
  const Term *End = Facts.terms().binary(BO_Add, Loop->First, Limit->Room);
  Of.Max = base::Checked(Facts.terms().rangeOf(End).Max) - 1;
  return Of;
}

/// The first and the last byte that an access at \p P may begin at, as far as
/// ranges tell.
static TermArena::Range bytesOf(const Place &P, const KernelFacts &Facts) {
  TermArena::Range All{P.Bytes, P.bytesInArrays()};
  for (const TermMap *Each : {&P.OfRow, &P.InRow})
    for (const auto &[Part, Factor] : *Each) {
      TermArena::Range Of = rangeOf(Part, Facts);
      if (Factor < 0)
        std::swap(Of.Min, Of.Max);
      All.Min = All.Min + base::Checked(Of.Min) * Factor;
      All.Max = All.Max + base::Checked(Of.Max) * Factor;
    }
  return All;
}

/// Arrays that are parts of one: the first ends before the other begins.
static bool endsBefore(const Place &First, uint32_t Bytes, const Place &Other,
                       const KernelFacts &Facts) {
  auto Last = bytesOf(First, Facts).Max, Begin = bytesOf(Other, Facts).Min;
  base::Checked Room = base::Checked(Begin) - Last;
  return Room && *Room >= int64_t(Bytes);
}

/// Leaves out what all threads add in both places: where the first row begins.
static void leaveOutOrigin(Place &One, Place &Other, const KernelFacts &Facts) {
  auto IsOneNumber = [&](const Term *T) {
    return Facts.uniformity().isUniform(T, Scope::Block) &&
           !findPart(T, [](const Term &Part) { return isa<PhiTerm>(Part); });
  };
  for (auto In : {&Place::InRow, &Place::InArrays}) {
    llvm::SmallVector<const Term *, 4> Common;
    for (const auto &[Part, Factor] : One.*In)
      if ((Other.*In).lookup(Part) == Factor && IsOneNumber(Part))
        Common.push_back(Part);
    for (const Term *Part : Common) {
      (One.*In).erase(Part);
      (Other.*In).erase(Part);
    }
  }
  int64_t Bytes = std::min(One.Bytes, Other.Bytes);
  One.Bytes -= Bytes;
  Other.Bytes -= Bytes;
}

/// \p T counts from no less than 0 up to a number that is not known.
static bool countsUp(const Term *T, const KernelFacts &Facts) {
  TermArena::Range Of = rangeOf(T, Facts);
  return !Of.Max && Of.Min && *Of.Min >= 0;
}

/// The bytes from where the row begins to \p P are not as many as \p Size. What
/// counts up to a size that is not known stays in the row, and so does the
/// place of a thread in a group of such a size, which \p Row is.
static bool isLessThan(const Place &P, const Term &Row, int64_t Size,
                       const KernelFacts &Facts) {
  const auto *Group = dyn_cast<BinaryTerm>(&Row);
  bool IsOpen = Group && !isa<ConstantTerm>(Group->rhs());
  base::Checked Most = P.bytesInArrays();
  for (const auto &[Part, Factor] : P.InRow) {
    if (Factor > 0 && Factor < Size &&
        (countsUp(Part, Facts) || (IsOpen && isInGroup(*Part, *Group))) &&
        Facts.assume(Assumption::OpenRows))
      continue;
    TermArena::Range Of = rangeOf(Part, Facts);
    if (Factor < 0 || !Of.Min || *Of.Min < 0 || !Of.Max || *Of.Max >= Size)
      return false;
    Most += base::Checked(Factor) * Of.Max;
  }
  return Most.orElse(Size) < Size;
}

/// The order of what is added does not matter.
static bool areSame(const TermMap &L, const TermMap &R) {
  return L.size() == R.size() && llvm::all_of(L, [&](const auto &Part) {
           auto Other = R.find(Part.first);
           return Other != R.end() && Other->second == Part.second;
         });
}

/// \p P does not go on to another row: nothing in it is what rows lie apart.
static bool isWithinRow(const Place &P, const Keys &Rows,
                        const KernelFacts &Facts) {
  if (P.Bytes < 0)
    return false;
  for (const auto &[Row, Bytes] : P.OfRow) {
    if (P.OfRow.size() == 1 && Rows.contains(Row))
      return isLessThan(P, *Row, Bytes, Facts);
    for (const auto &[Part, Factor] : P.InRow)
      if (mentions(Row, Part))
        return false;
  }
  return true;
}

/// The numbers that \p Row is, by how far it may count in \p Address.
static TermArena::Range rangeIn(const Term *Address, const Term *Row,
                                const KernelFacts &Facts) {
  TermArena::Range Of = Facts.terms().rangeOf(Row);
  for (const DeclaredStep &Step :
       declaredSteps(Address, variableAt(rootOf(Address)), Facts.context()))
    if (Step.Index == Row && Step.Extent &&
        (!Of.Max || *Of.Max >= int64_t(Step.Extent)) &&
        Facts.assume(Assumption::InBounds))
      Of.Max = int64_t(Step.Extent) - 1;
  return Of;
}

/// Whoever reads at \p Read what is written at \p Write is of the same \p Row,
/// a column of its own: all else that is added to the two places are multiples
/// of what all rows take together.
static bool isOwnColumn(const Event &Write, const Event &Read, const Term *Row,
                        const KernelFacts &Facts) {
  auto To = locate(Write.Address), From = locate(Read.Address);
  if (!To || !From || !inSameMember(*To, *From))
    return false;
  const LinearSum Sums[] = {To->bytes(), From->bytes()};
  const int64_t OfRow = factorIn(Sums[0].Parts, Row);
  base::Checked Shift = Sums[0].Constant - Sums[1].Constant;
  if (!Shift || !OfRow || OfRow != factorIn(Sums[1].Parts, Row))
    return false;
  uint64_t Apart = base::magnitude(*Shift);
  for (const LinearSum &Sum : Sums)
    for (auto [Part, Factor] : Sum.Parts)
      if (Part != Row)
        Apart = std::gcd(Apart, base::magnitude(Factor));
  uint64_t Each = base::magnitude(OfRow),
           Whole = std::max(Write.Bytes, Read.Bytes);
  auto Of = rangeIn(Write.Address, Row, Facts);
  base::Checked All = (base::Checked(Of.Max) + 1) * int64_t(Each);
  return Of.Min && *Of.Min >= 0 && All && Each >= Whole &&
         (!Apart || uint64_t(*All) <= Apart);
}

bool staysInRows(const EarlyExit &Exit, const Event &Write, const Event &Read,
                 const KernelFacts &Facts) {
  Keys Rows = keysOf(Exit, Facts);
  // What chooses the row leaves no other choice to who leaves.
  if (Rows.size() != 1)
    return false;
  if (isOwnColumn(Write, Read, Rows.front(), Facts))
    return true;
  auto Written = placeOf(Write.Address, Rows, Facts),
       IsRead = placeOf(Read.Address, Rows, Facts);
  if (!Written || !IsRead || Written->Root != IsRead->Root)
    return false;
  if (endsBefore(*Written, Write.Bytes, *IsRead, Facts) ||
      endsBefore(*IsRead, Read.Bytes, *Written, Facts))
    return true;
  leaveOutOrigin(*Written, *IsRead, Facts);
  return !Written->OfRow.empty() && areSame(Written->OfRow, IsRead->OfRow) &&
         isWithinRow(*Written, Rows, Facts) &&
         isWithinRow(*IsRead, Rows, Facts);
}

//===----------------------------------------------------------------------===//
// What was written before
//===----------------------------------------------------------------------===//

/// What keeps a variable of a loop from going on, on the path to some node.
using IterationLimits = llvm::SmallVector<InductionBound, 2>;

std::optional<InductionBound> limitBy(const Node &Branch,
                                      const Evaluation &Values) {
  const auto *Test = dyn_cast_or_null<BinaryTerm>(Branch.Branch);
  auto Limit = Test ? Values.inductions().boundBy(Test) : std::nullopt;
  if (Limit && !Limit->IsBelow && Test->lhs() != Limit->Of->Variable &&
      Test->rhs() != Limit->Of->Variable)
    return std::nullopt;
  return Limit;
}

static IterationLimits limitsOf(const Induction &Counter, const Node &N,
                                const KernelFacts &Facts) {
  IterationLimits Found;
  for (const Node *Branch : Facts.paths().allControls(N))
    if (auto Limit = limitBy(*Branch, Facts.values());
        Limit && Limit->Of == &Counter)
      Found.push_back(*Limit);
  return Found;
}

/// \p L and \p R are the same, wherever they are read.
static bool isOneNumber(const Term *L, const Term *R,
                        const KernelFacts &Facts) {
  return L == R ||
         (sameButForSites(L, R) && !findPart(L, [&](const Term &Part) {
            const auto *Load = dyn_cast<LoadTerm>(&Part);
            return Load && Facts.uniformity().interferingWrite(Load);
          }));
}

/// \p Limit ends a loop no sooner than \p Other ends one that begins and goes
/// on in the same way.
static bool isNoSooner(const InductionBound &Limit, const InductionBound &Other,
                       const KernelFacts &Facts) {
  if (Limit.IsOrdered != Other.IsOrdered || Limit.IsBelow != Other.IsBelow)
    return false;
  const auto *Room = dyn_cast<ConstantTerm>(Limit.Room),
             *Needed = dyn_cast<ConstantTerm>(Other.Room);
  if (Room && Needed && Limit.IsOrdered)
    return Room->value() >= Needed->value();
  return isOneNumber(Limit.Room, Other.Room, Facts);
}

/// On the path to \p N the variable \p Counter goes through all that \p Other
/// goes through on the path to \p M.
static bool goesAsFar(const Term *Counter, const Node &N, const Term *Other,
                      const Node &M, const KernelFacts &Facts) {
  const Inductions &All = Facts.values().inductions();
  const Induction *Filling =
      isa<PhiTerm>(Counter) ? All.find(Counter) : nullptr;
  const Induction *Later = isa<PhiTerm>(Other) ? All.find(Other) : nullptr;
  if (!Filling || !Later || Filling->K != Induction::Kind::Added ||
      Later->K != Induction::Kind::Added ||
      !isOneNumber(Filling->First, Later->First, Facts) ||
      !isOneNumber(Filling->Step, Later->Step, Facts))
    return false;
  IterationLimits Given = limitsOf(*Filling, N, Facts),
                  Wanted = limitsOf(*Later, M, Facts);
  return !Given.empty() &&
         llvm::all_of(Given, [&](const InductionBound &Limit) {
           return llvm::any_of(Wanted, [&](const InductionBound &Needed) {
             return isNoSooner(Limit, Needed, Facts);
           });
         });
}

bool coversPlaces(const Event &Fill, const Event &Write,
                  const KernelFacts &Facts,
                  llvm::SmallVectorImpl<const Term *> &Counters) {
  auto One = locate(Fill.Address), Other = locate(Write.Address);
  if (!One || !Other || !inSameMember(*One, *Other))
    return false;
  LinearSum Filled = One->bytes(), Wanted = Other->bytes();
  base::Checked Shift = Filled.Constant - Wanted.Constant;
  if (!Shift || *Shift || Filled.Parts.size() != Wanted.Parts.size())
    return false;
  auto TakeMate = [&](auto IsMate) {
    auto *Mate = llvm::find_if(Wanted.Parts, IsMate);
    bool IsFound = Mate != Wanted.Parts.end();
    if (IsFound)
      Wanted.Parts.erase(Mate);
    return IsFound;
  };
  llvm::erase_if(Filled.Parts, [&](const Summand &Part) {
    return TakeMate([&](const Summand &Of) { return Of == Part; });
  });
  return llvm::all_of(Filled.Parts, [&](const Summand &Part) {
    Counters.push_back(Part.Of);
    return TakeMate([&](const Summand &Of) {
      return Of.Factor == Part.Factor &&
             goesAsFar(Part.Of, *Fill.At, Of.Of, *Write.At, Facts);
    });
  });
}

} // namespace warplint::earlyexit
