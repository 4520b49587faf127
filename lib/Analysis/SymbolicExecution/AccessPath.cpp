//===--- AccessPath.cpp - Addresses as object, members and bytes ----------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/SymbolicExecution/AccessPath.h"
#include "Analysis/Expr/LinearSum.h"
#include "Analysis/Expr/RecordOffsets.h"
#include "CudaModel/AstNames.h"
#include "CudaModel/MemorySpace.h"
#include "Support/Checked.h"

using namespace clang;

namespace warplint {

static bool isAddress(const Term *T) {
  return !walkTerms(T, [](const Term &Part) {
    if (const auto *Given = dyn_cast<ParameterTerm>(&Part))
      return Given->decl()->getType()->isPointerType() ? Walk::Stop
                                                       : Walk::Skip;
    if (isa<VariableTerm, SubobjectTerm>(Part))
      return Walk::Stop;
    return isa<NarrowTerm, LinearTerm>(Part) ? Walk::Enter : Walk::Skip;
  });
}

/// False if that is further than numbers go.
static bool addStep(AccessPath &L, const Term *Index, int64_t Size) {
  const auto *Number = dyn_cast<ConstantTerm>(Index);
  if (!Number) {
    L.Steps.push_back({Index, Size});
    return true;
  }
  base::Checked Bytes = L.Bytes + base::Checked(Number->value()) * Size;
  L.Bytes = Bytes.orElse(0);
  return bool(Bytes);
}

/// Takes the only address in \p Sum, to which the rest is added; null if there
/// are several, or if that is further than numbers go.
static const Term *baseOf(const LinearTerm &Sum, AccessPath &L) {
  base::Checked Bytes = base::Checked(L.Bytes) + Sum.constant();
  if (!Bytes)
    return nullptr;
  L.Bytes = *Bytes;
  const Term *Base = nullptr;
  for (auto [Part, Factor] : llvm::zip(Sum.operands(), Sum.coefficients()))
    if (!isAddress(Part)) {
      if (!addStep(L, Part, Factor))
        return nullptr;
    } else if (Base || Factor != 1)
      return nullptr;
    else
      Base = Part;
  return Base;
}

/// From \p T outwards to the object that it lies in.
static bool descend(const Term *T, AccessPath &L) {
  for (;;) {
    if (const auto *Member = dyn_cast<FieldTerm>(T)) {
      L.Fields.push_back(Member->field());
      T = Member->base();
    } else if (const auto *Element = dyn_cast<ElementTerm>(T)) {
      if (!addStep(L, Element->index(), Element->elementSize()))
        return false;
      T = Element->base();
    } else if (!isa<NarrowTerm, LinearTerm>(T) || !isAddress(T)) {
      L.Root = T;
      return true;
    } else if (const auto *Narrow = dyn_cast<NarrowTerm>(T)) {
      T = Narrow->of();
    } else if (!(T = baseOf(*cast<LinearTerm>(T), L))) {
      return false;
    }
  }
}

/// All that an object of \p Class holds is its member \p Inner, or that of its
/// only base.
static bool holdsOnly(const RecordDecl &Class, const FieldDecl &Inner) {
  const auto *Outer = dyn_cast<CXXRecordDecl>(&Class);
  const auto *Holder = dyn_cast<CXXRecordDecl>(Inner.getParent());
  if (!Outer || !Holder || !Outer->hasDefinition() || Outer->isUnion() ||
      Holder->isUnion() || Outer->isDependentContext() ||
      Inner.isInvalidDecl() || Outer->isInvalidDecl())
    return false;
  QualType Type = Inner.getType();
  if (Type->isArrayType() || Type->isReferenceType() || Inner.isBitField() ||
      Type->isIncompleteType() || Type->isDependentType())
    return false;
  const ASTContext &Context = Inner.getASTContext();
  // What has the same size leaves room for nothing else.
  return Context.getTypeSize(Context.getCanonicalTagType(Outer)) ==
         Context.getTypeSize(Type);
}

/// An object that holds nothing but one member is that member: code names it
/// either way (`&barriers[i]`, `&barriers[i].word`).
static void dropOnlyMembers(AccessPath &L) {
  while (!L.Fields.empty() && L.Fields.front()) {
    QualType Outer;
    if (L.Fields.size() > 1)
      Outer = L.Fields[1] ? L.Fields[1]->getType() : QualType();
    else if (const auto *Object = dyn_cast<DeclaredTerm>(L.Root))
      Outer = Object->decl()->getType();
    const ASTContext &Context = L.Fields.front()->getASTContext();
    const RecordDecl *Class =
        Outer.isNull() ? nullptr
                       : Context.getBaseElementType(Outer)->getAsRecordDecl();
    // Memory that a pointer leads to is what the pointer says.
    if (!Class)
      Class = L.Fields.front()->getParent();
    if (!holdsOnly(*Class, *L.Fields.front()))
      return;
    L.Fields.erase(L.Fields.begin());
  }
}

std::optional<AccessPath> locate(const Term *Address) {
  AccessPath L;
  if (!Address || !descend(Address, L))
    return std::nullopt;
  dropOnlyMembers(L);
  return L;
}

/// Bytes of what \p Pointer, an object or an element of one, steps over; 0 if
/// that is not known.
static int64_t stepOf(const Term *Pointer, const ASTContext &Context) {
  if (const auto *Element = dyn_cast<ElementTerm>(Pointer))
    return Element->elementSize();
  const auto *Object = dyn_cast<DeclaredTerm>(Pointer);
  const ArrayType *Array =
      Object ? Context.getAsArrayType(Object->decl()->getType()) : nullptr;
  return Array && !Array->getElementType()->isIncompleteType()
             ? Context.getTypeSizeInChars(Array->getElementType()).getQuantity()
             : 0;
}

/// \p Bytes as a number of steps; null if it is no whole one.
static const Term *stepsIn(const Term *Bytes, int64_t Step, TermArena &Arena) {
  const Summands Sum(Bytes);
  if (Sum.Constant % Step)
    return nullptr;
  const Term *Result = Arena.constant(Sum.Constant / Step);
  for (auto [Part, Factor] : Sum.Parts) {
    if (Factor % Step)
      return nullptr;
    Result =
        Arena.binary(BO_Add, Result,
                     Arena.binary(BO_Mul, Part, Arena.constant(Factor / Step)));
  }
  return Result;
}

const Term *pointerFrom(const Term *T, TermArena &Arena,
                        const ASTContext &Context) {
  const Term *At = T, *Bytes = Arena.constant(0);
  while (isa<NarrowTerm, LinearTerm>(At) && isAddress(At)) {
    AccessPath Rest;
    const auto *Narrow = dyn_cast<NarrowTerm>(At);
    const Term *Base =
        Narrow ? Narrow->of() : baseOf(*cast<LinearTerm>(At), Rest);
    if (!Base)
      return T;
    if (!Narrow)
      Bytes = Arena.binary(BO_Add, Bytes, Arena.binary(BO_Sub, At, Base));
    At = Base;
  }
  if (Bytes->isConstant(0))
    return At;
  int64_t Step = stepOf(At, Context);
  const Term *Steps = Step ? stepsIn(Bytes, Step, Arena) : nullptr;
  if (!Steps)
    return Arena.element(At, Bytes, 1);
  if (const auto *Element = dyn_cast<ElementTerm>(At))
    return Arena.element(Element->base(),
                         Arena.binary(BO_Add, Element->index(), Steps), Step);
  return Arena.element(At, Steps, Step);
}

const Term *matrixAt(const Term *Descriptor) {
  const Term *Only = nullptr;
  bool IsClear = walkTerms(Descriptor, [&](const Term &Part) {
    if (isa<ConstantTerm>(Part))
      return Walk::Skip;
    if (!isa<SubobjectTerm, VariableTerm, NarrowTerm, LinearTerm>(Part))
      return isa<BinaryTerm, UnaryTerm, OpaqueTerm>(Part) ? Walk::Enter
                                                          : Walk::Stop;
    auto At = locate(&Part);
    if (!At || !isShared(*At))
      return isa<NarrowTerm, LinearTerm>(Part) ? Walk::Enter : Walk::Stop;
    if (Only && Only != &Part)
      return Walk::Stop;
    Only = &Part;
    return Walk::Skip;
  });
  return IsClear ? Only : nullptr;
}

LinearSum AccessPath::bytes() const {
  LinearSum Sum;
  Sum.Constant = Bytes;
  for (const auto &[Index, Size] : Steps)
    Sum.add(Index, Size);
  return Sum;
}

std::optional<int64_t> AccessPath::offset(const ThreadValues &Run,
                                          const ThreadOfBlock &Self) const {
  base::Checked Sum = Bytes;
  for (const auto &[Index, Size] : Steps)
    if (!(Sum += base::Checked(Run.run(Index, Self)) * Size))
      break;
  return Sum;
}

bool isShared(const AccessPath &L) {
  return memorySpaceOf(L.Root) == MemorySpace::Shared;
}

bool inSameMember(const AccessPath &L, const AccessPath &R) {
  return L.Root == R.Root && L.Fields == R.Fields;
}

/// Bytes from the start of its class to \p Inner. Where the class is a base
/// elsewhere in an object, the address has a step to it.
static std::optional<int64_t> offsetIn(const FieldDecl *Inner,
                                       const ASTContext &Context) {
  if (!Inner || Inner->isBitField() || !hasLayout(*Inner->getParent()))
    return std::nullopt;
  return Context.toCharUnitsFromBits(int64_t(Context.getFieldOffset(Inner)))
      .getQuantity();
}

std::optional<AccessPath> asPartOf(const AccessPath &Whole,
                                   const AccessPath &Part,
                                   const ASTContext &Context) {
  if (inSameMember(Whole, Part))
    return Part;
  llvm::ArrayRef<const FieldDecl *> Of = Whole.Fields, Inner = Part.Fields;
  if (Whole.Root != Part.Root || Inner.size() <= Of.size() ||
      Inner.take_back(Of.size()) != Of)
    return std::nullopt;
  AccessPath Seen = Part;
  for (size_t More = Inner.size() - Of.size(); More > 0; --More) {
    auto Offset = offsetIn(Inner[More - 1], Context);
    if (!Offset)
      return std::nullopt;
    base::Checked Bytes = base::Checked(Seen.Bytes) + Offset;
    if (!Bytes)
      return std::nullopt;
    Seen.Bytes = *Bytes;
  }
  Seen.Fields.assign(Of.begin(), Of.end());
  return Seen;
}

bool mayBeParts(const AccessPath &L, const AccessPath &R,
                const ASTContext &Context) {
  return asPartOf(L, R, Context) || asPartOf(R, L, Context);
}

bool anyMeet(
    const AccessOfThreads &L, const AccessOfThreads &R,
    const Evaluation &Values,
    llvm::function_ref<bool(const ThreadOfBlock &, const ThreadOfBlock &)>
        IsPair) {
  if (!inSameMember(L.At, R.At))
    return false;
  ThreadValues Run(Values);
  llvm::DenseMap<int64_t, llvm::SmallVector<const ThreadOfBlock *, 2>> ByOffset;
  for (const ThreadOfBlock &Self : L.Threads)
    if (auto Offset = L.At.offset(Run, Self))
      ByOffset[*Offset].push_back(&Self);
  return llvm::any_of(R.Threads, [&](const ThreadOfBlock &Self) {
    auto Offset = R.At.offset(Run, Self);
    auto Found = Offset ? ByOffset.find(*Offset) : ByOffset.end();
    return Found != ByOffset.end() &&
           llvm::any_of(Found->second, [&](const ThreadOfBlock *Other) {
             return IsPair(*Other, Self);
           });
  });
}

llvm::SmallVector<const Term *, 4> indicesOf(const Term *Address) {
  llvm::SmallVector<const Term *, 4> Found;
  for (const auto *Part = dyn_cast<SubobjectTerm>(Address); Part;
       Part = dyn_cast<SubobjectTerm>(Part->base()))
    if (const auto *Element = dyn_cast<ElementTerm>(Part))
      Found.push_back(Element->index());
  return Found;
}

bool areInOtherMembers(const AccessPath &L, const AccessPath &R) {
  // The outermost members that differ decide. Those of a union are no steps of
  // their own: what lies in them belongs to different classes.
  for (auto [Left, Right] :
       llvm::zip(llvm::reverse(L.Fields), llvm::reverse(R.Fields)))
    if (Left != Right)
      return Left && Right && Left->getParent() == Right->getParent() &&
             !areInOneWord(*Left, *Right);
  return false;
}

bool endsBefore(const AccessPath &Front, int64_t Bytes,
                const AccessPath &Behind,
                llvm::function_ref<TermArena::Range(const Term *)> RangeOf) {
  if (Bytes <= 0 || Front.Fields.empty() || !Front.Fields.front())
    return false;
  const ASTContext &Context = Front.Fields.front()->getASTContext();
  AccessPath Object;
  Object.Root = Front.Root;
  auto Field = asPartOf(Object, Front, Context),
       Other = asPartOf(Object, Behind, Context);
  if (!Field || !Other || !Field->isConstant())
    return false;
  base::Checked First = Other->Bytes;
  for (const auto &[Index, Size] : Other->Steps) {
    TermArena::Range Of = RangeOf(Index);
    if (!(First += base::Checked(Size < 0 ? Of.Max : Of.Min) * Size))
      return false;
  }
  base::Checked End = base::Checked(Field->Bytes) + Bytes;
  return End && *End <= *First;
}

bool areApart(const AccessPath &L, const AccessPath &R) {
  if (L.Root != R.Root)
    return isa<VariableTerm>(L.Root) && isa<VariableTerm>(R.Root);
  return L.Fields == R.Fields
             ? L.isConstant() && R.isConstant() && L.Bytes != R.Bytes
             : areInOtherMembers(L, R);
}

} // namespace warplint
