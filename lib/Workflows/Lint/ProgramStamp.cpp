//===--- ProgramStamp.cpp - Which program it is ---------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Workflows/Lint/ProgramStamp.h"
#include "Support/FileVersion.h"
#include "Workflows/Lint/Commands.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MathExtras.h"
#include <cstring>
#include <link.h>

namespace warplint::lint {

/// The hash that a linker has put into \p Notes, where it is mapped; empty if
/// none is there.
static std::string buildIdIn(llvm::StringRef Notes, uint64_t Alignment) {
  uint64_t To = Alignment == 8 ? 8 : 4;
  while (Notes.size() >= sizeof(ElfW(Nhdr))) {
    ElfW(Nhdr) Note;
    std::memcpy(&Note, Notes.data(), sizeof(Note));
    uint64_t Name = sizeof(Note),
             Text = llvm::alignTo(Name + Note.n_namesz, To),
             Next = llvm::alignTo(Text + Note.n_descsz, To);
    if (Text + Note.n_descsz > Notes.size())
      break;
    if (Note.n_type == NT_GNU_BUILD_ID &&
        Notes.substr(Name, Note.n_namesz) == llvm::StringRef("GNU\0", 4))
      return llvm::toHex(Notes.substr(Text, Note.n_descsz));
    Notes = Notes.drop_front(std::min<uint64_t>(Next, Notes.size()));
  }
  return "";
}

/// Adds that of \p Object to \p To, which is a string.
static int addBuildId(dl_phdr_info *Object, size_t, void *To) {
  // What the kernel maps is none of the program.
  if (llvm::StringRef(Object->dlpi_name).starts_with("linux-"))
    return 0;
  std::string Id;
  for (unsigned I = 0; I < Object->dlpi_phnum; ++I) {
    const auto &Part = Object->dlpi_phdr[I];
    if (Part.p_type == PT_NOTE && Id.empty())
      Id = buildIdIn(
          {reinterpret_cast<const char *>(Object->dlpi_addr + Part.p_vaddr),
           Part.p_memsz},
          Part.p_align);
  }
  *static_cast<std::string *>(To) += "." + Id;
  return 0;
}

std::string programStamp() {
  std::string Ids;
  dl_iterate_phdr(addBuildId, &Ids);
  auto Version = base::FileVersion::of(programPath());
  if (!Version)
    return "";
  // The program itself comes first. Without such a hash the file decides.
  bool HasId = !llvm::StringRef(Ids).starts_with("..");
  return WARPLINT_VERSION + std::to_string(Version->Bytes) + "." +
         (HasId ? std::to_string(Version->Modified) : Version->text()) + Ids;
}

} // namespace warplint::lint
