//===--- UnitDiagnostics.h - What clang says of a unit -------- -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_TOOLS_WARPLINT_UNITDIAGNOSTICS_H
#define WARPLINT_TOOLS_WARPLINT_UNITDIAGNOSTICS_H

#include "Command/Translate.h"
#include "clang-tidy/ClangTidyDiagnosticConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/Diagnostic.h"
#include <string>
#include <vector>

namespace warplint {

/// Hands everything on to clang-tidy and keeps count of compile errors.
class UnitDiagnostics : public clang::DiagnosticConsumer {
public:
  /// Reasons name files relative to \p Root, so that reports name them alike
  /// wherever the project lies; as they are, if it is empty. The others must
  /// live as long as this.
  UnitDiagnostics(clang::tidy::ClangTidyDiagnosticConsumer &Tidy,
                  const Translation &Unit, std::string Root)
      : Tidy(Tidy), Unit(Unit), Root(std::move(Root)) {}

  void BeginSourceFile(const clang::LangOptions &Options,
                       const clang::Preprocessor *PP) override {
    Tidy.BeginSourceFile(Options, PP);
  }
  void EndSourceFile() override { Tidy.EndSourceFile(); }
  void HandleDiagnostic(clang::DiagnosticsEngine::Level Level,
                        const clang::Diagnostic &Info) override;

  /// Errors inside functions of templates that the unit, which is parsed, does
  /// not instantiate count no more: nothing is read there. Kernels of which an
  /// error has left nothing are noted.
  void forgetUninstantiated(const clang::ASTContext &Context);

  /// Why the unit could not be parsed whole, with the first or the fatal error;
  /// empty if it could.
  std::string reason() const;

private:
  void note(clang::DiagnosticsEngine::Level Level,
            const clang::Diagnostic &Info);
  std::string shown(llvm::StringRef File) const;

  clang::tidy::ClangTidyDiagnosticConsumer &Tidy;
  const Translation &Unit;
  std::string Root;
  struct CompileError {
    clang::SourceLocation At;
    std::string Text;
    bool IsFatal = false;
  };
  std::vector<CompileError> Errors;
  std::vector<std::string> Unread; ///< Names of kernels.
};

} // namespace warplint

#endif // WARPLINT_TOOLS_WARPLINT_UNITDIAGNOSTICS_H
