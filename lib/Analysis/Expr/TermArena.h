//===--- TermArena.h - Makes terms in normal form ----------------*- C++
//-*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Integer arithmetic is kept in linear normal form over mathematical integers:
// `i - threadIdx.x` with `i = blockIdx.x * blockDim.x + threadIdx.x` is
// `blockIdx.x * blockDim.x`. Overflow is assumed not to happen. The operands of
// sums and of operations that commute are in the order of `comesBefore`, which
// does not depend on when a term was made.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_EXPR_TERMARENA_H
#define WARPLINT_ANALYSIS_EXPR_TERMARENA_H

#include "Analysis/Expr/StepBudget.h"
#include "Analysis/Expr/Term.h"
#include "Analysis/Expr/TermTraversal.h"
#include "Analysis/Expr/LaunchExtents.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/FoldingSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Allocator.h"
#include <vector>

namespace warplint {

/// Owns terms and builds them in normal form. One per analysed kernel.
class TermArena {
public:
  /// Each term that is made or looked up is taken from \p Work, which must
  /// outlive this. Terms are made beyond it: whoever walks asks before.
  TermArena(const LaunchExtents &Launch, StepBudget &Work)
      : Launch(Launch), Work(Work) {}
  TermArena(const TermArena &) = delete;
  TermArena &operator=(const TermArena &) = delete;

  const LaunchExtents &launch() const { return Launch; }
  StepBudget &work() { return Work; }
  const Term *constant(int64_t Value);
  const Term *undefined();
  /// Inclusive bounds of a value.
  struct Range {
    std::optional<int64_t> Min, Max;
  };
  /// A new unknown within \p Bounds.
  const Term *symbol(Range Bounds);
  const Term *identity(const Identity &I);
  const Term *unary(clang::UnaryOperatorKind Op, const Term *Operand);
  const Term *binary(clang::BinaryOperatorKind Op, const Term *L,
                     const Term *R);
  /// \p Constant plus each of \p Parts times its coefficient.
  const Term *sum(int64_t Constant, llvm::ArrayRef<const Term *> Parts,
                  llvm::ArrayRef<int64_t> Coefficients);
  const Term *select(const Term *Cond, const Term *True, const Term *False);
  const Term *narrow(const Term *Operand, unsigned Bits, bool Signed);
  const Term *load(const Term *Address, const CallContext *A,
                   const clang::Stmt *Site);
  const Term *phi(const Node *At, const Term *Place);
  const Term *opaque(const CallContext *A, const clang::Stmt *Site,
                     llvm::ArrayRef<const Term *> Operands, Scope UniformAt);
  const Term *result(const CallContext *A, const clang::Stmt *Site,
                     llvm::ArrayRef<const Term *> Operands, Scope UniformAt);
  const Term *record(const clang::RecordDecl *Type,
                     llvm::ArrayRef<const Term *> Fields);
  const Term *extract(const Term *Value, const clang::FieldDecl *Field);
  /// The element \p Index of the array \p Value.
  const Term *extractElement(const Term *Value, const Term *Index);

  const Term *variable(const clang::VarDecl *Var);
  const Term *local(const CallContext *A, const clang::ValueDecl *Var);
  const Term *temporary(const CallContext *A, const clang::Expr *Made);
  const Term *returnSlot(const CallContext *A);
  const Term *parameter(const clang::ValueDecl *Parameter);
  const Term *fieldOf(const Term *Base, const clang::FieldDecl *Field);
  /// The base class \p Bytes behind the start of \p Object, or the object of
  /// which \p Object is such a base (\p Bytes is negative then).
  const Term *baseAt(const Term *Object, int64_t Bytes);
  /// \p Base plus \p Index elements. Elements of elements of one size are
  /// merged; element 0 of an object is the object. Of a few pointers among
  /// which a condition chooses, each element is chosen by it.
  const Term *element(const Term *Base, const Term *Index, int64_t ElementSize);
  /// Element \p Index of an object that is an array.
  const Term *elementOf(const Term *Array, const Term *Index,
                        int64_t ElementSize);

  /// What \p T is with \p Operands, one for each that it has, in normal form.
  const Term *withOperands(const Term *T,
                           llvm::ArrayRef<const Term *> Operands);

  /// Bounds of \p T that follow from identity and launch extents.
  Range rangeOf(const Term *T) const;

  /// The variables, temporaries and result of \p A that were made, in that
  /// order.
  llvm::ArrayRef<const Term *> objectsOf(const CallContext &A) const;

private:
  /// `element` of a pointer that no condition chooses.
  const Term *elementOfOne(const Term *Base, const Term *Index,
                           int64_t ElementSize);
  Term *make(const Term &T);
  template <typename Class> Class *create(const Term &T) {
    return new (Allocator.Allocate<Class>()) Class(T);
  }
  const Term *intern(Term Candidate, llvm::ArrayRef<const Term *> Operands,
                     llvm::ArrayRef<int64_t> Coefficients = {});
  struct Sum;
  void addTo(Sum &S, const Term *T, int64_t Factor);
  /// Null if \p S is too large to be kept as a sum.
  const Term *fromSum(const Sum &S);
  const Term *linear(clang::BinaryOperatorKind Op, const Term *L,
                     const Term *R);
  const Term *compare(clang::BinaryOperatorKind Op, const Term *L,
                      const Term *R);
  const Term *withConstant(clang::BinaryOperatorKind Op, const Term *L,
                           int64_t R);
  const Term *divide(clang::BinaryOperatorKind Op, const Term *L,
                     int64_t Divisor);

  using RangeParts = TermFold<Range>::Parts;
  std::optional<Range> computeRange(const Term *T, RangeParts &Parts) const;

  LaunchExtents Launch;
  StepBudget &Work;
  std::vector<Range> SymbolBounds;
  mutable TermFold<Range> Ranges;
  llvm::BumpPtrAllocator Allocator;
  llvm::FoldingSet<Term> Terms;
  llvm::DenseMap<const CallContext *, llvm::SmallVector<const Term *, 4>>
      Objects; ///< Looked up.
};

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

/// Terms with some parts replaced, built anew in normal form. One object for
/// one replacement: its memo lives across calls.
class TermRewriter {
public:
  explicit TermRewriter(TermArena &Arena) : Arena(Arena), Memo(nullptr) {}

  /// \p T with each part that \p Replace gives a term for replaced by that
  /// term, which is taken as it is. Outer parts are asked about before inner
  /// ones; what a Phi joins is not touched.
  const Term *rewrite(const Term *T,
                      llvm::function_ref<const Term *(const Term &)> Replace);

private:
  TermArena &Arena;
  TermFold<const Term *> Memo;
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_EXPR_TERMARENA_H
