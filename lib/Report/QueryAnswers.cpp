//===--- QueryAnswers.cpp - What a query matched --------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/QueryAnswers.h"
#include "Quoting/Printable.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

using namespace llvm::json;

namespace warplint::report {

/// Each line of \p Text by itself: none can pretend to be another one.
static void writeLines(llvm::raw_ostream &OS, llvm::StringRef Text) {
  while (!Text.empty()) {
    auto [Line, Rest] = Text.split('\n');
    OS << quoting::printable(Line) << "\n";
    Text = Rest;
  }
}

static void writeNode(llvm::raw_ostream &OS, const BoundNode &Node,
                      const ShownParts &Shown) {
  if (Shown.Place) {
    OS << quoting::printable(Node.At.File) << ":" << Node.At.Line << ":"
       << Node.At.Column << ": note: \"" << quoting::printable(Node.Name)
       << "\" binds here\n"
       << llvm::formatv("{0,5} | {1}\n", Node.At.Line,
                        quoting::printable(Node.At.Text));
    std::string Mark;
    for (unsigned I = 1; I < Node.At.Column; ++I)
      Mark +=
          I <= Node.At.Text.size() && Node.At.Text[I - 1] == '\t' ? '\t' : ' ';
    unsigned End =
        Node.EndLine == Node.At.Line ? Node.EndColumn : Node.At.EndColumn;
    Mark += '^';
    if (End > Node.At.Column + 1)
      Mark.append(End - Node.At.Column - 1, '~');
    OS << "      | " << Mark << "\n";
  }
  if (Shown.Source) {
    OS << "Binding for \"" << quoting::printable(Node.Name) << "\":\n";
    writeLines(OS, Node.Source);
    OS << "\n";
  }
  if (Shown.Tree) {
    OS << "Binding for \"" << quoting::printable(Node.Name) << "\":\n";
    writeLines(OS, Node.Tree);
    OS << "\n";
  }
}

void writeAnswer(llvm::raw_ostream &OS, const QueryAnswer &Answer) {
  unsigned Number = 0;
  for (const std::vector<BoundNode> &Match : Answer.Matches) {
    OS << "\nMatch #" << ++Number << ":\n\n";
    for (const BoundNode &Node : Match)
      writeNode(OS, Node, Answer.Shown);
  }
  OS << Number << (Number == 1 ? " match.\n" : " matches.\n");
}

static Object nodeJson(const BoundNode &Node) {
  Object Result{{"kind", Node.Kind},       {"file", Node.At.File},
                {"line", Node.At.Line},    {"column", Node.At.Column},
                {"endLine", Node.EndLine}, {"endColumn", Node.EndColumn},
                {"text", Node.Source}};
  if (!Node.Tree.empty())
    Result["tree"] = Node.Tree;
  return Result;
}

void writeAnswersJson(llvm::raw_ostream &OS,
                      llvm::ArrayRef<QueryAnswer> Answers, unsigned Units,
                      llvm::ArrayRef<UnitFailure> Failures) {
  Array All, Incomplete;
  for (const QueryAnswer &Answer : Answers) {
    Array Matches;
    for (const std::vector<BoundNode> &Match : Answer.Matches) {
      Object Nodes;
      for (const BoundNode &Node : Match)
        Nodes[Node.Name] = nodeJson(Node);
      Matches.push_back(std::move(Nodes));
    }
    All.push_back(
        Object{{"query", Answer.Query}, {"matches", std::move(Matches)}});
  }
  for (const UnitFailure &Failure : Failures)
    Incomplete.push_back(
        Object{{"file", Failure.File}, {"reason", Failure.Reason}});
  Value Document = Object{{"queries", std::move(All)},
                          {"units", Units},
                          {"incomplete", std::move(Incomplete)}};
  OS << quoting::printableJson(llvm::formatv("{0:2}\n", Document).str());
}

} // namespace warplint::report
