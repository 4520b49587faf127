//===--- RecorderText.cpp - The recorder as one header --------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Proof/RecorderText.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

namespace warplint::proof {

using HeaderTexts = llvm::StringMap<llvm::StringRef>;

/// The name of the header that \p Line includes, without its ending.
static llvm::StringRef includedBy(llvm::StringRef Line) {
  bool Includes =
      Line.consume_front("#include \"") && Line.consume_back(".h\"");
  return Includes ? Line : llvm::StringRef();
}

/// Adds \p Text, and each of \p Own where it is included first.
static void add(std::string &To, llvm::StringRef Text, const HeaderTexts &Own,
                llvm::StringSet<> &Included) {
  for (llvm::StringRef Line : llvm::split(Text.rtrim('\n'), '\n')) {
    auto Header = Own.find(includedBy(Line));
    if (Header == Own.end())
      To += (Line + "\n").str();
    else if (Included.insert(Header->first()).second)
      add(To, Header->second, Own, Included);
  }
}

std::string recorderHeader() {
  const HeaderTexts Own = {
#define RECORDER(NAME, ...) {NAME, __VA_ARGS__},
#include "Recorder.inc"
#undef RECORDER
  };
  std::string Text;
  llvm::StringSet<> Included;
  add(Text, Own.lookup("warplint_recorder"), Own, Included);
  return Text;
}

} // namespace warplint::proof
