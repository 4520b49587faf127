//===--- Points.cpp - Where a thread can be made late ---------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Proof/Points.h"
#include "Syntax/TreeVisitor.h"
#include "Target/Limits.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/DenseSet.h"
#include <map>

using namespace clang;

namespace warplint::proof {

void eachPlace(const report::ReportedFinding &F,
               llvm::function_ref<void(const report::ReportedPlace &)> Do) {
  Do(F.At);
  if (F.Shown)
    for (const report::ReportedThread &Thread : F.Shown->Threads)
      Do(Thread.At);
  for (const report::ReportedNote &Note : F.Notes)
    if (Note.Role == NoteRole::Operation)
      Do(Note.At);
}

std::vector<unsigned> linesOf(const report::ReportedFinding &F) {
  std::vector<unsigned> Lines{F.At.Line};
  eachPlace(F, [&](const report::ReportedPlace &At) {
    if (At.File == F.At.File && At.Line && !llvm::is_contained(Lines, At.Line))
      Lines.push_back(At.Line);
  });
  return Lines;
}

namespace {

class PointFinder : public syntax::TreeVisitor {
public:
  PointFinder(ASTContext &Context, const PlaceLines &Lines,
              const BodySet &Kernels)
      : syntax::TreeVisitor({/*Instances=*/false, /*ImplicitCode=*/false}),
        SM(Context.getSourceManager()), Lines(Lines), Kernels(Kernels) {}

  Traversal enter(Decl &D) override {
    if (const auto *F = dyn_cast<FunctionDecl>(&D))
      Wanted.push_back(isWanted(*F) ||
                       (isLambda(*F) && !Wanted.empty() && Wanted.back()));
    return Traversal::Into;
  }
  void leave(Decl &D) override {
    if (isa<FunctionDecl>(D))
      Wanted.pop_back();
  }

  bool VisitCompoundStmt(CompoundStmt *Body) override {
    if (Wanted.empty() || !Wanted.back() || Body->getLBracLoc().isMacroID() ||
        Body->getRBracLoc().isMacroID() ||
        !Lines.count(SM.getFileID(Body->getLBracLoc())))
      return true;
    for (const Stmt *Child : Body->body())
      offer(*Child, *Body);
    return true;
  }

  std::vector<DelayPoint> take() {
    for (const auto &[File, Those] : Lines)
      for (unsigned Line : Those)
        if (auto Least = Innermost.find({File, Line}); Least != Innermost.end())
          Points.at({File, Least->second.second}).OfFinding = true;
    std::vector<DelayPoint> All;
    for (const auto &[Place, Point] : Points)
      All.push_back(Point);
    return All;
  }

private:
  static bool isLambda(const FunctionDecl &F) {
    const auto *Method = dyn_cast<CXXMethodDecl>(&F);
    return Method && Method->getParent()->isLambda();
  }
  unsigned lineOf(SourceLocation At) const {
    return SM.getExpansionLineNumber(At);
  }
  bool isWanted(const FunctionDecl &F) const {
    auto Of = Lines.find(SM.getFileID(SM.getExpansionLoc(F.getLocation())));
    if (!F.doesThisDeclarationHaveABody() || isLambda(F) ||
        F.isConstexprSpecified() || Of == Lines.end())
      return false;
    if (F.hasAttr<CUDAGlobalAttr>())
      return Kernels.count(F.getBody()->getBeginLoc());
    return llvm::any_of(Of->second, [&](unsigned Line) {
      return lineOf(F.getBeginLoc()) <= Line && Line <= lineOf(F.getEndLoc());
    });
  }

  void offer(const Stmt &Child, const CompoundStmt &Body) {
    // What a pragma stands in front of, and labels, stay where they are.
    if (isa<AttributedStmt, SwitchCase, LabelStmt, NullStmt>(Child))
      return;
    SourceLocation At = SM.getExpansionLoc(Child.getBeginLoc());
    unsigned Offset = SM.getFileOffset(At);
    FileID File = SM.getFileID(At);
    if (File != SM.getFileID(Body.getLBracLoc()) ||
        Offset <= SM.getFileOffset(Body.getLBracLoc()) ||
        Offset >= SM.getFileOffset(Body.getRBracLoc()))
      return;
    Points.try_emplace({File, Offset}, DelayPoint{At, lineOf(At), false});
    unsigned First = lineOf(Child.getBeginLoc()),
             Last = lineOf(Child.getEndLoc());
    for (unsigned Line = First; Line <= Last; ++Line) {
      auto [Known, New] =
          Innermost.try_emplace({File, Line}, Last - First, Offset);
      if (!New && Last - First <= Known->second.first)
        Known->second = {Last - First, Offset};
    }
  }

  const SourceManager &SM;
  const PlaceLines &Lines;
  const BodySet &Kernels;
  std::vector<bool> Wanted; ///< Of the functions around.
  std::map<std::pair<FileID, unsigned>, DelayPoint> Points; ///< By offset.
  /// By line: how many more lines the shortest statement has, its offset.
  std::map<std::pair<FileID, unsigned>, std::pair<unsigned, unsigned>>
      Innermost;
};

} // namespace

std::vector<DelayPoint> findPoints(ASTContext &Context, const PlaceLines &Lines,
                                   const BodySet &Kernels) {
  PointFinder Finder(Context, Lines, Kernels);
  Finder.TraverseAST(Context);
  return Finder.take();
}

bool anyRun(const FunctionDecl &From, CallGraph &Calls,
            llvm::function_ref<bool(const FunctionDecl &)> Each) {
  llvm::SmallVector<CallGraphNode *> Open{Calls.getOrInsertNode(
      const_cast<FunctionDecl *>(From.getCanonicalDecl()))};
  llvm::DenseSet<const Decl *> Seen;
  while (!Open.empty()) {
    CallGraphNode *Node = Open.pop_back_val();
    const auto *F = dyn_cast_or_null<FunctionDecl>(Node->getDecl());
    const FunctionDecl *Definition = F;
    if (F)
      F->hasBody(Definition);
    if (!Definition || !Seen.insert(Definition).second)
      continue;
    if (Each(*Definition))
      return true;
    for (const CallGraphNode::CallRecord &Call : *Node)
      Open.push_back(Call.Callee);
  }
  return false;
}

SourceLocation placeOfBound(const FunctionDecl &Kernel, CallGraph &Calls,
                            const SourceManager &SM) {
  bool RunsOther = anyRun(Kernel, Calls, [&](const FunctionDecl &F) {
    return !F.hasBody() && F.hasAttr<CUDADeviceAttr>() && !F.getBuiltinID() &&
           !SM.isInSystemHeader(F.getLocation());
  });
  if (RunsOther ||
      llvm::any_of(Kernel.redecls(), [](const FunctionDecl *Declared) {
        return Declared->hasAttr<CUDALaunchBoundsAttr>();
      }))
    return SourceLocation();
  SourceLocation Name = Kernel.getQualifierLoc()
                            ? Kernel.getQualifierLoc().getBeginLoc()
                            : Kernel.getLocation();
  bool IsHere =
      Name.isFileID() &&
      SM.getFileID(Name) == SM.getFileID(Kernel.getBody()->getBeginLoc());
  return IsHere ? Name : SourceLocation();
}

std::string boundOfLaunch() {
  return "__launch_bounds__(" + std::to_string(MaxThreadsPerBlock) + ") ";
}

} // namespace warplint::proof
