//===--- ResponseFiles.cpp - Options that stand in files ------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompileCommands/ResponseFiles.h"
#include "CompileCommands/Words.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace warplint::commands {

static constexpr size_t MaximumBytes = 16u << 20;
/// Files of a few bytes that name each other twice are read 2^n times.
static constexpr unsigned MaximumReads = 1000;

Error ResponseFiles::withWordsOf(
    StringRef Path, function_ref<Error(std::vector<std::string>)> Use) {
  SmallString<256> Absolute(Path);
  sys::path::make_absolute(Directory, Absolute);
  sys::path::remove_dots(Absolute, /*remove_dot_dot=*/true);
  if (is_contained(Open, Absolute.str()))
    return commandError("response file '" + Path + "' includes itself");

  ErrorOr<std::unique_ptr<MemoryBuffer>> Buffer =
      FileSystem->getBufferForFile(Absolute, /*FileSize=*/-1,
                                   /*RequiresNullTerminator=*/false);
  if (!Buffer)
    return commandError("response file '" + Path + "' cannot be read (" +
                        Buffer.getError().message() +
                        "); build the project once so that it exists");
  Read.insert(Absolute.str().str());
  if (++Reads > MaximumReads)
    return commandError("the command reads more than 1000 response files");
  BytesRead += (*Buffer)->getBufferSize();
  if (BytesRead > MaximumBytes)
    return commandError("the response files hold more than 16 MiB");
  Expected<std::vector<std::string>> Words = splitWords((*Buffer)->getBuffer());
  if (!Words)
    return commandError("response file '" + Path +
                        "': " + toString(Words.takeError()));

  Open.push_back(Absolute.str().str());
  Error Result = Use(std::move(*Words));
  Open.pop_back();
  return Result;
}

Expected<std::vector<std::string>>
ResponseFiles::expand(const std::vector<std::string> &Arguments) {
  std::vector<std::string> Expanded;
  for (const std::string &Argument : Arguments) {
    StringRef Path = Argument;
    if (!Path.consume_front("@") || Path.empty()) {
      Expanded.push_back(Argument);
      continue;
    }
    Error Failed =
        withWordsOf(Path, [&](std::vector<std::string> Words) -> Error {
          Expected<std::vector<std::string>> Inner = expand(Words);
          if (!Inner)
            return Inner.takeError();
          Expanded.insert(Expanded.end(), Inner->begin(), Inner->end());
          return Error::success();
        });
    if (Failed)
      return Failed;
  }
  return Expanded;
}

} // namespace warplint::commands
