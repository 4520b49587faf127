//===--- SiteFinder.cpp - Expressions of a plan's sites -------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Proof/SiteFinder.h"
#include "CudaModel/MemorySpace.h"
#include "CudaModel/SyncApi.h"
#include "Syntax/TreeVisitor.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/Support/Path.h"

using namespace clang;

namespace warplint::proof {

std::string reportedPath(FileID File, const SourceManager &SM,
                         llvm::StringRef Root) {
  OptionalFileEntryRef Entry = SM.getFileEntryRefForID(File);
  if (!Entry)
    return "";
  llvm::SmallString<256> Path(Entry->getName());
  SM.getFileManager().makeAbsolutePath(Path);
  llvm::sys::path::remove_dots(Path, /*remove_dot_dot=*/true);
  return report::pathBelow(Path, Root);
}

namespace {

using Access = RecordedSite::Access;

class SiteFinder : public syntax::TreeVisitor, public FoundSites {
public:
  SiteFinder(ASTContext &Context, const RecordingPlan &Plan,
             llvm::StringRef Root, bool InMacros)
      : syntax::TreeVisitor({/*Instances=*/true, /*ImplicitCode=*/false}),
        Context(Context), SM(Context.getSourceManager()), Plan(Plan),
        InMacros(InMacros) {
    for (unsigned I = 0; I < Plan.Sites.size(); ++I)
      Wanted[{Plan.Sites[I].File, Plan.Sites[I].Line}].push_back(I);
    this->Root = Root;
  }

  Traversal enter(Decl &D) override {
    if (const auto *F = dyn_cast<FunctionDecl>(&D))
      Around.push_back(F);
    return Traversal::Into;
  }
  void leave(Decl &D) override {
    if (isa<FunctionDecl>(D))
      Around.pop_back();
  }

  bool VisitBinaryOperator(BinaryOperator *Op) override {
    if (!Op->isAssignmentOp())
      return true;
    offer(Op->getBeginLoc(), Op->getLHS(), Access::Store);
    if (Op->isCompoundAssignmentOp())
      offer(Op->getBeginLoc(), Op->getLHS(), Access::Load);
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *Op) override {
    if (!Op->isIncrementDecrementOp())
      return true;
    for (SourceLocation At :
         {Op->getBeginLoc(), Op->getSubExpr()->getBeginLoc()})
      for (Access Does : {Access::Store, Access::Load})
        offer(At, Op->getSubExpr(), Does);
    return true;
  }
  bool VisitImplicitCastExpr(ImplicitCastExpr *Cast) override {
    if (Cast->getCastKind() == CK_LValueToRValue)
      offer(Cast->getBeginLoc(), Cast->getSubExpr(), Access::Load);
    return true;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *Made) override {
    if (Made->getConstructor()->isCopyOrMoveConstructor())
      offer(Made->getArg(0)->getBeginLoc(), Made->getArg(0), Access::Load);
    return true;
  }
  bool VisitCXXOperatorCallExpr(CXXOperatorCallExpr *Call) override {
    if (Call->getOperator() != OO_Equal || Call->getNumArgs() != 2)
      return true;
    offer(Call->getBeginLoc(), Call->getArg(0), Access::Store);
    if (Call->getArg(1)->isGLValue())
      offer(Call->getArg(1)->getBeginLoc(), Call->getArg(1), Access::Load);
    return true;
  }
  bool VisitCallExpr(CallExpr *Call) override {
    std::optional<SyncOp> Op = Model.classify(*Call);
    if (Op && Op->Kind == SyncKind::Barrier && Op->Scope == Scope::Block)
      if (std::optional<unsigned> Site =
              siteAt(Call->getBeginLoc(), Access::Wait))
        take(*Site, *Call, Wrapping::Form::Barrier);
    if (std::optional<unsigned> Site =
            siteAt(Call->getBeginLoc(), Access::Call))
      takeMask(*Site, *Call, Op);
    if (!Op || !Op->Object || !Op->Object->getType()->isPointerType())
      return true;
    switch (Op->Kind) {
    case SyncKind::AtomicRMW:
      return offerPointer(*Call, *Op->Object, Access::Update);
    case SyncKind::AtomicLoad:
    case SyncKind::CachedLoad:
      return offerPointer(*Call, *Op->Object, Access::Load);
    case SyncKind::AtomicStore:
    case SyncKind::CachedStore:
      return offerPointer(*Call, *Op->Object, Access::Store);
    default:
      return true;
    }
  }

private:
  /// The site that an access of kind \p Does at \p At is.
  std::optional<unsigned> siteAt(SourceLocation At, Access Does) const {
    At = SM.getFileLoc(At);
    PresumedLoc Place = SM.getPresumedLoc(At, /*UseLineDirectives=*/false);
    if (Place.isInvalid())
      return std::nullopt;
    auto Sites = Wanted.find({pathOf(SM.getFileID(At)), Place.getLine()});
    if (Sites == Wanted.end())
      return std::nullopt;
    for (unsigned Site : Sites->second)
      if (Plan.Sites[Site].Does == Does &&
          Plan.Sites[Site].Column == columnOf(At))
        return Site;
    return std::nullopt;
  }

  /// As reports count: in characters.
  unsigned columnOf(SourceLocation At) const {
    FileID File = SM.getFileID(At);
    unsigned Offset = SM.getFileOffset(At);
    unsigned Bytes = SM.getColumnNumber(File, Offset) - 1;
    llvm::StringRef Text = SM.getBufferData(File).substr(Offset - Bytes, Bytes);
    return 1 + llvm::count_if(
                   Text, [](unsigned char C) { return (C & 0xC0) != 0x80; });
  }

  const std::string &pathOf(FileID File) const {
    auto [Known, New] = Paths.try_emplace(File);
    if (New)
      Known->second = reportedPath(File, SM, Root);
    return Known->second;
  }

  /// A variable of one thread, or an address that one holds.
  static bool isOwn(const Expr &E) {
    const auto *Name = dyn_cast<DeclRefExpr>(E.IgnoreParenImpCasts());
    const auto *Var = Name ? dyn_cast<VarDecl>(Name->getDecl()) : nullptr;
    return Var && !Var->getType()->isReferenceType() &&
           memorySpaceOf(*Var) == MemorySpace::Local;
  }

  void offer(SourceLocation At, const Expr *E, Access Does) {
    if (!E->isGLValue() || isOwn(*E))
      return;
    std::optional<unsigned> Site = siteAt(At, Does);
    if (!Site)
      return;
    if (E->refersToBitField() || E->refersToVectorElement())
      return refuse(*Site, "a bit field has no address");
    take(*Site, *E->IgnoreImpCasts(), Wrapping::Form::Element);
  }
  bool offerPointer(const CallExpr &Call, const Expr &Pointer, Access Does) {
    if (std::optional<unsigned> Site = siteAt(Call.getBeginLoc(), Does))
      take(*Site, *Pointer.IgnoreImpCasts(), Wrapping::Form::Address);
    return true;
  }

  bool isInOneMacro(SourceRange Range) const {
    SourceLocation Begin = SM.getExpansionLoc(Range.getBegin());
    return Range.getBegin().isMacroID() && Range.getEnd().isMacroID() &&
           Begin == SM.getExpansionLoc(Range.getEnd()) &&
           SM.isInMainFile(Begin);
  }

  void take(unsigned Site, const Expr &E, Wrapping::Form Is) {
    const FunctionDecl *Current = Around.empty() ? nullptr : Around.back();
    if (Current && Current->isTemplated())
      return; // Its instances are visited, too.
    if (Current)
      Holders.push_back({Current, Site});
    if (Found.count(Site))
      return;
    bool IsMacro = E.getBeginLoc().isMacroID();
    if ((IsMacro || E.getEndLoc().isMacroID()) &&
        (!InMacros || !isInOneMacro(E.getSourceRange())))
      return refuse(Site, "it comes out of a macro");
    SourceLocation End =
        IsMacro ? E.getEndLoc()
                : Lexer::getLocForEndOfToken(E.getEndLoc(), 0, SM,
                                             Context.getLangOpts());
    Found.insert({Site, {Site, E.getBeginLoc(), End, Is, Current}});
    Refused.erase(Site);
  }
  void takeMask(unsigned Site, const CallExpr &Call,
                const std::optional<SyncOp> &Op) {
    if (Op && Op->Mask && !isa<CXXDefaultArgExpr>(Op->Mask))
      return take(Site, *Op->Mask, Wrapping::Form::Mask);
    if (!Op)
      return refuse(Site, "what takes the mask is in a function that it calls");
    if (Op->Kind != SyncKind::WarpBarrier || Op->Group ||
        Call.getNumArgs() != 1)
      return refuse(Site, "the call has no mask of its own");
    take(Site, Call, Wrapping::Form::NoMask);
    if (auto Taken = Found.find(Site); Taken != Found.end())
      Taken->second.Begin = Call.getRParenLoc();
  }
  void refuse(unsigned Site, std::string Why) {
    if (!Found.count(Site))
      Refused.try_emplace(Site, std::move(Why));
  }

  ASTContext &Context;
  const SourceManager &SM;
  const RecordingPlan &Plan;
  std::string Root;
  bool InMacros;
  SyncModel Model;
  std::vector<const FunctionDecl *> Around; ///< The innermost is the last.
  std::map<std::pair<std::string, unsigned>, std::vector<unsigned>> Wanted;
  mutable std::map<FileID, std::string> Paths;
};

} // namespace

FoundSites findSites(ASTContext &Context, const RecordingPlan &Plan,
                     llvm::StringRef Root, bool InMacros) {
  SiteFinder Finder(Context, Plan, Root, InMacros);
  Finder.TraverseAST(Context);
  return std::move(Finder);
}

} // namespace warplint::proof
