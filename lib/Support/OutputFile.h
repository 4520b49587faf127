//===--- OutputFile.h - Writing what was asked for --------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_SUPPORT_OUTPUTFILE_H
#define WARPLINT_SUPPORT_OUTPUTFILE_H

#include "Support/OwnFolder.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>

namespace warplint::base {

// The one way in which the program writes what a user has named. What lies in a
// folder of its own, or in one that a tree has brought, is written by
// OwnFolder, in the same manner but without following links.
//
// Waiting for the disk costs some milliseconds for each file. It is done for
// what a user has made or asked for. Thousands of files that can be made again
// are written as Durability::Remade: after a crash of the machine they may be
// empty, so who reads them must distinguish a whole one from a broken one.

/// Writes \p Text to \p Path at once: a regular file is written beside its
/// place and renamed, never over itself, so that no reader sees half of it, and
/// a file that cannot be written whole stays as it was. Its permissions and, as
/// far as the process may, its owner stay. Links are followed, to replace the
/// file that they lead to; what is no regular file (a FIFO, a device,
/// /dev/stdout) is written to as it is. "-" is stdout. The error names \p Path.
llvm::Error writeWhole(llvm::StringRef Path, llvm::StringRef Text,
                       Durability Lasts = Durability::Lasting);

/// The same, if the regular file \p Path still holds what \p Then was read from
/// it: else it has changed meanwhile, and stays.
llvm::Error replaceWhole(llvm::StringRef Path, llvm::StringRef Text,
                         const FileAsRead &Then);

/// The same of \p Path, which begins with the folder \p Base: no link below
/// that is followed, and none is replaced.
llvm::Error replaceBelow(llvm::StringRef Base, llvm::StringRef Path,
                         llvm::StringRef Text, const FileAsRead &Then);

/// What writeWhole would write to, named in one way whatever leads there (an
/// open descriptor is /proc/self/fd/1); nothing if it could not.
std::optional<std::string> placeOf(llvm::StringRef Path);

/// From now on the regular file to which \p Path leads gives its permissions to
/// the one that writeWhole puts there, even if it is removed before.
void rememberAccess(llvm::StringRef Path);

/// Takes the regular file away that writeWhole would replace, if there is one;
/// a link to it stays. It is the report of an earlier run, by all that is known
/// before anything is read.
void stashOutput(llvm::StringRef Path);

/// Puts back what was set aside where \p Path leads, as it was: somebody reads
/// it. False if there is nothing of the kind.
bool restoreOutput(llvm::StringRef Path);

} // namespace warplint::base

#endif // WARPLINT_SUPPORT_OUTPUTFILE_H
