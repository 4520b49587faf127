//===--- CallSteps.h - Runs that a call consists of -------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_WORKFLOWS_SERVE_CALLSTEPS_H
#define WARPLINT_WORKFLOWS_SERVE_CALLSTEPS_H

#include "Protocol/Tools.h"
#include "Workflows/Processes/ChildRun.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace warplint::serve {

/// Settings of the server for all calls.
struct ServeSettings {
  std::string Root; ///< Absolute; the current folder.
  bool MayConfirm = false;
  processes::ChildRun::Limits PerRun;
  std::vector<std::string> Options; ///< Options of every run.
};

/// One run of warplint for a call.
struct CallStep {
  /// The words of its command line. No value of a call can be an option of its
  /// own: each is a part of one word, an absolute path, or stands behind `--`.
  std::vector<std::string> Run;
  bool Lints; ///< It has the limits of the server, and starts no program.
};

/// The runs for a call of \p Of, which is neither LintText nor FixText nor
/// answered without a run. With \p Report, the file of a report, findings are
/// confirmed: a run writes it and another one reads it.
std::vector<CallStep> stepsOf(protocol::Tool Of,
                              const protocol::ToolArguments &With,
                              const ServeSettings &Settings,
                              const std::string &Report);

/// The name of the file in which the text of a call of LintText is linted; an
/// error if it is no name of a CUDA file.
llvm::Expected<std::string> nameOfText(const protocol::ToolArguments &With);

/// The run for a call of \p Of, LintText, FixText or Prove, whose text is the
/// file \p Name in \p Folder.
CallStep stepOfText(protocol::Tool Of, const protocol::ToolArguments &With,
                    const ServeSettings &Settings, const std::string &Folder,
                    const std::string &Name);

/// \p Message, an error of a run, in the words of the tools: parameters in the
/// place of options.
std::string inWordsOfTools(std::string Message);

} // namespace warplint::serve

#endif // WARPLINT_WORKFLOWS_SERVE_CALLSTEPS_H
