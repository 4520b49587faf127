//===--- UpdateWords.cpp - Lost updates in the user's words ---------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Explanation/UpdateWords.h"
#include "Analysis/Symbolic/TermTraversal.h"
#include "Model/SuggestedAtomics.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ParentMapContext.h"
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
  BinaryOperatorKind Op = BO_Add;
  bool GivesNew = false; ///< Somebody uses the value after the change.
};

} // namespace

static bool isUsed(const Expr &E, ASTContext &Context) {
  for (const auto &Parent : Context.getParents(E)) {
    const auto *Around = Parent.get<Stmt>();
    if (const auto *Cleanups = dyn_cast_or_null<ExprWithCleanups>(Around))
      return isUsed(*Cleanups, Context);
    if (const auto *Loop = dyn_cast_or_null<ForStmt>(Around))
      return Loop->getCond() == &E;
    if (const auto *If = dyn_cast_or_null<IfStmt>(Around))
      return If->getCond() == &E;
    return !Around ||
           isa<Expr, ReturnStmt, SwitchStmt, WhileStmt, DoStmt>(Around);
  }
  return true;
}

static std::optional<Change> changeAt(const Stmt *Site, ASTContext &Context) {
  Change Found;
  if (const auto *Op = dyn_cast<CompoundAssignOperator>(Site)) {
    Found = {Op, Op->getLHS(), Op->getRHS(),
             BinaryOperator::getOpForCompoundAssignment(Op->getOpcode())};
    Found.GivesNew = isUsed(*Op, Context);
    return Found;
  }
  const auto *Step = dyn_cast<UnaryOperator>(Site);
  if (!Step || !Step->isIncrementDecrementOp())
    return std::nullopt;
  Found = {Step, Step->getSubExpr(), nullptr,
           Step->isIncrementOp() ? BO_Add : BO_Sub};
  Found.GivesNew = Step->isPrefix() && isUsed(*Step, Context);
  return Found;
}

static std::string textOf(const Expr *E, const ASTContext &Context) {
  return Lexer::getSourceText(
             CharSourceRange::getTokenRange(E->getSourceRange()),
             Context.getSourceManager(), Context.getLangOpts())
      .str();
}

llvm::StringRef addAtomic(Finding &F, const PlaceUpdate &U,
                          const KernelFacts &Facts) {
  ASTContext &Context = Facts.context();
  auto Of = changeAt(U.Write->Site, Context);
  if (!Of || U.K != PlaceUpdate::Kind::Changed)
    return "";
  llvm::StringRef Name = suggested::atomicFor(Of->Op, Of->Place->getType());
  const FunctionDecl &In = U.Write->Owner->function();
  if (Name.empty() || Of->GivesNew || In.isTemplateInstantiation() ||
      Of->Whole->getBeginLoc().isMacroID() ||
      Of->Whole->getEndLoc().isMacroID() ||
      (Of->Operand && Of->Operand->getType()->isFloatingType() !=
                          Of->Place->getType()->isFloatingType()))
    return Name;
  Edit Made;
  Made.Range = CharSourceRange::getTokenRange(Of->Whole->getSourceRange());
  Made.Replacement = (Name + "(&" + textOf(Of->Place, Context) + ", " +
                      (Of->Operand ? textOf(Of->Operand, Context) : "1") + ")")
                         .str();
  Made.Safe = true;
  F.Edits.push_back(std::move(Made));
  return Name;
}

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

static std::string triple(const std::array<int64_t, 3> &Of) {
  return "(" + std::to_string(Of[0]) + "," + std::to_string(Of[1]) + "," +
         std::to_string(Of[2]) + ")";
}

static std::string example(const LostUpdate &Lost) {
  const MeetingThreads &T = Lost.Threads;
  std::string Text =
      T.OfTwoBlocks
          ? "for example threads " + triple(T.First) + " of two blocks"
          : "for example threads " + triple(T.First) + " and " +
                triple(T.Second) + " of a block";
  if (Lost.Index)
    Text += ", when both have read the same index";
  if (!T.ShapeIsKnown && !T.OfTwoBlocks)
    Text += ", in blocks of " + triple(T.BlockDim) + " threads";
  return Text;
}

static Witness witnessOf(const LostUpdate &Lost) {
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

void tellLostUpdate(Finding &F, const LostUpdate &Lost,
                    const KernelFacts &Facts) {
  Explanation Words(Facts);
  const PlaceUpdate &U = Lost.Of;
  auto Shown = [&](const Event &E) {
    return Words.inUserCode(*E.Owner, E.Site);
  };
  ShownAt At = Shown(*U.Write), Read = Shown(*U.Read);
  std::string Object = objectName(U.Write->Address);
  std::string Element = Lost.Index ? "an element of " + Object : Object;
  std::string Others = Lost.Threads.OfTwoBlocks ? "a thread of another block"
                                                : "another thread of the block";
  F.Loc = At.Loc;
  F.Sure = Certainty::Likely;
  bool Tested = U.K == PlaceUpdate::Kind::Tested;
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
  if (Lost.Repeats)
    F.Notes.push_back({Shown(*Lost.Repeats).Loc,
                       "if this makes the launch repeat until nothing changes, "
                       "a later round may hide what was lost",
                       NoteRole::Reason});
  llvm::StringRef Name = addAtomic(F, U, Facts);
  std::string Advice =
      !Name.empty() ? ("use '" + Name + "()'").str()
      : Tested      ? ("let one atomic test and store, such as '" +
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
