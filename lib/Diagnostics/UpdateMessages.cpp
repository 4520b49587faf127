//===--- UpdateMessages.cpp - Lost updates in the user's words ------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics/UpdateMessages.h"
#include "Analysis/Detectors/NonAtomicUpdates/Updates.h"
#include "Analysis/Expr/TermTraversal.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/KernelIR/InlinedCFG.h"
#include "Analysis/LaunchScenarios/LaunchScenarios.h"
#include "Analysis/Program/DeviceCode.h"
#include "CudaModel/AstNames.h"
#include "CudaModel/SuggestedAtomics.h"
#include "Diagnostics/EvidenceMessages.h"
#include "Diagnostics/Explanation.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ParentMap.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace warplint {

//===----------------------------------------------------------------------===//
// The atomic
//===----------------------------------------------------------------------===//

namespace {

/// `Place = Place Op Operand`, as the source has it.
struct Change {
  const Expr *Whole = nullptr, *Place = nullptr;
  const Expr *Operand = nullptr; ///< Null for one.
  llvm::StringRef Atomic;        ///< What does the same; empty if nothing does.
  bool GivesNew = false;         ///< Somebody uses the value after the change.
};

} // namespace

static bool areSame(const Expr *L, const Expr *R, DeviceCode &Code);

/// Whether \p L and \p R have equal operators and operands and change nothing.
static bool areSameOperations(const Expr *L, const Expr *R, DeviceCode &Code) {
  if (const auto *Left = dyn_cast<ArraySubscriptExpr>(L)) {
    const auto *Right = cast<ArraySubscriptExpr>(R);
    return areSame(Left->getBase(), Right->getBase(), Code) &&
           areSame(Left->getIdx(), Right->getIdx(), Code);
  }
  if (const auto *Left = dyn_cast<UnaryOperator>(L)) {
    const auto *Right = cast<UnaryOperator>(R);
    return Left->getOpcode() == Right->getOpcode() &&
           !Left->isIncrementDecrementOp() &&
           areSame(Left->getSubExpr(), Right->getSubExpr(), Code);
  }
  const auto *Left = dyn_cast<BinaryOperator>(L);
  const auto *Right = dyn_cast<BinaryOperator>(R);
  return Left && Right && Left->getOpcode() == Right->getOpcode() &&
         !Left->isAssignmentOp() &&
         areSame(Left->getLHS(), Right->getLHS(), Code) &&
         areSame(Left->getRHS(), Right->getRHS(), Code);
}

/// Whether \p L and \p R are equal expressions whose value does not change if
/// they are evaluated twice: no calls, no changes, nothing volatile.
static bool areSame(const Expr *L, const Expr *R, DeviceCode &Code) {
  L = L->IgnoreParenImpCasts();
  R = R->IgnoreParenImpCasts();
  const auto &OfL = Code.identityOf(*L), &OfR = Code.identityOf(*R);
  if (OfL && OfR)
    return OfL->Kind == OfR->Kind && OfL->Kind != IdentityKind::Opaque &&
           OfL->Spelling == OfR->Spelling;
  if (L->getStmtClass() != R->getStmtClass() ||
      L->getType().isVolatileQualified())
    return false;
  if (const auto *Named = dyn_cast<DeclRefExpr>(L))
    return Named->getDecl() == cast<DeclRefExpr>(R)->getDecl();
  if (const auto *Member = dyn_cast<MemberExpr>(L)) {
    const auto *Other = cast<MemberExpr>(R);
    return Member->getMemberDecl() == Other->getMemberDecl() &&
           areSame(Member->getBase(), Other->getBase(), Code);
  }
  if (const auto *Number = dyn_cast<IntegerLiteral>(L))
    return llvm::APInt::isSameValue(Number->getValue(),
                                    cast<IntegerLiteral>(R)->getValue());
  return isa<CXXThisExpr>(L) || areSameOperations(L, R, Code);
}

/// \p Wanted is somewhere in \p S.
static bool holds(const Stmt *S, const Expr *Wanted, DeviceCode &Code) {
  const auto *E = dyn_cast_or_null<Expr>(S);
  return S && ((E && areSame(E, Wanted, Code)) ||
               llvm::any_of(S->children(), [&](const Stmt *Child) {
                 return holds(Child, Wanted, Code);
               }));
}

/// What stores to \p Place, and does nothing else to it; null if nothing does.
static const BinaryOperator *assignmentTo(const Stmt *Place,
                                          const ParentMap &Around) {
  const Stmt *Parent = Around.getParent(Place);
  if (isa_and_nonnull<ParenExpr>(Parent))
    return assignmentTo(Parent, Around);
  const auto *Assign = dyn_cast_or_null<BinaryOperator>(Parent);
  return Assign && Assign->getOpcode() == BO_Assign && Assign->getLHS() == Place
             ? Assign
             : nullptr;
}

/// `Place = Place + x`, `Place = x + Place`, `Place = max(Place, x)`, ...
static std::optional<Change> spelledOut(const BinaryOperator &Assign,
                                        const ParentMap &Around,
                                        DeviceCode &Code) {
  ASTContext &Context = Code.context();
  const Expr *Place = Assign.getLHS(), *First = nullptr, *Second = nullptr;
  const Expr *Made = Assign.getRHS()->IgnoreParenImpCasts();
  Change Found;
  bool TakesTurns = true; // `x - Place` is another thing.
  if (const auto *Op = dyn_cast<BinaryOperator>(Made)) {
    First = Op->getLHS();
    Second = Op->getRHS();
    TakesTurns = Op->getOpcode() != BO_Sub;
    Found.Atomic = suggested::atomicFor(Op->getOpcode(), Place->getType());
  } else if (const auto *Call = dyn_cast<CallExpr>(Made)) {
    const FunctionDecl *F = Call->getDirectCallee();
    if (!F || !F->getIdentifier() || Call->getNumArgs() != 2 ||
        !Context.getSourceManager().isInSystemHeader(F->getLocation()) ||
        !Context.hasSameUnqualifiedType(
            F->getReturnType().getNonReferenceType(), Place->getType()))
      return std::nullopt;
    First = Call->getArg(0);
    Second = Call->getArg(1);
    Found.Atomic = suggested::atomicForChoice(F->getName(), Place->getType());
  }
  if (!First)
    return std::nullopt;
  if (TakesTurns && !areSame(Place, First, Code))
    std::swap(First, Second);
  if (!areSame(Place, First, Code))
    return std::nullopt;
  Found.Whole = &Assign;
  Found.Place = Place;
  Found.Operand = Second;
  Found.GivesNew = isUsed(Assign, Around);
  return Found;
}

static std::optional<Change> changeAt(const Stmt *Site, const FunctionDecl &In,
                                      DeviceCode &Code) {
  const ParentMap &Around = Code.parents(In);
  Change Found;
  if (const auto *Op = dyn_cast<CompoundAssignOperator>(Site)) {
    Found = {Op, Op->getLHS(), Op->getRHS(),
             suggested::atomicFor(
                 BinaryOperator::getOpForCompoundAssignment(Op->getOpcode()),
                 Op->getLHS()->getType())};
    Found.GivesNew = isUsed(*Op, Around);
    return Found;
  }
  if (const BinaryOperator *Assign = assignmentTo(Site, Around))
    return spelledOut(*Assign, Around, Code);
  const auto *Step = dyn_cast<UnaryOperator>(Site);
  if (!Step || !Step->isIncrementDecrementOp())
    return std::nullopt;
  Found = {Step, Step->getSubExpr(), nullptr,
           suggested::atomicFor(Step->isIncrementOp() ? BO_Add : BO_Sub,
                                Step->getSubExpr()->getType())};
  Found.GivesNew = Step->isPrefix() && isUsed(*Step, Around);
  return Found;
}

static std::string textOf(const Expr *E, const ASTContext &Context) {
  return Lexer::getSourceText(
             CharSourceRange::getTokenRange(E->getSourceRange()),
             Context.getSourceManager(), Context.getLangOpts())
      .str();
}

static std::string addressOf(const Expr *Place, const ASTContext &Context) {
  const auto *Followed = dyn_cast<UnaryOperator>(Place->IgnoreParens());
  return Followed && Followed->getOpcode() == UO_Deref
             ? textOf(Followed->getSubExpr(), Context)
             : "&" + textOf(Place, Context);
}

llvm::StringRef addAtomic(Finding &F, const updates::PlaceUpdate &U,
                          const KernelFacts &Facts) {
  ASTContext &Context = Facts.context();
  const FunctionDecl &In = U.Write->Owner->function();
  auto Of = changeAt(U.Write->Site, In, Facts.code());
  if (!Of || U.K != updates::PlaceUpdate::Kind::Changed)
    return "";
  llvm::StringRef Name = Of->Atomic;
  if (Name.empty() || Of->GivesNew || In.isTemplateInstantiation() ||
      Of->Whole->getBeginLoc().isMacroID() ||
      Of->Whole->getEndLoc().isMacroID() ||
      (Of->Operand && (Of->Operand->getType()->isFloatingType() !=
                           Of->Place->getType()->isFloatingType() ||
                       holds(Of->Operand, Of->Place, Facts.code()))))
    return Name;
  Edit Made;
  Made.Range = CharSourceRange::getTokenRange(Of->Whole->getSourceRange());
  Made.Replacement = (Name + "(" + addressOf(Of->Place, Context) + ", " +
                      (Of->Operand ? textOf(Of->Operand, Context) : "1") + ")")
                         .str();
  Made.Safe = true;
  F.Edits.push_back(std::move(Made));
  return Name;
}

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

static std::string example(const updates::LostUpdate &Lost) {
  const updates::CollidingThreads &T = Lost.Threads;
  std::string Text =
      T.OfTwoBlocks
          ? "for example threads " + triple(T.First) + " of two blocks"
          : "for example threads " + triple(T.First) + " and " +
                triple(T.Second) + " of a block";
  if (Lost.Index)
    Text += findPart(Lost.Index, [](const Term &T) { return isa<LoadTerm>(T); })
                ? ", when both have read the same index"
                : ", when both have chosen the same index";
  if (!T.ShapeIsKnown && !T.OfTwoBlocks)
    Text += ", in blocks of " + triple(T.BlockDim) + " threads";
  return Text;
}

static Witness witnessOf(const updates::LostUpdate &Lost) {
  Witness Shown;
  SourceLocation Loc = Lost.Of.Write->Site->getBeginLoc();
  std::array<int64_t, 3> Blocks[] = {{0, 0, 0}, {1, 0, 0}};
  for (int I : {0, 1}) {
    Witness::ThreadAt At;
    At.Thread = I ? Lost.Threads.Second : Lost.Threads.First;
    if (Lost.Threads.OfTwoBlocks)
      At.Block = Blocks[I];
    At.Role = "changes";
    At.Loc = Loc;
    Shown.Threads.push_back(std::move(At));
  }
  Shown.BlockDim = Lost.Threads.BlockDim;
  return Shown;
}

void explainLostUpdate(Finding &F, const updates::LostUpdate &Lost,
                       const KernelFacts &Facts) {
  Explanation Words(Facts);
  const updates::PlaceUpdate &U = Lost.Of;
  auto Shown = [&](const Event &E) {
    return Words.inUserCode(*E.Owner, E.Site);
  };
  MessagePlace At = Shown(*U.Write), Read = Shown(*U.Read);
  std::string Object = objectName(U.Write->Address);
  std::string Element = Lost.Index ? "an element of " + Object : Object;
  std::string Others = Lost.Threads.OfTwoBlocks ? "a thread of another block"
                                                : "another thread of the block";
  F.Loc = At.Loc;
  F.Sure = Lost.IsGuess ? Certainty::Possible : Certainty::Likely;
  F.RestsOn = itemsOf(Lost.RestsOn);
  bool Tested = U.K == updates::PlaceUpdate::Kind::Tested;
  F.Message = Element +
              (Tested ? " is tested and then written"
                      : " is read, changed and written back") +
              " while " + Others + " may do the same: one of them is lost";
  if (Tested || Read.Loc != At.Loc)
    F.Notes.push_back({Read.Loc,
                       Tested ? "it is tested here" : "it is read here",
                       NoteRole::Operation});
  const Term *Part =
      Lost.Index
          ? findPart(Lost.Index, [](const Term &T) { return isa<LoadTerm>(T); })
          : nullptr;
  if (const auto *Index = dyn_cast_or_null<LoadTerm>(Part))
    F.Notes.push_back(
        {Words.inUserCode(*Index->callContext(), Index->site()).Loc,
         "the index is read here: nothing keeps it from being the same in "
         "several threads",
         NoteRole::Reason});
  if (At.Site != U.Write->Site)
    Words.addCalls(F.Notes, At, *U.Write, "it is written here");
  F.Notes.push_back({At.Loc, example(Lost), NoteRole::Example});
  F.Shown = witnessOf(Lost);
  setScenario(F,
              scenarios::provenanceOf(Facts, Lost.Threads.BlockDim,
                                      scenarios::ForWitness),
              Lost.Threads.BlockDim);
  if (Lost.Repeats)
    F.Notes.push_back({Shown(*Lost.Repeats).Loc,
                       "if this makes the launch repeat until nothing changes, "
                       "a later iteration may hide what was lost",
                       NoteRole::Reason});
  llvm::StringRef Name = addAtomic(F, U, Facts);
  std::string Advice =
      !Name.empty() ? ("use '" + Name + "()'").str()
      : Tested ? ("let one atomic test and store, such as '" +
                  suggested::Minimum + "', '" + suggested::Maximum + "' or '" +
                  suggested::CompareExchange + "'")
                     .str()
               : ("use an atomic, or '" + suggested::CompareExchange +
                  "' in a loop where there is none for it")
                     .str();
  F.Notes.push_back({At.Loc, Advice + ", or give each thread its own element",
                     NoteRole::Advice});
}

} // namespace warplint
