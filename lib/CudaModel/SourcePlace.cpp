//===--- SourcePlace.cpp - Where code stands, for orders ------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaModel/SourcePlace.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/xxhash.h"

using namespace clang;

namespace warplint {

/// \p Position, of a file: its offset, behind the file unless that is the
/// unit's own. Files are known by name, not by folder: what came precompiled
/// may spell that in another way.
static uint32_t placeInFile(std::pair<FileID, unsigned> Position,
                            const SourceManager &Sources) {
  constexpr uint32_t InHeader = uint32_t(1) << 30;
  if (Position.first == Sources.getMainFileID())
    return Position.second & (InHeader - 1);
  uint64_t File = 0;
  if (OptionalFileEntryRef Known = Sources.getFileEntryRefForID(Position.first))
    File = llvm::xxh3_64bits(llvm::sys::path::filename(Known->getName()));
  return InHeader | (File & 0x3ff) << 20 | (Position.second & 0xfffff);
}

uint64_t sourcePlace(SourceLocation At, const SourceManager &Sources) {
  if (At.isInvalid())
    return 0;
  if (At.isFileID())
    return uint64_t(placeInFile(Sources.getDecomposedLoc(At), Sources)) << 32;
  // Clang numbers the expansion of an outermost macro, with the macros inside
  // it, in one sequence: the offset within it is independent of what was read
  // before.
  FileID Outermost;
  SourceLocation Up = At;
  for (; Up.isMacroID(); Up = Sources.getImmediateExpansionRange(Up).getBegin())
    Outermost = Sources.getFileID(Up);
  constexpr uint32_t InMacro = uint32_t(1) << 31;
  uint32_t Place = placeInFile(Sources.getDecomposedLoc(Up), Sources);
  uint32_t Within = (At.getRawEncoding() & (InMacro - 1)) -
                    Sources.getSLocEntry(Outermost).getOffset();
  return uint64_t(InMacro | Place) << 32 | Within;
}

} // namespace warplint
