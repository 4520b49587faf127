//===--- BarrierHover.cpp - What a barrier orders, in hovers ---*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "clangd/BarrierHover.h"
#include "Analysis/BarrierIntervals/BarrierIntervals.h"
#include "Analysis/KernelFacts/AnalysisOptions.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/Program/DeviceCode.h"
#include "CudaModel/SyncApi.h"
#include "Diagnostics/BarrierOrder.h"
#include "Target/GpuTarget.h"
#include "Tidy/GuardedRun.h"
#include "Tidy/Survival.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace warplint {

namespace {

/// The innermost synchronization around a place of the main file.
class SyncAtPlace : public DynamicRecursiveASTVisitor {
public:
  SyncAtPlace(const SourceManager &Sources, const SyncModel &Model,
              unsigned Offset)
      : Sources(Sources), Model(Model), Offset(Offset) {}

  bool VisitCallExpr(CallExpr *Call) override {
    if (holds(Call->getSourceRange()) && Model.classify(*Call))
      Found = Call;
    return true;
  }
  /// What of it is a barrier is known when its function is analysed.
  bool VisitGCCAsmStmt(GCCAsmStmt *Asm) override {
    if (holds(Asm->getSourceRange()))
      Found = Asm;
    return true;
  }
  /// \p Range, as the user wrote it, is around the place.
  bool holds(SourceRange Range) const {
    CharSourceRange Whole = Sources.getExpansionRange(Range);
    auto [File, Begin] = Sources.getDecomposedLoc(Whole.getBegin());
    auto [EndFile, End] = Sources.getDecomposedLoc(Whole.getEnd());
    return File == Sources.getMainFileID() && EndFile == File &&
           Begin <= Offset && Offset <= End;
  }
  const Stmt *Found = nullptr;

private:
  const SourceManager &Sources;
  const SyncModel &Model;
  unsigned Offset;
};

} // namespace

/// The offset in \p Text of a place; nothing if there is no such line.
static std::optional<unsigned> offsetOf(llvm::StringRef Text, unsigned Line,
                                        unsigned Character) {
  size_t At = 0;
  for (; Line; --Line) {
    At = Text.find('\n', At);
    if (At == llvm::StringRef::npos)
      return std::nullopt;
    ++At;
  }
  // A character of four bytes has two units, others have one.
  for (unsigned Units = 0; At < Text.size() && Text[At] != '\n'; ++At) {
    auto Byte = static_cast<unsigned char>(Text[At]);
    if ((Byte & 0xC0) == 0x80)
      continue;
    if (Units >= Character)
      break;
    Units += Byte >= 0xF0 ? 2 : 1;
  }
  return At;
}

/// The barriers of \p Facts that \p Site is, in any of the calls that lead to
/// it.
static std::vector<const Event *> barriersOf(const KernelFacts &Facts,
                                             const Stmt &Site) {
  std::vector<const Event *> Result;
  for (const Event &E : Facts.cfg().events())
    if (E.isSync() && E.Site->getBeginLoc() == Site.getBeginLoc() &&
        maySeparate(E, ThreadPair(E.Op->Scope)) &&
        (Result.empty() || Result.front()->Op->Scope == E.Op->Scope))
      Result.push_back(&E);
  return Result;
}

static std::string textOf(ASTContext &Context, const SyncModel &Model,
                          const SyncAtPlace &Place) {
  // Each is analysed whole: a helper of many kernels is shown by one of these.
  constexpr size_t MostRoots = 16;
  DeviceCode Code(Context, Model);
  std::vector<const FunctionDecl *> Roots, Others;
  for (const auto &Each : {Code.kernels(), Code.deviceFunctions()})
    for (const FunctionDecl *Root : Each)
      (Place.holds(Root->getSourceRange()) ? Roots : Others).push_back(Root);
  llvm::append_range(Roots, Others);
  if (Roots.size() > MostRoots)
    Roots.resize(MostRoots);
  for (const FunctionDecl *Root : Roots) {
    auto Facts = KernelFacts::analyse(*Root, Code, AnalysisOptions());
    if (!Facts || !Facts->isSettled())
      continue;
    auto Barriers = barriersOf(*Facts, *Place.Found);
    if (!Barriers.empty())
      return "warplint, in `" + Root->getQualifiedNameAsString() +
             "`: " + orderText(*Facts, Barriers);
  }
  return "";
}

std::string barrierHover(ASTContext &Context, unsigned Line,
                         unsigned Character) {
  if (!kernelLanguageOf(Context.getLangOpts()))
    return "";
  const SourceManager &Sources = Context.getSourceManager();
  auto Offset =
      offsetOf(Sources.getBufferData(Sources.getMainFileID()), Line, Character);
  if (!Offset)
    return "";
  SyncModel Model({});
  SyncAtPlace Place(Sources, Model, *Offset);
  for (Decl *Top : Context.getTraversalScope())
    if (Place.holds(Top->getSourceRange()))
      Place.TraverseDecl(Top);
  std::string Text;
  if (!Place.Found)
    return Text;
  auto Look = [&] {
    edge::HandlerStack ForHandlers;
    std::string Said;
    if (edge::survive([&] { Said = textOf(Context, Model, Place); }))
      Text = std::move(Said);
  };
  edge::catchCrashes();
  const edge::GuardedRun &Guard = edge::guardedRun();
  if (!Guard.Run)
    Look();
  else if (!Guard.Run(Look).empty())
    return "";
  return Text;
}

} // namespace warplint
