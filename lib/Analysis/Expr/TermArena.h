//===--- TermArena.h - Makes terms in normal form ---------------*- C++ -*-===//
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
// sums and of operations that commute are in the order of `precedes`, which
// does not depend on when a term was made.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_EXPR_TERMARENA_H
#define WARPLINT_ANALYSIS_EXPR_TERMARENA_H

#include "Analysis/Expr/LaunchExtents.h"
#include "Analysis/Expr/Term.h"
#include "Analysis/Expr/TermTraversal.h"
#include "Arithmetic/ValueRange.h"
#include "Assumptions/Assumptions.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/FoldingSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Allocator.h"
#include <vector>

namespace warplint {

class Limits;
class StepBudget;

/// Owns terms and builds them in normal form. One per analysed kernel.
class TermArena {
public:
  /// Terms are for a launch with the extents \p Launch. Making or looking up a
  /// term costs a step of \p Work. Terms are made even when \p Work is used up:
  /// a caller that makes many checks the budget itself. \p Work and \p Within
  /// must outlive this.
  TermArena(const LaunchExtents &Launch, StepBudget &Work, const Limits &Within,
            const AssumptionUses &Assumptions = AssumptionUses())
      : Launch(Launch), Work(Work), Within(Within), Assumptions(Assumptions) {}
  TermArena(const TermArena &) = delete;
  TermArena &operator=(const TermArena &) = delete;

  const LaunchExtents &launch() const { return Launch; }
  StepBudget &work() { return Work; }
  /// What may be assumed where terms are made or compared.
  const AssumptionUses &assumptions() const { return Assumptions; }
  const Limits &limits() const { return Within; }
  const Term *constant(int64_t Value);
  /// The value of a variable that was never assigned.
  const Term *undefined();
  using Range = ValueRange;
  /// A new unknown within \p Bounds.
  const Term *symbol(Range Bounds);
  const Term *identity(const Identity &I);
  const Term *unary(clang::UnaryOperatorKind Op, const Term *Operand);
  const Term *binary(clang::BinaryOperatorKind Op, const Term *L,
                     const Term *R);
  /// \p Constant plus each of \p Parts times its coefficient.
  const Term *sum(int64_t Constant, llvm::ArrayRef<const Term *> Parts,
                  llvm::ArrayRef<int64_t> Coefficients);
  /// \p Cond ? \p True : \p False.
  const Term *select(const Term *Cond, const Term *True, const Term *False);
  /// \p Operand truncated to \p Bits bits, then extended by its sign if
  /// \p Signed, else by zeros.
  const Term *narrow(const Term *Operand, unsigned Bits, bool Signed);
  /// The memory at \p Address as \p Site reads it in the call \p A.
  const Term *load(const Term *Address, const CallContext *A,
                   const clang::Stmt *Site);
  /// The value at the address \p Place where paths join in \p At.
  const Term *phi(const Node *At, const Term *Place);
  /// A function, not modelled, of \p Operands that \p Site computes in the call
  /// \p A: all threads of \p UniformAt that agree on \p Operands agree on it.
  /// It is from 0 to below \p Below, unless that is 0.
  const Term *opaque(const CallContext *A, const clang::Stmt *Site,
                     llvm::ArrayRef<const Term *> Operands, Scope UniformAt,
                     int64_t Below = 0);
  /// The result of the synchronization operation at \p Site; otherwise as
  /// `opaque`.
  const Term *result(const CallContext *A, const clang::Stmt *Site,
                     llvm::ArrayRef<const Term *> Operands, Scope UniformAt,
                     int64_t Below = 0);
  /// The class value with these \p Fields, in the order of fieldsOfClass;
  /// \p Type is null for an array.
  const Term *record(const clang::RecordDecl *Type,
                     llvm::ArrayRef<const Term *> Fields);
  /// The value of \p Field in the class value \p Value.
  const Term *extract(const Term *Value, const clang::FieldDecl *Field);
  /// The element \p Index of the array \p Value.
  const Term *extractElement(const Term *Value, const Term *Index);

  /// The address of a variable outside any call.
  const Term *variable(const clang::VarDecl *Var);
  /// The address of the variable \p Var of the call \p A.
  const Term *local(const CallContext *A, const clang::ValueDecl *Var);
  /// The address of the object that \p Made makes in the call \p A.
  const Term *temporary(const CallContext *A, const clang::Expr *Made);
  /// The address where the call \p A leaves its result.
  const Term *returnSlot(const CallContext *A);
  /// The value of a parameter of the kernel.
  const Term *parameter(const clang::ValueDecl *Parameter);
  /// The address of \p Field of the object at \p Base.
  const Term *fieldOf(const Term *Base, const clang::FieldDecl *Field);
  /// The address of the base class \p Bytes behind the start of \p Object or,
  /// if \p Bytes is negative, of the object of which \p Object is such a base.
  const Term *baseAt(const Term *Object, int64_t Bytes);
  /// The address \p Base plus \p Index elements of \p ElementSize bytes. Nested
  /// elements of one size are merged; element 0 of an object is the object. If
  /// \p Base is a choice among a few pointers, the result is a choice among
  /// their elements.
  const Term *element(const Term *Base, const Term *Index, int64_t ElementSize);
  /// The address of element \p Index of the array at \p Array.
  const Term *elementOf(const Term *Array, const Term *Index,
                        int64_t ElementSize);

  /// \p T with its operands replaced by \p Operands, one for one, in normal
  /// form.
  const Term *withOperands(const Term *T,
                           llvm::ArrayRef<const Term *> Operands);

  /// The bounds of \p T that follow from launch extents, identities and the
  /// bounds of symbols.
  Range rangeOf(const Term *T) const;

  /// The addresses of variables, temporaries and result of \p A for which terms
  /// were made, in that order.
  llvm::ArrayRef<const Term *> objectsOf(const CallContext &A) const;

private:
  /// `element` of a base that is no choice.
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
  const Limits &Within;
  const AssumptionUses Assumptions;
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

/// Replaces parts of terms and builds the results in normal form. An object is
/// for one replacement: its memo lives across calls.
class TermRewriter {
public:
  explicit TermRewriter(TermArena &Arena) : Arena(Arena), Memo(nullptr) {}

  /// \p T with each part for which \p Replace returns a term replaced by that
  /// term, which is not rewritten again. Outer parts are asked about before
  /// inner ones; the incoming values of a Phi are not rewritten.
  const Term *rewrite(const Term *T,
                      llvm::function_ref<const Term *(const Term &)> Replace);

private:
  TermArena &Arena;
  TermFold<const Term *> Memo;
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_EXPR_TERMARENA_H
