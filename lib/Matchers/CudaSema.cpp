//===--- CudaSema.cpp - Our matchers in clang's matcher language ----------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Matchers/CudaSema.h"
#include "clang/ASTMatchers/Dynamic/Diagnostics.h"

using namespace clang;

namespace warplint::matchers {

static const MatcherRow *rowOf(dynamic::MatcherCtor Ctor) {
  llvm::ArrayRef<MatcherRow> Rows = allMatchers();
  const auto *Row = reinterpret_cast<const MatcherRow *>(Ctor);
  return !std::less<>()(Row, Rows.begin()) && std::less<>()(Row, Rows.end())
             ? Row
             : nullptr;
}

std::optional<dynamic::MatcherCtor>
CudaSema::lookupMatcherCtor(llvm::StringRef Name) {
  if (const MatcherRow *Row = matcherNamed(Name))
    return reinterpret_cast<dynamic::MatcherCtor>(Row);
  return RegistrySema::lookupMatcherCtor(Name);
}

namespace {
/// Reads the arguments of one matcher of ours.
class ArgumentReader {
public:
  ArgumentReader(const MatcherRow &Row, dynamic::SourceRange Range,
                 llvm::ArrayRef<dynamic::ParserValue> Given,
                 dynamic::Diagnostics *Errors)
      : Row(Row), Range(Range), Given(Given), Errors(Errors) {}

  /// What is given for the row's own parameter; nothing after an error.
  std::optional<Argument> read() {
    switch (Row.Takes) {
    case Parameters::Nodes:
      return Argument();
    case Parameters::None:
      return hasCount(0, 0) ? std::optional(Argument()) : std::nullopt;
    case Parameters::Word:
    case Parameters::Text:
      return hasCount(1, 1) ? word() : std::nullopt;
    case Parameters::Optional:
      if (!hasCount(0, 1))
        return std::nullopt;
      return Given.empty() ? std::optional(Argument()) : word();
    case Parameters::Expression:
      return hasCount(1, 1) ? inner<Expr>() : std::nullopt;
    case Parameters::Statement:
      return hasCount(1, 1) ? inner<Stmt>() : std::nullopt;
    }
    llvm_unreachable("parameters without a reader");
  }

  /// The matchers in a node matcher; nothing after an error.
  std::optional<std::vector<DynTypedMatcher>> nodes() {
    std::vector<DynTypedMatcher> All;
    for (unsigned I = 0; I < Given.size(); ++I) {
      if (!isMatcher(I, Row.Node))
        return std::nullopt;
      All.push_back(Given[I].Value.getMatcher().getTypedMatcher(Row.Node));
    }
    return All;
  }

private:
  bool hasCount(unsigned Least, unsigned Most) {
    if (Given.size() >= Least && Given.size() <= Most)
      return true;
    Errors->addError(Range, dynamic::Diagnostics::ET_RegistryWrongArgCount)
        << (Least == Most
                ? std::to_string(Most)
                : std::to_string(Least) + " or " + std::to_string(Most))
        << Given.size();
    return false;
  }
  bool isMatcher(unsigned I, ASTNodeKind Node) {
    const dynamic::VariantValue &Value = Given[I].Value;
    if (Value.isMatcher() && Value.getMatcher().hasTypedMatcher(Node))
      return true;
    Errors->addError(Given[I].Range,
                     dynamic::Diagnostics::ET_RegistryWrongArgType)
        << (I + 1) << ("Matcher<" + Node.asStringRef() + ">").str()
        << Value.getTypeAsString();
    return false;
  }
  template <typename Node> std::optional<Argument> inner() {
    ASTNodeKind Kind = ASTNodeKind::getFromNodeKind<Node>();
    if (!isMatcher(0, Kind))
      return std::nullopt;
    return Argument{"", Given[0].Value.getMatcher().getTypedMatcher(Kind)};
  }
  std::optional<Argument> word() {
    const dynamic::VariantValue &Value = Given[0].Value;
    if (!Value.isString()) {
      Errors->addError(Given[0].Range,
                       dynamic::Diagnostics::ET_RegistryWrongArgType)
          << 1 << "string" << Value.getTypeAsString();
      return std::nullopt;
    }
    llvm::StringRef Word = Value.getString();
    if (!Row.Words.empty() && !llvm::is_contained(Row.Words, Word)) {
      auto IsNearer = [&](llvm::StringRef L, llvm::StringRef R) {
        return Word.edit_distance(L) < Word.edit_distance(R);
      };
      Errors->addError(Given[0].Range,
                       dynamic::Diagnostics::ET_RegistryUnknownEnumWithReplace)
          << 1 << Word
          << *std::min_element(Row.Words.begin(), Row.Words.end(), IsNearer);
      return std::nullopt;
    }
    return Argument{Word.str(), std::nullopt};
  }

  const MatcherRow &Row;
  dynamic::SourceRange Range;
  llvm::ArrayRef<dynamic::ParserValue> Given;
  dynamic::Diagnostics *Errors;
};
} // namespace

dynamic::VariantMatcher CudaSema::actOnMatcherExpression(
    dynamic::MatcherCtor Ctor, dynamic::SourceRange Range,
    llvm::StringRef BindId, llvm::ArrayRef<dynamic::ParserValue> Arguments,
    dynamic::Diagnostics *Errors) {
  const MatcherRow *Row = rowOf(Ctor);
  if (!Row)
    return RegistrySema::actOnMatcherExpression(Ctor, Range, BindId, Arguments,
                                                Errors);
  ArgumentReader Reader(*Row, Range, Arguments, Errors);
  std::optional<Argument> Own = Reader.read();
  if (!Own)
    return {};
  DynTypedMatcher Made = Row->Make(Facts, *Own);
  if (Row->Takes != Parameters::Nodes) {
    if (BindId.empty())
      return dynamic::VariantMatcher::SingleMatcher(Made);
    Errors->addError(Range, dynamic::Diagnostics::ET_RegistryNotBindable);
    return {};
  }
  auto All = Reader.nodes();
  if (!All)
    return {};
  // The condition first: most nodes end there.
  All->insert(All->begin(), std::move(Made));
  Made = DynTypedMatcher::constructVariadic(DynTypedMatcher::VO_AllOf,
                                            Row->Node, std::move(*All));
  // As clang's: it can stand wherever a matcher for any such node can.
  auto Whole = ASTNodeKind::getFromNodeKind<Decl>();
  if (!Whole.isBaseOf(Row->Node))
    Whole = ASTNodeKind::getFromNodeKind<Stmt>();
  Made = Made.dynCastTo(Whole);
  Made.setAllowBind(true);
  return dynamic::VariantMatcher::SingleMatcher(
      BindId.empty() ? Made : *Made.tryBind(BindId));
}

bool CudaSema::isBuilderMatcher(dynamic::MatcherCtor Ctor) const {
  return !rowOf(Ctor) && RegistrySema::isBuilderMatcher(Ctor);
}

ASTNodeKind CudaSema::nodeMatcherType(dynamic::MatcherCtor Ctor) const {
  // `mapAnyOf(kernelDecl)` would take the class alone: it is an error.
  return rowOf(Ctor) ? ASTNodeKind() : RegistrySema::nodeMatcherType(Ctor);
}

//===----------------------------------------------------------------------===//
// Completion
//===----------------------------------------------------------------------===//

std::vector<dynamic::ArgKind> CudaSema::getAcceptedCompletionTypes(
    llvm::ArrayRef<std::pair<dynamic::MatcherCtor, unsigned>> Context) {
  const MatcherRow *Row =
      Context.empty() ? nullptr : rowOf(Context.back().first);
  if (Row)
    switch (Row->Takes) {
    case Parameters::Nodes:
      return {dynamic::ArgKind::MakeMatcherArg(Row->Node)};
    case Parameters::Expression:
      return {dynamic::ArgKind::MakeMatcherArg(
          ASTNodeKind::getFromNodeKind<Expr>())};
    case Parameters::Statement:
      return {dynamic::ArgKind::MakeMatcherArg(
          ASTNodeKind::getFromNodeKind<Stmt>())};
    case Parameters::None:
    case Parameters::Word:
    case Parameters::Text:
    case Parameters::Optional:
      return {};
    }
  // The registry knows nothing of ours: it gets what stands in the last one.
  auto IsOurs = [](const auto &Each) { return rowOf(Each.first) != nullptr; };
  auto Last = std::find_if(Context.rbegin(), Context.rend(), IsOurs);
  return RegistrySema::getAcceptedCompletionTypes(
      Context.take_back(Last - Context.rbegin()));
}

std::string declarationOf(const MatcherRow &Row) {
  std::string Of = ("Matcher<" + Row.Node.asStringRef() + ">").str();
  auto Takes = [&]() -> std::string {
    switch (Row.Takes) {
    case Parameters::Nodes:
      return Of + "...";
    case Parameters::None:
      return "";
    case Parameters::Word:
    case Parameters::Text:
      return "string";
    case Parameters::Optional:
      return "string?";
    case Parameters::Expression:
      return "Matcher<Expr>";
    case Parameters::Statement:
      return "Matcher<Stmt>";
    }
    llvm_unreachable("parameters without words");
  };
  return Of + " " + Row.Name.str() + "(" + Takes() + ")";
}

std::vector<dynamic::MatcherCompletion>
CudaSema::getMatcherCompletions(llvm::ArrayRef<dynamic::ArgKind> Accepted) {
  std::vector<dynamic::MatcherCompletion> Found =
      RegistrySema::getMatcherCompletions(Accepted);
  for (const MatcherRow &Row : allMatchers())
    for (const dynamic::ArgKind &Kind : Accepted) {
      unsigned Distance = 0;
      if (Kind.getArgKind() != dynamic::ArgKind::AK_Matcher ||
          (!Kind.getMatcherKind().isBaseOf(Row.Node, &Distance) &&
           !Row.Node.isBaseOf(Kind.getMatcherKind(), &Distance)))
        continue;
      bool IsWhole = Row.Takes == Parameters::None;
      Found.emplace_back(Row.Name.str() + (IsWhole ? "()" : "("),
                         declarationOf(Row), 100 - Distance);
      break;
    }
  return Found;
}

} // namespace warplint::matchers
