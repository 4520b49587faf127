//===--- OwnRules.cpp - Rules in CustomChecks of .clang-tidy --------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tidy/OwnRules.h"
#include "Quoting/Printable.h"
#include "Support/InputFile.h"
#include "Support/Yaml.h"
#include "Tidy/Configuration.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/YAMLParser.h"

using namespace clang;

namespace warplint::edge {

/// Who has more rules, or longer ones, does not write them by hand.
static constexpr size_t MostRules = 1'000, LongestQuery = 20'000;
/// Clang's parser of matchers calls itself for each bracket.
static constexpr unsigned DeepestQuery = 200;

/// Why \p Query is not given to clang's parser; empty if it is.
static std::string refusalOf(llvm::StringRef Query) {
  if (Query.size() > LongestQuery)
    return "it has more than " + std::to_string(LongestQuery) + " characters";
  unsigned Depth = 0, Deepest = 0;
  llvm::StringRef Rest = Query;
  while (!Rest.empty()) {
    char C = Rest.front();
    Rest = Rest.drop_front();
    if (C == '(')
      Deepest = std::max(Deepest, ++Depth);
    else if (C == ')' && Depth)
      --Depth;
    else if (C == '"') {
      llvm::StringRef Text = Rest.take_until([](char C) { return C == '"'; });
      if (base::isPatternTooLarge(Text))
        return base::refusal(base::Refusal::TooLongPattern).message();
      Rest = Rest.drop_front(std::min(Text.size() + 1, Rest.size()));
    }
  }
  return Deepest > DeepestQuery ? "it is nested too deep" : "";
}

/// Names are printed as they are, and stand in globs and NOLINT comments.
static bool isName(llvm::StringRef Name) {
  return !Name.empty() && llvm::all_of(Name, [](char C) {
    return llvm::isAlnum(C) || C == '-' || C == '_' || C == '.';
  });
}

/// What is reported, in one line; YAML adds ends of lines to texts that it
/// writes over several.
static std::string
messageOf(const tidy::ClangTidyOptions::CustomCheckDiag &Said) {
  std::string Text = llvm::StringRef(Said.Message).trim().str();
  std::replace(Text.begin(), Text.end(), '\n', ' ');
  return quoting::printable(Text);
}

namespace {
struct Place {
  unsigned Line = 0, Column = 1; ///< From 1.
};
/// Where the parts of a rule stand in a file of configuration.
struct RulePlaces {
  std::string Name;                 ///< Without prefix.
  Place Query;                      ///< Of its first character.
  unsigned Later = 1;               ///< Column of the query's other lines.
  llvm::StringMap<Place> BindNames; ///< By what they name.

  Place inQuery(const matchers::QueryError &At) const {
    return {Query.Line + At.Line - 1,
            (At.Line == 1 ? Query.Column : Later) + At.Column - 1};
  }
};

/// Finds the rules in a text of configuration, which may be anything.
class RulePlacesReader {
public:
  explicit RulePlacesReader(llvm::StringRef Text) : Text(Text) {
    Sources.setDiagHandler([](const llvm::SMDiagnostic &, void *) {});
  }
  std::optional<RulePlaces> find(llvm::StringRef Name);

private:
  static std::string textOf(llvm::yaml::Node *Of) {
    llvm::SmallString<64> Storage;
    auto *Scalar = llvm::dyn_cast_or_null<llvm::yaml::ScalarNode>(Of);
    return Scalar ? Scalar->getValue(Storage).str() : "";
  }
  Place placeOf(const llvm::yaml::Node &Node) const;
  void readQuery(const llvm::yaml::Node &Query, RulePlaces &Into) const;
  void readDiagnostics(llvm::yaml::SequenceNode &All, RulePlaces &Into) const;
  RulePlaces readRule(llvm::yaml::MappingNode &Rule) const;

  llvm::StringRef Text;
  llvm::SourceMgr Sources;
};
} // namespace

Place RulePlacesReader::placeOf(const llvm::yaml::Node &Node) const {
  auto [Line, Column] = Sources.getLineAndColumn(Node.getSourceRange().Start);
  char Begin = *Node.getSourceRange().Start.getPointer();
  return {Line, Column + (Begin == '"' || Begin == '\'')};
}

void RulePlacesReader::readQuery(const llvm::yaml::Node &Query,
                                 RulePlaces &Into) const {
  Into.Query = placeOf(Query);
  if (!llvm::isa<llvm::yaml::BlockScalarNode>(Query))
    return;
  // Its range begins with its first line.
  llvm::StringRef Rest = Text;
  for (unsigned I = 1; I < Into.Query.Line; ++I)
    Rest = Rest.split('\n').second;
  Rest = Rest.ltrim('\n');
  Into.Query.Column = Into.Later = Rest.size() - Rest.ltrim(' ').size() + 1;
}

void RulePlacesReader::readDiagnostics(llvm::yaml::SequenceNode &All,
                                       RulePlaces &Into) const {
  for (llvm::yaml::Node &Each : All) {
    auto *Said = llvm::dyn_cast<llvm::yaml::MappingNode>(&Each);
    if (!Said) {
      Each.skip();
      continue;
    }
    for (llvm::yaml::KeyValueNode &Part : *Said) {
      bool IsName = textOf(Part.getKey()) == "BindName";
      if (llvm::yaml::Node *Value = Part.getValue(); IsName && Value)
        Into.BindNames.try_emplace(textOf(Value), placeOf(*Value));
      Part.skip();
    }
  }
}

RulePlaces RulePlacesReader::readRule(llvm::yaml::MappingNode &Rule) const {
  RulePlaces Found;
  for (llvm::yaml::KeyValueNode &Part : Rule) {
    std::string Key = textOf(Part.getKey());
    llvm::yaml::Node *Value = Part.getValue();
    if (Key == "Name")
      Found.Name = textOf(Value);
    else if (Key == "Query" && Value)
      readQuery(*Value, Found);
    else if (auto *All =
                 llvm::dyn_cast_or_null<llvm::yaml::SequenceNode>(Value);
             All && Key == "Diagnostic")
      readDiagnostics(*All, Found);
    Part.skip();
  }
  return Found;
}

std::optional<RulePlaces> RulePlacesReader::find(llvm::StringRef Name) {
  if (base::refusalOfYaml(Text))
    return std::nullopt;
  llvm::yaml::Stream Stream(Text, Sources);
  auto Document = Stream.begin(); // Asked for once only.
  auto *Root = Document == Stream.end()
                   ? nullptr
                   : llvm::dyn_cast_or_null<llvm::yaml::MappingNode>(
                         Document->getRoot());
  if (!Root)
    return std::nullopt;
  for (llvm::yaml::KeyValueNode &Entry : *Root) {
    auto *Rules =
        textOf(Entry.getKey()) == "CustomChecks"
            ? llvm::dyn_cast_or_null<llvm::yaml::SequenceNode>(Entry.getValue())
            : nullptr;
    if (!Rules) {
      Entry.skip();
      continue;
    }
    for (llvm::yaml::Node &Each : *Rules) {
      auto *Rule = llvm::dyn_cast<llvm::yaml::MappingNode>(&Each);
      if (!Rule) {
        Each.skip();
        continue;
      }
      RulePlaces Found = readRule(*Rule);
      if (Found.Name == Name && Found.Query.Line)
        return Found;
    }
  }
  return std::nullopt;
}

/// "/project/.clang-tidy:7:9: " for what \p At finds among the places of
/// \p Rule, as the nearest file above \p File has it; empty where none has.
static std::string
originOf(const tidy::ClangTidyOptions::CustomCheckValue &Rule,
         llvm::StringRef File,
         llvm::function_ref<Place(const RulePlaces &)> At) {
  ProjectConfiguration Files({}, {}, /*Tell=*/[](std::string) {});
  std::string Origin;
  // The nearest file comes last.
  for (const auto &[Options, Source] : Files.getRawOptions(File))
    if (Options.CustomChecks &&
        llvm::any_of(*Options.CustomChecks, [&](const auto &Each) {
          return Each.Name == Rule.Name && Each.Query == Rule.Query;
        }))
      Origin = Source;
  if (Origin.empty())
    return "";
  auto Text = base::readWhole(Origin);
  if (!Text) {
    llvm::consumeError(Text.takeError());
    return Origin + ": ";
  }
  auto Places = RulePlacesReader(*Text).find(Rule.Name);
  if (!Places)
    return Origin + ": ";
  Place Found = At(*Places);
  return Origin + ":" + std::to_string(Found.Line) + ":" +
         std::to_string(Found.Column) + ": ";
}

std::vector<std::string> namesOfRules(const tidy::ClangTidyOptions &Options) {
  std::vector<std::string> Names;
  if (Options.CustomChecks)
    for (const auto &Each : *Options.CustomChecks)
      if (isName(Each.Name))
        Names.push_back((RulePrefix + Each.Name).str());
  return Names;
}

std::vector<matchers::RuleDefinition>
readRules(const tidy::ClangTidyOptions &Options, llvm::StringRef File,
          std::vector<std::string> &Problems) {
  std::vector<matchers::RuleDefinition> Rules;
  if (!Options.CustomChecks)
    return Rules;
  llvm::StringSet<> Known;
  for (const auto &Each : *Options.CustomChecks) {
    if (Rules.size() == MostRules) {
      Problems.push_back("CustomChecks has more than " +
                         std::to_string(MostRules) +
                         " rules: the others are left out");
      break;
    }
    matchers::RuleDefinition Rule;
    Rule.Id = (RulePrefix + Each.Name).str();
    auto Complain = [&](const matchers::QueryError &Error) {
      std::string Origin = originOf(Each, File, [&](const RulePlaces &Its) {
        return Its.inQuery(Error);
      });
      Problems.push_back(Origin + "the query of '" + Rule.Id + "'" +
                         (Origin.empty()
                              ? ", line " + std::to_string(Error.Line) +
                                    ", column " + std::to_string(Error.Column)
                              : "") +
                         ": " + Error.Why);
    };
    if (!isName(Each.Name)) {
      Complain({1, 1, "a rule's name is of letters, digits, '-', '_' and '.'"});
      continue;
    }
    if (!Known.insert(Rule.Id).second) {
      Complain(
          {1, 1, "there are two rules of this name; the first one counts"});
      continue;
    }
    if (std::string Why = refusalOf(Each.Query); !Why.empty()) {
      Complain({1, 1, Why});
      Rules.push_back(std::move(Rule));
      continue;
    }
    Rule.Query = Each.Query;
    auto Tier = Options.CheckOptions.find(Rule.Id + ".Tier");
    if (Tier != Options.CheckOptions.end()) {
      if (auto Named = tierNamed(Tier->second.Value))
        Rule.Level = *Named;
      else
        Problems.push_back("'" + Tier->second.Value + "' in " + Rule.Id +
                           ".Tier is none of 'correctness', 'portability', "
                           "'model', 'performance' and 'modernize'");
    }
    for (const auto &Said : Each.Diags) {
      Rule.Texts.push_back(
          {Said.BindName, messageOf(Said), Said.Level == DiagnosticIDs::Note});
      if (!llvm::StringRef(Each.Query).contains("\"" + Said.BindName + "\""))
        Problems.push_back(originOf(Each, File,
                                    [&](const RulePlaces &Its) {
                                      auto At =
                                          Its.BindNames.find(Said.BindName);
                                      return At == Its.BindNames.end()
                                                 ? Its.Query
                                                 : At->second;
                                    }) +
                           "nothing in the query of '" + Rule.Id +
                           "' is bound to '" + Said.BindName + "'");
    }
    matchers::Rule Read(Rule, std::make_shared<matchers::UnitFacts>());
    for (const matchers::QueryError &Error : Read.errors())
      Complain(Error);
    Rules.push_back(std::move(Rule));
  }
  return Rules;
}

std::vector<matchers::RuleDefinition>
enabledRules(const tidy::ClangTidyContext &Context,
             std::vector<std::string> &Problems) {
  std::vector<matchers::RuleDefinition> Rules =
      readRules(Context.getOptions(), Context.getCurrentFile(), Problems);
  llvm::erase_if(Rules, [&](const matchers::RuleDefinition &Rule) {
    return !Context.isCheckEnabled(Rule.Id);
  });
  return Rules;
}

} // namespace warplint::edge
