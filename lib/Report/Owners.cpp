//===--- Owners.cpp - Who owns which files --------------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/Owners.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace warplint::report {

/// Whether the beginning of \p Name up to a slash or its end is \p Glob. The
/// last star that was met takes one more character whenever the rest fails.
static bool matchesName(llvm::StringRef Name, llvm::StringRef Glob) {
  size_t N = 0, G = 0, Star = llvm::StringRef::npos, From = 0;
  while (N < Name.size()) {
    if (G < Glob.size() && Glob[G] == '*') {
      Star = G++;
      From = N;
    } else if (G < Glob.size() && (Glob[G] == '?' || Glob[G] == Name[N])) {
      ++G;
      ++N;
    } else if (Star != llvm::StringRef::npos) {
      G = Star + 1;
      N = ++From;
    } else {
      return false;
    }
  }
  return Glob.drop_front(G).find_first_not_of('*') == llvm::StringRef::npos;
}

using Names = llvm::SmallVector<llvm::StringRef, 8>;

/// Whether \p File begins with names that match \p Pattern. `**` takes any
/// number: as with stars in a name, only the last one has to be tried again.
static bool beginsWith(llvm::ArrayRef<llvm::StringRef> File,
                       llvm::ArrayRef<llvm::StringRef> Pattern) {
  size_t F = 0, P = 0, From = 0;
  std::optional<size_t> Stars;
  while (true) {
    if (P == Pattern.size())
      return true;
    if (Pattern[P] == "**") {
      Stars = P++;
      From = F;
      if (P == Pattern.size())
        return F < File.size();
    } else if (F < File.size() && matchesName(File[F], Pattern[P])) {
      ++F;
      ++P;
    } else if (Stars && From < File.size()) {
      P = *Stars + 1;
      F = ++From;
    } else {
      return false;
    }
  }
}

bool matchesPattern(llvm::StringRef File, llvm::StringRef Pattern) {
  bool IsFolder = Pattern.consume_back("/");
  bool IsAnchored = Pattern.contains('/');
  Pattern.consume_front("/");
  if (Pattern.empty())
    return IsAnchored || IsFolder;
  Names Parts, Wanted;
  File.split(Parts, '/');
  Pattern.split(Wanted, '/');
  if (!IsAnchored)
    Wanted.insert(Wanted.begin(), "**");
  // What matches is a folder if names are left behind it.
  if (IsFolder)
    Wanted.push_back("*");
  if (!beginsWith(Parts, Wanted))
    return false;
  // `docs/*` is about the files in docs alone.
  return IsFolder || !IsAnchored || Wanted.back() != "*" ||
         llvm::is_contained(Wanted, "**") || Parts.size() == Wanted.size();
}

Owners::Owners(llvm::StringRef Text) {
  llvm::SmallVector<llvm::StringRef, 0> Lines;
  Text.split(Lines, '\n');
  for (llvm::StringRef Line : Lines) {
    Line = Line.split('#').first.trim();
    if (Line.empty() || Line.starts_with("[") || Line.starts_with("^["))
      continue;
    llvm::SmallVector<llvm::StringRef, 4> Words;
    llvm::SplitString(Line, Words);
    Rule Next{Words.front().str(), {}};
    for (llvm::StringRef Name : llvm::ArrayRef(Words).drop_front())
      Next.Names.push_back(Name.str());
    Rules.push_back(std::move(Next));
  }
}

std::vector<std::string> Owners::of(llvm::StringRef File) const {
  for (const Rule &Each : llvm::reverse(Rules))
    if (matchesPattern(File, Each.Pattern))
      return Each.Names;
  return {};
}

void Owners::addTo(Report &R) const {
  for (ReportedFinding &F : R.Findings)
    F.Owners = of(F.At.File);
}

} // namespace warplint::report
