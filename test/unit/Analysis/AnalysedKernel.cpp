//===--- AnalysedKernel.cpp - A CUDA snippet and all its facts ------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AnalysedKernel.h"
#include "../CudaModel/ParsedCuda.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>

using namespace clang;

namespace warplint::test {

//===----------------------------------------------------------------------===//
// Text of terms and steps
//===----------------------------------------------------------------------===//

static std::string nameOfIdentity(const IdentityTerm *T) {
  const std::string Axis(1, "xyz?"[T->axis()]);
  switch (T->identity()) {
  case IdentityKind::ThreadIdx:
    return "threadIdx." + Axis;
  case IdentityKind::BlockIdx:
    return "blockIdx." + Axis;
  case IdentityKind::BlockDim:
    return "blockDim." + Axis;
  case IdentityKind::GridDim:
    return "gridDim." + Axis;
  case IdentityKind::LaneId:
    return "lane";
  case IdentityKind::ThreadRankInBlock:
    return "rankInBlock";
  case IdentityKind::BlockSize:
    return "blockSize";
  default:
    return "identity" + std::to_string(unsigned(T->identity()));
  }
}

static std::string listOf(llvm::ArrayRef<const Term *> Terms) {
  std::vector<std::string> Parts;
  for (const Term *T : Terms)
    Parts.push_back(show(T));
  return llvm::join(Parts, ", ");
}

static std::string sum(const LinearTerm *T) {
  std::vector<std::string> Parts;
  for (unsigned I = 0; I < T->operands().size(); ++I) {
    int64_t C = T->coefficients()[I];
    Parts.push_back((C == 1 ? "" : std::to_string(C) + "*") +
                    show(T->operand(I)));
  }
  std::sort(Parts.begin(), Parts.end());
  if (T->constant())
    Parts.push_back(std::to_string(T->constant()));
  return llvm::join(Parts, " + ");
}

static std::string binary(const BinaryTerm *T) {
  BinaryOperatorKind Op = T->opcode();
  std::string L = show(T->lhs()), R = show(T->rhs());
  bool Commutes = Op == BO_Mul || Op == BO_And || Op == BO_Or || Op == BO_Xor;
  if (Commutes && R < L)
    std::swap(L, R);
  return "(" + L + " " + BinaryOperator::getOpcodeStr(Op).str() + " " + R + ")";
}

static std::string select(const SelectTerm *T) {
  return "(" + show(T->condition()) + " ? " + show(T->ifTrue()) + " : " +
         show(T->ifFalse()) + ")";
}

static std::string extract(const ExtractTerm *T) {
  return show(T->from()) + "." +
         (T->field() ? T->field()->getNameAsString() : "*");
}

std::string show(const Term *T) {
  if (!T)
    return "null";
  switch (T->kind()) {
  case TermKind::Constant:
    return std::to_string(*numberOf(T));
  case TermKind::Undefined:
    return "undefined";
  case TermKind::Identity:
    return nameOfIdentity(cast<IdentityTerm>(T));
  case TermKind::Linear:
    return sum(cast<LinearTerm>(T));
  case TermKind::Unary:
    return UnaryOperator::getOpcodeStr(cast<UnaryTerm>(T)->opcode()).str() +
           show(cast<UnaryTerm>(T)->of());
  case TermKind::Binary:
    return binary(cast<BinaryTerm>(T));
  case TermKind::Select:
    return select(cast<SelectTerm>(T));
  case TermKind::Narrow:
    return "narrow" + std::to_string(cast<NarrowTerm>(T)->bits()) + "(" +
           listOf(T->operands()) + ")";
  case TermKind::Load:
    return "load(" + listOf(T->operands()) + ")";
  case TermKind::Phi:
    return "phi(" + listOf(T->operands()) + ")";
  case TermKind::Opaque:
    return "opaque(" + listOf(T->operands()) + ")";
  case TermKind::Result:
    return "result(" + listOf(T->operands()) + ")";
  case TermKind::Record:
    return "{" + listOf(T->operands()) + "}";
  case TermKind::Extract:
    return extract(cast<ExtractTerm>(T));
  case TermKind::Variable:
  case TermKind::Local:
  case TermKind::Parameter:
    return declarationOf(T) ? declarationOf(T)->getNameAsString() : "unnamed";
  case TermKind::Temporary:
    return "temporary";
  case TermKind::Return:
    return "return";
  case TermKind::Field:
    return show(cast<FieldTerm>(T)->base()) + "." +
           cast<FieldTerm>(T)->field()->getNameAsString();
  case TermKind::Element:
    return show(cast<ElementTerm>(T)->base()) + "[" +
           show(cast<ElementTerm>(T)->index()) + "]";
  case TermKind::Symbol:
    return "symbol" + std::to_string(cast<SymbolTerm>(T)->number());
  }
  return "?";
}

std::string show(ReasonStep::Kind K) {
  switch (K) {
  case ReasonStep::Kind::Assigned:
    return "assigned";
  case ReasonStep::Kind::Passed:
    return "passed";
  case ReasonStep::Kind::Chosen:
    return "chosen";
  case ReasonStep::Kind::Identity:
    return "identity";
  case ReasonStep::Kind::Address:
    return "address";
  case ReasonStep::Kind::Interfered:
    return "interfered";
  case ReasonStep::Kind::Returned:
    return "returned";
  case ReasonStep::Kind::Operation:
    return "operation";
  case ReasonStep::Kind::Unknown:
    return "unknown";
  }
  return "?";
}

//===----------------------------------------------------------------------===//
// Units
//===----------------------------------------------------------------------===//

/// What ParsedCuda.h does not declare: launches need a configuration function,
/// blocks their reducing barriers.
static const char *const More = R"cuda(
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __cluster_dims__(...) __attribute__((annotate("cluster_dims", __VA_ARGS__)))
extern "C" int cudaConfigureCall(dim3, dim3, size_t = 0, void * = 0);
extern "C" unsigned __cudaPushCallConfiguration(dim3, dim3, size_t = 0,
                                                void * = 0);
extern "C" int cudaLaunchKernel(const void *, dim3, dim3, void **, size_t,
                                void *);
#pragma clang force_cuda_host_device begin
int __any_sync(unsigned, int);
int __syncthreads_or(int);
int __syncthreads_count(int);
#pragma clang force_cuda_host_device end
)cuda";

AnalysedUnit::AnalysedUnit(llvm::StringRef Source)
    : Parsed(std::make_unique<ParsedCuda>(More + Source.str())),
      Code(std::make_unique<DeviceCode>(Parsed->Unit->getASTContext(),
                                        Parsed->Model)) {}

AnalysedUnit::~AnalysedUnit() = default;

ASTContext &AnalysedUnit::context() const {
  return Parsed->Unit->getASTContext();
}

const FunctionDecl &AnalysedUnit::function(llvm::StringRef Name) const {
  for (const auto &List : {Code->kernels(), Code->deviceFunctions()})
    for (const FunctionDecl *F : List)
      if (F->getIdentifier() && F->getName() == Name)
        return *F;
  for (const Decl *D : context().getTranslationUnitDecl()->decls())
    if (const auto *F = dyn_cast<FunctionDecl>(D))
      if (F->getIdentifier() && F->getName() == Name &&
          F->doesThisDeclarationHaveABody())
        return *F;
  ADD_FAILURE() << "no function " << Name.str();
  std::abort();
}

std::string AnalysedUnit::text(const Stmt *S) const {
  if (!S)
    return "";
  return Lexer::getSourceText(
             CharSourceRange::getTokenRange(S->getSourceRange()),
             context().getSourceManager(), context().getLangOpts())
      .str();
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

AnalysedKernel::AnalysedKernel(llvm::StringRef Code,
                               const AnalysisOptions &Options,
                               llvm::StringRef Root)
    : Unit(Code),
      Facts(KernelFacts::analyse(Unit.function(Root), Unit.code(), Options)) {
  EXPECT_TRUE(Facts);
}

/// The variable called \p Name that an element of \p N declares.
static const VarDecl *declaredIn(const Node &N, llvm::StringRef Name) {
  for (unsigned I = N.firstElement(); I < N.lastElement(); ++I)
    if (auto Element = N.block()[I].getAs<CFGStmt>())
      if (const auto *Declaration = dyn_cast<DeclStmt>(Element->getStmt()))
        for (const Decl *D : Declaration->decls())
          if (const auto *Var = dyn_cast<VarDecl>(D))
            if (Var->getName() == Name)
              return Var;
  return nullptr;
}

std::vector<const Node *> AnalysedKernel::nodesOf(llvm::StringRef Name) const {
  std::vector<const Node *> Found;
  for (const Node &N : cfg().nodes())
    if (declaredIn(N, Name))
      Found.push_back(&N);
  return Found;
}

const Node &AnalysedKernel::nodeOf(llvm::StringRef Name) const {
  std::vector<const Node *> Found = nodesOf(Name);
  EXPECT_EQ(Found.size(), 1u) << Name.str();
  if (Found.empty())
    std::abort();
  return *Found[0];
}

const VarDecl &AnalysedKernel::variable(llvm::StringRef Name) const {
  return *declaredIn(nodeOf(Name), Name);
}

const Expr &AnalysedKernel::initOf(llvm::StringRef Name) const {
  return *variable(Name).getInit();
}

const Term *AnalysedKernel::valueOf(llvm::StringRef Name) const {
  const Term *Value =
      Facts->values().valueOf(nodeOf(Name).owner(), &initOf(Name));
  EXPECT_TRUE(Value) << Name.str() << " is not reached";
  return Value;
}

const Node &AnalysedKernel::branchOn(llvm::StringRef Condition) const {
  const Node *Found = nullptr;
  for (const Node &N : cfg().nodes())
    if (N.ending() == Node::Ending::Branch &&
        text(N.condition()) == Condition) {
      EXPECT_FALSE(Found) << "two branches on " << Condition.str();
      Found = &N;
    }
  EXPECT_TRUE(Found) << "no branch on " << Condition.str();
  if (!Found)
    std::abort();
  return *Found;
}

std::vector<std::string>
AnalysedKernel::conditions(llvm::ArrayRef<const Node *> Branches) const {
  std::vector<std::string> Result;
  for (const Node *N : Branches)
    Result.push_back(text(N->condition()));
  return Result;
}

std::vector<const Event *> AnalysedKernel::events(Event::Kind K) const {
  std::vector<const Event *> Result;
  for (const Event &E : cfg().events())
    if (E.K == K)
      Result.push_back(&E);
  return Result;
}

std::vector<const Event *> AnalysedKernel::writes() const {
  std::vector<const Event *> Result = events(Event::Kind::Access);
  llvm::erase_if(Result,
                 [](const Event *E) { return E->Access == AccessKind::Read; });
  return Result;
}

unsigned AnalysedKernel::contextsOf(llvm::StringRef Function) const {
  std::vector<const CallContext *> Seen;
  for (const Node &N : cfg().nodes()) {
    const FunctionDecl &F = N.owner().function();
    bool Matches = F.getIdentifier() ? F.getName() == Function
                                     : F.getNameAsString() == Function;
    if (Matches && !llvm::is_contained(Seen, &N.owner()))
      Seen.push_back(&N.owner());
  }
  return Seen.size();
}

std::vector<ReasonStep> AnalysedKernel::reasons(llvm::StringRef Name, Scope S,
                                                unsigned Limit) const {
  return explain(Facts->values(), Facts->uniformity(), Unit.code(),
                 nodeOf(Name).owner(), initOf(Name), S, Limit);
}

std::vector<std::string> AnalysedKernel::story(llvm::StringRef Name, Scope S,
                                               unsigned Limit) const {
  std::vector<std::string> Result;
  for (const ReasonStep &Step : reasons(Name, S, Limit)) {
    std::string Told = show(Step.K);
    if (Step.Variable)
      Told += " " + Step.Variable->getNameAsString();
    if (!Step.Source.empty())
      Told += " " + Step.Source;
    Result.push_back(Told);
  }
  return Result;
}

std::optional<scenarios::DivergenceWitness>
AnalysedKernel::witness(llvm::StringRef Condition) const {
  EXPECT_TRUE(branchOn(Condition).Branch) << Condition.str();
  return scenarios::findWitness(branchOn(Condition).Branch, Facts->values(),
                                Facts->terms().launch());
}

AnalysisOptions launch(std::array<uint32_t, 3> Block,
                       std::array<uint32_t, 3> Grid, uint32_t MaxThreads) {
  AnalysisOptions Options;
  Options.Launch.Block = Block;
  Options.Launch.Grid = Grid;
  Options.Launch.MaxThreads = MaxThreads;
  return Options;
}

} // namespace warplint::test
