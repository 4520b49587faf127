//===--- PtxText.cpp - The instructions in PTX inline assembly ------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaModel/PtxText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace warplint {

bool PtxInstruction::hasModifier(llvm::StringRef Modifier) const {
  return llvm::is_contained(Modifiers, Modifier);
}

bool PtxProgram::isInLoop(size_t Index) const {
  for (size_t I = Index; I < Instructions.size(); ++I) {
    if (Instructions[I].Mnemonic != "bra" || Instructions[I].Operands.empty())
      continue;
    for (const PtxLabel &Label : Labels)
      if (Label.Name == Instructions[I].Operands[0] && Label.Position <= Index)
        return true;
  }
  return false;
}

/// Replaces comments by blanks and `%%` by `%`.
static std::string stripComments(llvm::StringRef Text) {
  std::string Result;
  while (!Text.empty()) {
    if (Text.starts_with("//")) {
      Text = Text.substr(std::min(Text.find('\n'), Text.size()));
    } else if (Text.starts_with("/*")) {
      size_t End = Text.find("*/", 2);
      Text = End == llvm::StringRef::npos ? "" : Text.substr(End + 2);
      Result += ' ';
    } else if (Text.starts_with("%%")) {
      Text = Text.drop_front(2);
      Result += '%';
    } else {
      Result += Text.front();
      Text = Text.drop_front();
    }
  }
  return Result;
}

static bool isIdentifierChar(char C) {
  return llvm::isAlnum(C) || C == '_' || C == '$' || C == '%';
}

static bool isOpcodeChar(char C) {
  return llvm::isAlnum(C) || C == '_' || C == '.' || C == ':';
}

/// Splits at commas outside brackets and braces.
static void splitOperands(llvm::StringRef Text,
                          llvm::SmallVectorImpl<std::string> &Operands) {
  int Depth = 0;
  size_t Start = 0;
  for (size_t I = 0; I < Text.size(); ++I) {
    if (Text[I] == '[' || Text[I] == '{' || Text[I] == '(')
      ++Depth;
    else if (Text[I] == ']' || Text[I] == '}' || Text[I] == ')')
      --Depth;
    if (Text[I] != ',' || Depth > 0)
      continue;
    Operands.push_back(Text.slice(Start, I).trim().str());
    Start = I + 1;
  }
  llvm::StringRef Last = Text.substr(Start).trim();
  if (!Last.empty() || !Operands.empty())
    Operands.push_back(Last.str());
}

namespace {

/// Reads a text without comments from front to back.
class PtxParser {
public:
  explicit PtxParser(llvm::StringRef Text) : Rest(Text) {}

  PtxProgram parse() {
    while (skipToStatement()) {
      if (takeLabel())
        continue;
      takeStatement();
    }
    return std::move(Program);
  }

private:
  /// Braces that open or close a scope separate statements as semicolons do.
  bool skipToStatement() {
    Rest = Rest.ltrim(" \t\r\n\v\f;{}");
    return !Rest.empty();
  }

  bool takeLabel() {
    size_t End = 0;
    while (End < Rest.size() && isLabelChar(End))
      ++End;
    llvm::StringRef After = Rest.substr(End).ltrim();
    if (End == 0 || !After.consume_front(":") || After.starts_with(":"))
      return false;
    Program.Labels.push_back(
        {Rest.take_front(End).str(), Program.Instructions.size()});
    Rest = After;
    return true;
  }

  /// `L_%=` is how inline assembly makes a label unique.
  bool isLabelChar(size_t I) const {
    return isIdentifierChar(Rest[I]) ||
           (Rest[I] == '=' && I > 0 && Rest[I - 1] == '%');
  }

  void takeStatement() {
    size_t End = endOfStatement();
    llvm::StringRef Statement = Rest.take_front(End).trim();
    Rest = Rest.drop_front(End);
    PtxInstruction Instruction;
    if (takePredicate(Statement, Instruction) &&
        takeOpcode(Statement, Instruction)) {
      splitOperands(Statement, Instruction.Operands);
      Program.Instructions.push_back(std::move(Instruction));
    }
  }

  /// A closing brace ends a statement whose semicolon is missing, unless it
  /// closes a vector operand.
  size_t endOfStatement() const {
    int Depth = 0;
    for (size_t I = 0; I < Rest.size(); ++I) {
      if (Rest[I] == ';')
        return I;
      if (Rest[I] == '{')
        ++Depth;
      if (Rest[I] == '}' && --Depth < 0)
        return I;
    }
    return Rest.size();
  }

  static bool takePredicate(llvm::StringRef &Statement,
                            PtxInstruction &Instruction) {
    if (!Statement.consume_front("@"))
      return true;
    Statement = Statement.ltrim();
    Instruction.PredicateNegated = Statement.consume_front("!");
    Statement = Statement.ltrim();
    llvm::StringRef Name = takePredicateName(Statement);
    Statement = Statement.ltrim();
    Instruction.Predicate = Name.str();
    return !Name.empty();
  }

  static llvm::StringRef takePredicateName(llvm::StringRef &Statement) {
    llvm::StringRef Name = Statement.starts_with("%[")
                               ? Statement.take_front(Statement.find(']') + 1)
                               : Statement.take_while(isIdentifierChar);
    Statement = Statement.drop_front(Name.size());
    return Name;
  }

  static bool takeOpcode(llvm::StringRef &Statement,
                         PtxInstruction &Instruction) {
    llvm::StringRef Opcode = Statement.take_while(isOpcodeChar);
    if (Opcode.empty() || !llvm::isAlpha(Opcode.front()))
      return false;
    Statement = Statement.drop_front(Opcode.size());
    if (!Statement.empty() && !isOperandStart(Statement.front()))
      return false;
    auto [Mnemonic, Modifiers] = Opcode.split('.');
    Instruction.Mnemonic = Mnemonic.str();
    while (!Modifiers.empty()) {
      llvm::StringRef Modifier;
      std::tie(Modifier, Modifiers) = Modifiers.split('.');
      if (!Modifier.empty())
        Instruction.Modifiers.push_back(Modifier.str());
    }
    return true;
  }

  static bool isOperandStart(char C) {
    return llvm::isSpace(C) || C == '[' || C == '{' || C == '%';
  }

  llvm::StringRef Rest;
  PtxProgram Program;
};

} // namespace

PtxProgram parsePtx(llvm::StringRef Text) {
  std::string Plain = stripComments(Text);
  return PtxParser(Plain).parse();
}

static std::optional<uint64_t> parseInteger(llvm::StringRef Text) {
  Text = Text.trim();
  bool Negative = Text.consume_front("-");
  if (!Text.consume_back("U"))
    Text.consume_back("u");
  uint64_t Value;
  if (Text.getAsInteger(0, Value))
    return std::nullopt;
  return Negative ? uint64_t(0) - Value : Value;
}

/// What stands behind the first argument of an operand: `+16`, `+%2`.
static void readOffset(llvm::StringRef After, PtxOperand &Into) {
  After = After.trim("[] \t\n");
  bool Negative = After.consume_front("-");
  if (!Negative && !After.consume_front("+"))
    return;
  After = After.trim();
  unsigned Number;
  if (std::optional<uint64_t> Added = parseInteger(After))
    Into.Offset = Negative ? -int64_t(*Added) : int64_t(*Added);
  else if (!Negative && After.consume_front("%") &&
           !After.consumeInteger(10, Number))
    Into.OffsetArgument = Number;
}

PtxOperand parsePtxOperand(llvm::StringRef Operand) {
  PtxOperand Result;
  for (size_t I = Operand.find('%'); I != llvm::StringRef::npos;
       I = Operand.find('%', I + 1)) {
    llvm::StringRef After = Operand.substr(I + 1);
    if (After.consume_front("[")) {
      Result.NamedArgument =
          After.take_until([](char C) { return C == ']'; }).str();
      readOffset(After.drop_front(
                     std::min(Result.NamedArgument.size() + 1, After.size())),
                 Result);
      return Result;
    }
    unsigned Number;
    if (!After.consumeInteger(10, Number)) {
      Result.Argument = Number;
      readOffset(After, Result);
      return Result;
    }
  }
  Result.Immediate = parseInteger(Operand);
  return Result;
}

llvm::SmallVector<std::string, 4> partsOfVector(llvm::StringRef Operand) {
  llvm::SmallVector<std::string, 4> Parts;
  Operand = Operand.trim();
  if (!Operand.consume_front("{") || !Operand.consume_back("}"))
    return {Operand.str()};
  llvm::SmallVector<llvm::StringRef, 4> Names;
  Operand.split(Names, ',');
  for (llvm::StringRef Name : Names)
    Parts.push_back(Name.trim().str());
  return Parts;
}

uint32_t bytesMoved(const PtxInstruction &Instruction) {
  uint32_t Bits = 0, Parts = 1;
  for (llvm::StringRef Modifier : Instruction.Modifiers) {
    unsigned Number;
    llvm::StringRef Name = Modifier;
    if (Name.consume_front("v") && !Name.getAsInteger(10, Number) &&
        Number <= 8) {
      Parts = Number;
      continue;
    }
    Name = Modifier.take_while(llvm::isAlpha);
    llvm::StringRef Rest = Modifier.drop_front(Name.size());
    bool Packed = Rest.consume_back("x2");
    if (llvm::is_contained({"b", "u", "s", "f", "bf"}, Name) &&
        !Rest.getAsInteger(10, Number) && Number % 8 == 0)
      Bits = Packed ? 2 * Number : Number;
  }
  return Bits / 8 * Parts;
}

} // namespace warplint
