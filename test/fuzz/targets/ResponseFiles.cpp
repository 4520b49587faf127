//===--- ResponseFiles.cpp - Response files of any kind ---------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The input is three files that may name each other, separated by zero bytes;
// the command names two.
//
//===----------------------------------------------------------------------===//

#include "CompileCommands/ResponseFiles.h"
#include "CompileCommands/Words.h"
#include "FuzzTarget.h"
#include "llvm/ADT/SmallVector.h"

using namespace warplint;

FUZZ_TARGET(ResponseFiles)(llvm::StringRef Text) {
  llvm::SmallVector<llvm::StringRef, 3> Parts;
  Text.split(Parts, '\0', /*MaxSplit=*/2);
  auto Files = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  const char *Names[] = {"/d/a", "/d/b", "/d/c"};
  for (size_t I = 0; I < Parts.size(); ++I)
    Files->addFile(Names[I], 0, llvm::MemoryBuffer::getMemBufferCopy(Parts[I]));
  commands::ResponseFiles Reader("/d", Files);
  llvm::consumeError(Reader.expand({"nvcc", "@a", "-c", "@b"}).takeError());
  llvm::consumeError(commands::splitHostOptions(Text).takeError());
  commands::splitList(Text);
}
