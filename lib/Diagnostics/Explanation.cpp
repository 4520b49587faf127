//===--- Explanation.cpp - Facts in the user's words -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/Explanation.h"
#include "Analysis/LaunchScenarios/DivergenceWitness.h"
#include "Analysis/LaunchScenarios/LaunchScenarios.h"
#include "Analysis/LaunchScenarios/ParameterSampling.h"
#include "Analysis/Launches/Launches.h"
#include "Analysis/SymbolicExecution/AccessPath.h"
#include "Analysis/Uniformity/Convergence.h"
#include "Analysis/Uniformity/DivergenceReasons.h"
#include "Assumptions/Assumptions.h"
#include "Target/Warp.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace warplint {

/// The innermost statement of a block that holds \p S, if nothing but
/// expressions and declarations is between; null otherwise.
static bool findInBlock(const Stmt *In, const Stmt &S, const Stmt *&Found) {
  if (In == &S)
    return true;
  for (const Stmt *Child : In->children()) {
    if (!Child || !findInBlock(Child, S, Found))
      continue;
    if (!Found && isa<CompoundStmt>(In))
      Found = Child;
    // What stands alone under an `if` needs braces, a condition another place.
    if (!Found && !isa<Expr, DeclStmt, ReturnStmt>(In))
      Found = In;
    return true;
  }
  return false;
}

std::optional<SourceLocation> startOfStatement(const FunctionDecl &F,
                                               const Stmt &S) {
  const Stmt *Found = nullptr;
  if (!F.getBody() || !findInBlock(F.getBody(), S, Found) ||
      !isa_and_nonnull<Expr, DeclStmt, ReturnStmt>(Found) ||
      Found->getBeginLoc().isMacroID())
    return std::nullopt;
  return Found->getBeginLoc();
}

std::string membersOf(Scope S) { return ("threads of one " + nameOf(S)).str(); }

static std::string arrivingLanes(const collectives::WarpAtPoint &At,
                                 LaneMask Mask) {
  std::string Text = "of warp " + std::to_string(At.Warp) + ", lanes " +
                     hexOf(At.Coming) + " come here";
  if (At.Iteration)
    Text += " in iteration " + std::to_string(At.Iteration) + " of the loop";
  for (const auto &[Parameter, Value] : At.Given)
    Text +=
        " when " + Parameter->getNameAsString() + " = " + std::to_string(Value);
  if (!At.BlockIsKnown)
    Text += ", in a block of " +
            std::to_string(At.BlockDim[0] * At.BlockDim[1] * At.BlockDim[2]) +
            " threads";
  if (Mask)
    Text += "; the mask is " + hexOf(Mask);
  return Text;
}

static std::string quoted(const NamedDecl *D) {
  return D ? "'" + D->getNameAsString() + "'" : "a value";
}

std::string objectName(const Term *Address) {
  auto At = locate(Address);
  if (!At)
    return "the object";
  if (!At->Fields.empty() && At->Fields.front())
    return quoted(At->Fields.front());
  if (const auto *Member = dyn_cast<ExtractTerm>(At->Root))
    if (Member->field())
      return quoted(Member->field());
  const auto *Named = dyn_cast<DeclaredTerm>(At->Root);
  return Named && !isa<LocalTerm>(Named) ? quoted(Named->decl()) : "the object";
}

MessagePlace Explanation::inUserCode(const CallContext &A,
                                     const Stmt *S) const {
  const CallContext *Owner = &A;
  while (!Facts.code().isUserCode(S->getBeginLoc()) && Owner->caller()) {
    S = Owner->callSite();
    Owner = Owner->caller();
  }
  return {Owner, S, S->getBeginLoc()};
}

MessagePlace Explanation::inFrame(const CallContext &A, const Stmt *S,
                                  const CallContext &Frame) const {
  const Stmt *Site = S;
  for (const CallContext *Owner = &A; Owner; Owner = Owner->caller()) {
    if (Owner == &Frame)
      return inUserCode(*Owner, Site);
    Site = Owner->callSite();
  }
  return inUserCode(A, S);
}

/// Nothing happens in \p Call but \p Only.
static bool isWrapperOf(const KernelFacts &Facts, const CallContext &Call,
                        const Event &Only) {
  auto IsIn = [&](const CallContext *A) {
    while (A && A != &Call)
      A = A->caller();
    return A != nullptr;
  };
  for (const Event &E : Facts.cfg().events())
    if (E.Site != Only.Site && IsIn(E.Owner))
      return false;
  return true;
}

MessagePlace Explanation::outsideWrappers(const Event &E) const {
  MessagePlace At = inUserCode(*E.Owner, E.Site);
  while (At.Owner->caller() && isWrapperOf(Facts, *At.Owner, E))
    At = inUserCode(*At.Owner->caller(), At.Owner->callSite());
  return At;
}

static bool contains(const Stmt &Outer, const MessagePlace &Inner,
                     const SourceManager &SM) {
  SourceLocation At = SM.getExpansionLoc(Inner.Loc);
  return SM.isPointWithin(At, SM.getExpansionLoc(Outer.getBeginLoc()),
                          SM.getExpansionLoc(Outer.getEndLoc()));
}

/// How the branch treats what it decides over.
static std::string describe(const Stmt *Branch, bool Inside, Scope S) {
  std::string Members = membersOf(S);
  if (isa_and_nonnull<SwitchStmt>(Branch))
    return "this 'switch' takes different cases in " + Members;
  if (isa_and_nonnull<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(Branch))
    return "this loop runs a different number of times in " + Members;
  if (Inside || isa_and_nonnull<BinaryOperator>(Branch))
    return "this condition differs between " + Members;
  return "this condition differs between " + Members +
         ": some leave here and skip it";
}

void Explanation::addBranch(Finding &F, const Node &Branch,
                            const MessagePlace &Reached, Scope S) const {
  Evidence RestsOn = Facts.uniformity().evidenceOf(Branch, S);
  for (const MadeAssumption &One : RestsOn.assumed()) {
    Facts.assumptions().count(One.Id);
    F.RestsOn.push_back(
        {EvidenceItem::Kind::Assumption, nameOf(One.Id).str(), ""});
  }
  const Stmt *Shown = Branch.condition()
                          ? static_cast<const Stmt *>(Branch.condition())
                          : Branch.terminator();
  if (!Shown)
    return;
  MessagePlace At = inUserCode(Branch.owner(), Shown);
  const Stmt *Terminator = Branch.terminator();
  bool Inside = Terminator && contains(*Terminator, Reached,
                                       Facts.context().getSourceManager());
  F.Notes.push_back({At.Loc, describe(Terminator, Inside, S)});
  addReasons(F.Notes, Branch, S);
}

static std::string describe(const ReasonStep &Step, Scope S) {
  std::string By = Step.ByWarp ? "varies by warp"
                   : S == Scope::Block || S == Scope::Warp
                       ? "varies by thread"
                       : ("varies within the " + nameOf(S)).str();
  switch (Step.K) {
  case ReasonStep::Kind::Assigned:
    return quoted(Step.Variable) + " " + By + ": it gets its value here";
  case ReasonStep::Kind::Passed:
    return quoted(Step.Variable) + " " + By + ": this argument does";
  case ReasonStep::Kind::Chosen:
    return quoted(Step.Variable) + " " + By +
           ": it is assigned under this condition, which does";
  case ReasonStep::Kind::Identity:
    return "'" + Step.Source + "' is read here";
  case ReasonStep::Kind::Address:
    return quoted(Step.Variable) +
           " is read at an address that varies by thread";
  case ReasonStep::Kind::Interfered:
    if (!Step.Other)
      return quoted(Step.Variable) +
             " is volatile and can change between the reads of two threads";
    return quoted(Step.Variable) +
           " is read here, and another thread can change it before all "
           "threads of the block have read it";
  case ReasonStep::Kind::Returned:
    return "the value returned by " + quoted(Step.Variable) + " " + By;
  case ReasonStep::Kind::Operation:
    return "the result of '" + Step.Source + "' " + By;
  case ReasonStep::Kind::Unknown:
    return "this value " + By;
  }
  llvm_unreachable("reason without words");
}

void Explanation::addReasons(std::vector<Note> &Notes, const Node &Branch,
                             Scope S) const {
  if (!Branch.condition())
    return;
  std::vector<ReasonStep> Chain =
      explain(Facts.values(), Facts.uniformity(), Facts.code(), Branch.owner(),
              *Branch.condition(), S);
  for (size_t I = 0; I < Chain.size(); ++I) {
    const ReasonStep &Step = Chain[I];
    SourceLocation Loc = Step.At->getBeginLoc();
    if (!Facts.code().isUserCode(Loc))
      continue;
    std::string Text = describe(Step, S);
    // "'i' varies by thread: computed from 'threadIdx.x'" in one breath.
    bool Last = I + 2 == Chain.size() &&
                Chain[I + 1].K == ReasonStep::Kind::Identity &&
                Step.K == ReasonStep::Kind::Assigned;
    if (Last) {
      Notes.push_back({Loc, quoted(Step.Variable) +
                                " varies by thread: computed from '" +
                                Chain[I + 1].Source + "'"});
      break;
    }
    Notes.push_back({Loc, Text});
    if (Step.K == ReasonStep::Kind::Interfered && Step.Other)
      Notes.push_back({inUserCode(*Step.Other->Owner, Step.Other->Site).Loc,
                       "it is written here"});
  }
}

std::string triple(const std::array<int64_t, 3> &Of) {
  return "(" + std::to_string(Of[0]) + "," + std::to_string(Of[1]) + "," +
         std::to_string(Of[2]) + ")";
}

void addSeenIn(Finding &F, const launches::KernelLaunch &Launch,
               llvm::StringRef Blocks) {
  std::string Called =
      Launch.Caller.empty() ? "" : ", as " + Launch.Caller + " comes to it";
  SourceLocation Loc = Launch.Site ? Launch.Site->getBeginLoc() : F.Loc;
  std::string Where =
      Launch.Site ? "in this launch" : "in the launch at " + Launch.Place;
  F.Notes.push_back({Loc, "seen " + Where + Called + ", with " + Blocks.str(),
                     NoteRole::Example});
}

void setScenario(Finding &F, const scenarios::Provenance &From,
                 const std::array<int64_t, 3> &Block,
                 const std::array<int64_t, 3> &Grid) {
  FindingScenario &In = F.Scenario.emplace();
  In.Provenance = nameOf(From.K).str();
  In.Rule = From.Rule.str();
  In.BlockDim = Block;
  In.GridDim = Grid;
  if (!From.Launch)
    return;
  if (From.Launch->Site)
    In.Site = From.Launch->Site->getBeginLoc();
  In.Place =
      From.Launch->Caller.empty() ? From.Launch->Place : From.Launch->Caller;
}

void addLanes(Finding &F, const KernelFacts &Facts,
              const collectives::WarpAtPoint &At, LaneMask Mask) {
  F.Notes.push_back({F.Loc, arrivingLanes(At, Mask), NoteRole::Example});
  setScenario(
      F, scenarios::provenanceOf(Facts, At.BlockDim, scenarios::ForWitness),
      At.BlockDim);
}

/// \p Found as data; both threads are at the condition, \p Loc.
static Witness witnessOf(const scenarios::DivergenceWitness &Found,
                         SourceLocation Loc, const LaunchExtents &Launch) {
  Witness W;
  W.Threads.push_back({Found.Taking, std::nullopt, "meets the condition", Loc});
  W.Threads.push_back({Found.NotTaking, std::nullopt, "does not meet it", Loc});
  for (unsigned I = 0; I < 3; ++I)
    W.BlockDim[I] = Launch.Block[I];
  if (Found.AssumedBlock)
    W.BlockDim = {Found.AssumedBlock, 1, 1};
  for (const auto &[Parameter, Value] : Found.Given)
    W.Values.push_back({Parameter->getNameAsString(), Value});
  return W;
}

void Explanation::addWitness(Finding &F, const Node &Branch) const {
  if (!Branch.Branch || !Branch.condition() ||
      isa_and_nonnull<SwitchStmt>(Branch.terminator()))
    return;
  // Threads that another branch keeps away are no example for this one.
  if (!Facts.convergence().divergentControls(Branch, Scope::Block).empty() &&
      !isa_and_nonnull<ForStmt, WhileStmt, DoStmt>(Branch.terminator()))
    return;
  llvm::SmallVector<const Term *, 2> Parameters =
      inputsOf(Branch.Branch, Facts.values()).Parameters;
  const launches::KernelLaunch *In =
      Facts.uniformity().divergentLaunch(Branch, Scope::Block);
  LaunchExtents Extents = Facts.terms().launch();
  if (In)
    Extents = Extents.orElse(In->Extents);
  auto Found =
      scenarios::findWitness(Branch.Branch, Facts.values(), Extents,
                             scenarios::sizesByHost(Facts, Parameters, In));
  if (!Found)
    return;
  std::string Text = "for example it holds for thread " +
                     triple(Found->Taking) + " and not for thread " +
                     triple(Found->NotTaking);
  const char *Join = " when ";
  for (const auto &[Parameter, Value] : Found->Given) {
    Text += Join + Parameter->getNameAsString() + " = " + std::to_string(Value);
    Join = " and ";
  }
  if (Found->AssumedBlock)
    Text +=
        ", in a block of " + std::to_string(Found->AssumedBlock) + " threads";
  SourceLocation Loc = inUserCode(Branch.owner(), Branch.condition()).Loc;
  F.Notes.push_back({Loc, Text, NoteRole::Example});
  F.Shown = witnessOf(*Found, Loc, Extents);
  const bool IsOfLaunch = In && Extents.blockSize();
  setScenario(F,
              IsOfLaunch ? scenarios::provenanceOf(*In)
                         : scenarios::provenanceOf(Facts, F.Shown->BlockDim,
                                                   scenarios::ForWitness),
              F.Shown->BlockDim);
  if (IsOfLaunch)
    addSeenIn(
        F, *In,
        "blocks of " +
            triple({Extents.Block[0], Extents.Block[1], Extents.Block[2]}) +
            " threads");
}

std::string Explanation::calledIn(const MessagePlace &At,
                                  const Event &E) const {
  for (const CallContext *Up = E.Owner; Up->caller(); Up = Up->caller())
    if (Up->callSite() == At.Site)
      return " in " + quoted(&Up->function());
  return "";
}

void Explanation::addCallsBetween(std::vector<Note> &Notes,
                                  const CallContext &Inner,
                                  const CallContext &Outer,
                                  const Stmt *Reported) const {
  std::vector<const CallContext *> Chain;
  for (const CallContext *Up = &Inner; Up != &Outer && Up->caller();
       Up = Up->caller())
    Chain.push_back(Up);
  for (const CallContext *Called : llvm::reverse(Chain)) {
    SourceLocation Loc = Called->callSite()->getBeginLoc();
    if (Called->callSite() != Reported && Facts.code().isUserCode(Loc))
      Notes.push_back(
          {Loc, "through this call of " + quoted(&Called->function())});
  }
}

void Explanation::addCallers(std::vector<Note> &Notes,
                             const MessagePlace &At) const {
  addCallsBetween(Notes, *At.Owner, Facts.cfg().rootContext(), nullptr);
}

void Explanation::addCalls(std::vector<Note> &Notes, const MessagePlace &From,
                           const Event &E, llvm::StringRef Last) const {
  addCallsBetween(Notes, *E.Owner, *From.Owner, From.Site);
  if (Facts.code().isUserCode(E.Site->getBeginLoc()))
    Notes.push_back({E.Site->getBeginLoc(), Last.str()});
}

} // namespace warplint
