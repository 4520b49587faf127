//===--- SyncApi.cpp - What CUDA's synchronization calls mean -------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaModel/SyncApi.h"
#include "CudaModel/AstNames.h"
#include "CudaModel/CooperativeGroups.h"
#include "CudaModel/RowDetails.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace warplint {

static constexpr SyncApiEntry CallTable[] = {
#define SYNC_API(NAME, KIND, SCOPE, WHO, ORDER, DETAILS)                       \
  makeRow(NAME, SyncKind::KIND, Scope::SCOPE, Participation::WHO,              \
          MemoryOrder::ORDER, DETAILS),
#include "CudaModel/SyncApi.def"
};

llvm::ArrayRef<SyncApiEntry> SyncModel::table() { return CallTable; }

MemorySpace memorySpaceOf(const VarDecl &Var) {
  if (Var.hasAttr<HIPManagedAttr>())
    return MemorySpace::Managed;
  for (const auto *Note : Var.specific_attrs<AnnotateAttr>())
    if (Note->getAnnotation() == "warplint::managed")
      return MemorySpace::Managed;
  if (Var.hasAttr<CUDASharedAttr>())
    return MemorySpace::Shared;
  if (Var.hasAttr<CUDAConstantAttr>())
    return MemorySpace::Constant;
  if (Var.hasAttr<CUDADeviceAttr>() || Var.hasGlobalStorage())
    return MemorySpace::Global;
  return MemorySpace::Local;
}

bool isFailedAssertion(const FunctionDecl &F) {
  return F.getIdentifier() &&
         (F.getName() == "__assert_fail" || F.getName() == "__assertfail");
}

std::optional<std::array<uint32_t, 3>>
clusterDimsOf(const FunctionDecl &Kernel) {
  for (const auto *Note : Kernel.specific_attrs<AnnotateAttr>()) {
    if (Note->getAnnotation() != "cluster_dims")
      continue;
    std::array<uint32_t, 3> Dims = {1, 1, 1};
    unsigned Axis = 0;
    for (const Expr *Given : Note->args()) {
      Expr::EvalResult Value;
      if (Axis == 3 || Given->isValueDependent() ||
          !Given->EvaluateAsInt(Value, Kernel.getASTContext()))
        return std::nullopt;
      Dims[Axis++] = Value.Val.getInt().getLimitedValue(~0u);
    }
    if (Axis)
      return Dims;
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

/// The key under which a name from a configuration file is kept: absolute
/// names and the customary alias of cooperative groups are spelled out.
static std::string canonicalName(llvm::StringRef Name) {
  Name.consume_front("::");
  if (Name.consume_front("cg::"))
    return ("cooperative_groups::" + Name).str();
  return Name.str();
}

/// "cg::thread_block::sync()" for messages.
static std::string spellingOf(llvm::StringRef QualifiedName) {
  if (QualifiedName.consume_front("cooperative_groups::"))
    return ("cg::" + QualifiedName + "()").str();
  return (QualifiedName + "()").str();
}

SyncModel::SyncModel(llvm::ArrayRef<ConfiguredWrapper> Wrappers) {
  for (const SyncApiEntry &Row : CallTable)
    ByName[Row.Name] = &Row;
  for (const ConfiguredWrapper &Wrapper : Wrappers) {
    const SyncApiEntry *Row = ByName.lookup(canonicalName(Wrapper.BehavesLike));
    if (Row)
      ByName[canonicalName(Wrapper.Name)] = Row;
    else
      Unknown.push_back(Wrapper.BehavesLike);
  }
  for (llvm::StringRef Name : ByName.keys()) {
    size_t Separator = Name.rfind("::");
    LastComponents.insert(
        Separator == llvm::StringRef::npos ? Name : Name.substr(Separator + 2));
  }
}

bool SyncModel::mayMatch(const FunctionDecl &Callee) const {
  llvm::SmallString<32> Storage;
  return LastComponents.contains(lastComponent(Callee, Storage));
}

SyncModel::Match SyncModel::matchName(llvm::StringRef QualifiedName) const {
  auto Found = ByName.find(QualifiedName);
  if (Found == ByName.end())
    return {};
  return {Found->getValue(), Found->getKey()};
}

/// The program defines a function of its own under the name of a collective of
/// CUDA (`float2 __shfl_down(float2, unsigned)`): its body says what it does.
static bool isOwnCollective(const SyncApiEntry &Entry,
                            const FunctionDecl &Callee) {
  switch (Entry.Kind) {
  case SyncKind::WarpBarrier:
  case SyncKind::Shuffle:
  case SyncKind::Vote:
  case SyncKind::Match:
  case SyncKind::WarpReduce:
    break;
  default:
    return false;
  }
  const FunctionDecl *Body = Callee.getDefinition();
  return Body &&
         Body->getDeclContext()->getRedeclContext()->isTranslationUnit() &&
         !Body->getASTContext().getSourceManager().isInSystemHeader(
             Body->getLocation());
}

SyncModel::Match SyncModel::matchFunction(const FunctionDecl &Callee) const {
  auto [Slot, IsNew] = Cache.try_emplace(Callee.getCanonicalDecl());
  if (IsNew && mayMatch(Callee)) {
    Match Found = matchName(visibleName(Callee));
    if (Found.Entry && !isOwnCollective(*Found.Entry, Callee))
      Slot->second = Found;
  }
  return Slot->second;
}

/// The name under which users know \p Class.
static llvm::SmallString<64> userClassName(const CXXRecordDecl &Class) {
  llvm::SmallString<64> Name = visibleName(Class);
  // libcu++ declares cuda::std::latch as an alias of a detail.
  if (Name == "cuda::std::__latch_base")
    Name = "cuda::std::latch";
  return Name;
}

SyncModel::Match SyncModel::matchMember(const CXXRecordDecl &ObjectClass,
                                        const FunctionDecl &Callee) const {
  auto [Slot, IsNew] =
      MemberCache.try_emplace({&ObjectClass, Callee.getCanonicalDecl()});
  if (!IsNew || !mayMatch(Callee))
    return Slot->second;
  llvm::SmallString<32> Storage;
  llvm::StringRef Member = lastComponent(Callee, Storage);
  Match Found;
  visitClassAndBases(ObjectClass, [&](const CXXRecordDecl &Class) {
    llvm::SmallString<64> Name = userClassName(Class);
    if (Name.empty())
      return false;
    Name += "::";
    Name += Member;
    Found = matchName(Name);
    return Found.Entry != nullptr;
  });
  Slot->second = Found;
  return Found;
}

const SyncApiEntry *SyncModel::lookup(const FunctionDecl &Callee) const {
  return matchFunction(Callee).Entry;
}

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

  /// The number in a length that is made here of one, like
  /// `cuda::aligned_size_t<16>(n)`.
  static const Expr *numberIn(const Expr *Length) {
    const Expr *Inner = Length;
    while (Inner && Inner->getType()->isRecordType()) {
      Inner = Inner->IgnoreParens();
      const auto *Made = dyn_cast<CXXConstructExpr>(Inner);
      if (const auto *Full = dyn_cast<FullExpr>(Inner))
        Inner = Full->getSubExpr();
      else if (const auto *Temporary =
                   dyn_cast<MaterializeTemporaryExpr>(Inner))
        Inner = Temporary->getSubExpr();
      else if (const auto *Bound = dyn_cast<CXXBindTemporaryExpr>(Inner))
        Inner = Bound->getSubExpr();
      else if (const auto *Cast = dyn_cast<CastExpr>(Inner))
        Inner = Cast->getSubExpr();
      else
        Inner = Made && Made->getNumArgs() == 1 ? Made->getArg(0) : nullptr;
    }
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

/// What the function called \p Name makes of the old value.
static AtomicUpdate updateNamed(llvm::StringRef Name) {
  Name.consume_back("_block") || Name.consume_back("_system");
  Name = Name.substr(Name.rfind(':') + 1);
  Name.consume_front("__nv_");
  Name.consume_back("_n");
  return llvm::StringSwitch<AtomicUpdate>(Name)
      .Cases({"atomicAdd", "fetch_add", "atomic_fetch_add", "atomic_add",
              "operator++", "operator+="},
             AtomicUpdate::Add)
      .Cases({"atomicSub", "fetch_sub", "atomic_fetch_sub", "atomic_sub",
              "operator--", "operator-="},
             AtomicUpdate::Subtract)
      .Case("atomicInc", AtomicUpdate::Increment)
      .Case("atomicDec", AtomicUpdate::Decrement)
      .Cases({"atomicExch", "exchange", "atomic_exchange"},
             AtomicUpdate::Exchange)
      .Cases({"atomicOr", "fetch_or", "atomic_fetch_or", "atomic_or",
              "operator|=", "test_and_set"},
             AtomicUpdate::SetBits)
      .Default(AtomicUpdate::Other);
}

std::optional<SyncOp> SyncModel::classify(const CallExpr &Call) const {
  const FunctionDecl *Callee = Call.getDirectCallee();
  if (!Callee)
    return std::nullopt;
  const CXXRecordDecl *ObjectClass =
      isa<CXXMethodDecl>(Callee) ? objectClassOf(Call) : nullptr;
  Match Found =
      ObjectClass ? matchMember(*ObjectClass, *Callee) : matchFunction(*Callee);
  if (!Found.Entry)
    return std::nullopt;

  llvm::SmallVector<const Expr *, 6> Arguments(Call.arguments());
  bool ObjectIsArgument = isa<CXXOperatorCallExpr>(Call) && ObjectClass;
  if (ObjectIsArgument)
    Arguments.erase(Arguments.begin());
  const Expr *Object = ObjectClass ? objectOf(Call) : nullptr;
  SyncOp Op = CallReader(*Found.Entry, *Callee, Callee->getASTContext())
                  .read(Arguments, Object, ObjectClass);
  Op.Spelling = spellingOf(Found.Name);
  Op.ByReference = Found.Name.contains("::atomic_ref::");
  if (Op.Kind == SyncKind::AtomicRMW)
    Op.Update = Op.Compare ? AtomicUpdate::CompareExchange
                           : updateNamed(Found.Entry->Name);
  Op.Origin = &Call;
  return Op;
}

std::optional<SyncOp>
SyncModel::classify(const CXXConstructExpr &Construct) const {
  const CXXConstructorDecl *Constructor = Construct.getConstructor();
  if (Construct.getNumArgs() == 0 || Constructor->isCopyOrMoveConstructor())
    return std::nullopt;
  Match Found = matchFunction(*Constructor);
  if (!Found.Entry)
    return std::nullopt;
  llvm::SmallVector<const Expr *, 2> Arguments(Construct.arguments());
  SyncOp Op =
      CallReader(*Found.Entry, *Constructor, Constructor->getASTContext())
          .read(Arguments, nullptr, Constructor->getParent());
  Op.Spelling = spellingOf(Found.Name);
  Op.Origin = &Construct;
  return Op;
}

} // namespace warplint
