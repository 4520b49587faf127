//===--- InputRecords.h - What an audit records of its inputs ---*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_WORKFLOWS_AUDIT_INPUTRECORDS_H
#define WARPLINT_WORKFLOWS_AUDIT_INPUTRECORDS_H

#include "Workflows/Lint/FileTable.h"
#include "Workflows/Lint/FolderTable.h"
#include "llvm/ADT/StringRef.h"
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace warplint::audit {

/// The contents of the file `inputs`: what each unit of an audit has read.
struct InputRecords {
  /// What stands in place of a hash where there is no file. Hashes of files
  /// have more digits. State: behind it stands how something else is.
  static constexpr llvm::StringLiteral AbsentMark = "-", FolderMark = "d",
                                       StateMark = "s";
  /// What the hash of a file's first name begins with, for another name of it.
  static constexpr llvm::StringLiteral LinkMark = "l";

  static bool isHashOfFile(llvm::StringRef Hash);

  /// A file as a unit read it, by the hash of its contents, or what is no file:
  /// a place where there is none, a folder, or what says how something else
  /// is. A file that has a name before has a second row, which says so.
  struct Row {
    std::string Path, Hash;
  };
  struct Unit {
    std::string Stamp; ///< AuditGraph::stampOf.
    std::string Made;  ///< What the first run wrote, as outputsOf has it.
    std::string Whole; ///< What the second run read and wrote, likewise.
    /// Of a unit that is not whole: AuditGraph::failureStampOf. Otherwise "-".
    std::string Failure;
    std::vector<unsigned> Rows;
  };

  std::map<std::string, Unit> Units; ///< By AuditUnit::Name.
  std::vector<Row> Rows;             ///< Each once.
  size_t RowsRead = 0; ///< The first of them are those of the last audit.
  lint::FileTable Table;
  lint::FolderTable Folders;

  /// The number of the row of \p Path and \p Hash, which is added if there is
  /// none.
  unsigned rowOf(const std::string &Path, const std::string &Hash);

  /// Rows that no unit has are left out, folders that were not asked for, too.
  std::string text() const;
  /// What text() wrote; nothing if \p Text is something else, or was cut off.
  static std::optional<InputRecords> read(llvm::StringRef Text);

private:
  bool readRow(llvm::StringRef Line);
  bool readFolder(llvm::StringRef Line);
  bool readUnit(llvm::StringRef Line, llvm::StringRef Numbers);
  std::string lineOf(const Row &Of) const;

  /// Of rows, once one is asked for.
  std::map<std::pair<std::string, std::string>, unsigned> Numbers;
};

} // namespace warplint::audit

#endif // WARPLINT_WORKFLOWS_AUDIT_INPUTRECORDS_H
