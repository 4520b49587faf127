//===--- NolintComments.cpp - What NOLINT comments suppress ---------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tidy/NolintComments.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include <algorithm>
#include <optional>
#include <string>
#include <utility>

using namespace llvm;

namespace warplint::edge {

namespace {
enum class Kind { Other, Line, NextLine, Begin, End };

/// A comment as it stands in the text.
struct Comment {
  Kind Is;
  size_t At;
  std::optional<StringRef> Checks; ///< In its brackets.
};
} // namespace

/// The comments of \p Text in order.
static std::vector<Comment> commentsIn(StringRef Text) {
  static constexpr llvm::StringLiteral Word = "NOLINT";
  std::vector<Comment> Found;
  // The first end of a list behind each place that is asked for: brackets that
  // are not closed do not each read the rest of their line.
  size_t ListEnd = 0;
  for (size_t At = 0; (At = Text.find(Word, At)) != StringRef::npos;) {
    size_t End = At + Word.size();
    while (End < Text.size() && isAlpha(Text[End]))
      ++End;
    Kind Is = StringSwitch<Kind>(Text.slice(At, End))
                  .Case("NOLINT", Kind::Line)
                  .Case("NOLINTNEXTLINE", Kind::NextLine)
                  .Case("NOLINTBEGIN", Kind::Begin)
                  .Case("NOLINTEND", Kind::End)
                  .Default(Kind::Other);
    Comment Next{Is, At, std::nullopt};
    At = End;
    if (Is == Kind::Other)
      continue;
    if (At < Text.size() && Text[At] == '(') {
      ++At;
      if (ListEnd < At)
        ListEnd = std::min(Text.find_first_of("\n)", At), Text.size());
      if (ListEnd < Text.size() && Text[ListEnd] == ')')
        Next.Checks = Text.slice(std::exchange(At, ListEnd), ListEnd);
    }
    Found.push_back(Next);
  }
  return Found;
}

/// A NOLINTEND ends a NOLINTBEGIN that has the same.
static std::optional<std::string> normalized(std::optional<StringRef> Checks) {
  if (!Checks)
    return std::nullopt;
  SmallVector<StringRef, 0> Names;
  Checks->split(Names, ',');
  for (StringRef &Name : Names)
    Name = Name.trim();
  return join(Names, ",");
}

static NolintComments::Directive directiveOf(const Comment &Of, size_t Line,
                                             StringRef Text) {
  NolintComments::Directive Written;
  Written.At = Of.At;
  Written.Line = Line + 1;
  StringRef Rest = Text.drop_front(Of.At);
  Rest = Rest.take_front(Rest.find('\n'));
  Written.Word = Rest.take_while([](char C) { return isAlpha(C); }).str();
  Rest = Rest.drop_front(Written.Word.size());
  if (Of.Checks) {
    SmallVector<StringRef, 4> Names;
    Of.Checks->split(Names, ',');
    for (StringRef Name : Names)
      Written.Names.push_back(Name.trim().str());
    Rest = Rest.drop_front(Of.Checks->size() + 2);
  }
  Written.HasReason = any_of(Rest, [](char C) { return isAlnum(C); });
  return Written;
}

const NolintComments::Checks *NolintComments::checksOf(StringRef Text) {
  std::unique_ptr<Checks> &Of = Globs[Text];
  if (!Of)
    Of = std::make_unique<Checks>(Text, /*KeepNegativeGlobs=*/false);
  return Of.get();
}

NolintComments::NolintComments(StringRef Text) {
  Steps = Text.size();
  for (size_t At = 0; (At = Text.find('\n', At)) != StringRef::npos; ++At)
    LineEnds.push_back(At);
  struct Open {
    size_t At;
    std::optional<std::string> List;
    const Checks *Which;
    size_t Directive;
  };
  std::vector<Open> Begun;
  size_t Line = 0;
  for (const Comment &Each : commentsIn(Text)) {
    while (Line < LineEnds.size() && LineEnds[Line] < Each.At)
      ++Line;
    const Checks *Which = checksOf(Each.Checks.value_or("*"));
    size_t Directive = Written.size();
    if (Each.Is != Kind::End)
      Written.push_back(directiveOf(Each, Line, Text));
    switch (Each.Is) {
    case Kind::Line:
      InLines.push_back({Line, Which, Directive});
      break;
    case Kind::NextLine:
      InLines.push_back({Line + 1, Which, Directive});
      break;
    case Kind::Begin:
      Begun.push_back({Each.At, normalized(Each.Checks), Which, Directive});
      break;
    case Kind::End:
      if (!Begun.empty() && Begun.back().List == normalized(Each.Checks)) {
        Blocks.push_back({Begun.back().At, Each.At, Begun.back().Which,
                          Begun.back().Directive});
        Begun.pop_back();
      } else {
        Lonely.push_back({Each.At, /*IsBegin=*/false});
      }
      break;
    case Kind::Other:
      break;
    }
  }
  for (const Open &Each : Begun)
    Lonely.push_back({Each.At, /*IsBegin=*/true});
  llvm::stable_sort(InLines, [](const OfLine &L, const OfLine &R) {
    return L.Line < R.Line;
  });
  llvm::sort(Blocks,
             [](const Block &L, const Block &R) { return L.Begin < R.Begin; });
}

const NolintComments::Answer &NolintComments::answerFor(StringRef Check) {
  auto [Known, IsNew] = Answers.try_emplace(Check);
  Answer &Of = Known->second;
  if (!IsNew)
    return Of;
  Steps += InLines.size() + Blocks.size();
  for (const OfLine &Each : InLines)
    if (Each.Which->contains(Check))
      Of.Lines.push_back(Each.Line);
  llvm::sort(Of.Lines);
  for (const Block &Each : Blocks) {
    if (!Each.Which->contains(Check))
      continue;
    // One that begins in another ends in it.
    if (Of.Blocks.empty() || Of.Blocks.back().second < Each.Begin)
      Of.Blocks.emplace_back(Each.Begin, Each.End);
  }
  return Of;
}

bool NolintComments::suppressInLine(size_t At, StringRef Check) {
  ++Steps;
  size_t Line = llvm::lower_bound(LineEnds, At) - LineEnds.begin();
  return std::binary_search(answerFor(Check).Lines.begin(),
                            answerFor(Check).Lines.end(), Line);
}

bool NolintComments::suppressInBlock(size_t At, StringRef Check) {
  ++Steps;
  const auto &In = answerFor(Check).Blocks;
  auto Next = llvm::partition_point(
      In, [&](const auto &Each) { return Each.first < At; });
  return Next != In.begin() && At < std::prev(Next)->second;
}

void NolintComments::markUsed(size_t At, StringRef Check) {
  size_t Line = llvm::lower_bound(LineEnds, At) - LineEnds.begin();
  // Thousands of findings may lie on one line.
  if (Asked.emplace(Line, Check.str()).second) {
    auto IsBefore = [](const OfLine &L, size_t Line) { return L.Line < Line; };
    for (auto Each = llvm::lower_bound(InLines, Line, IsBefore);
         Each != InLines.end() && Each->Line == Line; ++Each)
      if (Each->Which->contains(Check))
        Written[Each->Directive].IsUsed = true;
  }
  for (const Block &Each : Blocks)
    if (Each.Begin < At && At < Each.End && Each.Which->contains(Check))
      Written[Each.Directive].IsUsed = true;
}

} // namespace warplint::edge
