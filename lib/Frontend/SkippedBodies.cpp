//===--- SkippedBodies.cpp - Bodies of which nothing is asked ------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/SkippedBodies.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/ExternalPreprocessorSource.h"
#include "clang/Lex/HeaderSearch.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Sema/Sema.h"
#include "llvm/Support/Path.h"

using namespace clang;

namespace warplint::parsing {

/// Tells the parser by the file in which it is whether bodies of templates
/// wait.
class SkippedBodies::FileWatch : public PPCallbacks {
public:
  explicit FileWatch(SkippedBodies &Bodies) : Bodies(Bodies) {}

  void FileChanged(SourceLocation Loc, FileChangeReason,
                   SrcMgr::CharacteristicKind, FileID) override {
    const SourceManager &Sources = Bodies.Unit->getSourceManager();
    Bodies.Language.DelayedTemplateParsing =
        Bodies.isOfLibrary(Sources.getFileID(Loc), Sources);
  }

private:
  SkippedBodies &Bodies;
};

SkippedBodies::SkippedBodies(CompilerInstance &Compiler)
    : Language(Compiler.getLangOpts()) {
  const HeaderSearch &Search = Compiler.getPreprocessor().getHeaderSearchInfo();
  llvm::vfs::FileSystem &Disk = Compiler.getVirtualFileSystem();
  for (ConstSearchDirIterator At = Search.system_dir_begin(),
                              End = Search.system_dir_end();
       At != End; ++At) {
    if (!At->isNormalDir())
      continue;
    for (const char *Header : {"cuda_runtime_api.h", "cstddef"}) {
      llvm::SmallString<256> Path(At->getName());
      llvm::sys::path::append(Path, Header);
      if (Disk.exists(Path)) {
        Folders.push_back(
            (At->getName() + llvm::sys::path::get_separator()).str());
        break;
      }
    }
  }
}

void SkippedBodies::allow(FrontendOptions &Unit) {
  Unit.SkipFunctionBodies = true;
}

/// Headers declare names that clang has as keywords (`__is_pointer` in
/// libstdc++), which are plain identifiers from there on. Behind a precompiled
/// header clang finds that out where it lexes such a name; the tokens of a body
/// that has waited are not lexed again.
static void bringKeywordsUpToDate(Preprocessor &Lexed) {
  ExternalPreprocessorSource *Before = Lexed.getExternalSource();
  if (!Before)
    return;
  llvm::SmallVector<IdentifierInfo *, 0> Keywords;
  for (const auto &Entry : Lexed.getIdentifierTable())
    if (IdentifierInfo *Name = Entry.second;
        Name && Name->isOutOfDate() && Name->getTokenID() != tok::identifier)
      Keywords.push_back(Name);
  // What is read for them may enter the table.
  llvm::sort(Keywords, [](const IdentifierInfo *L, const IdentifierInfo *R) {
    return L->getName() < R->getName();
  });
  for (IdentifierInfo *Name : Keywords)
    Before->updateOutOfDateIdentifier(*Name);
}

void SkippedBodies::begin(Sema &Parsed) {
  Unit = &Parsed;
  bringKeywordsUpToDate(Parsed.getPreprocessor());
  Parsed.getPreprocessor().addPPCallbacks(std::make_unique<FileWatch>(*this));
}

bool SkippedBodies::isOfLibrary(FileID File, const SourceManager &Sources) {
  auto [At, IsNew] = Known.try_emplace(File);
  if (IsNew)
    if (OptionalFileEntryRef Entry = Sources.getFileEntryRefForID(File))
      At->second = llvm::any_of(Folders, [&](const std::string &Folder) {
        return Entry->getName().starts_with(Folder);
      });
  return At->second;
}

bool SkippedBodies::contains(const Decl &Function) {
  const FunctionDecl *F = Function.getAsFunction();
  if (!F || F->isTemplated() || F->hasAttr<CUDAGlobalAttr>() ||
      F->hasAttr<CUDADeviceAttr>())
    return false;
  return isOfLibrary(*F);
}

bool SkippedBodies::isOfLibrary(const Decl &D) {
  const SourceManager &Sources = D.getASTContext().getSourceManager();
  FileID File = Sources.getFileID(Sources.getExpansionLoc(D.getLocation()));
  return File.isValid() && isOfLibrary(File, Sources);
}

bool SkippedBodies::isLibrarysAlone(const TemplateArgument &Argument) {
  switch (Argument.getKind()) {
  case TemplateArgument::Null:
  case TemplateArgument::NullPtr:
  case TemplateArgument::Integral:
    return true;
  case TemplateArgument::Type:
    return isLibrarysAlone(Argument.getAsType());
  case TemplateArgument::Declaration:
    return isLibrarysAlone(*Argument.getAsDecl());
  case TemplateArgument::Template: {
    const TemplateDecl *Of = Argument.getAsTemplate().getAsTemplateDecl();
    return Of && (isa<BuiltinTemplateDecl>(Of) || isLibrarysAlone(*Of));
  }
  case TemplateArgument::Pack:
    return llvm::all_of(
        Argument.pack_elements(),
        [&](const TemplateArgument &Each) { return isLibrarysAlone(Each); });
  default:
    return false;
  }
}

bool SkippedBodies::isLibrarysAlone(QualType Type) {
  Type = Type.getCanonicalType();
  if (const TagDecl *Tag = Type->getAsTagDecl())
    return isLibrarysAlone(*Tag);
  if (const auto *Array = dyn_cast<clang::ArrayType>(Type))
    return isLibrarysAlone(Array->getElementType());
  if (const auto *Member = dyn_cast<MemberPointerType>(Type))
    return isLibrarysAlone(*Member->getMostRecentCXXRecordDecl()) &&
           isLibrarysAlone(Member->getPointeeType());
  if (const auto *Function = dyn_cast<FunctionProtoType>(Type))
    return isLibrarysAlone(Function->getReturnType()) &&
           llvm::all_of(Function->param_types(),
                        [&](QualType Of) { return isLibrarysAlone(Of); });
  if (QualType Pointee = Type->getPointeeType(); !Pointee.isNull())
    return isLibrarysAlone(Pointee);
  return isa<BuiltinType, ComplexType, clang::VectorType>(Type);
}

bool SkippedBodies::isLibrarysAlone(const Decl &D) {
  auto [At, IsNew] = Alone.try_emplace(D.getCanonicalDecl(), false);
  if (!IsNew)
    return At->second;
  bool Is = isOfLibrary(D);
  const TemplateArgumentList *Arguments = nullptr;
  if (const auto *Class = dyn_cast<ClassTemplateSpecializationDecl>(&D))
    Arguments = &Class->getTemplateArgs();
  else if (const auto *Function = dyn_cast<FunctionDecl>(&D))
    Arguments = Function->getTemplateSpecializationArgs();
  else if (const auto *Variable = dyn_cast<VarTemplateSpecializationDecl>(&D))
    Arguments = &Variable->getTemplateArgs();
  Is = Is && (!Arguments || llvm::all_of(Arguments->asArray(),
                                         [&](const TemplateArgument &Each) {
                                           return isLibrarysAlone(Each);
                                         }));
  const DeclContext *Around = D.getDeclContext();
  Is = Is && (Around->isFileContext() ||
              isLibrarysAlone(*Decl::castFromDeclContext(Around)));
  return Alone[D.getCanonicalDecl()] = Is;
}

void SkippedBodies::leaveOut(FunctionDecl &Function) {
  auto &Pending = Unit->PendingInstantiations;
  if (Pending.empty() || Pending.back().first != &Function ||
      Function.getTemplateSpecializationKind() != TSK_ImplicitInstantiation ||
      Function.hasAttr<CUDAGlobalAttr>())
    return;
  const FunctionDecl *Caller = Unit->getCurFunctionDecl(/*AllowLambda=*/true);
  bool IsDevices = Function.hasAttr<CUDADeviceAttr>();
  if (IsDevices && (!Caller || Caller->hasAttr<CUDADeviceAttr>() ||
                    Caller->hasAttr<CUDAGlobalAttr>()))
    return;
  if (!isLibrarysAlone(Function))
    return;
  Pending.pop_back();
  Function.setInstantiationIsPending(false);
  if (!IsDevices)
    return;
  // Clang asks again only of what was never named before.
  if (FunctionTemplateSpecializationInfo *Instance =
          Function.getTemplateSpecializationInfo())
    Instance->setPointOfInstantiation(SourceLocation());
  else if (MemberSpecializationInfo *Member =
               Function.getMemberSpecializationInfo())
    Member->setPointOfInstantiation(SourceLocation());
}

} // namespace warplint::parsing
