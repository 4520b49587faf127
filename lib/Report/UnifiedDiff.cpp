//===--- UnifiedDiff.cpp - Two texts as a unified diff --------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/UnifiedDiff.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FormatVariadic.h"
#include <algorithm>
#include <vector>

namespace warplint::report {

namespace {
/// Lines [Old, OldEnd) of the old text become lines [New, NewEnd) of the new
/// one; counted from 0.
struct Change {
  size_t Old, OldEnd, New, NewEnd;
};
using Lines = std::vector<llvm::StringRef>;
} // namespace

/// The lines of \p Text with their ends.
static Lines linesOf(llvm::StringRef Text) {
  Lines All;
  while (!Text.empty()) {
    size_t End = std::min(Text.find('\n'), Text.size() - 1) + 1;
    All.push_back(Text.take_front(End));
    Text = Text.drop_front(End);
  }
  return All;
}

/// More changed lines than this are not taken apart: they become one change.
static constexpr int MostApart = 1000;

/// How far one can come in the old text with each number of changes, by
/// diagonal (Myers' greedy algorithm); the last element reaches both ends.
static std::vector<std::vector<int>> frontiers(const Lines &Old,
                                               const Lines &New) {
  int N = Old.size(), M = New.size();
  std::vector<std::vector<int>> All;
  for (int D = 0; D <= MostApart; ++D) {
    std::vector<int> Far(2 * D + 1, -1);
    for (int K = -D; K <= D; K += 2) {
      auto Before = [&](int Diagonal) {
        return std::abs(Diagonal) < D ? All[D - 1][Diagonal + D - 1] : -1;
      };
      int X = 0;
      if (D)
        X = std::max(Before(K - 1) + 1, Before(K + 1));
      while (X < N && X - K >= 0 && X - K < M && Old[X] == New[X - K])
        ++X;
      Far[K + D] = X;
      if (X >= N && X - K >= M) {
        All.push_back(std::move(Far));
        return All;
      }
    }
    All.push_back(std::move(Far));
  }
  return {};
}

static std::vector<Change> changesBetween(const Lines &Old, const Lines &New) {
  std::vector<std::vector<int>> Far = frontiers(Old, New);
  if (Far.empty())
    return {{0, Old.size(), 0, New.size()}};
  std::vector<Change> Changes;
  int X = Old.size(), Y = New.size();
  for (int D = Far.size() - 1; D > 0; --D) {
    int K = X - Y;
    auto Before = [&](int Diagonal) {
      return std::abs(Diagonal) < D ? Far[D - 1][Diagonal + D - 1] : -1;
    };
    bool IsRemoval = Before(K - 1) + 1 > Before(K + 1);
    int FromX = IsRemoval ? Before(K - 1) : Before(K + 1);
    int FromY = IsRemoval ? FromX - (K - 1) : FromX - (K + 1);
    size_t OldEnd = FromX + IsRemoval, NewEnd = FromY + !IsRemoval;
    // Changes are found from the end on.
    if (!Changes.empty() && Changes.back().Old == OldEnd &&
        Changes.back().New == NewEnd) {
      Changes.back().Old = FromX;
      Changes.back().New = FromY;
    } else {
      Changes.push_back({size_t(FromX), OldEnd, size_t(FromY), NewEnd});
    }
    X = FromX;
    Y = FromY;
  }
  std::reverse(Changes.begin(), Changes.end());
  return Changes;
}

static constexpr size_t Context = 3;

/// A range as a hunk's head has it.
static std::string rangeText(size_t Begin, size_t End) {
  size_t Count = End - Begin;
  std::string Line = std::to_string(Count ? Begin + 1 : Begin);
  return Count == 1 ? Line : Line + "," + std::to_string(Count);
}

static void addLines(std::string &Text, char Mark, const Lines &From,
                     size_t Begin, size_t End) {
  for (size_t I = Begin; I < End; ++I) {
    Text += Mark;
    Text += From[I];
    if (!From[I].ends_with("\n"))
      Text += "\n\\ No newline at end of file\n";
  }
}

std::string unifiedDiff(llvm::StringRef Name, llvm::StringRef OldText,
                        llvm::StringRef NewText) {
  if (OldText == NewText)
    return "";
  Lines Old = linesOf(OldText), New = linesOf(NewText);
  std::vector<Change> Changes = changesBetween(Old, New);
  std::string Text = ("--- a/" + Name + "\n+++ b/" + Name + "\n").str();
  for (size_t I = 0; I < Changes.size();) {
    size_t Last = I;
    while (Last + 1 < Changes.size() &&
           Changes[Last + 1].Old - Changes[Last].OldEnd <= 2 * Context)
      ++Last;
    size_t Before = std::min(Context, Changes[I].Old);
    size_t After = std::min(Context, Old.size() - Changes[Last].OldEnd);
    Text += "@@ -" +
            rangeText(Changes[I].Old - Before, Changes[Last].OldEnd + After) +
            " +" +
            rangeText(Changes[I].New - Before, Changes[Last].NewEnd + After) +
            " @@\n";
    size_t At = Changes[I].Old - Before;
    for (; I <= Last; ++I) {
      addLines(Text, ' ', Old, At, Changes[I].Old);
      addLines(Text, '-', Old, Changes[I].Old, Changes[I].OldEnd);
      addLines(Text, '+', New, Changes[I].New, Changes[I].NewEnd);
      At = Changes[I].OldEnd;
    }
    addLines(Text, ' ', Old, At, At + After);
  }
  return Text;
}

} // namespace warplint::report
