//===--- PtxText.h - Parser of PTX inline assembly --------------*- C++ -*-===//
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

  /// Whether \p Modifier is among the modifiers.
  bool hasModifier(llvm::StringRef Modifier) const;
};

/// A label; it stands before the instruction with index Position.
struct PtxLabel {
  std::string Name;
  size_t Position;
};

/// The instructions and labels of one asm statement.
struct PtxProgram {
  llvm::SmallVector<PtxInstruction, 4> Instructions;
  llvm::SmallVector<PtxLabel, 1> Labels;

  /// Whether a branch at or after the instruction with index \p Index goes to
  /// it or to one before it.
  bool isInLoop(size_t Index) const;
};

/// Splits the text of an asm statement into instructions. Comments, braces,
/// labels and directives (`.reg .pred p;`) yield none. `%%tid.x`, and `%tid.x`
/// as nvcc allows, become "%tid.x". Text that is no PTX is skipped up to the
/// next semicolon; no error is reported.
PtxProgram parsePtx(llvm::StringRef Text);

/// A parsed operand of an instruction.
struct PtxOperand {
  std::optional<unsigned> Argument; ///< `%3`, also within brackets.
  std::string NamedArgument;        ///< `%[address]`.
  std::optional<uint64_t> Immediate;
  /// The offset of `[%1+16]` in bytes, or the argument that `[%1+%2]` adds.
  int64_t Offset = 0;
  std::optional<unsigned> OffsetArgument;
};

/// Parses \p Operand, one of PtxInstruction::Operands: its first asm argument
/// and the offset, or else the integer that it is. A register of the text gives
/// neither.
PtxOperand parsePtxOperand(llvm::StringRef Operand);

/// The operands that a vector `{%0, %1}` lists; \p Operand itself if it is no
/// list.
llvm::SmallVector<std::string, 4> partsOfVector(llvm::StringRef Operand);

/// The bytes that one thread loads or stores by \p Instruction, from its type
/// and vector length (PTX ISA, "Fundamental Types"); 0 if it names no type.
uint32_t bytesMoved(const PtxInstruction &Instruction);

} // namespace warplint

#endif // WARPLINT_CUDAMODEL_PTXTEXT_H
