//===--- Outputs.h - Options that write files ------------------- -*- C++
//-*-===//
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

namespace warplint {

/// An option that names a file to be written. All of them are of this kind, so
/// that one place knows them: what the run reads is never written over, by
/// whatever name it is reached, and a slip such as `--statistics main.cu` does
/// not cost the user's code.
///
/// To be defined beside its option, for as long as the program runs.
class OutputOption {
public:
  /// \p Inside: the option names a folder, in which this file is written.
  explicit OutputOption(llvm::cl::opt<std::string> &Of,
                        llvm::StringRef Inside = "");

  bool isGiven() const { return !Of.empty(); }
  /// The file; empty if there is none, "-" for stdout.
  std::string path() const;

  /// Why the file is not to be written, with what is known of the run by now;
  /// empty if nothing speaks against it.
  std::string problem() const;
  /// Writes the file, unless problem() says something.
  llvm::Error write(llvm::StringRef Text) const;
  /// The same, in place of whatever source code is there already; \p Mark
  /// stands in what an earlier run has written.
  llvm::Error writeSource(llvm::StringRef Text, llvm::StringRef Mark) const;
  /// Removes the report of an earlier run; another file stays.
  void removeOld() const;
  /// Removes whatever file is there, a link itself, in the current folder.
  void remove() const;
  /// The file is not there, is empty, or is such a report.
  bool holdsOldReport() const;

private:
  std::string name() const;
  std::string problemWithInput() const;
  std::string problemWithName(llvm::StringRef Mark = "") const;

  llvm::cl::opt<std::string> &Of;
  llvm::StringRef Inside;
};

/// The first problem of all outputs that are given, or of two with each other.
std::string problemWithOutputs();

/// Another process may remove them to write them anew, and we in its stead.
void rememberOutputs();

/// From now on outputs are files of the current folder or of folders in it,
/// whose links are not followed; those that can be made again are not waited
/// for.
void keepOutputsHere();

} // namespace warplint

#endif // WARPLINT_WORKFLOWS_LINT_OUTPUTS_H
