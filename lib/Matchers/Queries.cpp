//===--- Queries.cpp - The language of queries ----------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Matchers/Queries.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"
#include "clang/ASTMatchers/Dynamic/Diagnostics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace warplint::matchers {

static llvm::StringRef takeWord(llvm::StringRef &Rest) {
  Rest = Rest.ltrim(" \t\r\v\f");
  llvm::StringRef Word = Rest.take_while(
      [](char C) { return llvm::isAlnum(C) || C == '_' || C == '-'; });
  Rest = Rest.drop_front(Word.size());
  return Word;
}

/// Where \p At, a part of \p Text, begins.
static QueryError errorAt(llvm::StringRef Text, const char *At,
                          std::string Why) {
  llvm::StringRef Before(Text.begin(), At - Text.begin());
  size_t LineBegin = Before.rfind('\n');
  return {unsigned(Before.count('\n') + 1),
          unsigned(Before.size() -
                   (LineBegin == llvm::StringRef::npos ? 0 : LineBegin + 1) +
                   1),
          std::move(Why)};
}

/// The first of \p Errors, with what stands in clang's words behind its place.
/// \p Begin is where the text that it counts from begins.
static QueryError errorOf(const dynamic::Diagnostics &Errors,
                          llvm::StringRef Text, const char *Begin) {
  QueryError Result = errorAt(Text, Begin, "");
  std::string All = Errors.toString();
  llvm::StringRef First = llvm::StringRef(All).split('\n').first;
  // "2:13: Matcher not found: kernelDcl"
  llvm::StringRef Rest = First;
  unsigned Line = 0, Column = 0;
  if (!Rest.consumeInteger(10, Line) && Rest.consume_front(":") &&
      !Rest.consumeInteger(10, Column) && Rest.consume_front(":") && Line) {
    Result.Column = Line == 1 ? Result.Column + Column - 1 : Column;
    Result.Line += Line - 1;
    First = Rest.ltrim();
  }
  Result.Why = First.empty() ? "not understood" : First.str();
  return Result;
}

/// Whether a traversal asks \p Matcher at all.
static bool isSearchable(const DynTypedMatcher &Matcher) {
  struct Nobody : clang::ast_matchers::MatchFinder::MatchCallback {
    void run(const clang::ast_matchers::MatchFinder::MatchResult &) override {}
  } Callback;
  return clang::ast_matchers::MatchFinder().addDynamicMatcher(Matcher,
                                                              &Callback);
}

/// What a text goes on with behind a statement that begins at \p Begin and has
/// a mistake: the next line that begins another.
static llvm::StringRef nextStatement(llvm::StringRef Text, const char *Begin) {
  llvm::StringRef Rest = Text.drop_front(Begin - Text.begin());
  while (!Rest.empty()) {
    Rest = Rest.drop_front(std::min(Rest.find('\n'), Rest.size() - 1) + 1);
    llvm::StringRef Line = Rest.ltrim(" \t");
    llvm::StringRef Word = Line.take_while(llvm::isAlpha);
    if (Line.drop_front(Word.size()).starts_with(" ") &&
        llvm::is_contained(
            {"match", "m", "let", "l", "set", "enable", "disable"}, Word))
      break;
  }
  return Rest;
}

/// Whether a word of \p Code is one of \p Names.
static bool namesAny(llvm::StringRef Code, const llvm::StringSet<> &Names) {
  auto IsInWord = [](char C) {
    return llvm::isAlnum(C) || C == '_' || C == '-';
  };
  while (!Code.empty()) {
    llvm::StringRef Word = Code.take_while(IsInWord);
    if (Names.contains(Word))
      return true;
    Code = Code.drop_front(std::max<size_t>(Word.size(), 1));
  }
  return false;
}

std::vector<Statement> QueryReader::read(llvm::StringRef Text,
                                         std::vector<QueryError> &Errors) {
  std::vector<Statement> Found;
  llvm::StringRef Rest = Text;
  while (!(Rest = Rest.ltrim()).empty()) {
    if (Rest.starts_with("#")) {
      Rest = Rest.drop_until([](char C) { return C == '\n'; });
      continue;
    }
    const char *Begin = Rest.begin();
    llvm::StringRef Next = nextStatement(Text, Begin);
    bool Follows =
        namesAny(llvm::StringRef(Begin, Next.begin() - Begin), Misnamed);
    auto Error = readStatement(Text, Rest, Found);
    if (!Error)
      continue;
    Rest = Next;
    if (!Follows)
      Errors.push_back(std::move(*Error));
  }
  return Found;
}

/// Takes the statement that \p Rest begins with.
std::optional<QueryError>
QueryReader::readStatement(llvm::StringRef Text, llvm::StringRef &Rest,
                           std::vector<Statement> &Into) {
  const char *Begin = Rest.begin();
  llvm::StringRef Word = takeWord(Rest);
  std::optional<Statement> New;
  if (Word == "match" || Word == "m") {
    Rest = Rest.ltrim();
    const char *Code = Rest.begin();
    dynamic::Diagnostics Errors;
    auto Matcher =
        dynamic::Parser::parseMatcherExpression(Rest, &Sema, &Named, &Errors);
    if (!Matcher)
      return errorOf(Errors, Text, Code);
    if (!isSearchable(*Matcher))
      return errorAt(Text, Code, "nodes of this kind cannot be searched for");
    New.emplace();
    New->Matcher = std::move(*Matcher);
    New->Text = llvm::StringRef(Code, Rest.begin() - Code).trim().str();
  } else if (Word == "let" || Word == "l") {
    llvm::StringRef Name = takeWord(Rest);
    if (Name.empty())
      return errorAt(Text, Rest.begin(), "a name is missing");
    Rest = Rest.ltrim();
    const char *Code = Rest.begin();
    dynamic::Diagnostics Errors;
    dynamic::VariantValue Value;
    if (!dynamic::Parser::parseExpression(Rest, &Sema, &Named, &Value,
                                          &Errors)) {
      Misnamed.insert(Name);
      return errorOf(Errors, Text, Code);
    }
    Misnamed.erase(Name);
    Named[Name] = Value;
  } else if (Word == "set" || Word == "enable" || Word == "disable") {
    New.emplace();
    New->What = Statement::Kind::Set;
    New->Name = takeWord(Rest).str();
    New->Value = takeWord(Rest).str();
    if (Word != "set") // `enable output diag`
      New->Name = Word.str();
    if (New->Value.empty())
      return errorAt(Text, Rest.begin(), "a value is missing");
  } else if (Word == "help" || Word == "quit" || Word == "q") {
    New.emplace();
    New->What = Word == "help" ? Statement::Kind::Help : Statement::Kind::Quit;
  } else {
    return errorAt(Text, Begin,
                   "'match', 'let' or 'set' is expected, not '" +
                       (Word.empty() ? Rest.take_front(1) : Word).str() + "'");
  }
  // The parser may have gone over the end of the line.
  llvm::StringRef Behind = Rest.ltrim(" \t\r\v\f;");
  llvm::StringRef Before(Begin, Behind.begin() - Begin);
  if (!Behind.empty() && Behind.front() != '\n' && Behind.front() != '#' &&
      !Before.take_back(Before.size() - Before.rtrim("; \t\r\v\f\n").size())
           .contains('\n') &&
      !Rest.starts_with(";"))
    return errorAt(Text, Behind.begin(), "unexpected text behind a statement");
  Rest = Behind;
  if (New)
    Into.push_back(std::move(*New));
  return std::nullopt;
}

std::vector<QueryReader::Completion>
QueryReader::complete(llvm::StringRef Line) {
  llvm::StringRef Rest = Line;
  llvm::StringRef Word = takeWord(Rest);
  std::vector<Completion> Found;
  if (Rest.empty()) {
    for (llvm::StringRef Each : {"match", "let", "set", "help", "quit"})
      if (Each.starts_with(Word))
        Found.push_back({Each.drop_front(Word.size()).str() + " ", Each.str()});
    return Found;
  }
  if (Word == "let" || Word == "l")
    takeWord(Rest);
  else if (Word != "match" && Word != "m")
    return {};
  Rest = Rest.ltrim();
  for (dynamic::MatcherCompletion &Each :
       dynamic::Parser::completeExpression(Rest, Rest.size(), &Sema, &Named))
    Found.push_back({std::move(Each.TypedText), std::move(Each.MatcherDecl)});
  return Found;
}

} // namespace warplint::matchers
