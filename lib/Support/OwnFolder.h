//===--- OwnFolder.h - Folders whose links are not followed -----*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_SUPPORT_OWNFOLDER_H
#define WARPLINT_SUPPORT_OWNFOLDER_H

#include "Support/FileVersion.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>
#include <sys/stat.h>
#include <sys/types.h>
#include <system_error>
#include <vector>

namespace warplint::base {

/// What a file that is written must outlast.
enum class Durability {
  Lasting, ///< A crash of the machine: what a user has made or asked for.
  Remade,  ///< The end of the process: what can be made again, such as caches
           ///< and reports of units. It is not waited for the disk.
};

/// A file that was there, or is.
struct FileBefore {
  int Descriptor = -1; ///< Of it; -1 if it could not be opened.
  struct stat Status = {};
};

/// How a file is written.
struct WriteOptions {
  Durability Lasts = Durability::Lasting;
  /// Permissions of a new file, less what the process masks.
  mode_t Mode = 0666;
  /// A file that is replaced gives its permissions and its owner to the new
  /// one.
  bool KeepsOwner = false;
  /// So does this one, which was removed, if there is none.
  const FileBefore *Before = nullptr;
  /// Nothing is replaced: whatever is there stays, and is the error.
  bool OnlyNew = false;
  /// What is replaced must still hold this, else it has changed meanwhile.
  const FileAsRead *Replaces = nullptr;
};

/// What lies in a folder.
struct FolderEntry {
  enum class Kind { File, Folder, Link, Other };
  std::string Name;
  Kind Is = Kind::Other;
  FileVersion Version;
};

/// A folder of the program's own, or one that a tree may have brought: open, so
/// that nobody can put another in its place, and without links. Who opens it
/// trusts its base, whose links are followed, and nothing below: each folder
/// there is opened by itself and refused if it is a link, and so is each file
/// that is read, written or listed.
///
/// Names may have several parts ("units/a.sarif"), but none that is "." or
/// "..". A file is written beside its place and renamed: it is there as a whole
/// or not at all. Errors name the whole path and the reason.
///
/// As many threads may use it as like.
class OwnFolder {
public:
  enum class Missing { Fail, Make };

  /// Opens the folder \p Below (may be empty) of \p Base. What is missing is
  /// made with \p Mode, less what the process masks, if it is wanted.
  static llvm::Expected<OwnFolder> open(llvm::StringRef Base,
                                        llvm::StringRef Below = "",
                                        Missing Then = Missing::Make,
                                        mode_t Mode = 0777);
  OwnFolder(OwnFolder &&Other) noexcept;
  OwnFolder &operator=(OwnFolder &&Other) noexcept;
  ~OwnFolder();

  /// The folder \p Name in this one.
  llvm::Expected<OwnFolder> folder(llvm::StringRef Name,
                                   Missing Then = Missing::Make,
                                   mode_t Mode = 0777) const;

  /// Puts a file \p Name with \p Text there. Its folder must be there. A link,
  /// a pipe, a device or a folder of that name stays, and is the error.
  llvm::Error write(llvm::StringRef Name, llvm::StringRef Text,
                    const WriteOptions &Options = {}) const;

  /// The contents of the regular file \p Name, of at most \p Limit bytes.
  llvm::Expected<std::string> read(llvm::StringRef Name, uint64_t Limit) const;
  /// The same, with the version that was open.
  llvm::Expected<FileAsRead> readVersion(llvm::StringRef Name,
                                         uint64_t Limit) const;

  /// Takes the file or link \p Name away; no error if there is none.
  llvm::Error remove(llvm::StringRef Name) const;
  /// The same of a folder with all that is in it; a link is taken away itself.
  llvm::Error removeTree(llvm::StringRef Name) const;

  /// What \p Name is, itself if it is a link; nothing if there is nothing.
  std::optional<FolderEntry> find(llvm::StringRef Name) const;
  /// Whether there is a regular file \p Name.
  bool hasFile(llvm::StringRef Name) const;
  /// All that lies in the folder, in alphabetical order.
  llvm::Expected<std::vector<FolderEntry>> list() const;

  /// Opens the regular file \p Name to lock it or to count in it, and makes it
  /// if it is missing; \p Appends: what is written goes to its end. The caller
  /// closes the descriptor, which children do not have.
  llvm::Expected<int> openLock(llvm::StringRef Name,
                               bool Appends = false) const;

  /// For calls that take an open folder and a name.
  int descriptor() const { return Descriptor; }
  const std::string &path() const { return Path; }
  /// As messages and other programs name \p Name.
  std::string pathOf(llvm::StringRef Name) const;

  /// What write does, for a \p Name of one part; the code says what failed.
  std::error_code tryWrite(llvm::StringRef Name, llvm::StringRef Text,
                           const WriteOptions &Options) const;

private:
  class Place;

  OwnFolder(int Descriptor, std::string Path)
      : Descriptor(Descriptor), Path(std::move(Path)) {}

  std::error_code takeOver(int File, const std::string &Name,
                           const std::optional<struct stat> &Old,
                           const FileBefore *Before) const;

  int Descriptor = -1;
  std::string Path;
};

} // namespace warplint::base

#endif // WARPLINT_SUPPORT_OWNFOLDER_H
