//===--- OutputFile.h - Writing what was asked for --------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_FILES_OUTPUTFILE_H
#define WARPLINT_FILES_OUTPUTFILE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace warplint {

/// Writes \p Text to \p Path at once: no reader sees half of it, and a file
/// that cannot be written whole stays as it was. Links are followed; what is no
/// regular file (a FIFO, a device, /dev/stdout) is written to as it is. "-" is
/// stdout. A file that can only be written in place, in a folder that takes no
/// new files or mounted by itself, is. The error names \p Path.
llvm::Error writeWhole(llvm::StringRef Path, llvm::StringRef Text);

/// Removes the regular file that writeWhole would replace, if there is one; a
/// link to it stays.
void removeOutput(llvm::StringRef Path);

} // namespace warplint

#endif // WARPLINT_FILES_OUTPUTFILE_H
