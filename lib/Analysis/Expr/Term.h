//===--- Term.h - Symbolic values of device code ----------------*- C++ -*-===//
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
// Each kind has a class; use llvm::isa, llvm::cast and llvm::dyn_cast. A
// TermArena makes terms.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_EXPR_TERM_H
#define WARPLINT_ANALYSIS_EXPR_TERM_H

#include "CudaModel/Identity.h"
#include "CudaModel/MemorySpace.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/FoldingSet.h"
#include "llvm/Support/Casting.h"
#include <optional>
#include <utility>

namespace warplint {

class CallContext;
class Node;

enum class TermKind : uint8_t {
  // Values.
  Constant,
  Undefined,
  Identity,
  Linear,
  Unary,
  Binary,
  Select,
  Narrow,
  Load,
  Phi,
  Opaque,
  Result,
  Symbol,
  Record,
  Extract,
  // Addresses.
  Variable,
  Local,
  Temporary,
  Return,
  Parameter,
  Field,
  Element,
};

/// What orders terms of one kind by source: numbers of sourcePlace for the
/// begin and end of a statement, or for the name and begin of a declaration;
/// for a Phi the number of its node.
using TermPlace = std::pair<uint64_t, uint64_t>;

/// One symbolic value. Immutable, owned by its TermArena.
class Term : public llvm::FoldingSetNode {
public:
  TermKind kind() const { return Kind; }
  /// All parts of the term, for walks; the classes below name them.
  llvm::ArrayRef<const Term *> operands() const { return Operands; }

  bool isConstant() const { return Kind == TermKind::Constant; }
  bool isConstant(int64_t V) const { return isConstant() && Value == V; }
  bool isIdentity(IdentityKind K) const {
    return Kind == TermKind::Identity && IdentityKind(Opcode) == K;
  }
  /// The number of the term within its arena. Depends on which terms were made
  /// before: for maps, never for an order that can be seen (see `precedes`).
  unsigned id() const { return Id; }

  /// True if \p Other is equal but for its operands. Two loads may be at
  /// different places; other terms may not.
  bool isLike(const Term &Other) const;

  void Profile(llvm::FoldingSetNodeID &ID) const;
  /// Hash of the profile. Differs between runs: for the arena's own table only.
  unsigned profileHash() const { return ProfileHash; }

protected:
  friend class TermArena;
  friend bool precedes(const Term *L, const Term *R);
  Term() = default;
  Term(const Term &) = default;

  /// The TermPlace of the declaration or statement of the term.
  TermPlace position() const;
  uint64_t structure() const;

  TermKind Kind = TermKind::Constant;
  uint8_t Opcode = 0;
  Scope UniformAt = Scope::Thread;
  unsigned Id = 0;
  unsigned ProfileHash = 0;
  int64_t Value = 0;
  const void *Data = nullptr;
  const CallContext *Owner = nullptr;
  llvm::ArrayRef<const Term *> Operands;
  llvm::ArrayRef<int64_t> Coefficients;
  TermPlace Place;
  /// A hash of the whole structure of the term, the same in every run.
  uint64_t Structure = 0;
};

/// Base of the classes below: the terms of some kinds.
template <TermKind... Kinds> class TermOf : public Term {
public:
  static bool classof(const Term *T) { return ((T->kind() == Kinds) || ...); }

protected:
  friend class TermArena;
  explicit TermOf(const Term &T) : Term(T) {}
};

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

class ConstantTerm : public TermOf<TermKind::Constant> {
public:
  int64_t value() const { return Value; }

private:
  using TermOf::TermOf;
  friend class TermArena;
};

/// The value of a variable that was never assigned.
class UndefinedTerm : public TermOf<TermKind::Undefined> {
  using TermOf::TermOf;
  friend class TermArena;
};

/// Thread or block identity, or a launch dimension.
class IdentityTerm : public TermOf<TermKind::Identity> {
public:
  IdentityKind identity() const { return IdentityKind(Opcode); }
  /// 0 to 2: x, y and z.
  unsigned axis() const { return unsigned(Value) & 3; }
  /// Threads of the tile in which the identity is counted; 0 if there is no
  /// tile or its size is not known.
  unsigned tileSize() const { return unsigned(Value >> 2); }
  /// The widest scope over which all threads agree on the value.
  Scope uniformAt() const { return UniformAt; }

private:
  using TermOf::TermOf;
  friend class TermArena;
};

/// Sum of coefficient times operand, plus a constant. No operand is a constant
/// or a sum itself, and no coefficient is 0.
class LinearTerm : public TermOf<TermKind::Linear> {
public:
  int64_t constant() const { return Value; }
  const Term *operand(unsigned I) const { return Operands[I]; }
  /// One coefficient for each operand.
  llvm::ArrayRef<int64_t> coefficients() const { return Coefficients; }

private:
  using TermOf::TermOf;
  friend class TermArena;
};

class UnaryTerm : public TermOf<TermKind::Unary> {
public:
  clang::UnaryOperatorKind opcode() const {
    return clang::UnaryOperatorKind(Opcode);
  }
  const Term *of() const { return Operands[0]; }

private:
  using TermOf::TermOf;
  friend class TermArena;
};

/// Comparisons are `<`, `<=`, `==` and `!=`; `>` and `>=` are made with
/// operands swapped.
class BinaryTerm : public TermOf<TermKind::Binary> {
public:
  clang::BinaryOperatorKind opcode() const {
    return clang::BinaryOperatorKind(Opcode);
  }
  const Term *lhs() const { return Operands[0]; }
  const Term *rhs() const { return Operands[1]; }
  bool isComparison() const {
    return clang::BinaryOperator::isComparisonOp(opcode());
  }
  bool isLogical() const {
    return clang::BinaryOperator::isLogicalOp(opcode());
  }

private:
  using TermOf::TermOf;
  friend class TermArena;
};

/// condition ? ifTrue : ifFalse
class SelectTerm : public TermOf<TermKind::Select> {
public:
  const Term *condition() const { return Operands[0]; }
  const Term *ifTrue() const { return Operands[1]; }
  const Term *ifFalse() const { return Operands[2]; }

private:
  using TermOf::TermOf;
  friend class TermArena;
};

/// A conversion that can lose bits of the value.
class NarrowTerm : public TermOf<TermKind::Narrow> {
public:
  const Term *of() const { return Operands[0]; }
  /// The width of the result in bits.
  unsigned bits() const { return unsigned(Value); }
  bool isSigned() const { return Opcode; }

private:
  using TermOf::TermOf;
  friend class TermArena;
};

/// A value that one statement of one call makes, not of its operands alone.
class SiteTerm
    : public TermOf<TermKind::Load, TermKind::Opaque, TermKind::Result> {
public:
  /// Null for a value that no statement makes, such as one of variables.
  const clang::Stmt *site() const {
    return static_cast<const clang::Stmt *>(Data);
  }
  const CallContext *callContext() const { return Owner; }
  /// The widest scope over which all threads agree that agree on the operands.
  Scope uniformAt() const { return UniformAt; }
  /// The value is at least 0 and less than this number; 0: no bounds are known.
  int64_t below() const { return Value; }

protected:
  using TermOf::TermOf;
  friend class TermArena;
};

/// The memory at an address, as read at `site()`.
class LoadTerm : public SiteTerm {
public:
  static bool classof(const Term *T) { return T->kind() == TermKind::Load; }
  const Term *address() const { return Operands[0]; }

private:
  using SiteTerm::SiteTerm;
  friend class TermArena;
};

/// A function of the operands that is not modelled.
class OpaqueTerm : public SiteTerm {
public:
  static bool classof(const Term *T) { return T->kind() == TermKind::Opaque; }

private:
  using SiteTerm::SiteTerm;
  friend class TermArena;
};

/// The result of the synchronization operation at `site()`.
class ResultTerm : public SiteTerm {
public:
  static bool classof(const Term *T) { return T->kind() == TermKind::Result; }

private:
  using SiteTerm::SiteTerm;
  friend class TermArena;
};

/// The value where paths join; `Evaluation::incoming` gives its operands.
class PhiTerm : public TermOf<TermKind::Phi> {
public:
  /// The node where the paths join.
  const warplint::Node *node() const {
    return static_cast<const warplint::Node *>(Data);
  }
  /// The address whose value is joined.
  const Term *place() const { return Operands[0]; }

private:
  using TermOf::TermOf;
  friend class TermArena;
};

/// An unknown with bounds of its own.
class SymbolTerm : public TermOf<TermKind::Symbol> {
public:
  /// Counted within one arena, in the order of creation.
  unsigned number() const { return unsigned(Value); }

private:
  using TermOf::TermOf;
  friend class TermArena;
};

/// A class value; the operands are its fields in the order of fieldsOfClass. An
/// array that was copied element by element has no class.
class RecordTerm : public TermOf<TermKind::Record> {
public:
  const clang::RecordDecl *recordType() const {
    return static_cast<const clang::RecordDecl *>(Data);
  }
  const Term *operand(unsigned I) const { return Operands[I]; }

private:
  using TermOf::TermOf;
  friend class TermArena;
};

/// A field of a class value, or an element of an array value.
class ExtractTerm : public TermOf<TermKind::Extract> {
public:
  const Term *from() const { return Operands[0]; }
  /// The index of the element; null for fields.
  const Term *index() const {
    return Operands.size() > 1 ? Operands[1] : nullptr;
  }
  /// Null for elements.
  const clang::FieldDecl *field() const {
    return static_cast<const clang::FieldDecl *>(Data);
  }

private:
  using TermOf::TermOf;
  friend class TermArena;
};

//===----------------------------------------------------------------------===//
// Addresses
//===----------------------------------------------------------------------===//

/// An object or parameter that a declaration names.
class DeclaredTerm
    : public TermOf<TermKind::Variable, TermKind::Local, TermKind::Parameter> {
public:
  const clang::ValueDecl *decl() const {
    return static_cast<const clang::ValueDecl *>(Data);
  }

protected:
  using TermOf::TermOf;
  friend class TermArena;
};

/// The address of a variable outside any call: shared, global, constant.
class VariableTerm : public DeclaredTerm {
public:
  static bool classof(const Term *T) { return T->kind() == TermKind::Variable; }

private:
  using DeclaredTerm::DeclaredTerm;
  friend class TermArena;
};

/// The address of a variable of one call.
class LocalTerm : public DeclaredTerm {
public:
  static bool classof(const Term *T) { return T->kind() == TermKind::Local; }

private:
  using DeclaredTerm::DeclaredTerm;
  friend class TermArena;
};

/// The value of a parameter of the kernel or device function that is analysed;
/// of a pointer an unknown address.
class ParameterTerm : public DeclaredTerm {
public:
  static bool classof(const Term *T) {
    return T->kind() == TermKind::Parameter;
  }

private:
  using DeclaredTerm::DeclaredTerm;
  friend class TermArena;
};

/// The address of the object that an expression of one call makes.
class TemporaryTerm : public TermOf<TermKind::Temporary> {
  using TermOf::TermOf;
  friend class TermArena;
};

/// The address where a call leaves its result.
class ReturnTerm : public TermOf<TermKind::Return> {
  using TermOf::TermOf;
  friend class TermArena;
};

/// The address of a part of the object at another address.
class SubobjectTerm : public TermOf<TermKind::Field, TermKind::Element> {
public:
  const Term *base() const { return Operands[0]; }

protected:
  using TermOf::TermOf;
  friend class TermArena;
};

/// The address of a field.
class FieldTerm : public SubobjectTerm {
public:
  static bool classof(const Term *T) { return T->kind() == TermKind::Field; }
  const clang::FieldDecl *field() const {
    return static_cast<const clang::FieldDecl *>(Data);
  }

private:
  using SubobjectTerm::SubobjectTerm;
  friend class TermArena;
};

/// The address of an element of an array, or of a base class that is not at the
/// start of the object.
class ElementTerm : public SubobjectTerm {
public:
  static bool classof(const Term *T) { return T->kind() == TermKind::Element; }
  const Term *index() const { return Operands[1]; }
  /// The size of an element in bytes.
  int64_t elementSize() const { return Value; }
  /// True for a base class: `index()` is its constant distance in bytes.
  bool isBase() const { return Opcode != 0; }

private:
  using SubobjectTerm::SubobjectTerm;
  friend class TermArena;
};

//===----------------------------------------------------------------------===//

/// A strict order of all terms of one arena, for operands and for everything
/// that can be seen: by kind, operation, number and place in the source, then
/// by structure. Constants come last: `x & 7`, never `7 & x`. Independent of
/// addresses and, but for terms that are alike in all of this, of which terms
/// were made first.
bool precedes(const Term *L, const Term *R);

/// The object in which \p Address lies: a Variable, Local, Temporary, Return,
/// Parameter, or whatever term the address was computed from.
const Term *rootOf(const Term *Address);

/// The number that \p T, which may be null, is; nothing if it is no constant.
std::optional<int64_t> numberOf(const Term *T);

/// The declaration of the object or parameter that \p T is; null if it is none.
const clang::ValueDecl *declarationOf(const Term *T);
/// The variable outside any call whose address \p T is; null if it is none.
const clang::VarDecl *variableAt(const Term *T);

/// The memory space of the object \p Root (see rootOf). What a pointer points
/// to counts as global.
MemorySpace memorySpaceOf(const Term *Root);

} // namespace warplint

/// Compares the stored hash first: it differs for most terms of a bucket.
template <>
struct llvm::FoldingSetTrait<warplint::Term>
    : llvm::DefaultFoldingSetTrait<warplint::Term> {
  static bool Equals(warplint::Term &T, const FoldingSetNodeID &ID,
                     unsigned IDHash, FoldingSetNodeID &Profile) {
    if (T.profileHash() != IDHash)
      return false;
    T.Profile(Profile);
    return Profile == ID;
  }
  static unsigned ComputeHash(warplint::Term &T, FoldingSetNodeID &) {
    return T.profileHash();
  }
};

#endif // WARPLINT_ANALYSIS_EXPR_TERM_H
