//===--- Contracts.cpp - Reads what is stated of a kernel -----------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Verdicts/Contracts.h"
#include "Assumptions/Assumptions.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace warplint::verdicts {

static constexpr llvm::StringLiteral Mark = "warplint:";

/// The text in the parentheses that \p Text begins with, which are taken off;
/// nothing if they are not closed.
static std::optional<llvm::StringRef> takeParentheses(llvm::StringRef &Text) {
  unsigned Depth = 0;
  for (size_t I = 0; I < Text.size(); ++I) {
    Depth += Text[I] == '(';
    if (Text[I] == ')' && --Depth == 0) {
      llvm::StringRef Inside = Text.slice(1, I);
      Text = Text.substr(I + 1);
      return Inside.trim();
    }
  }
  return std::nullopt;
}

static void readProven(llvm::StringRef Names, Contract &Into) {
  llvm::SmallVector<llvm::StringRef, 4> Words;
  Names.split(Words, ',');
  for (llvm::StringRef Word : Words) {
    auto Named = propertyNamed(Word.trim());
    if (!Named)
      Into.Problems.push_back("'" + Word.trim().str() + "' names no property");
    else if (!llvm::is_contained(Into.Proven, *Named))
      Into.Proven.push_back(*Named);
  }
}

/// `distinct index` and `distinct(index)` are what `distinct-indices(index)`
/// is.
static void readAssume(llvm::StringRef Text, Contract &Into) {
  llvm::StringRef Rest = Text;
  llvm::StringRef Id =
      Rest.take_until([](char C) { return C == '(' || C == ' '; });
  Rest = Rest.drop_front(Id.size()).trim();
  if (Id == "distinct" && !Rest.empty()) {
    if (Rest.consume_front("(") && !Rest.consume_back(")"))
      Into.Problems.push_back("'" + Text.str() + "' is no assumption");
    Into.Accepted.push_back(
        {nameOf(Assumption::DistinctIndices).str(), {Rest.trim().str()}});
    return;
  }
  std::optional<Assumption> Named = assumptionNamed(Id);
  if (!Named) {
    Into.Conditions.push_back(Text.str());
    return;
  }
  Acceptance Taken{Id.str(), {}};
  if (Rest.starts_with("(")) {
    llvm::SmallVector<llvm::StringRef, 4> Subjects;
    takeParentheses(Rest).value_or("").split(Subjects, ';', -1,
                                             /*KeepEmpty=*/false);
    for (llvm::StringRef Each : Subjects)
      Taken.Subjects.push_back(Each.trim().str());
  }
  if (!Rest.empty())
    Into.Problems.push_back("'" + Text.str() + "' is no assumption");
  else
    Into.Accepted.push_back(std::move(Taken));
}

void readContract(llvm::StringRef Text, Contract &Into) {
  for (Text = Text.ltrim(", \t"); !Text.empty(); Text = Text.ltrim(", \t")) {
    llvm::StringRef Word =
        Text.take_while([](char C) { return llvm::isAlpha(C); });
    llvm::StringRef Rest = Text.drop_front(Word.size()).ltrim();
    bool IsProven = Word == "proven", IsAssume = Word == "assume";
    std::optional<llvm::StringRef> Inside;
    if ((IsProven || IsAssume) && Rest.starts_with("("))
      Inside = takeParentheses(Rest);
    if (!Inside || Inside->empty()) {
      Into.Problems.push_back("'" + Text.rtrim().str() +
                              "' is neither proven(...) nor assume(...)");
      return;
    }
    IsProven ? readProven(*Inside, Into) : readAssume(*Inside, Into);
    Text = Rest;
  }
}

/// What stands in \p Line if it is nothing but one comment; else nothing.
static std::optional<llvm::StringRef> commentIn(llvm::StringRef Line) {
  Line = Line.trim();
  if (Line.starts_with("//"))
    return Line.ltrim('/').trim();
  if (Line.consume_front("/*") && Line.consume_back("*/"))
    return Line.trim();
  return std::nullopt;
}

/// Where the text of \p Kernel begins, with the parameters of its template.
static SourceLocation beginOf(const FunctionDecl &Kernel) {
  const FunctionDecl *Written = Kernel.getTemplateInstantiationPattern();
  if (!Written)
    Written = &Kernel;
  if (const auto *Template = Written->getDescribedFunctionTemplate())
    return Template->getBeginLoc();
  return Written->getOuterLocStart();
}

namespace {
/// A comment with the mark.
struct StatedLine {
  llvm::StringRef Text; ///< Behind the mark.
  SourceLocation At;
};
} // namespace

/// The lines of comments directly above \p Kernel that begin with the mark,
/// from the nearest one upwards.
static std::vector<StatedLine> linesAbove(const FunctionDecl &Kernel) {
  std::vector<StatedLine> Found;
  const SourceManager &SM = Kernel.getASTContext().getSourceManager();
  SourceLocation Begin = SM.getExpansionLoc(beginOf(Kernel));
  if (Begin.isInvalid())
    return Found;
  auto [File, Offset] = SM.getDecomposedLoc(Begin);
  llvm::StringRef All = SM.getBufferData(File);
  size_t LineStart = All.substr(0, Offset).rfind('\n');
  while (LineStart != llvm::StringRef::npos) {
    llvm::StringRef Above = All.substr(0, LineStart);
    size_t Next = Above.rfind('\n');
    llvm::StringRef Line =
        Next == llvm::StringRef::npos ? Above : Above.substr(Next + 1);
    auto Comment = commentIn(Line);
    if (!Comment)
      break;
    if (Comment->consume_front(Mark))
      Found.push_back({*Comment, SM.getLocForStartOfFile(File).getLocWithOffset(
                                     Line.ltrim().data() - All.data())});
    LineStart = Next;
  }
  return Found;
}

/// Why the statement above \p Below, the rest of a file, is about no kernel;
/// null if it may be about one that is not compiled.
static const char *whyUnattached(llvm::StringRef Below) {
  while (commentIn(Below.split('\n').first))
    Below = Below.split('\n').second;
  if (Below.split('\n').first.trim().empty())
    return "an empty line stands below it";
  if (Below.ltrim().starts_with("#"))
    return "a preprocessor directive stands below it";
  size_t End = Below.find_first_of("{;");
  if (!Below.take_front(End).contains("__global__"))
    return "what stands below it is no kernel";
  return Below.substr(End).starts_with(";")
             ? "it belongs above the definition of the kernel"
             : nullptr;
}

std::vector<std::pair<SourceLocation, std::string>>
unattachedContracts(const ASTContext &Unit,
                    llvm::ArrayRef<const FunctionDecl *> Kernels) {
  const SourceManager &SM = Unit.getSourceManager();
  llvm::SmallSetVector<FileID, 4> Files;
  Files.insert(SM.getMainFileID());
  llvm::DenseSet<SourceLocation> Attached;
  for (const FunctionDecl *Kernel : Kernels) {
    SourceLocation Begin = SM.getExpansionLoc(beginOf(*Kernel));
    if (Begin.isValid() && !SM.isInSystemHeader(Begin))
      Files.insert(SM.getFileID(Begin));
    for (const StatedLine &Line : linesAbove(*Kernel))
      Attached.insert(Line.At);
  }
  std::vector<std::pair<SourceLocation, std::string>> Found;
  for (FileID File : Files) {
    llvm::StringRef All = SM.getBufferData(File), Rest = All;
    while (!Rest.empty()) {
      llvm::StringRef Line = Rest.split('\n').first;
      Rest = Rest.split('\n').second;
      auto Comment = commentIn(Line);
      if (!Comment || !Comment->consume_front(Mark))
        continue;
      llvm::StringRef Says = Comment->ltrim();
      SourceLocation At = SM.getLocForStartOfFile(File).getLocWithOffset(
          Line.ltrim().data() - All.data());
      const char *Why =
          Says.starts_with("proven(") || Says.starts_with("assume(")
              ? whyUnattached(Rest)
              : nullptr;
      if (Why && !Attached.contains(At))
        Found.push_back(
            {At, "the contract is about no kernel: " + std::string(Why)});
    }
  }
  return Found;
}

Contract writtenContract(const FunctionDecl &Kernel, StatedContracts Stated) {
  Contract Made;
  const std::vector<StatedLine> Above = linesAbove(Kernel);
  for (const StatedLine &Line : llvm::reverse(Above)) {
    if (Made.At.isInvalid())
      Made.At = Line.At;
    readContract(Line.Text, Made);
  }
  std::string Name = Kernel.getQualifiedNameAsString();
  for (const auto &[Of, Text] : Stated)
    if (Of == Name || Of == Kernel.getNameAsString())
      readContract(Text, Made);
  llvm::sort(Made.Proven);
  return Made;
}

bool mayPromise(const ASTContext &Unit, StatedContracts Stated) {
  auto Promises = [](llvm::StringRef Text) { return Text.contains("proven("); };
  for (const auto &Each : Stated)
    if (Promises(Each.second))
      return true;
  const SourceManager &SM = Unit.getSourceManager();
  for (auto It = SM.fileinfo_begin(); It != SM.fileinfo_end(); ++It) {
    auto Text = It->second->getBufferDataIfLoaded();
    for (size_t At = Text ? Text->find(Mark) : llvm::StringRef::npos;
         At != llvm::StringRef::npos; At = Text->find(Mark, At + 1))
      if (Promises(
              Text->substr(At).take_until([](char C) { return C == '\n'; })))
        return true;
  }
  return false;
}

} // namespace warplint::verdicts
