//===--- Term.h - Symbolic values of device code -----------------*- C++
//-*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A term is what one thread computes, written over thread and block identity,
// launch dimensions, kernel parameters and memory. Equal terms are one object,
// so that terms compare by pointer. Addresses are terms too: an object, or a
// field or element of an address.
//
// Integer arithmetic is kept in linear normal form over mathematical integers:
// `i - threadIdx.x` with `i = blockIdx.x * blockDim.x + threadIdx.x` is
// `blockIdx.x * blockDim.x`. Overflow is assumed not to happen.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_SYMBOLIC_TERM_H
#define WARPLINT_ANALYSIS_SYMBOLIC_TERM_H

#include "Analysis/Unit/LaunchExtents.h"
#include "Model/SyncApi.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/FoldingSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Allocator.h"
#include <cstdint>
#include <optional>
#include <vector>

namespace warplint {

class CallContext;
class Node;

enum class TermKind : uint8_t {
  // Values.
  Constant,  ///< Integer `value()`.
  Undefined, ///< Read of a variable that was never assigned.
  Identity,  ///< `identity()`, one of IdentityKind.
  Linear,    ///< Sum of coefficient times operand, plus `value()`.
  Unary,     ///< `opcode()` is a clang::UnaryOperatorKind.
  Binary,    ///< `opcode()` is a clang::BinaryOperatorKind.
  Select,    ///< operand 0 ? operand 1 : operand 2.
  Narrow,    ///< Conversion that can lose value bits.
  Load,      ///< Memory at address operand 0, read at `site()`.
  Phi,       ///< Join of definitions at `node()`; see Evaluation.
  Opaque,    ///< Unmodelled function of the operands, at `site()`.
  Result,    ///< Result of the synchronization operation at `site()`.
  Symbol,    ///< An unknown with bounds of its own; `value()` is its number.
  Record,    ///< Class value; operands are the fields in order.
  Extract,   ///< Field `field()` (or any element if null) of value operand 0.
  // Addresses.
  Variable,  ///< A variable outside any activation: shared, global, constant.
  Local,     ///< A variable of one activation.
  Temporary, ///< The object made by an expression of one activation.
  Return,    ///< Where an activation leaves its result.
  Parameter, ///< Value of a root function's parameter (an unknown address if a
             ///< pointer).
  Field,     ///< Member `field()` of address operand 0.
  Element,   ///< Element operand 1 (of `value()` bytes) from address operand 0.
};

/// One symbolic value. Immutable, owned by its TermArena.
class Term : public llvm::FoldingSetNode {
public:
  TermKind kind() const { return Kind; }
  unsigned opcode() const { return Opcode; }
  int64_t value() const { return Value; }
  llvm::ArrayRef<const Term *> operands() const { return Operands; }
  const Term *operand(unsigned I) const { return Operands[I]; }
  llvm::ArrayRef<int64_t> coefficients() const { return Coefficients; }

  IdentityKind identity() const { return IdentityKind(Opcode); }
  unsigned axis() const { return unsigned(Value) & 3; }
  unsigned tileSize() const { return unsigned(Value >> 2); }
  /// For Identity: widest scope over which all threads agree.
  Scope identityScope() const { return IdentityScope; }

  const clang::ValueDecl *decl() const {
    return static_cast<const clang::ValueDecl *>(Data);
  }
  const clang::FieldDecl *field() const {
    return static_cast<const clang::FieldDecl *>(Data);
  }
  const clang::Stmt *site() const {
    return static_cast<const clang::Stmt *>(Data);
  }
  const clang::RecordDecl *recordType() const {
    return static_cast<const clang::RecordDecl *>(Data);
  }
  const warplint::Node *node() const {
    return static_cast<const warplint::Node *>(Data);
  }
  const CallContext *callContext() const { return Owner; }

  bool isConstant() const { return Kind == TermKind::Constant; }
  bool isConstant(int64_t V) const { return isConstant() && Value == V; }
  bool isIdentity(IdentityKind K) const {
    return Kind == TermKind::Identity && identity() == K;
  }
  /// Creation order within the arena; a stable order for containers.
  unsigned id() const { return Id; }

  void Profile(llvm::FoldingSetNodeID &ID) const;

private:
  friend class TermArena;
  Term() = default;

  TermKind Kind = TermKind::Constant;
  uint8_t Opcode = 0;
  Scope IdentityScope = Scope::Thread;
  unsigned Id = 0;
  int64_t Value = 0;
  const void *Data = nullptr;
  const CallContext *Owner = nullptr;
  llvm::ArrayRef<const Term *> Operands;
  llvm::ArrayRef<int64_t> Coefficients;
};

/// Owns terms and builds them in normal form. One per analysed kernel.
class TermArena {
public:
  explicit TermArena(const LaunchExtents &Launch) : Launch(Launch) {}
  TermArena(const TermArena &) = delete;
  TermArena &operator=(const TermArena &) = delete;

  const LaunchExtents &launch() const { return Launch; }
  /// Every term, in order of creation.
  llvm::ArrayRef<const Term *> all() const { return All; }

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

  const Term *variable(const clang::VarDecl *Var);
  const Term *local(const CallContext *A, const clang::ValueDecl *Var);
  const Term *temporary(const CallContext *A, const clang::Expr *Made);
  const Term *returnSlot(const CallContext *A);
  const Term *parameter(const clang::ValueDecl *Parameter);
  const Term *fieldOf(const Term *Base, const clang::FieldDecl *Field);
  /// \p Base plus \p Index elements. Elements of elements of one size are
  /// merged; element 0 of an object is the object.
  const Term *element(const Term *Base, const Term *Index, int64_t ElementSize);
  /// Element \p Index of an object that is an array.
  const Term *elementOf(const Term *Array, const Term *Index,
                        int64_t ElementSize);

  /// What \p T is with \p Operands, one for each that it has, in normal form.
  const Term *withOperands(const Term *T,
                           llvm::ArrayRef<const Term *> Operands);

  /// \p Wanted holds for one of the terms made so far.
  bool anyTerm(llvm::function_ref<bool(const Term &)> Wanted) const;

  /// Bounds of \p T that follow from identity and launch extents.
  Range rangeOf(const Term *T) const;

private:
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
  const Term *divide(clang::BinaryOperatorKind Op, const Term *L,
                     int64_t Divisor);

  Range computeRange(const Term *T) const;
  Range rangeOfSum(const Term *T) const;
  Range rangeOfBinary(const Term *T) const;

  LaunchExtents Launch;
  std::vector<Range> SymbolBounds;
  /// Terms share their parts: without a memory, walks over them would take
  /// exponential time (hash rounds are built like that).
  mutable llvm::DenseMap<const Term *, Range> Ranges;
  llvm::BumpPtrAllocator Allocator;
  llvm::FoldingSet<Term> Terms;
  std::vector<const Term *> All;
};

/// The object an address lies in: a Variable, Local, Temporary, Parameter, or
/// whatever term the address was computed from.
const Term *rootOf(const Term *Address);

/// Where the object that \p Root names lies. What a pointer leads to counts as
/// global.
MemorySpace memorySpaceOf(const Term *Root);

/// \p Wanted holds for \p T or something inside it. Does not look into what a
/// Phi joins.
bool anyPartOf(const Term *T, llvm::function_ref<bool(const Term &)> Wanted);
/// \p Part is \p T or somewhere inside it. Does not look into what a Phi joins.
bool mentions(const Term *T, const Term *Part);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_SYMBOLIC_TERM_H
