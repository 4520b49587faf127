//===--- Dialect.cpp - What nvcc accepts and clang does not ---------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Dialect.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/DiagnosticAST.h"
#include "clang/Basic/DiagnosticParse.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Basic/FileManager.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Pragma.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Parse/Parser.h"
#include "clang/Sema/Initialization.h"
#include "clang/Sema/Sema.h"
#include "clang/Sema/SemaCUDA.h"
#include "llvm/Support/Path.h"
#include <memory>
#include <set>
#include <utility>

using namespace clang;

namespace warplint::parsing {

/// Each is an error of clang where nvcc is silent or warns.
static const unsigned AcceptedByNvcc[] = {
    // `%globaltimer` and other special registers in asm text: nvcc passes the
    // text on as it is.
    diag::err_asm_invalid_escape,
    // `"C"(text)`: an array of characters that nvcc puts into the text. Clang
    // goes on with the statement as it is written.
    diag::err_asm_invalid_input_constraint,
    // `alignas(64) CUtensorMap`: since CUDA 13 less than the type asks for. The
    // larger one counts.
    diag::err_alignas_underaligned,
    // `%8` beside eight operands: nvcc looks at the text of a template only
    // where that is instantiated.
    diag::err_asm_invalid_operand_number,
    // `T alignas(16) x`, `extern __shared__ alignas(16) T x[]`: the attribute
    // is
    // the variable's, see DeclaratorAttributes.cpp.
    diag::err_attribute_not_type_attr,
    diag::err_attributes_not_allowed,
    // `template __device__ __forceinline__ void f<int>(int)`.
    diag::err_explicit_instantiation_inline,
    // `typename Policy::Tile<int>`, `x.get<3>()` in a template: nvcc looks into
    // the primary template and needs no `template`. Clang goes on as if it
    // stood there.
    diag::err_missing_dependent_template_keyword,
    // `sizeof(Policy::tile)`, `allocate<Policy::tile>()` in a template: neither
    // does it need `typename`. Clang goes on as if it stood there.
    diag::err_typename_missing,
};

void relaxDiagnostics(DiagnosticsEngine &Diagnostics) {
  // A default-error diagnostic cannot become a warning: clang maps it back.
  for (unsigned Id : AcceptedByNvcc)
    Diagnostics.setSeverity(Id, diag::Severity::Remark, SourceLocation());
  // Clang gives up at the 20th error: kernels behind it would be lost.
  Diagnostics.setErrorLimit(0);
}

void forgetBuiltins(ASTContext &Context,
                    llvm::ArrayRef<llvm::StringLiteral> Names) {
  for (llvm::StringRef Name : Names)
    Context.Idents.get(Name).clearBuiltinID();
}

void ignoreDebugPragma(Preprocessor &Lexed) {
  auto Nothing = std::make_unique<EmptyPragmaHandler>("__debug");
  // Goes by the name: what goes is clang's own handler, which nobody owns then.
  Lexed.RemovePragmaHandler("clang", Nothing.get());
  Lexed.AddPragmaHandler("clang", Nothing.release());
}

namespace {

class SystemPragma : public PragmaHandler {
public:
  explicit SystemPragma(llvm::ArrayRef<std::string> Folders)
      : PragmaHandler("system_header"), Folders(Folders) {}

  void HandlePragma(Preprocessor &Lexed, PragmaIntroducer,
                    Token &Name) override {
    const SourceManager &Files = Lexed.getSourceManager();
    OptionalFileEntryRef In = Files.getFileEntryRefForID(
        Files.getFileID(Files.getExpansionLoc(Name.getLocation())));
    llvm::SmallString<256> Path(In ? In->getName() : "");
    Files.getFileManager().makeAbsolutePath(Path);
    llvm::sys::path::remove_dots(Path, /*remove_dot_dot=*/true);
    if (llvm::none_of(Folders, [&](llvm::StringRef Folder) {
          llvm::StringRef Rest = Path;
          return Rest.consume_front(Folder) &&
                 (Rest.starts_with("/") || Folder.ends_with("/"));
        }))
      Lexed.HandlePragmaSystemHeader(Name);
  }

private:
  std::vector<std::string> Folders;
};

} // namespace

namespace {

/// Takes back what line markers say of the text behind them, but for those that
/// clang itself writes around what is built in.
class SystemMarkers : public PPCallbacks {
public:
  explicit SystemMarkers(Preprocessor &Lexed)
      : Lexed(Lexed), Files(Lexed.getSourceManager()) {}

  void FileChanged(SourceLocation At, FileChangeReason Why,
                   SrcMgr::CharacteristicKind Kind, FileID) override {
    auto [File, Offset] = Files.getDecomposedLoc(At);
    if (File == Lexed.getPredefinesFileID())
      return;
    if (Why == SystemHeaderPragma)
      ByPragma.insert(File);
    SrcMgr::CharacteristicKind Own =
        Files.getSLocEntry(File).getFile().getFileCharacteristic();
    if (!SrcMgr::isSystem(Kind) || SrcMgr::isSystem(Own) ||
        ByPragma.count(File))
      return;
    PresumedLoc Named = Files.getPresumedLoc(At);
    if (Named.isInvalid())
      return;
    // A line directive counts from the line behind its own.
    Files.AddLineNote(At, Named.getLine() + 1,
                      Files.getLineTableFilenameID(Named.getFilename()),
                      /*IsFileEntry=*/false, /*IsFileExit=*/false, Own);
  }

private:
  const Preprocessor &Lexed;
  SourceManager &Files;
  std::set<FileID> ByPragma; ///< They say it of themselves.
};

} // namespace

void ignoreSystemMarkers(Preprocessor &Lexed) {
  Lexed.addPPCallbacks(std::make_unique<SystemMarkers>(Lexed));
}

void ignoreSystemPragma(Preprocessor &Lexed,
                        llvm::ArrayRef<std::string> Folders) {
  for (llvm::StringRef Of : {"GCC", "clang"}) {
    auto Own = std::make_unique<SystemPragma>(Folders);
    Lexed.RemovePragmaHandler(Of, Own.get());
    Lexed.AddPragmaHandler(Of, Own.release());
  }
}

} // namespace warplint::parsing

/// What may stand in a list of template arguments that holds values, outside
/// parentheses: no condition, no statement, no member of anything.
static bool canBeInArgument(const Token &T) {
  return T.isAnnotation() ||
         T.isOneOf(tok::identifier, tok::numeric_constant, tok::char_constant,
                   tok::coloncolon, tok::comma, tok::star, tok::plus,
                   tok::minus, tok::slash, tok::percent) ||
         T.isOneOf(tok::kw_true, tok::kw_false, tok::kw_sizeof, tok::kw_const,
                   tok::kw_unsigned, tok::kw_int, tok::kw_float, tok::kw_bool,
                   tok::kw_double, tok::kw_char, tok::kw_short, tok::kw_long);
}

/// Arguments of a template up to their `>`, and a call behind it: the token
/// number \p At is the `<`.
static bool looksLikeTemplateCall(Preprocessor &Tokens, const Token &Current,
                                  unsigned At) {
  constexpr unsigned MaxTokens = 64;
  unsigned Angles = 0, Parentheses = 0;
  for (unsigned I = At; I < At + MaxTokens; ++I) {
    const Token &T = I == 0 ? Current : Tokens.LookAhead(I - 1);
    unsigned Closed = T.is(tok::greater)          ? 1
                      : T.is(tok::greatergreater) ? 2
                                                  : 0;
    if (T.is(tok::l_paren)) {
      ++Parentheses;
    } else if (T.is(tok::r_paren)) {
      if (Parentheses-- == 0)
        return false;
    } else if (T.is(tok::less) && !Parentheses) {
      ++Angles;
    } else if (Closed && !Parentheses) {
      if (Closed > Angles)
        return false;
      Angles -= Closed;
      if (!Angles)
        return Tokens.LookAhead(I).isOneOf(tok::l_paren, tok::coloncolon);
    } else if (Parentheses ? T.isOneOf(tok::semi, tok::l_brace, tok::eof)
                           : !canBeInArgument(T)) {
      return false;
    }
  }
  return false;
}

/// The type that a qualifier names; null for a namespace and for none.
static const Type *typeOf(NestedNameSpecifier Scope) {
  return Scope.getKind() == NestedNameSpecifier::Kind::Type ? Scope.getAsType()
                                                            : nullptr;
}

namespace {

/// Looks names up in what templates say of themselves.
class PrimaryTemplates {
public:
  explicit PrimaryTemplates(ASTContext &Context) : Context(Context) {}

  /// The type that \p In or one of its bases calls \p Name; null if there is
  /// none.
  const TypeDecl *memberType(const CXXRecordDecl *In,
                             const IdentifierInfo *Name) {
    if (!In || ++Steps > MostSteps)
      return nullptr;
    for (const NamedDecl *Found : In->lookup(Name))
      return dyn_cast<TypeDecl>(Found);
    for (const CXXBaseSpecifier &Base : In->bases())
      if (const TypeDecl *Found = memberType(primaryOf(Base.getType()), Name))
        return Found;
    return nullptr;
  }

  /// The class that \p Named is, or the template that it will be an instance of
  /// unless that is specialized; null if nothing shows it.
  const CXXRecordDecl *primaryOf(QualType Named) {
    if (++Steps > MostSteps)
      return nullptr;
    if (const auto *Member = Named->getAs<DependentNameType>()) {
      const Type *Of = typeOf(Member->getQualifier());
      const TypeDecl *Found =
          Of ? memberType(primaryOf(QualType(Of, 0)), Member->getIdentifier())
             : nullptr;
      return Found ? primaryOf(Context.getTypeDeclType(Found)) : nullptr;
    }
    const CXXRecordDecl *Class = Named->getAsCXXRecordDecl();
    if (const auto *Instance = Named->getAs<TemplateSpecializationType>()) {
      if (Instance->isTypeAlias())
        return primaryOf(Instance->getAliasedType());
      const auto *Template = dyn_cast_or_null<ClassTemplateDecl>(
          Instance->getTemplateName().getAsTemplateDecl());
      Class = Template ? Template->getTemplatedDecl() : nullptr;
    }
    return Class ? Class->getDefinition() : nullptr;
  }

private:
  /// A template may have another instance of itself for a base.
  static constexpr unsigned MostSteps = 64;
  ASTContext &Context;
  unsigned Steps = 0;
};

} // namespace

/// The argument of a template that the parser is at is the name of a type, by
/// what the primary template of its scope says.
static bool namesMemberType(Parser &At) {
  // Behind the end of the file there are no tokens to look at.
  if (At.getCurToken().isNot(tok::annot_cxxscope))
    return false;
  Preprocessor &Tokens = At.getPreprocessor();
  const Token &Name = Tokens.LookAhead(0);
  if (Name.isNot(tok::identifier) ||
      !Tokens.LookAhead(1).isOneOf(tok::comma, tok::greater,
                                   tok::greatergreater))
    return false;
  CXXScopeSpec Scope;
  At.getActions().RestoreNestedNameSpecifierAnnotation(
      At.getCurToken().getAnnotationValue(),
      At.getCurToken().getAnnotationRange(), Scope);
  const Type *In = Scope.isSet() && Scope.getScopeRep().isDependent()
                       ? typeOf(Scope.getScopeRep())
                       : nullptr;
  PrimaryTemplates Templates(At.getActions().Context);
  return In && Templates.memberType(Templates.primaryOf(QualType(In, 0)),
                                    Name.getIdentifierInfo());
}

/// The next expression is that of an operand of inline assembly.
static thread_local bool AtAsmOperand = false;

// The linker's --wrap sends every call of clang's function NAME to __wrap_NAME
// and offers the original as __real_NAME.
#pragma GCC diagnostic ignored "-Wreturn-type-c-linkage"
extern "C" {

/// TPResult of clang's tentative parser, which is private.
enum { TentativelyTrue = 0 };

int __real__ZN5clang6Parser22isTemplateArgumentListEj(Parser *, unsigned);

/// Asked for a member of something dependent that `<` follows. Clang is sure
/// only if the first argument is a type; `x.get<3>(y)` would be read as two
/// comparisons.
int __wrap__ZN5clang6Parser22isTemplateArgumentListEj(Parser *Self,
                                                      unsigned Skip) {
  int Answer = __real__ZN5clang6Parser22isTemplateArgumentListEj(Self, Skip);
  if (Answer != TentativelyTrue &&
      looksLikeTemplateCall(Self->getPreprocessor(), Self->getCurToken(), Skip))
    return TentativelyTrue;
  return Answer;
}

bool __real__ZN5clang6Parser11isCXXTypeIdENS_25TentativeCXXTypeIdContextERb(
    Parser *, TentativeCXXTypeIdContext, bool &);

/// Asked whether what comes is a type: `Policy::tile` in a template is one if
/// the primary template has a type of that name.
bool __wrap__ZN5clang6Parser11isCXXTypeIdENS_25TentativeCXXTypeIdContextERb(
    Parser *Self, TentativeCXXTypeIdContext In, bool &IsAmbiguous) {
  return __real__ZN5clang6Parser11isCXXTypeIdENS_25TentativeCXXTypeIdContextERb(
             Self, In, IsAmbiguous) ||
         (In == TentativeCXXTypeIdContext::AsTemplateArgument &&
          namesMemberType(*Self));
}

ExprResult __real__ZN5clang6Parser21ParseAsmStringLiteralEb(Parser *, bool);

ExprResult __wrap__ZN5clang6Parser21ParseAsmStringLiteralEb(Parser *Self,
                                                            bool ForLabel) {
  ExprResult String =
      __real__ZN5clang6Parser21ParseAsmStringLiteralEb(Self, ForLabel);
  AtAsmOperand = Self->getCurToken().is(tok::l_paren);
  return String;
}

ExprResult
__real__ZN5clang6Parser15ParseExpressionENS_26TypoCorrectionTypeBehaviorE(
    Parser *, TypoCorrectionTypeBehavior);

/// nvcc needs no comma between operands of inline assembly, and the
/// `<cuda/barrier>` of CUDA 12.3 and 12.4 lacks one.
ExprResult
__wrap__ZN5clang6Parser15ParseExpressionENS_26TypoCorrectionTypeBehaviorE(
    Parser *Self, TypoCorrectionTypeBehavior Correction) {
  bool IsAsmOperand = std::exchange(AtAsmOperand, false);
  ExprResult Parsed =
      __real__ZN5clang6Parser15ParseExpressionENS_26TypoCorrectionTypeBehaviorE(
          Self, Correction);
  if (!IsAsmOperand || Self->getCurToken().isNot(tok::r_paren))
    return Parsed;
  Preprocessor &Tokens = Self->getPreprocessor();
  Token Next = Tokens.LookAhead(0);
  if (tok::isStringLiteral(Next.getKind()) || Next.is(tok::l_square)) {
    Token Comma;
    Comma.startToken();
    Comma.setKind(tok::comma);
    Comma.setLocation(Next.getLocation());
    Tokens.EnterToken(Comma, /*IsReinject=*/false);
  }
  return Parsed;
}

QualType
__real__ZN5clang4Sema43DeduceTemplateSpecializationFromInitializerEPNS_14TypeSourceInfoERKNS_17InitializedEntityERKNS_18InitializationKindEN4llvm15MutableArrayRefIPNS_4ExprEEE(
    Sema *, TypeSourceInfo *, const InitializedEntity &,
    const InitializationKind &, MultiExprArg);

/// Clang deduces nothing from `threadIdx.x`, which is a property in its
/// headers.
QualType
__wrap__ZN5clang4Sema43DeduceTemplateSpecializationFromInitializerEPNS_14TypeSourceInfoERKNS_17InitializedEntityERKNS_18InitializationKindEN4llvm15MutableArrayRefIPNS_4ExprEEE(
    Sema *Self, TypeSourceInfo *Type, const InitializedEntity &Of,
    const InitializationKind &Kind, MultiExprArg Arguments) {
  llvm::SmallVector<Expr *, 8> Values;
  for (Expr *Argument : Arguments) {
    bool IsProperty = Argument->getType()->isSpecificPlaceholderType(
        BuiltinType::PseudoObject);
    ExprResult Value = IsProperty ? Self->CheckPlaceholderExpr(Argument)
                                  : ExprResult(Argument);
    Values.push_back(Value.isUsable() ? Value.get() : Argument);
  }
  return __real__ZN5clang4Sema43DeduceTemplateSpecializationFromInitializerEPNS_14TypeSourceInfoERKNS_17InitializedEntityERKNS_18InitializationKindEN4llvm15MutableArrayRefIPNS_4ExprEEE(
      Self, Type, Of, Kind, Values);
}

void __real__ZN5clang8SemaCUDA23checkAllowedInitializerEPNS_7VarDeclE(
    SemaCUDA *, VarDecl *);

/// nvcc allows a shared object with a constructor (it warns, for the
/// constructor does not run); clang would mark the variable invalid, and every
/// use of it would be lost to analysis. Of the host's variables the pass for
/// the device says nothing.
void __wrap__ZN5clang8SemaCUDA23checkAllowedInitializerEPNS_7VarDeclE(
    SemaCUDA *Self, VarDecl *Variable) {
  if (!Variable->hasAttr<CUDASharedAttr>() &&
      (Variable->hasAttr<CUDADeviceAttr>() ||
       Variable->hasAttr<CUDAConstantAttr>()))
    __real__ZN5clang8SemaCUDA23checkAllowedInitializerEPNS_7VarDeclE(Self,
                                                                     Variable);
}

} // extern "C"
