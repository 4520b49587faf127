//===--- Query.cpp - warplint query ---------------------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Workflows/Query/Query.h"
#include "Quoting/Printable.h"
#include "Support/InputFile.h"
#include "Tidy/LaunchFiles.h"
#include "Workflows/Lint/ReportOutput.h"
#include "Workflows/Lint/Settings.h"
#include "Workflows/Lint/UnitLint.h"
#include "Workflows/Processes/Supervision.h"
#include "Workflows/Query/UnitMatches.h"
#include "llvm/Support/Process.h"
#include <iostream>
#include <tuple>

using namespace clang;
namespace cl = llvm::cl;

namespace warplint::query {

#define OF_QUERY cl::cat(lint::category()), cl::sub(lint::queryCommand())

static cl::list<std::string> Words(cl::Positional,
                                   cl::desc("<query> <file>..."), OF_QUERY);
static cl::opt<std::string>
    QueryFile("f", cl::value_desc("file"),
              cl::desc("Take the query from a file; all words are sources"),
              OF_QUERY);
static cl::opt<bool> AsJson("json", cl::desc("Say it as one JSON object"),
                            OF_QUERY);
static cl::opt<std::string>
    Begun("complete", cl::value_desc("text"),
          cl::desc("Print the ways to go on at the end of a query"), OF_QUERY);
static cl::opt<bool> ListMatchers("matchers",
                                  cl::desc("List the matchers that know CUDA"),
                                  OF_QUERY);

static int listMatchers() {
  for (const matchers::MatcherRow &Row : matchers::allMatchers())
    llvm::outs() << matchers::declarationOf(Row) << "\n    " << Row.Text
                 << "\n";
  return report::ExitClean;
}

static int complete() {
  matchers::QueryReader Reader(std::make_shared<matchers::UnitFacts>());
  for (const auto &Each : Reader.complete(Begun))
    llvm::outs() << Each.Text << "\t" << Each.Declaration << "\n";
  return report::ExitClean;
}

static void tell(llvm::StringRef From, const matchers::QueryError &Error) {
  lint::usageError(From + ":" + llvm::Twine(Error.Line) + ":" +
                   llvm::Twine(Error.Column) + ": " + Error.Why);
}

static constexpr llvm::StringLiteral Help =
    "match MATCHER          where it matches (or m)\n"
    "let NAME VALUE         a name for a matcher or text (or l)\n"
    "set output diag        show places; print: source; dump: clang's tree\n"
    "set bind-root true     also show what the whole matcher matched\n"
    "set traversal AsIs     or IgnoreUnlessSpelledInSource\n"
    "quit                   end (or q)\n"
    "Matchers: clang's, and those of warplint query --matchers\n";

namespace {

/// The units that are asked, and what is asked of them.
class Session {
public:
  Session(const commands::CommandDatabase &Database,
          std::vector<std::string> Files, tidy::ClangTidyContext &Tidy)
      : Database(Database), Files(std::move(Files)), Tidy(Tidy), Linter(Tidy),
        Facts(std::make_shared<matchers::UnitFacts>()), Reader(Facts) {
    Options.Gather = true;
    // Who asks sees places from where they are.
    Options.Root = lint::absolute(".");
  }

  /// Reads \p Text; false, and each reported, if it has mistakes.
  bool read(llvm::StringRef Text, llvm::StringRef From) {
    std::vector<matchers::QueryError> Errors;
    std::vector<matchers::Statement> Statements = Reader.read(Text, Errors);
    for (matchers::Statement &Each : Statements) {
      if (Each.What == matchers::Statement::Kind::Help)
        llvm::outs() << Help;
      IsQuit |= Each.What == matchers::Statement::Kind::Quit;
      if (std::string Problem = Of.apply(Each, Asked); !Problem.empty()) {
        lint::usageError(Problem);
        return false;
      }
    }
    for (const matchers::QueryError &Error : Errors)
      tell(From, Error);
    return Errors.empty();
  }

  /// Asks all units what was read.
  int answer() {
    eachUnit([&](ASTContext &Unit) { addMatches(Unit, Asked, Options.Root); });
    write();
    return finish();
  }

  /// Answers what is typed, line by line, with the one unit there is.
  int talk() {
    eachUnit([&](ASTContext &Unit) {
      std::string Line;
      while (!IsQuit && prompt() && std::getline(std::cin, Line)) {
        Asked.clear();
        if (!read(Line, "query"))
          continue;
        addMatches(Unit, Asked, Options.Root);
        write();
      }
      IsQuit = true;
    });
    return finish();
  }

private:
  static bool prompt() {
    llvm::outs() << "warplint-query> ";
    llvm::outs().flush();
    return true;
  }
  void eachUnit(llvm::function_ref<void(ASTContext &)> Do) {
    for (const std::string &File : Files) {
      auto Translated = Database.translationsOf(File);
      if (!Translated) {
        fail(File, llvm::toString(Translated.takeError()));
        continue;
      }
      for (const commands::Translation &Each : *Translated)
        askUnit(Each, Do);
    }
  }
  void askUnit(const commands::Translation &Unit,
               llvm::function_ref<void(ASTContext &)> Do) {
    Options.Look = [&](ASTContext &Context,
                       llvm::ArrayRef<const FunctionDecl *> NotRead) {
      std::vector<std::string> Problems; // Lint reports them.
      CheckSettings With = edge::readSettings(Tidy.getOptions(),
                                              Tidy.getCurrentFile(), Problems);
      With.Analysis.NotRead = NotRead;
      if (!lint::BuildPath.empty())
        With.Analysis.Elsewhere =
            edge::lastLaunches(lint::absolute(lint::BuildPath));
      Facts->configure(std::move(With.Wrappers), std::move(With.Analysis));
      Do(Context);
      Facts->forget();
    };
    lint::LintedUnit Seen =
        Linter.lint(Unit, llvm::vfs::createPhysicalFileSystem(), Options);
    ++Units;
    if (std::string Why = Seen.Trouble.empty() ? Seen.Reason : Seen.Trouble;
        !Why.empty())
      fail(Unit.File, Why);
  }
  void fail(llvm::StringRef File, std::string Why) {
    Failures.push_back({report::pathBelow(File, Options.Root), Why});
  }
  /// Where a match is: templates are traversed with their instances.
  static std::tuple<std::string, unsigned, unsigned>
  placeOf(const std::vector<report::BoundNode> &Match) {
    auto Root = llvm::find_if(
        Match, [](const auto &Node) { return Node.Name == "root"; });
    const report::ReportedPlace &At =
        Root == Match.end() ? Match.front().At : Root->At;
    return {At.File, At.Line, At.Column};
  }
  void write() {
    std::vector<report::QueryAnswer> Answers;
    for (AskedMatch &Each : Asked) {
      llvm::stable_sort(Each.Answer.Matches, [](const auto &L, const auto &R) {
        return placeOf(L) < placeOf(R);
      });
      Answers.push_back(std::move(Each.Answer));
    }
    if (AsJson)
      return report::writeAnswersJson(llvm::outs(), Answers, Units, Failures);
    for (const report::QueryAnswer &Each : Answers) {
      if (Answers.size() > 1)
        llvm::outs() << "\n"
                     << quoting::printable("match " + Each.Query) << "\n";
      report::writeAnswer(llvm::outs(), Each);
    }
  }
  int finish() {
    for (const report::UnitFailure &Each : Failures)
      llvm::errs() << "warplint: incomplete: " << quoting::printable(Each.File)
                   << ": " << quoting::printable(Each.Reason) << "\n";
    return Failures.empty() ? report::ExitClean : report::ExitIncomplete;
  }

  const commands::CommandDatabase &Database;
  std::vector<std::string> Files;
  tidy::ClangTidyContext &Tidy;
  lint::UnitLinter Linter;
  lint::LintOptions Options;
  matchers::SharedFacts Facts;
  matchers::QueryReader Reader;
  Settings Of;
  std::vector<AskedMatch> Asked;
  std::vector<report::UnitFailure> Failures;
  unsigned Units = 0;
  bool IsQuit = false;
};

} // namespace

/// The text of the query, or what is wrong with the words of the command.
static llvm::Expected<std::string>
queryText(std::vector<std::string> &Sources) {
  Sources.assign(Words.begin(), Words.end());
  if (!QueryFile.empty())
    return base::readWhole(QueryFile);
  if (Sources.empty())
    return llvm::createStringError(
        "no query: warplint query 'match barrierCall()' -p build");
  std::string Text = Sources.front();
  Sources.erase(Sources.begin());
  return Text;
}

int query(const std::optional<std::vector<std::string>> &Flags) {
  if (ListMatchers)
    return listMatchers();
  if (Begun.getNumOccurrences())
    return complete();
  std::vector<std::string> Sources;
  auto Text = queryText(Sources);
  if (!Text)
    return lint::usageError(llvm::toString(Text.takeError()));
  // `warplint query -` and `warplint query unit.cu` in a terminal: talk.
  bool Talks = *Text == "-";
  if (Sources.empty() && lint::BuildPath.empty())
    return lint::usageError("no input: name files, or a build folder with -p");
  auto Context = lint::makeContext();
  if (!Context)
    return lint::usageError(llvm::toString(Context.takeError()));
  auto Database = lint::openDatabase(Flags, Sources, *Context);
  if (!Database)
    return lint::usageError(llvm::toString(Database.takeError()));
  if (Sources.empty())
    Sources = lint::cudaFilesOf(**Database);
  if (Talks && Sources.size() != 1)
    return lint::usageError("questions are answered about one file: name it");
  std::string Problem;
  auto Provider = lint::makeOptionsProvider(Problem);
  if (!Provider)
    return lint::usageError(Problem);
  tidy::ClangTidyContext Tidy(std::move(Provider));
  Tidy.setCurrentFile(Sources.empty() ? "unit.cu" : Sources.front());
  Session Asking(**Database, Sources, Tidy);
  if (!Talks && !Asking.read(*Text, "query"))
    return report::ExitUsage;
  processes::limitMemoryOfRun();
  return Talks ? Asking.talk() : Asking.answer();
}

} // namespace warplint::query
