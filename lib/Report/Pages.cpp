//===--- Pages.cpp - The documentation that travels with warplint ---------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/Pages.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Regex.h"
#include <algorithm>

namespace warplint::report {

llvm::StringRef pageOf(llvm::StringRef Check) {
  return llvm::StringSwitch<llvm::StringRef>(Check)
#define PAGE(ID, ...) .Case(ID, __VA_ARGS__)
#include "CheckPages.inc"
#undef PAGE
      .Default("");
}

std::string helpUri(const CheckInfo &Info) {
  llvm::StringRef Base = WARPLINT_DOCS_URL;
  if (!Base.empty())
    return (Base.rtrim('/') + "/checks/" + Info.Id + ".md").str();
  return "https://cwe.mitre.org/data/definitions/" + std::to_string(Info.Cwe) +
         ".html";
}

/// The page that a link leads to, as the tree of the project has it; empty if
/// it is beside this one, where `warplint explain` has it.
static std::string pageBehind(llvm::StringRef Target) {
  return Target.consume_front("../") ? ("docs/" + Target.split('#').first).str()
                                     : "";
}

/// Without the marks of links, emphasis and code. Escapes do not occur in our
/// pages. If \p NamesPages, other pages that are linked to are named behind the
/// text of the link.
static std::string plain(llvm::StringRef Text, bool NamesPages = false) {
  static const llvm::Regex Link("\\[([^]]*)\\]\\(([^)]*)\\)");
  std::string Rest = Text.str(), Result;
  llvm::SmallVector<llvm::StringRef, 3> Match;
  while (Link.match(Rest, &Match)) {
    size_t Begin = Match[0].data() - Rest.data();
    Result += Rest.substr(0, Begin) + Match[1].str();
    if (std::string Page = pageBehind(Match[2]); NamesPages && !Page.empty())
      Result += " (" + Page + ")";
    Rest = Rest.substr(Begin + Match[0].size());
  }
  Result += Rest;
  // A star beside a space is a product, not emphasis.
  std::string Clean;
  bool Code = false;
  for (size_t I = 0; I < Result.size(); ++I) {
    if (Result[I] == '`')
      Code = !Code;
    bool Star = Result[I] == '*' && !Code;
    bool Opens = I + 1 < Result.size() && !llvm::isSpace(Result[I + 1]);
    bool Closes = I > 0 && !llvm::isSpace(Result[I - 1]);
    if (Result[I] == '`' || (Star && (Opens != Closes || (Opens && Closes))))
      continue;
    Clean += Result[I];
  }
  return Clean;
}

namespace {

class Renderer {
public:
  explicit Renderer(unsigned Width) : Width(std::max(Width, 20u)) {}
  std::string render(llvm::StringRef Markdown);

private:
  void line(llvm::StringRef Line, llvm::StringRef Next);
  void heading(llvm::StringRef Line);
  void tableRow(llvm::StringRef Line, bool IsHeading);
  void flush();

  unsigned Width;
  bool InCode = false;
  std::string Out;
  std::string Paragraph; ///< Text that still has to be wrapped.
  unsigned Indent = 0;   ///< Of its lines but the first.
};

} // namespace

/// Number of characters, as far as one character takes one column.
static size_t columnsOf(llvm::StringRef Text) {
  return llvm::count_if(Text,
                        [](unsigned char C) { return (C & 0xC0) != 0x80; });
}

void Renderer::flush() {
  std::string Text = plain(Paragraph, /*NamesPages=*/true);
  llvm::SmallVector<llvm::StringRef, 32> Words;
  // A list item keeps its bullet and indent.
  size_t Lead = Text.find_first_not_of(' ');
  llvm::SplitString(Text, Words);
  if (Words.empty())
    return;
  std::string Line(Lead, ' ');
  bool First = true;
  for (llvm::StringRef Word : Words) {
    if (!First && columnsOf(Line) + 1 + columnsOf(Word) > Width) {
      Out += Line + "\n";
      Line = std::string(Indent, ' ') + Word.str();
      continue;
    }
    Line += (First ? "" : " ") + Word.str();
    First = false;
  }
  Out += Line + "\n";
  Paragraph.clear();
  Indent = 0;
}

void Renderer::heading(llvm::StringRef Line) {
  flush();
  size_t Level = Line.find_first_not_of('#');
  std::string Text = plain(Line.drop_front(Level).trim());
  Out +=
      Text + "\n" + std::string(columnsOf(Text), Level == 1 ? '=' : '-') + "\n";
}

/// What stands between the headings of a table and its rows.
static bool isTableRule(llvm::StringRef Line) {
  return Line.starts_with("|") &&
         Line.find_first_not_of("|-: ") == llvm::StringRef::npos;
}

/// Columns do not fit a terminal: the headings become a line above the rows,
/// and a row becomes an item, its cells apart.
void Renderer::tableRow(llvm::StringRef Line, bool IsHeading) {
  flush();
  if (isTableRule(Line))
    return;
  llvm::SmallVector<llvm::StringRef, 4> Cells;
  Line.trim('|').split(Cells, '|');
  for (llvm::StringRef &Cell : Cells)
    Cell = Cell.trim();
  std::string Text = llvm::join(Cells, " / ");
  // Columns that explain themselves have no headings.
  if (IsHeading &&
      llvm::StringRef(Text).find_first_not_of("/ ") == llvm::StringRef::npos)
    return;
  Paragraph = IsHeading ? Text + ":" : "- " + Text;
  Indent = 2;
}

void Renderer::line(llvm::StringRef Line, llvm::StringRef Next) {
  llvm::StringRef Bare = Line.ltrim();
  if (Bare.starts_with("```")) {
    flush();
    InCode = !InCode;
  } else if (InCode) {
    Out += Line.empty() ? "\n" : ("    " + Line + "\n").str();
  } else if (Bare.starts_with("#")) {
    heading(Bare);
  } else if (Bare.empty()) {
    flush();
    if (!llvm::StringRef(Out).ends_with("\n\n") && !Out.empty())
      Out += "\n";
  } else if (Bare.starts_with("|")) {
    tableRow(Bare, isTableRule(Next.ltrim()));
  } else if (Bare.starts_with("- ")) {
    flush();
    Paragraph = Line.str();
    Indent = Line.size() - Bare.size() + 2;
  } else {
    Paragraph += (Paragraph.empty() ? "" : " ") + Bare.str();
  }
}

std::string Renderer::render(llvm::StringRef Markdown) {
  llvm::SmallVector<llvm::StringRef, 0> Lines;
  Markdown.rtrim().split(Lines, '\n');
  for (size_t I = 0; I < Lines.size(); ++I)
    line(Lines[I].rtrim(),
         I + 1 < Lines.size() ? Lines[I + 1].rtrim() : llvm::StringRef());
  flush();
  return std::move(Out);
}

std::string renderPage(llvm::StringRef Markdown, unsigned Width) {
  return Renderer(Width).render(Markdown);
}

std::string summaryParagraph(llvm::StringRef Check, llvm::StringRef Otherwise) {
  llvm::StringRef Text = pageOf(Check).split("## What it finds\n").second;
  Text = Text.ltrim().split("\n\n").first;
  std::string Paragraph = plain(Text);
  std::replace(Paragraph.begin(), Paragraph.end(), '\n', ' ');
  return Paragraph.empty() ? Otherwise.str() : Paragraph;
}

} // namespace warplint::report
