//===--- Rules.cpp - Rules that a project wrote ---------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Matchers/Rules.h"
#include "Analysis/Program/DeviceCode.h"
#include "CudaModel/SyncApi.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;
using namespace clang::ast_matchers;

namespace warplint::matchers {

Rule::Rule(const RuleDefinition &Of, SharedFacts Facts) : Of(Of) {
  QueryReader Reader(std::move(Facts));
  for (Statement &Each : Reader.read(Of.Query, Errors))
    if (Each.What == Statement::Kind::Match)
      Matchers.push_back(std::move(*Each.Matcher));
  if (Errors.empty() && Matchers.empty())
    Errors.push_back({1, 1, "no 'match' in it"});
  if (!Errors.empty())
    Matchers.clear();
}

void Rule::addTo(MatchFinder &Finder, MatchCallback &Callback) {
  for (const DynTypedMatcher &Each : Matchers)
    Finder.addDynamicMatcher(Each, &Callback);
}

SourceLocation placeOf(const DynTypedNode &Node, const SourceManager &Sources) {
  const auto *D = Node.get<Decl>();
  return Sources.getFileLoc(D ? D->getLocation()
                              : Node.getSourceRange().getBegin());
}

std::vector<Finding> Rule::take(const MatchFinder::MatchResult &Match) {
  std::vector<Finding> Found;
  auto EachBound = [&](bool IsNote, auto Do) {
    for (const RuleDefinition::Text &Text : Of.Texts) {
      auto Node = Match.Nodes.getMap().find(Text.Node);
      if (Text.IsNote == IsNote && Node != Match.Nodes.getMap().end())
        Do(Text, placeOf(Node->second, *Match.SourceManager));
    }
  };
  EachBound(false, [&](const RuleDefinition::Text &Text, SourceLocation At) {
    if (At.isInvalid() || !Seen.insert(At.getRawEncoding()).second)
      return;
    Finding F;
    F.Check = Of.Id;
    F.OfCheck = Of.Level;
    F.Kind = categoryOf(Of.Level);
    F.Loc = At;
    F.Message = Text.Says;
    Found.push_back(std::move(F));
  });
  if (!Found.empty())
    EachBound(true, [&](const RuleDefinition::Text &Text, SourceLocation At) {
      Found.back().Notes.push_back({At, Text.Says, NoteRole::Reason});
    });
  return Found;
}

void Rule::run(const MatchFinder::MatchResult &Match) {
  for (Finding &F : take(Match))
    if (Into)
      Into->add(std::move(F));
}

void runRules(llvm::ArrayRef<RuleDefinition> Rules, DeviceCode &Code,
              const AnalysisOptions &Options, FindingList &Found) {
  if (Rules.empty())
    return;
  auto Facts =
      std::make_shared<UnitFacts>(std::vector<ConfiguredWrapper>(), Options);
  Facts->use(Code);
  std::vector<std::unique_ptr<Rule>> All;
  MatchFinder Finder;
  for (const RuleDefinition &Each : Rules) {
    All.push_back(std::make_unique<Rule>(Each, Facts));
    All.back()->collectIn(Found);
    All.back()->addTo(Finder, *All.back());
  }
  Finder.matchAST(Code.context());
}

} // namespace warplint::matchers
