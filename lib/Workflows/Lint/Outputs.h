//===--- Outputs.h - Options that write files -------------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_WORKFLOWS_LINT_OUTPUTS_H
#define WARPLINT_WORKFLOWS_LINT_OUTPUTS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Error.h"
#include <string>

namespace warplint::lint {

/// An option that names a file to be written. All such options are of this
/// class, so that one place knows them: a file that the run reads is never
/// overwritten, under whatever name, and a slip such as `--statistics main.cu`
/// does not cost the user's code.
///
/// Must be defined beside its option, with static lifetime.
class OutputOption {
public:
  /// If \p Inside is not empty, the option names a folder, and the file is
  /// \p Inside in it.
  explicit OutputOption(llvm::cl::opt<std::string> &Of,
                        llvm::StringRef Inside = "");

  bool isGiven() const { return !Of.empty(); }
  /// The file; empty if the option is not given, "-" for stdout.
  std::string path() const;

  /// Why the file must not be written, judged by what is known of the run so
  /// far; empty if it may be.
  std::string problem() const;
  /// Writes the file; an error if problem() is not empty.
  llvm::Error write(llvm::StringRef Text) const;
  /// Writes the file, and replaces a source file there only if that has
  /// \p Mark, which earlier runs wrote.
  llvm::Error writeSource(llvm::StringRef Text, llvm::StringRef Mark) const;
  /// Removes the file if it is the report of an earlier run.
  void removeOld() const;
  /// Removes the file, or the link, in the current folder, whatever it is.
  void remove() const;
  /// Whether the file is missing, empty, or the report of an earlier run.
  bool holdsOldReport() const;

private:
  std::string name() const;
  std::string problemWithInput() const;
  std::string problemWithName(llvm::StringRef Mark = "") const;

  llvm::cl::opt<std::string> &Of;
  llvm::StringRef Inside;
};

/// The first problem of all given outputs, each by itself or two with each
/// other; empty if there is none.
std::string problemWithOutputs();

/// Another process may remove them to write them anew, and we in its stead.
void rememberOutputs();

/// From now on outputs are files of the current folder or of folders in it,
/// whose links are not followed; outputs that can be made again are written
/// without waiting for the disk.
void keepOutputsHere();

} // namespace warplint::lint

#endif // WARPLINT_WORKFLOWS_LINT_OUTPUTS_H
