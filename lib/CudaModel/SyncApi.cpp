//===--- SyncApi.cpp - What CUDA's synchronization calls mean -------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaModel/SyncApi.h"
#include "CudaModel/AstNames.h"
#include "CudaModel/CalledOperation.h"
#include "CudaModel/MemorySpace.h"
#include "CudaModel/RowDetails.h"
#include "CudaModel/SyncKindRows.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace warplint {

SyncFamily familyOf(SyncKind Kind) { return rowOf(Kind).Family; }

bool SyncOp::exchangesValues() const { return isOf(SyncFamily::Exchange); }

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
  SyncFamily Family = familyOf(Entry.Kind);
  if (Family != SyncFamily::WarpBarrier && Family != SyncFamily::Exchange)
    return false;
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
// Calls
//===----------------------------------------------------------------------===//

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
      .Cases({"atomicMin", "fetch_min", "atomic_fetch_min", "atomic_min"},
             AtomicUpdate::Minimum)
      .Cases({"atomicMax", "fetch_max", "atomic_fetch_max", "atomic_max"},
             AtomicUpdate::Maximum)
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
  SyncOp Op =
      operationOfCall(*Found.Entry, *Callee, Arguments, Object, ObjectClass);
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
  SyncOp Op = operationOfCall(*Found.Entry, *Constructor, Arguments, nullptr,
                              Constructor->getParent());
  Op.Spelling = spellingOf(Found.Name);
  Op.Origin = &Construct;
  return Op;
}

} // namespace warplint
