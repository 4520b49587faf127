//===--- CalledOperation.cpp - What one call of a row does ----------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaModel/CalledOperation.h"
#include "CudaModel/AstNames.h"
#include "CudaModel/CooperativeGroups.h"
#include "CudaModel/RowDetails.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace warplint {

//===----------------------------------------------------------------------===//
// Constants in operands and types
//===----------------------------------------------------------------------===//

static std::optional<uint64_t> constantOf(const Expr &E,
                                          const ASTContext &Context) {
  Expr::EvalResult Result;
  if (E.isValueDependent() || !E.EvaluateAsInt(Result, Context))
    return std::nullopt;
  return Result.Val.getInt().getExtValue();
}

/// The enumerator of \p T that has \p Value; empty if \p T is no enumeration.
static llvm::StringRef enumeratorOf(QualType T, const llvm::APSInt &Value) {
  const auto *Enum = T->getAs<EnumType>();
  if (!Enum)
    return "";
  for (const EnumConstantDecl *Constant : Enum->getDecl()->enumerators())
    if (llvm::APSInt::isSameValue(Constant->getInitVal(), Value))
      return Constant->getName();
  return "";
}

/// The scope that `cuda::thread_scope` or `cuda::ptx::dot_scope` names. The
/// values differ by compiler, the names do not.
static std::optional<Scope> scopeNamed(llvm::StringRef Enumerator) {
  return llvm::StringSwitch<std::optional<Scope>>(Enumerator)
      .Case("thread_scope_thread", Scope::Thread)
      .Cases({"thread_scope_block", "cta"}, Scope::Block)
      .Cases({"thread_scope_cluster", "cluster"}, Scope::Cluster)
      .Cases({"thread_scope_device", "gpu"}, Scope::Grid)
      .Cases({"thread_scope_system", "sys"}, Scope::System)
      .Default(std::nullopt);
}

/// C++ numbers the orders from relaxed to seq_cst, and so do
/// cuda::std::memory_order and __NV_ATOMIC_*.
static MemoryOrder orderOf(const Expr &Operand, const ASTContext &Context) {
  std::optional<uint64_t> Value = constantOf(Operand, Context);
  if (!Value || *Value > 5)
    return MemoryOrder::Unknown;
  constexpr MemoryOrder Orders[] = {MemoryOrder::Relaxed, MemoryOrder::Consume,
                                    MemoryOrder::Acquire, MemoryOrder::Release,
                                    MemoryOrder::AcqRel,  MemoryOrder::SeqCst};
  return Orders[*Value];
}

/// A scope operand: cuda::thread_scope, or an int that __NV_THREAD_SCOPE_*
/// numbers from thread to system.
static std::optional<Scope> scopeOf(const Expr &Operand,
                                    const ASTContext &Context) {
  Expr::EvalResult Result;
  if (Operand.isValueDependent() || !Operand.EvaluateAsInt(Result, Context))
    return std::nullopt;
  const Expr *Written = Operand.IgnoreParenImpCasts();
  if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(Written))
    Written = Default->getExpr()->IgnoreParenImpCasts();
  if (std::optional<Scope> Named =
          scopeNamed(enumeratorOf(Written->getType(), Result.Val.getInt())))
    return Named;
  constexpr Scope Scopes[] = {Scope::Thread, Scope::Block, Scope::Cluster,
                              Scope::Grid, Scope::System};
  uint64_t Value = Result.Val.getInt().getExtValue();
  return Value < 5 ? std::optional(Scopes[Value]) : std::nullopt;
}

/// The scope among the template arguments of \p Class or of the first of its
/// bases that has one (`cuda::barrier<thread_scope_block>`).
static std::optional<Scope> scopeOfClass(const CXXRecordDecl &Class) {
  std::optional<Scope> Result;
  visitClassAndBases(Class, [&](const CXXRecordDecl &Candidate) {
    const auto *Special = dyn_cast<ClassTemplateSpecializationDecl>(&Candidate);
    if (!Special)
      return false;
    for (const TemplateArgument &Arg : Special->getTemplateArgs().asArray())
      if (Arg.getKind() == TemplateArgument::Integral)
        if ((Result = scopeNamed(
                 enumeratorOf(Arg.getIntegralType(), Arg.getAsIntegral()))))
          return true;
    return false;
  });
  return Result;
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

namespace {

/// Fills the operation that one call performs.
class CallReader {
public:
  CallReader(const SyncApiEntry &Row, const FunctionDecl &Callee,
             const ASTContext &Context)
      : Row(Row), Callee(Callee), Context(Context) {}

  SyncOp read(llvm::ArrayRef<const Expr *> CallArguments,
              const Expr *MemberObject, const CXXRecordDecl *ObjectClass) {
    setDefaults();
    takeArguments(CallArguments);
    setOperands();
    if (Row.GroupMember)
      Op.Group = MemberObject;
    else if (Row.ObjectArg < 0)
      Op.Object = MemberObject;
    resolveScope(ObjectClass);
    resolveOrder();
    if (Row.Kind == SyncKind::MatrixLoad || Row.Kind == SyncKind::MatrixStore)
      readTile();
    return std::move(Op);
  }

private:
  void setDefaults() { Op = operationOf(Row); }

  /// Keeps the arguments that positions count: the tags of cuda::ptx decide
  /// order and scope instead.
  void takeArguments(llvm::ArrayRef<const Expr *> CallArguments) {
    bool HasTags = Row.Name.starts_with("cuda::ptx::");
    for (const Expr *Argument : CallArguments)
      if (!HasTags || !takeTag(*Argument))
        Arguments.push_back(Argument);
    takeGroupOfCopy();
  }

  /// Reads `std::integral_constant<dot_scope, scope_cta>` and its like.
  bool takeTag(const Expr &Argument) {
    const auto *Tag = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
        Argument.getType().getNonReferenceType()->getAsCXXRecordDecl());
    if (!Tag || Tag->getName() != "integral_constant" ||
        Tag->getTemplateArgs().size() != 2)
      return false;
    const TemplateArgument &Value = Tag->getTemplateArgs()[1];
    if (Value.getKind() != TemplateArgument::Integral)
      return false;
    llvm::StringRef Enumerator =
        enumeratorOf(Value.getIntegralType(), Value.getAsIntegral());
    if (Enumerator.empty())
      Op.ValueImmediate = Value.getAsIntegral().getZExtValue();
    else
      applyTag(Value.getIntegralType(), Enumerator);
    return true;
  }

  void applyTag(QualType TagType, llvm::StringRef Enumerator) {
    llvm::StringRef Family = TagType->getAs<EnumType>()->getDecl()->getName();
    if (Family == "dot_sem")
      Op.Order = memoryOrderNamed(Enumerator).value_or(Op.Order);
    else if (Family == "dot_scope")
      Op.Scope = scopeNamed(Enumerator).value_or(Op.Scope);
    else if (Family == "dot_space" && !SawSpace) {
      SawSpace = true;
      WritesGlobal = Enumerator == "global";
    }
  }

  /// `cuda::memcpy_async(group, dst, src, size, barrier)` and the layout form
  /// of `cg::memcpy_async(group, dst, layout, src, layout)`.
  void takeGroupOfCopy() {
    if (Row.Kind != SyncKind::AsyncCopy || Arguments.size() != 5)
      return;
    if (Row.Name == "cuda::memcpy_async") {
      Op.Group = Arguments.front();
      Arguments.erase(Arguments.begin());
    } else if (Row.GroupArg == 0) {
      Arguments.erase(Arguments.begin() + 2);
    }
  }

  const Expr *argument(int Position) const {
    if (Position < 0 || size_t(Position) >= Arguments.size())
      return nullptr;
    return Arguments[Position];
  }

  /// What the constant that \p E names is made of; null for another
  /// expression.
  static const Expr *initializerOf(const Expr &E) {
    const auto *Reference = dyn_cast<DeclRefExpr>(&E);
    const auto *Constant =
        Reference ? dyn_cast<VarDecl>(Reference->getDecl()) : nullptr;
    return Constant && Constant->getType().isConstQualified()
               ? Constant->getAnyInitializer()
               : nullptr;
  }

  /// The number in a length that is made of one, like
  /// `cuda::aligned_size_t<16>(n)`, here or in a constant: there only one that
  /// is the same wherever it is read.
  const Expr *numberIn(const Expr *Length) const {
    const Expr *Inner = Length;
    llvm::SmallPtrSet<const Expr *, 4> Initializers;
    while (Inner && Inner->getType()->isRecordType()) {
      Inner = Inner->IgnoreParens();
      const auto *Made = dyn_cast<CXXConstructExpr>(Inner);
      if (const Expr *Initializer = initializerOf(*Inner))
        // A constant may be its own initializer.
        Inner = Initializers.insert(Initializer).second ? Initializer : nullptr;
      else if (const Expr *Wrapped = wrappedBy(*Inner))
        Inner = Wrapped;
      else if (const auto *Cast = dyn_cast<CastExpr>(Inner))
        Inner = Cast->getSubExpr();
      else
        Inner = Made && Made->getNumArgs() == 1 ? Made->getArg(0) : nullptr;
    }
    if (Inner && !Initializers.empty() &&
        (Inner->isValueDependent() || !Inner->isIntegerConstantExpr(Context)))
      return Length;
    return Inner ? Inner : Length;
  }

  void setOperands() {
    Op.Mask = argument(Row.MaskArg);
    Op.Object = argument(Row.ObjectArg);
    Op.Value = argument(Row.ValueArg);
    Op.Select = argument(Row.SelectArg);
    Op.Width = numberIn(argument(Row.WidthArg));
    Op.Segment = argument(Row.SegmentArg);
    Op.Id = argument(Row.IdArg);
    Op.Count = argument(Row.CountArg);
    Op.Compare = argument(Row.CompareArg);
    Op.Completion = argument(Row.CompletionArg);
    if (Row.GroupArg >= 0)
      Op.Group = argument(Row.GroupArg);
    if (Row.Kind == SyncKind::AsyncCopy && WritesGlobal)
      completeInBulkGroup();
    if (Row.Kind == SyncKind::AsyncWait || Row.Kind == SyncKind::PipelineWait)
      setPendingGroups();
  }

  /// A bulk copy to global memory has no barrier operand; where the
  /// destination is a tensor map, its coordinates come before the source.
  void completeInBulkGroup() {
    Op.Completion = nullptr;
    Op.Async = AsyncGroup::Bulk;
    if (Row.WidthArg < 0)
      Op.Value = argument(2);
  }

  /// `cg::wait_prior<1>(group)`.
  void setPendingGroups() {
    const TemplateArgumentList *Args = Callee.getTemplateSpecializationArgs();
    if (Args && Args->size() > 0 &&
        Args->get(0).getKind() == TemplateArgument::Integral)
      Op.ValueImmediate = Args->get(0).getAsIntegral().getZExtValue();
  }

  void resolveScope(const CXXRecordDecl *ObjectClass) {
    const Expr *Group = Op.Group;
    if (Row.GroupMember && ObjectClass) {
      if (std::optional<GroupType> Type = groupTypeOf(*ObjectClass))
        applyGroup(Op, *Type);
    } else if (Group) {
      if (std::optional<GroupType> Type =
              groupTypeOf(Group->IgnoreParenImpCasts()->getType()))
        applyGroup(Op, *Type);
    } else if (const CXXRecordDecl *Class = classWithScope(ObjectClass)) {
      Op.Scope = scopeOfClass(*Class).value_or(Op.Scope);
    }
    if (const Expr *Operand = argument(Row.ScopeArg))
      Op.Scope = scopeOf(*Operand, Context).value_or(Op.Scope);
    // A pipeline of one thread has nobody else to wait for.
    if (Op.Scope == Scope::Thread &&
        Op.Participants == Participation::Counted) {
      Op.Participants = Participation::Self;
      Op.OwnWork = true;
    }
  }

  const CXXRecordDecl *classWithScope(const CXXRecordDecl *ObjectClass) const {
    if (ObjectClass)
      return ObjectClass;
    return Row.Kind == SyncKind::ObjectInit && Op.Object
               ? classOf(Op.Object->IgnoreParenImpCasts()->getType())
               : nullptr;
  }

  /// The rows of memory that a tile of `nvcuda::wmma` consists of, by its
  /// fragment<Use, m, n, k, T, Layout>. Rows of elements smaller than a byte
  /// are left out: their pointers are `void *`.
  void readTile() {
    const auto *Fragment = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
        classOf(argument(Row.ObjectArg == 0 ? 1 : 0)
                    ->getType()
                    .getNonReferenceType()));
    QualType Pointer = Op.Object->getType();
    if (!Fragment || Fragment->getTemplateArgs().size() < 6 ||
        !Pointer->isPointerType() ||
        Pointer->getPointeeType()->isIncompleteType())
      return;
    llvm::ArrayRef<TemplateArgument> Args =
        Fragment->getTemplateArgs().asArray();
    auto Number = [&](unsigned I) {
      return Args[I].getKind() == TemplateArgument::Integral
                 ? unsigned(Args[I].getAsIntegral().getZExtValue())
                 : 0;
    };
    auto Name = [&](unsigned I) {
      const CXXRecordDecl *Tag = Args[I].getKind() == TemplateArgument::Type
                                     ? Args[I].getAsType()->getAsCXXRecordDecl()
                                     : nullptr;
      return Tag ? Tag->getName() : "";
    };
    bool IsSum = Name(0) == "accumulator";
    unsigned Rows = Name(0) == "matrix_b" ? Number(3) : Number(1),
             Columns = Name(0) == "matrix_a" ? Number(3) : Number(2);
    const Expr *Layout = IsSum ? argument(3) : nullptr;
    std::optional<uint64_t> ByColumn =
        Layout ? constantOf(*Layout, Context)
               : std::optional(uint64_t(Name(5) == "col_major"));
    if (!ByColumn && Rows != Columns)
      return;
    if (ByColumn.value_or(0))
      std::swap(Rows, Columns);
    if (!Rows || !Columns || Rows > unsigned(LanesPerWarp))
      return;
    Op.Lanes = Rows;
    Op.Bytes =
        Columns *
        Context.getTypeSizeInChars(Pointer->getPointeeType()).getQuantity();
  }

  void resolveOrder() {
    if (const Expr *Operand = argument(Row.OrderArg)) {
      Op.Order = orderOf(*Operand, Context);
      Op.NamesOrder = !isa<CXXDefaultArgExpr>(Operand);
    }
  }

  const SyncApiEntry &Row;
  const FunctionDecl &Callee;
  const ASTContext &Context;
  llvm::SmallVector<const Expr *, 6> Arguments;
  bool SawSpace = false;
  bool WritesGlobal = false;
  SyncOp Op;
};

} // namespace

SyncOp operationOfCall(const SyncApiEntry &Row, const FunctionDecl &Callee,
                       llvm::ArrayRef<const Expr *> Arguments,
                       const Expr *Object, const CXXRecordDecl *ObjectClass) {
  return CallReader(Row, Callee, Callee.getASTContext())
      .read(Arguments, Object, ObjectClass);
}

} // namespace warplint
