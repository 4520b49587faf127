//===--- CommandMacros.cpp - Macros that a command defines ---- -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PchCache/CommandMacros.h"
#include "clang/Basic/IdentifierTable.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Base64.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/xxhash.h"

using namespace clang;

namespace warplint::pch {

/// Bits that the Bloom filter sets for each word.
static constexpr unsigned BitsOfWord = 4;
/// Size of the Bloom filter in bits for each word.
static constexpr uint64_t BitsPerWord = 16;

/// Whether \p Does holds for the number of each bit of \p Word.
static bool allBitsOf(llvm::StringRef Word, uint64_t Bytes,
                      llvm::function_ref<bool(uint64_t)> Does) {
  uint64_t Hash = llvm::xxh3_64bits(Word), Step = Hash >> 32 | 1;
  for (unsigned I = 0; I < BitsOfWord; ++I, Hash += Step)
    if (!Does(Hash % (Bytes * 8)))
      return false;
  return true;
}

AskedWords::AskedWords(const IdentifierTable &Words)
    : Bits(llvm::PowerOf2Ceil(Words.size() * BitsPerWord / 8 + 1)) {
  for (const auto &Each : Words)
    allBitsOf(Each.getKey(), Bits.size(), [&](uint64_t Bit) {
      Bits[Bit / 8] |= 1 << Bit % 8;
      return true;
    });
}

bool AskedWords::mayHold(llvm::StringRef Word) const {
  return !Bits.empty() && allBitsOf(Word, Bits.size(), [&](uint64_t Bit) {
    return (Bits[Bit / 8] >> Bit % 8 & 1) != 0;
  });
}

std::string AskedWords::text() const { return llvm::encodeBase64(Bits); }

std::optional<AskedWords> AskedWords::fromText(llvm::StringRef Text) {
  std::vector<char> Bytes;
  if (llvm::Error Failed = llvm::decodeBase64(Text, Bytes)) {
    llvm::consumeError(std::move(Failed));
    return std::nullopt;
  }
  if (!Bytes.empty() && !llvm::isPowerOf2_64(Bytes.size()))
    return std::nullopt;
  AskedWords Found;
  Found.Bits.assign(Bytes.begin(), Bytes.end());
  return Found;
}

bool isPlainMacro(llvm::StringRef Macro) {
  auto IsOfName = [](char C) {
    return llvm::isAlnum(C) || C == '_' || (C & 0x80);
  };
  llvm::StringRef Name = Macro.take_while(IsOfName),
                  Rest = Macro.split('=').first.drop_front(Name.size());
  if (Name.empty() || !Rest.consume_front("("))
    return !Name.empty() && Rest.empty();
  return Rest.consume_back(")") && llvm::all_of(Rest, [&](char C) {
           return IsOfName(C) || llvm::StringRef(" ,.").contains(C);
         });
}

llvm::StringRef nameOfMacro(llvm::StringRef Macro) {
  Macro.consume_front("-");
  return Macro.take_until(
      [](char C) { return C == '=' || C == '(' || llvm::isSpace(C); });
}

std::vector<std::string>
commandMacros(const CompilerInvocation &Unit,
              llvm::function_ref<bool(llvm::StringRef)> Matters) {
  std::vector<std::string> Found;
  for (const auto &[Text, IsUndefined] : Unit.getPreprocessorOpts().Macros)
    if (Matters(nameOfMacro(Text)))
      Found.push_back(IsUndefined ? "-" + Text : Text);
  // If a name occurs several times, the last counts.
  llvm::stable_sort(Found, [](llvm::StringRef L, llvm::StringRef R) {
    return nameOfMacro(L) < nameOfMacro(R);
  });
  return Found;
}

void keepMacros(CompilerInvocation &Unit,
                llvm::function_ref<bool(llvm::StringRef)> Matters) {
  llvm::erase_if(Unit.getPreprocessorOpts().Macros, [&](const auto &Macro) {
    return !Matters(nameOfMacro(Macro.first));
  });
}

} // namespace warplint::pch
