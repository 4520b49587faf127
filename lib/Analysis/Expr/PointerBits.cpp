//===--- PointerBits.cpp - Bits of numbers with addresses -----------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Expr/PointerBits.h"
#include "CudaModel/AstNames.h"
#include "clang/AST/ASTContext.h"
#include "llvm/Support/MathExtras.h"

using namespace clang;

namespace warplint {

static constexpr int64_t BitsOfNumber = 64, BitsPerByte = 8;

/// \p Of << \p By is \p T; null if it is no such number.
static const Term *movedBy(const Term *T, unsigned By) {
  const auto *Sum = dyn_cast<LinearTerm>(T);
  const auto *Moved = dyn_cast<BinaryTerm>(T);
  if (Sum && Sum->constant() == 0 && Sum->operands().size() == 1 && By < 63 &&
      Sum->coefficients()[0] == int64_t(1) << By)
    return Sum->operand(0);
  return Moved && Moved->opcode() == BO_Shl && Moved->rhs()->isConstant(By)
             ? Moved->lhs()
             : nullptr;
}

/// The bits \p In of \p T, which others have been put beside: null if that does
/// not show.
static const Term *unpacked(const Term *T, const BitRange &In,
                            TermArena &Arena) {
  uint64_t Mask = llvm::maskTrailingOnes<uint64_t>(In.Width) << In.From;
  if (const Term *Own = In.From ? movedBy(T, In.From) : nullptr)
    return Arena.narrow(Own, In.Width, In.Signed);
  const auto *Packed = dyn_cast<BinaryTerm>(T);
  const auto *Kept = Packed ? dyn_cast<ConstantTerm>(Packed->rhs()) : nullptr;
  if (Packed && Packed->opcode() == BO_And && Kept) {
    uint64_t Left = uint64_t(Kept->value()) & Mask;
    return Left == 0      ? Arena.constant(0)
           : Left == Mask ? In.in(Packed->lhs(), Arena)
                          : nullptr;
  }
  if (!Packed || Packed->opcode() != BO_Or)
    return nullptr;
  const Term *L = unpacked(Packed->lhs(), In, Arena),
             *R = unpacked(Packed->rhs(), In, Arena);
  if (L && L->isConstant(0))
    return R ? R : In.in(Packed->rhs(), Arena);
  return R && R->isConstant(0) ? L ? L : In.in(Packed->lhs(), Arena) : nullptr;
}

const Term *BitRange::in(const Term *Number, TermArena &Arena) const {
  if (const Term *Own = unpacked(Number, *this, Arena))
    return Own;
  const Term *Moved =
      From ? Arena.binary(BO_Shr, Number, Arena.constant(From)) : Number;
  return Width == BitsOfNumber ? Moved : Arena.narrow(Moved, Width, Signed);
}

const Term *BitRange::put(const Term *Number, const Term *Value,
                          TermArena &Arena) const {
  uint64_t Mask = llvm::maskTrailingOnes<uint64_t>(Width) << From;
  const Term *Others =
      Arena.binary(BO_And, Number, Arena.constant(int64_t(~Mask)));
  // The highest bits are those of a negative number, too.
  const Term *Own = Arena.narrow(Value, Width, From + Width == BitsOfNumber);
  if (From)
    Own = Arena.binary(BO_Shl, Own, Arena.constant(From));
  return Others->isConstant(0) ? Own : Arena.binary(BO_Or, Others, Own);
}

bool isNumber(const Term *Value) {
  return isa<ConstantTerm, IdentityTerm, LinearTerm, UnaryTerm, BinaryTerm,
             NarrowTerm>(Value);
}

std::optional<BitRange> bitsWithin(const Term *Address, const Term *Outer) {
  int64_t From = 0;
  BitRange Bits;
  for (const Term *At = Address; At != Outer;) {
    const auto *Part = cast<SubobjectTerm>(At);
    int64_t Width;
    if (const auto *Member = dyn_cast<FieldTerm>(Part)) {
      const FieldDecl *Field = Member->field();
      const ASTContext &Context = Field->getASTContext();
      if (!hasLayout(*Field->getParent()) ||
          (At == Address && !Field->getType()->isIntegralOrEnumerationType()))
        return std::nullopt;
      Bits.Signed |=
          At == Address && Field->getType()->isSignedIntegerOrEnumerationType();
      Width = Field->isBitField() ? Field->getBitWidthValue()
                                  : Context.getTypeSize(Field->getType());
      From += int64_t(Context.getFieldOffset(Field));
    } else {
      const auto *Element = cast<ElementTerm>(Part);
      const auto *Index = dyn_cast<ConstantTerm>(Element->index());
      if (!Index || Index->value() < 0 || Index->value() >= BitsOfNumber ||
          Element->elementSize() > BitsOfNumber)
        return std::nullopt;
      Width = Element->elementSize() * BitsPerByte;
      From += Index->value() * Width;
    }
    if (At == Address)
      Bits.Width = unsigned(Width);
    At = Part->base();
    if (From + Bits.Width > BitsOfNumber || Bits.Width == 0)
      return std::nullopt;
  }
  Bits.From = unsigned(From);
  return Bits;
}

} // namespace warplint
