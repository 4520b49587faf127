//===--- ThreadIdentity.cpp - Thread and launch identity ------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaModel/AstNames.h"
#include "CudaModel/ClusterIdentity.h"
#include "CudaModel/CooperativeGroups.h"
#include "CudaModel/PtxOperands.h"
#include "CudaModel/PtxText.h"
#include "CudaModel/SpecialRegisters.h"
#include "CudaModel/SyncApi.h"
#include "Target/Warp.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace warplint {

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

namespace {

struct IdentityRow {
  llvm::StringLiteral Name;
  IdentityKind Kind;
  uint8_t Axis;
  Scope UniformAt;
};

struct GroupRow {
  GroupKind Group;
  llvm::StringLiteral Member;
  IdentityKind Kind;
  Scope UniformAt;
};

} // namespace

static constexpr IdentityRow SpecialRegisters[] = {
#define SPECIAL_REGISTER(NAME, KIND, AXIS, UNIFORM)                            \
  {NAME, IdentityKind::KIND, AXIS, Scope::UNIFORM},
#include "CudaModel/ThreadIdentity.def"
};

static constexpr IdentityRow BuiltinTriples[] = {
#define BUILTIN_TRIPLE(NAME, KIND, UNIFORM)                                    \
  {NAME, IdentityKind::KIND, 0, Scope::UNIFORM},
#include "CudaModel/ThreadIdentity.def"
};

static constexpr IdentityRow Functions[] = {
#define IDENTITY_FUNCTION(NAME, KIND, UNIFORM)                                 \
  {NAME, IdentityKind::KIND, 0, Scope::UNIFORM},
#include "CudaModel/ThreadIdentity.def"
};

static constexpr IdentityRow FunctionTriples[] = {
#define FUNCTION_TRIPLE(NAME, KIND, UNIFORM)                                   \
  {NAME, IdentityKind::KIND, 0, Scope::UNIFORM},
#include "CudaModel/ThreadIdentity.def"
};

static constexpr GroupRow GroupQueries[] = {
#define GROUP_QUERY(GROUP, MEMBER, KIND, UNIFORM)                              \
  {GroupKind::GROUP, MEMBER, IdentityKind::KIND, Scope::UNIFORM},
#include "CudaModel/ThreadIdentity.def"
};

static constexpr GroupRow GroupTriples[] = {
#define GROUP_TRIPLE(GROUP, MEMBER, KIND, UNIFORM)                             \
  {GroupKind::GROUP, MEMBER, IdentityKind::KIND, Scope::UNIFORM},
#include "CudaModel/ThreadIdentity.def"
};

static Identity makeIdentity(IdentityKind Kind, Scope UniformAt,
                             std::string Spelling, unsigned TileSize = 0) {
  return {Kind, /*Axis=*/0, TileSize, UniformAt, std::move(Spelling)};
}

static std::optional<Identity> fromRows(llvm::ArrayRef<IdentityRow> Rows,
                                        llvm::StringRef Name,
                                        llvm::StringRef Suffix) {
  for (const IdentityRow &Row : Rows) {
    if (Row.Name != Name)
      continue;
    Identity Result =
        makeIdentity(Row.Kind, Row.UniformAt, (Name + Suffix).str());
    Result.Axis = Row.Axis;
    return Result;
  }
  return std::nullopt;
}

/// \p Name has '.' or, as in the names of functions, '_' before an axis.
static std::optional<Identity> fromSpecialRegister(llvm::StringRef Name) {
  for (const IdentityRow &Row : SpecialRegisters) {
    bool SameText = Row.Name.size() == Name.size();
    for (size_t I = 0; SameText && I < Name.size(); ++I)
      SameText =
          Row.Name[I] == Name[I] || (Row.Name[I] == '.' && Name[I] == '_');
    if (!SameText)
      continue;
    Identity Result =
        makeIdentity(Row.Kind, Row.UniformAt, ("%" + Row.Name).str());
    Result.Axis = Row.Axis;
    if (Row.Name.starts_with("lanemask"))
      Result.TileSize = LanesPerWarp;
    return Result;
  }
  return std::nullopt;
}

std::optional<ClusterIdentity> clusterIdentity(const Identity &I) {
  llvm::StringRef Name =
      llvm::StringRef(I.Spelling).ltrim('%').split('.').first;
  return llvm::StringSwitch<std::optional<ClusterIdentity>>(Name)
      .Case("cluster_ctaid", ClusterIdentity::BlockIndex)
      .Case("cluster_nctaid", ClusterIdentity::Extent)
      .Default(std::nullopt);
}

Identity laneInWarp() { return *fromSpecialRegister("laneid"); }

static std::optional<uint8_t> axisOf(llvm::StringRef Component) {
  if (Component == "x")
    return 0;
  if (Component == "y")
    return 1;
  if (Component == "z")
    return 2;
  return std::nullopt;
}

static std::optional<Identity> component(std::optional<Identity> Triple,
                                         llvm::StringRef Component) {
  std::optional<uint8_t> Axis = axisOf(Component);
  if (!Triple || !Axis)
    return std::nullopt;
  Triple->Axis = *Axis;
  Triple->Spelling += ("." + Component).str();
  return Triple;
}

//===----------------------------------------------------------------------===//
// Cooperative groups
//===----------------------------------------------------------------------===//

/// Ranks and sizes of `thread_block_tile<N>`. Only tiles of the whole block
/// have a place that the rank in the block decides.
static std::optional<Identity>
fromTile(const GroupType &Tile, llvm::StringRef Member, std::string Spelling) {
  unsigned Size = Tile.TileSize;
  auto Make = [&](IdentityKind Kind, Scope UniformAt) {
    return makeIdentity(Kind, UniformAt, std::move(Spelling), Size);
  };
  if (Member == "thread_rank")
    return Make(IdentityKind::ThreadRankInTile, Scope::Thread);
  if (Member == "num_threads" || Member == "size")
    return Make(IdentityKind::TileSize, Scope::Grid);
  if (Member == "meta_group_size")
    return Make(Tile.TileOfBlock ? IdentityKind::TilesInBlock
                                 : IdentityKind::Opaque,
                Scope::Grid);
  if (Member != "meta_group_rank")
    return std::nullopt;
  IdentityKind Kind = !Tile.TileOfBlock      ? IdentityKind::Opaque
                      : Size == LanesPerWarp ? IdentityKind::WarpIdInBlock
                                             : IdentityKind::TileRankInBlock;
  return Make(Kind, Size >= LanesPerWarp ? Scope::Warp : Scope::Thread);
}

static std::optional<Identity> fromRows(llvm::ArrayRef<GroupRow> Rows,
                                        const GroupType &Group,
                                        llvm::StringRef Member,
                                        std::string Spelling) {
  for (const GroupRow &Row : Rows)
    if (Row.Group == Group.Kind && Row.Member == Member)
      return makeIdentity(Row.Kind, Row.UniformAt, std::move(Spelling));
  return std::nullopt;
}

static std::optional<Identity> fromGroup(const GroupType &Group,
                                         llvm::StringRef Member,
                                         std::string Spelling) {
  if (Group.Kind == GroupKind::Tile)
    return fromTile(Group, Member, std::move(Spelling));
  auto Result = fromRows(GroupQueries, Group, Member, std::move(Spelling));
  if (Result && Group.Kind == GroupKind::Coalesced)
    Result->TileSize = LanesPerWarp;
  return Result;
}

static llvm::StringRef groupName(GroupKind Kind) {
  switch (Kind) {
  case GroupKind::ThreadBlock:
    return "thread_block";
  case GroupKind::Cluster:
    return "cluster_group";
  case GroupKind::Grid:
    return "grid_group";
  case GroupKind::MultiGrid:
    return "multi_grid_group";
  case GroupKind::Coalesced:
    return "coalesced_group";
  case GroupKind::Tile:
    return "thread_block_tile";
  case GroupKind::Erased:
    return "thread_group";
  }
  llvm_unreachable("all groups are named");
}

static std::string memberSpelling(GroupKind Kind, llvm::StringRef Member) {
  return ("cg::" + groupName(Kind) + "::" + Member + "()").str();
}

/// Whether any query of any group has this name: a cheap test before types are
/// looked at.
static bool isGroupQueryName(llvm::StringRef Name) {
  auto HasName = [&](const GroupRow &Row) { return Row.Member == Name; };
  return llvm::any_of(GroupQueries, HasName) ||
         llvm::any_of(GroupTriples, HasName);
}

static std::optional<GroupType> queriedGroup(const CallExpr &Call,
                                             const FunctionDecl &Callee) {
  if (!isa<CXXMethodDecl>(Callee) || !isGroupQueryName(Callee.getName()))
    return std::nullopt;
  const CXXRecordDecl *Class = objectClassOf(Call);
  return Class ? groupTypeOf(*Class) : std::nullopt;
}

/// `cg::thread_rank(group)`, `cg::group_size(group)`.
static std::optional<Identity> fromFreeQuery(const CallExpr &Call,
                                             const FunctionDecl &Callee) {
  llvm::StringRef Name = Callee.getName();
  if ((Name != "thread_rank" && Name != "group_size") || Call.getNumArgs() != 1)
    return std::nullopt;
  if (visibleName(Callee) != ("cooperative_groups::" + Name).str())
    return std::nullopt;
  std::optional<GroupType> Group =
      groupTypeOf(Call.getArg(0)->IgnoreParenImpCasts()->getType());
  if (!Group)
    return std::nullopt;
  return fromGroup(*Group, Name == "thread_rank" ? Name : "num_threads",
                   ("cg::" + Name + "()").str());
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

static const FunctionDecl *namedCallee(const CallExpr &Call) {
  const FunctionDecl *Callee = Call.getDirectCallee();
  return Callee && Callee->getIdentifier() ? Callee : nullptr;
}

static bool isGlobal(const NamedDecl &D) {
  return D.getDeclContext()->getRedeclContext()->isTranslationUnit();
}

/// Looks through what does not change a value.
static const Expr *withoutTransparentNodes(const Expr *E) {
  E = E->IgnoreParens();
  const Expr *Inner = wrappedBy(*E);
  if (const auto *Opaque = dyn_cast<OpaqueValueExpr>(E))
    Inner = Opaque->getSourceExpr();
  else if (const auto *Cast = dyn_cast<ImplicitCastExpr>(E);
           Cast && (Cast->getCastKind() == CK_LValueToRValue ||
                    Cast->getCastKind() == CK_NoOp))
    Inner = Cast->getSubExpr();
  return Inner ? withoutTransparentNodes(Inner) : E;
}

/// What \p E makes a dim3 or uint3 of, by constructor or by conversion; null if
/// it does not.
static const Expr *convertedTriple(const Expr &E) {
  const auto *Class = E.getType()->getAsCXXRecordDecl();
  if (!Class || !Class->getIdentifier() ||
      (Class->getName() != "dim3" && Class->getName() != "uint3"))
    return nullptr;
  if (const auto *Cast = dyn_cast<CastExpr>(&E))
    return Cast->getSubExpr();
  if (const auto *Call = dyn_cast<CXXMemberCallExpr>(&E))
    return isa_and_nonnull<CXXConversionDecl>(Call->getMethodDecl())
               ? Call->getImplicitObjectArgument()
               : nullptr;
  const auto *Construct = dyn_cast<CXXConstructExpr>(&E);
  return Construct && Construct->getNumArgs() == 1 ? Construct->getArg(0)
                                                   : nullptr;
}

std::optional<IdentityKind> identityOfBuiltin(llvm::StringRef Name) {
  std::optional<Identity> Found = fromRows(BuiltinTriples, Name, "");
  return Found ? std::optional(Found->Kind) : std::nullopt;
}

/// Looks through copies and conversions of a whole triple: `dim3(blockDim)`.
static const Expr *withoutConversions(const Expr *E) {
  while (true) {
    E = withoutTransparentNodes(E);
    const Expr *Operand = convertedTriple(*E);
    if (!Operand)
      return E;
    E = Operand;
  }
}

std::optional<Identity> SyncModel::tripleIdentityOf(const Expr &E) const {
  const Expr *Plain = withoutConversions(&E);
  if (const auto *Reference = dyn_cast<DeclRefExpr>(Plain)) {
    const auto *Var = dyn_cast<VarDecl>(Reference->getDecl());
    if (Var && Var->getIdentifier() && isGlobal(*Var))
      return fromRows(BuiltinTriples, Var->getName(), "");
    return std::nullopt;
  }
  const auto *Call = dyn_cast<CallExpr>(Plain);
  const FunctionDecl *Callee = Call ? namedCallee(*Call) : nullptr;
  if (!Callee)
    return std::nullopt;
  if (isGlobal(*Callee))
    return fromRows(FunctionTriples, Callee->getName(), "()");
  if (std::optional<GroupType> Group = queriedGroup(*Call, *Callee))
    return fromRows(GroupTriples, *Group, Callee->getName(),
                    memberSpelling(Group->Kind, Callee->getName()));
  return std::nullopt;
}

static std::optional<Identity> fromGlobalFunction(const FunctionDecl &Callee) {
  llvm::StringRef Name = Callee.getName();
  llvm::StringRef Register = Name;
  if (!Register.consume_front("__nvvm_read_ptx_sreg_"))
    return fromRows(Functions, Name, "()");
  if (Register == "warpsize")
    return makeIdentity(IdentityKind::WarpSize, Scope::Grid, "warpSize");
  return fromSpecialRegister(Register);
}

/// `cuda::ptx::get_sreg_tid_x()`.
static std::optional<Identity> fromPtxGetter(const FunctionDecl &Callee) {
  llvm::StringRef Register = Callee.getName();
  if (!Register.consume_front("get_sreg_") ||
      visibleName(Callee) != ("cuda::ptx::" + Callee.getName()).str())
    return std::nullopt;
  return fromSpecialRegister(Register);
}

static std::optional<Identity> fromCall(const SyncModel &Model,
                                        const CallExpr &Call) {
  const FunctionDecl *Callee = namedCallee(Call);
  if (!Callee)
    return std::nullopt;
  if (isGlobal(*Callee))
    return fromGlobalFunction(*Callee);
  // Clang's getter behind the property `threadIdx.x`.
  llvm::StringRef Component = Callee->getName();
  if (Component.consume_front("__fetch_builtin_")) {
    const Expr *Object = objectOf(Call);
    return Object ? component(Model.tripleIdentityOf(*Object), Component)
                  : std::nullopt;
  }
  if (std::optional<GroupType> Group = queriedGroup(Call, *Callee))
    return fromGroup(*Group, Callee->getName(),
                     memberSpelling(Group->Kind, Callee->getName()));
  if (std::optional<Identity> Free = fromFreeQuery(Call, *Callee))
    return Free;
  return fromPtxGetter(*Callee);
}

std::optional<Identity> SyncModel::identityOf(const Expr &E) const {
  const Expr *Plain = withoutTransparentNodes(&E);
  if (const auto *Pseudo = dyn_cast<PseudoObjectExpr>(Plain))
    Plain = Pseudo->getSyntacticForm()->IgnoreParens();
  if (const auto *Property = dyn_cast<MSPropertyRefExpr>(Plain))
    return component(tripleIdentityOf(*Property->getBaseExpr()),
                     Property->getPropertyDecl()->getName());
  if (const auto *Call = dyn_cast<CallExpr>(Plain))
    return fromCall(*this, *Call);
  if (const auto *Member = dyn_cast<MemberExpr>(Plain)) {
    const auto *Field = dyn_cast<FieldDecl>(Member->getMemberDecl());
    if (!Field || Member->isArrow() || !axisOf(Field->getName()))
      return std::nullopt;
    return component(tripleIdentityOf(*Member->getBase()), Field->getName());
  }
  if (const auto *Reference = dyn_cast<DeclRefExpr>(Plain)) {
    const auto *Var = dyn_cast<VarDecl>(Reference->getDecl());
    if (Var && Var->getIdentifier() && Var->getName() == "warpSize" &&
        isGlobal(*Var))
      return makeIdentity(IdentityKind::WarpSize, Scope::Grid, "warpSize");
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Inline PTX
//===----------------------------------------------------------------------===//

std::optional<Identity> SyncModel::identityOf(const GCCAsmStmt &Asm,
                                              unsigned Output) const {
  const Expr *Written = Asm.getOutputExpr(Output);
  const PtxInstruction *Writer = nullptr;
  PtxProgram Program = parsePtx(Asm.getAsmString());
  for (const PtxInstruction &Instruction : Program.Instructions) {
    if (Instruction.Operands.empty() ||
        asmArgument(Asm, parsePtxOperand(Instruction.Operands[0])) != Written)
      continue;
    // With two writes the value is not the register's alone.
    if (Writer)
      return std::nullopt;
    Writer = &Instruction;
  }
  if (!Writer || Writer->Mnemonic != "mov" || Writer->Operands.size() != 2 ||
      !Writer->Predicate.empty())
    return std::nullopt;
  llvm::StringRef Source = Writer->Operands[1];
  if (Source == "WARP_SZ")
    return makeIdentity(IdentityKind::WarpSize, Scope::Grid, "WARP_SZ");
  return Source.consume_front("%") ? fromSpecialRegister(Source) : std::nullopt;
}

Scope agreeOnSpecialRegisters(const GCCAsmStmt &Asm) {
  Scope Agreed = Scope::System;
  PtxProgram Program = parsePtx(Asm.getAsmString());
  for (const PtxInstruction &Instruction : Program.Instructions)
    for (llvm::StringRef Operand : Instruction.Operands)
      if (Operand.consume_front("%"))
        if (auto Read = fromSpecialRegister(Operand))
          Agreed = std::min(Agreed, Read->UniformAt);
  return Agreed;
}

/// \p Operand, an operand of \p Asm, is the mask of a whole warp.
static bool namesAllLanes(const GCCAsmStmt &Asm, llvm::StringRef Operand) {
  PtxOperand Mask = parsePtxOperand(Operand);
  const Expr *Given = asmArgument(Asm, Mask);
  const auto *Number =
      Given ? dyn_cast<IntegerLiteral>(Given->IgnoreParenImpCasts()) : nullptr;
  return Mask.Immediate ? *Mask.Immediate == AllLanes
                        : Number && Number->getValue() == AllLanes;
}

std::optional<Identity> SyncModel::electedBy(const GCCAsmStmt &Asm,
                                             unsigned Output) const {
  const Expr *Written = Asm.getOutputExpr(Output);
  std::string Elected; // The predicate of `lane|predicate`.
  for (const PtxInstruction &I : parsePtx(Asm.getAsmString()).Instructions) {
    if (I.Mnemonic == "elect" && I.Operands.size() == 2 &&
        namesAllLanes(Asm, I.Operands[1])) {
      auto [Lane, Predicate] = llvm::StringRef(I.Operands[0]).split('|');
      Elected = Predicate.trim().str();
    }
    if (Elected.empty() || I.Operands.empty() ||
        asmArgument(Asm, parsePtxOperand(I.Operands[0])) != Written)
      continue;
    auto Is = [&](unsigned Operand, llvm::StringRef Value) {
      return Operand < I.Operands.size() && I.Operands[Operand] == Value;
    };
    bool Selects =
        I.Mnemonic == "selp" && Is(1, "1") && Is(2, "0") && Is(3, Elected);
    bool Moves = I.Mnemonic == "mov" && Is(1, "1") && !I.PredicateNegated &&
                 llvm::StringRef(I.Predicate).ltrim('%') ==
                     llvm::StringRef(Elected).ltrim('%');
    if (Selects || Moves)
      return laneInWarp();
  }
  return std::nullopt;
}

} // namespace warplint
