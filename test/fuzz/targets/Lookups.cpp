//===--- Lookups.cpp - What a parse looked for, of any kind --------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What was read and written again reads as the same; the same for the entries
// of a table of files.
//
//===----------------------------------------------------------------------===//

#include "Workflows/Lint/Lookups.h"
#include "FuzzTarget.h"
#include "Support/FileVersion.h"
#include "Workflows/Lint/FileTable.h"
#include "Workflows/Lint/FolderTable.h"
#include <cstdlib>

using namespace warplint;

FUZZ_TARGET(Lookups)(llvm::StringRef Text) {
  if (auto Is = base::FileVersion::fromText(Text)) {
    auto Again = base::FileVersion::fromText(Is->text());
    if (!Again || !(*Again == *Is))
      abort();
  }
  lint::FileTable().add("/no/such/file", Text);
  lint::FolderTable().add("/no/such/folder", Text);
  auto [Line, Entries] = Text.split('\n');
  lint::Lookups Read, Again;
  for (; !Entries.empty(); Entries = Entries.split('\0').second)
    Read.addEntry(Entries.split('\0').first);
  std::string Once = Read.text();
  for (llvm::StringRef Rest = Once; !Rest.empty();
       Rest = Rest.split('\0').second)
    if (!Again.addEntry(Rest.split('\0').first))
      abort();
  if (Again.text() != Once)
    abort();
}
