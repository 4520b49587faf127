//===--- PtxText.h - The instructions in PTX inline assembly ----*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_CUDAMODEL_PTXTEXT_H
#define WARPLINT_CUDAMODEL_PTXTEXT_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>

namespace warplint {

/// One PTX instruction as written in inline assembly.
struct PtxInstruction {
  std::string Mnemonic;                        ///< "bar" of "bar.sync".
  llvm::SmallVector<std::string, 4> Modifiers; ///< "sync"; "shared::cta".
  llvm::SmallVector<std::string, 4> Operands;  ///< "%0", "[%1+8]", "42".
  std::string Predicate;                       ///< "p" of "@!p"; or empty.
  bool PredicateNegated = false;

  bool hasModifier(llvm::StringRef Modifier) const;
};

/// Where a label stands: before the instruction of that index.
struct PtxLabel {
  std::string Name;
  size_t Position;
};

struct PtxProgram {
  llvm::SmallVector<PtxInstruction, 4> Instructions;
  llvm::SmallVector<PtxLabel, 1> Labels;

  /// Whether a branch at or after instruction \p Index goes back to it or to
  /// before it.
  bool isInLoop(size_t Index) const;
};

/// Splits the text of an asm statement into instructions. Comments, braces,
/// labels and directives (`.reg .pred p;`) yield none. `%%tid.x`, and
/// `%tid.x` as nvcc allows, are kept as "%tid.x". Text that is no PTX is
/// skipped up to the next semicolon; nothing is reported.
PtxProgram parsePtx(llvm::StringRef Text);

/// What an operand refers to.
struct PtxOperand {
  std::optional<unsigned> Argument; ///< `%3`, also within brackets.
  std::string NamedArgument;        ///< `%[address]`.
  std::optional<uint64_t> Immediate;
  /// What `[%1+16]` or `[%1+%2]` adds to the argument.
  int64_t Offset = 0;
  std::optional<unsigned> OffsetArgument;
};

/// Reads \p Operand, one of PtxInstruction::Operands: its first asm argument
/// and what is added to it, or else the integer that it is.
PtxOperand parsePtxOperand(llvm::StringRef Operand);

/// The operands that `{%0, %1}` lists; \p Operand itself if it is no list.
llvm::SmallVector<std::string, 4> partsOfVector(llvm::StringRef Operand);

/// How many bytes one thread loads or stores by \p Instruction, as its type and
/// vector say (PTX ISA, "Fundamental Types"); 0 if it names none.
uint32_t bytesMoved(const PtxInstruction &Instruction);

} // namespace warplint

#endif // WARPLINT_CUDAMODEL_PTXTEXT_H
