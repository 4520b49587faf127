//===--- UnitDiagnostics.cpp - What clang says of a unit ------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnitDiagnostics.h"
#include "Model/ChosenArguments.h"
#include "Output/Report.h"
#include "Syntax/TreeVisitor.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Stmt.h"
#include "clang/Basic/DiagnosticLex.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace clang;

namespace warplint {

/// Headers of the C++ standard library that CUDA's own and most kernels begin
/// with.
static bool isOfStandardLibrary(llvm::StringRef Header) {
  static constexpr llvm::StringLiteral Names[] = {"algorithm",
                                                  "array",
                                                  "atomic",
                                                  "cassert",
                                                  "cfloat",
                                                  "chrono",
                                                  "climits",
                                                  "cmath",
                                                  "cstddef",
                                                  "cstdint",
                                                  "cstdio",
                                                  "cstdlib",
                                                  "cstring",
                                                  "cstdarg",
                                                  "ctime",
                                                  "exception",
                                                  "fstream",
                                                  "functional",
                                                  "initializer_list",
                                                  "iomanip",
                                                  "iostream",
                                                  "iterator",
                                                  "limits",
                                                  "list",
                                                  "map",
                                                  "memory",
                                                  "mutex",
                                                  "new",
                                                  "numeric",
                                                  "ostream",
                                                  "random",
                                                  "set",
                                                  "sstream",
                                                  "stdexcept",
                                                  "string",
                                                  "thread",
                                                  "tuple",
                                                  "type_traits",
                                                  "typeinfo",
                                                  "unordered_map",
                                                  "utility",
                                                  "vector",
                                                  "version"};
  return llvm::is_contained(Names, Header);
}

void UnitDiagnostics::HandleDiagnostic(DiagnosticsEngine::Level Level,
                                       const Diagnostic &Info) {
  if (Level >= DiagnosticsEngine::Error)
    note(Level, Info);
  Tidy.HandleDiagnostic(Level, Info);
}

std::string UnitDiagnostics::reason() const {
  if (Errors.empty())
    return "";
  auto Fatal = llvm::find_if(Errors, [](const auto &E) { return E.IsFatal; });
  std::string Text = Fatal == Errors.end() ? Errors.front().Text
                                           : "parsing stopped: " + Fatal->Text;
  if (size_t Others = Errors.size() - 1)
    Text += " (and " + std::to_string(Others) + " more error" +
            (Others > 1 ? "s)" : ")");
  if (!Unread.empty()) {
    Text += "; an error has left nothing to analyse of ";
    for (const std::string &Kernel : Unread)
      Text += (&Kernel == &Unread.front() ? "'" : ", '") + Kernel + "'";
  }
  // Kernels that were read are judged by the launches that were.
  return Text + "; launches in what was not read are unknown";
}

void UnitDiagnostics::note(DiagnosticsEngine::Level Level,
                           const Diagnostic &Info) {
  llvm::SmallString<128> Text;
  Info.FormatDiagnostic(Text);
  if (Info.getID() == diag::err_pp_file_not_found &&
      isOfStandardLibrary(Info.getArgStdStr(0)))
    Text += "; the C++ standard library is missing: install g++, whose "
            "headers clang takes (Debian's package is g++), or name another "
            "one's folder with -isystem";
  std::string Where;
  if (Info.hasSourceManager() && Info.getLocation().isValid()) {
    PresumedLoc At = Info.getSourceManager().getPresumedLoc(Info.getLocation());
    if (At.isValid())
      Where =
          shown(At.getFilename()) + ":" + std::to_string(At.getLine()) + ": ";
  }
  Errors.push_back({Info.getLocation(), Where + Text.str().str(),
                    Level == DiagnosticsEngine::Fatal});
}

namespace {

/// Functions of templates as they are written, and those of which the unit has
/// instances, or has asked for one that could not be made; and kernels that an
/// error has left without a body.
class TemplateBodies : public TreeVisitor {
public:
  TemplateBodies() : TreeVisitor({/*Instances=*/true, /*ImplicitCode=*/false}) {}
  bool VisitFunctionDecl(FunctionDecl *F) override {
    bool HasBody =
        F->doesThisDeclarationHaveABody() && !F->isLateTemplateParsed();
    // Whose arguments are chosen is not analysed where it is broken.
    if (!hasChosenArguments(*F) &&
        (HasBody || F->getPointOfInstantiation().isValid()))
      if (const FunctionDecl *From = F->getTemplateInstantiationPattern())
        Instantiated.insert(From->getCanonicalDecl());
    if (HasBody && F->isDependentContext() && !F->getParentFunctionOrMethod())
      Written.push_back(F);
    bool IsAsked = HasBody || F->getPointOfInstantiation().isValid();
    if (F->hasAttr<CUDAGlobalAttr>() && F->isInvalidDecl() && IsAsked &&
        !hasChosenArguments(*F) &&
        !F->isDependentContext() &&
        !llvm::is_contained(Unread, F->getQualifiedNameAsString()))
      Unread.push_back(F->getQualifiedNameAsString());
    return true;
  }

  std::vector<std::string> Unread;
  std::vector<const FunctionDecl *> Written;
  llvm::DenseSet<const FunctionDecl *> Instantiated;
};

/// Parts of the text of a unit, each with what is included inside of it.
class Ranges {
public:
  explicit Ranges(const SourceManager &Files) : Files(Files) {}

  void add(SourceRange Part) {
    auto [File, Begin] = placeOf(Part.getBegin());
    auto [EndFile, End] = placeOf(Part.getEnd());
    if (File.isValid() && File == EndFile)
      ByFile[File].push_back({Begin, End});
  }
  /// No part is added any more.
  void finish() {
    for (auto &[File, Parts] : ByFile) {
      llvm::sort(Parts);
      for (size_t I = 1; I < Parts.size(); ++I)
        Parts[I].second = std::max(Parts[I].second, Parts[I - 1].second);
    }
  }
  bool hold(SourceLocation At) const {
    for (auto Place = placeOf(At); Place.first.isValid();
         Place = Files.getDecomposedIncludedLoc(Place.first)) {
      auto Parts = ByFile.find(Place.first);
      if (Parts == ByFile.end())
        continue;
      auto Behind = llvm::partition_point(Parts->second, [&](const auto &Part) {
        return Part.first <= Place.second;
      });
      if (Behind != Parts->second.begin() &&
          Place.second <= std::prev(Behind)->second)
        return true;
    }
    return false;
  }

private:
  std::pair<FileID, unsigned> placeOf(SourceLocation At) const {
    return Files.getDecomposedLoc(Files.getExpansionLoc(At));
  }

  const SourceManager &Files;
  /// Where parts begin and end, in order; an end is no less than those before.
  llvm::DenseMap<FileID, std::vector<std::pair<unsigned, unsigned>>> ByFile;
};

} // namespace

void UnitDiagnostics::forgetUninstantiated(const ASTContext &Context) {
  if (Errors.empty())
    return;
  TemplateBodies Bodies;
  Bodies.TraverseDecl(Context.getTranslationUnitDecl());
  Unread = std::move(Bodies.Unread);
  Ranges NotRead(Context.getSourceManager());
  for (const FunctionDecl *F : Bodies.Written)
    if (!Bodies.Instantiated.count(F->getCanonicalDecl()))
      NotRead.add(F->getBody()->getSourceRange());
  NotRead.finish();
  llvm::erase_if(Errors, [&](const CompileError &E) {
    return !E.IsFatal && E.At.isValid() && NotRead.hold(E.At);
  });
}

std::string UnitDiagnostics::shown(StringRef File) const {
  llvm::SmallString<256> Path(File);
  if (Root.empty())
    return Path.str().str();
  llvm::sys::path::make_absolute(Unit.Directory, Path);
  return pathBelow(Path, Root);
}

} // namespace warplint
