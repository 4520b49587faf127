//===--- UnitDiagnostics.h - clang's diagnostics of a unit ------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_WORKFLOWS_LINT_UNITDIAGNOSTICS_H
#define WARPLINT_WORKFLOWS_LINT_UNITDIAGNOSTICS_H

#include "CompileCommands/Translate.h"
#include "Tidy/CompileErrors.h"
#include "clang-tidy/ClangTidyDiagnosticConsumer.h"
#include "clang/Basic/Diagnostic.h"
#include <string>

namespace warplint::lint {

/// Forwards all diagnostics to clang-tidy and records compile errors.
class UnitDiagnostics : public clang::DiagnosticConsumer {
public:
  /// Reasons name files relative to \p Root, so that they are the same wherever
  /// the project is; an empty \p Root leaves names as they are. \p Tidy and
  /// \p Unit must outlive this object.
  UnitDiagnostics(clang::tidy::ClangTidyDiagnosticConsumer &Tidy,
                  const commands::Translation &Unit, std::string Root)
      : Tidy(Tidy), Unit(Unit), Root(std::move(Root)) {}

  void BeginSourceFile(const clang::LangOptions &Options,
                       const clang::Preprocessor *PP) override {
    Language = &Options;
    Tidy.BeginSourceFile(Options, PP);
  }
  void EndSourceFile() override {
    Tidy.EndSourceFile();
    Language = nullptr;
  }
  void HandleDiagnostic(clang::DiagnosticsEngine::Level Level,
                        const clang::Diagnostic &Info) override;

  edge::CompileErrors &errors() { return Errors; }

private:
  void note(clang::DiagnosticsEngine::Level Level,
            const clang::Diagnostic &Info);
  std::string shown(llvm::StringRef File) const;

  clang::tidy::ClangTidyDiagnosticConsumer &Tidy;
  const commands::Translation &Unit;
  std::string Root;
  edge::CompileErrors Errors;
  const clang::LangOptions *Language = nullptr; ///< While a file is parsed.
};

} // namespace warplint::lint

#endif // WARPLINT_WORKFLOWS_LINT_UNITDIAGNOSTICS_H
