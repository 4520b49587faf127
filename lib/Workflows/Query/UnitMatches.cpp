//===--- UnitMatches.cpp - What matches in one unit -----------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Workflows/Query/UnitMatches.h"
#include "CudaModel/TopLevel.h"
#include "Matchers/Rules.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"
#include "clang/ASTMatchers/ASTMatchers.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;
using namespace clang::ast_matchers;

namespace warplint::query {

/// Bytes of a node's text that are shown.
static constexpr size_t LongestSource = 4096;

std::string Settings::apply(matchers::Statement &Of,
                            std::vector<AskedMatch> &To) {
  if (Of.What == matchers::Statement::Kind::Match) {
    AskedMatch New{std::move(*Of.Matcher), {}, BindsRoot, AsSpelled, {}};
    New.Answer.Query = Of.Text;
    New.Answer.Shown = Shown;
    To.push_back(std::move(New));
    return "";
  }
  if (Of.What != matchers::Statement::Kind::Set)
    return "";
  auto SetBool = [&](bool &Which) -> std::string {
    if (Of.Value != "true" && Of.Value != "false")
      return "'" + Of.Value + "' is neither 'true' nor 'false'";
    Which = Of.Value == "true";
    return "";
  };
  if (Of.Name == "bind-root")
    return SetBool(BindsRoot);
  if (Of.Name == "print-matcher") // It is printed in any case.
    return "";
  if (Of.Name == "traversal") {
    AsSpelled = Of.Value == "IgnoreUnlessSpelledInSource";
    return AsSpelled || Of.Value == "AsIs"
               ? ""
               : "traversal is 'AsIs' or 'IgnoreUnlessSpelledInSource'";
  }
  if (Of.Name != "output" && Of.Name != "enable" && Of.Name != "disable")
    return "there is no setting '" + Of.Name +
           "': they are output, bind-root, traversal";
  bool report::ShownParts::*Part =
      llvm::StringSwitch<bool report::ShownParts::*>(Of.Value)
          .Case("diag", &report::ShownParts::Place)
          .Case("print", &report::ShownParts::Source)
          .Cases({"dump", "detailed-ast"}, &report::ShownParts::Tree)
          .Default(nullptr);
  if (!Part)
    return "output is 'diag', 'print' or 'dump'";
  if (Of.Name == "output")
    Shown = {false, false, false};
  Shown.*Part = Of.Name != "disable";
  return "";
}

namespace {

/// Adds the matches of one statement to its answer.
class Collector : public MatchFinder::MatchCallback {
public:
  Collector(AskedMatch &Into, llvm::StringRef Root) : Into(Into), Root(Root) {}

  void run(const MatchFinder::MatchResult &Match) override {
    std::vector<report::BoundNode> Nodes;
    std::string Key;
    for (const auto &[Name, Node] : Match.Nodes.getMap()) {
      Nodes.push_back(bound(Name, Node, Match));
      const report::BoundNode &New = Nodes.back();
      Key += Name + "\n" + New.Kind + "\n" + New.At.File + "\n" +
             std::to_string(New.At.Line) + ":" + std::to_string(New.At.Column) +
             "-" + std::to_string(New.EndLine) + ":" +
             std::to_string(New.EndColumn) + "\n";
    }
    if (!Nodes.empty() && Into.Known.insert(Key).second)
      Into.Answer.Matches.push_back(std::move(Nodes));
  }
  std::optional<TraversalKind> getCheckTraversalKind() const override {
    return Into.AsSpelled ? TK_IgnoreUnlessSpelledInSource : TK_AsIs;
  }

private:
  report::BoundNode bound(const std::string &Name, const DynTypedNode &Node,
                          const MatchFinder::MatchResult &Match) const {
    const SourceManager &Sources = *Match.SourceManager;
    const LangOptions &Language = Match.Context->getLangOpts();
    report::BoundNode Result;
    Result.Name = Name;
    Result.Kind = Node.getNodeKind().asStringRef().str();
    Finding AsFinding;
    AsFinding.Loc = matchers::placeOf(Node, Sources);
    CharSourceRange Range = Lexer::makeFileCharRange(
        CharSourceRange::getTokenRange(Node.getSourceRange()), Sources,
        Language);
    if (Range.isValid())
      AsFinding.Edits.push_back({Range, "", true});
    auto Placed = report::resolve(AsFinding, Sources, Language, Root);
    Result.At = std::move(Placed.At);
    Result.EndLine = Result.At.Line;
    Result.EndColumn = Result.At.EndColumn;
    if (!Placed.Edits.empty()) {
      Result.EndLine = Placed.Edits.front().EndLine;
      Result.EndColumn = Placed.Edits.front().EndColumn;
      Result.Source = Lexer::getSourceText(Range, Sources, Language)
                          .take_front(LongestSource)
                          .str();
    }
    if (Into.Answer.Shown.Tree) {
      llvm::raw_string_ostream OS(Result.Tree);
      Node.dump(OS, *Match.Context);
    }
    return Result;
  }

  AskedMatch &Into;
  llvm::StringRef Root;
};

} // namespace

void addMatches(ASTContext &Unit, llvm::MutableArrayRef<AskedMatch> Asked,
                llvm::StringRef Root) {
  Unit.setTraversalScope(userDeclarations(Unit));
  for (AskedMatch &Each : Asked) {
    Collector Into(Each, Root);
    MatchFinder Finder;
    auto Bound = Each.BindsRoot ? Each.Matcher.tryBind("root") : std::nullopt;
    if (Finder.addDynamicMatcher(Bound ? *Bound : Each.Matcher, &Into))
      Finder.matchAST(Unit);
  }
}

} // namespace warplint::query
