//===--- StatedConditions.cpp - Conditions of contracts -------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Verdicts/StatedConditions.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/Launches/Launches.h"
#include "Analysis/Program/DeviceCode.h"
#include "CudaModel/Identity.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/Builtins.h"
#include "clang/Basic/OperatorPrecedence.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace warplint::verdicts {

namespace {

/// Makes an expression of the text of a condition.
class ConditionReader {
public:
  /// Extents that \p Launch has stand in the expression as numbers.
  ConditionReader(const FunctionDecl &Kernel, llvm::StringRef Text,
                  const LaunchExtents &Launch = {})
      : Context(Kernel.getASTContext()), Kernel(Kernel), Text(Text.str()),
        Launch(Launch),
        Lexed(SourceLocation(), Context.getLangOpts(), this->Text.data(),
              this->Text.data(), this->Text.data() + this->Text.size()) {
    next();
  }

  /// Null, with a Problem, if it is none.
  Expr *read() {
    Expr *Read = readBinary(readUnary(), prec::LogicalOr);
    if (Read && At.isNot(tok::eof))
      return fail("unexpected '" + spelling() + "'");
    return Read ? asBool(Read) : nullptr;
  }

  std::string Problem;

private:
  /// The deepest nesting that is read.
  static constexpr unsigned Deepest = 64;

  void next() { Lexed.LexFromRawLexer(At); }
  std::string spelling() const {
    if (At.is(tok::raw_identifier))
      return At.getRawIdentifier().str();
    size_t End = Lexed.getBufferLocation() - Text.data();
    return Text.substr(End - At.getLength(), At.getLength());
  }
  Expr *fail(std::string Why) {
    if (Problem.empty())
      Problem = std::move(Why);
    return nullptr;
  }
  SourceLocation place() const { return Kernel.getBody()->getBeginLoc(); }

  Expr *asType(Expr *E, QualType Type) {
    if (Context.hasSameType(E->getType(), Type))
      return E;
    CastKind Kind =
        Type->isBooleanType() ? CK_IntegralToBoolean : CK_IntegralCast;
    return ImplicitCastExpr::Create(Context, Type, Kind, E, nullptr, VK_PRValue,
                                    FPOptionsOverride());
  }
  Expr *asBool(Expr *E) { return asType(E, Context.BoolTy); }
  Expr *promoted(Expr *E) {
    QualType Type = E->getType();
    if (Type->isBooleanType() ||
        Context.getTypeSize(Type) < Context.getTypeSize(Context.IntTy))
      return asType(E, Context.IntTy);
    if (const auto *Enum = Type->getAsEnumDecl())
      return asType(E, Enum->getIntegerType().isNull()
                           ? Context.IntTy
                           : Enum->getIntegerType());
    return E;
  }
  /// The usual arithmetic conversions.
  void convert(Expr *&L, Expr *&R) {
    L = promoted(L);
    R = promoted(R);
    QualType OfL = L->getType(), OfR = R->getType();
    uint64_t SizeL = Context.getTypeSize(OfL), SizeR = Context.getTypeSize(OfR);
    bool TakesL = SizeL != SizeR ? SizeL > SizeR : OfL->isUnsignedIntegerType();
    TakesL ? R = asType(R, OfL) : L = asType(L, OfR);
  }

  Expr *readPrimary();
  Expr *readName(llvm::StringRef Name);
  Expr *readExtent(llvm::StringRef Name, IdentityKind Of);
  Expr *readUnary();
  Expr *readBinary(Expr *Left, prec::Level Least);
  Expr *made(Expr *Left, tok::TokenKind Of, Expr *Right);

  ASTContext &Context;
  const FunctionDecl &Kernel;
  std::string Text;
  LaunchExtents Launch;
  Lexer Lexed;
  Token At;
  unsigned Depth = 0;
};

} // namespace

/// `blockDim.x`, as clang makes it of its property, or of the member of a
/// variable that the unit declares so.
Expr *ConditionReader::readExtent(llvm::StringRef Name, IdentityKind Of) {
  if (At.isNot(tok::period))
    return fail("an axis of '" + Name.str() + "' is missing");
  next();
  std::string Called = At.is(tok::raw_identifier) ? spelling() : "";
  next();
  unsigned Axis = Called.size() == 1 ? Called[0] - 'x' : 3;
  if (Axis > 2)
    return fail("'" + Name.str() + "' has the axes x, y and z");
  const uint64_t Known =
      (Of == IdentityKind::BlockDim ? Launch.Block : Launch.Grid)[Axis];
  QualType Type = Context.UnsignedIntTy;
  if (Known)
    return IntegerLiteral::Create(Context, llvm::APInt(32, Known), Type,
                                  place());
  auto Declared =
      Context.getTranslationUnitDecl()->lookup(&Context.Idents.get(Name));
  auto *Var = Declared.empty() ? nullptr : dyn_cast<VarDecl>(Declared.front());
  const auto *Record = Var ? Var->getType()->getAsCXXRecordDecl() : nullptr;
  auto Member = [&](const IdentifierInfo *Field) -> ValueDecl * {
    auto Found = Record ? Record->lookup(Field) : DeclContext::lookup_result();
    return Found.empty() ? nullptr : dyn_cast<ValueDecl>(Found.front());
  };
  ValueDecl *Named = Member(&Context.Idents.get(Called));
  auto *Property = dyn_cast_or_null<MSPropertyDecl>(Named);
  ValueDecl *Getter = Property ? Member(Property->getGetterId()) : nullptr;
  if (!Named || (Property && !Getter))
    return fail("'" + Name.str() + "' is not declared");
  Expr *Object =
      DeclRefExpr::Create(Context, NestedNameSpecifierLoc(), SourceLocation(),
                          Var, false, place(), Var->getType(), VK_LValue);
  auto Select = [&](ValueDecl *That, QualType As, ExprValueKind Kind) {
    return MemberExpr::CreateImplicit(Context, Object, /*IsArrow=*/false, That,
                                      As, Kind, OK_Ordinary);
  };
  if (!Property)
    return ImplicitCastExpr::Create(Context, Type, CK_LValueToRValue,
                                    Select(Named, Named->getType(), VK_LValue),
                                    nullptr, VK_PRValue, FPOptionsOverride());
  // Clang's getters are static.
  Expr *Callee = ImplicitCastExpr::Create(
      Context, Context.getPointerType(Getter->getType()),
      CK_FunctionToPointerDecay, Select(Getter, Getter->getType(), VK_LValue),
      nullptr, VK_PRValue, FPOptionsOverride());
  Expr *Call = CallExpr::Create(Context, Callee, {}, Type, VK_PRValue, place(),
                                FPOptionsOverride());
  auto *Spelled = new (Context) MSPropertyRefExpr(
      Object, Property, /*isArrow=*/false, Context.PseudoObjectTy, VK_LValue,
      NestedNameSpecifierLoc(), place());
  return PseudoObjectExpr::Create(Context, Spelled, {Call}, 0);
}

Expr *ConditionReader::readName(llvm::StringRef Name) {
  auto Builtin = identityOfBuiltin(Name);
  if (Builtin == IdentityKind::BlockDim || Builtin == IdentityKind::GridDim)
    return readExtent(Name, *Builtin);
  if (Name == "true" || Name == "false")
    return IntegerLiteral::Create(Context, llvm::APInt(32, Name == "true"),
                                  Context.IntTy, place());
  for (ParmVarDecl *Each : const_cast<FunctionDecl &>(Kernel).parameters()) {
    if (Each->getName() != Name)
      continue;
    QualType Type = Each->getType().getNonReferenceType().getUnqualifiedType();
    if (!Type->isIntegralOrEnumerationType())
      return fail("'" + Name.str() + "' is no integer");
    Expr *Named =
        DeclRefExpr::Create(Context, NestedNameSpecifierLoc(), SourceLocation(),
                            Each, false, place(), Type, VK_LValue);
    return ImplicitCastExpr::Create(Context, Type, CK_LValueToRValue, Named,
                                    nullptr, VK_PRValue, FPOptionsOverride());
  }
  const FunctionTemplateDecl *Template = Kernel.getPrimaryTemplate();
  const TemplateArgumentList *Values = Kernel.getTemplateSpecializationArgs();
  if (Template && Values)
    for (unsigned I = 0; I < Values->size(); ++I) {
      const NamedDecl *Each = Template->getTemplateParameters()->getParam(I);
      if (Each->getName() == Name &&
          Values->get(I).getKind() == TemplateArgument::Integral)
        return IntegerLiteral::Create(
            Context, Values->get(I).getAsIntegral(),
            Values->get(I).getIntegralType().getCanonicalType(), place());
    }
  return fail("'" + Name.str() + "' is no parameter of the kernel");
}

Expr *ConditionReader::readPrimary() {
  if (At.is(tok::raw_identifier)) {
    std::string Name = spelling();
    next();
    return readName(Name);
  }
  if (At.is(tok::numeric_constant)) {
    std::string Copy = spelling();
    llvm::StringRef Digits = llvm::StringRef(Copy).rtrim("uUlL");
    uint64_t Value = 0;
    if (Digits.getAsInteger(0, Value) || Value > uint64_t(INT64_MAX))
      return fail("'" + Copy + "' is no integer");
    next();
    QualType Type = Value > INT32_MAX ? Context.LongLongTy : Context.IntTy;
    return IntegerLiteral::Create(
        Context, llvm::APInt(Context.getTypeSize(Type), Value), Type, place());
  }
  if (At.is(tok::l_paren)) {
    next();
    Expr *Inside = readBinary(readUnary(), prec::LogicalOr);
    if (Inside && At.isNot(tok::r_paren))
      return fail("')' is missing");
    next();
    return Inside;
  }
  return fail(At.is(tok::eof) ? "it ends too early"
                              : "unexpected '" + spelling() + "'");
}

Expr *ConditionReader::readUnary() {
  if (++Depth > Deepest)
    return fail("it is nested too deep");
  Expr *Read = nullptr;
  if (At.is(tok::minus) || At.is(tok::exclaim)) {
    bool Negates = At.is(tok::exclaim);
    next();
    if (Expr *Of = readUnary()) {
      Of = Negates ? asBool(Of) : promoted(Of);
      Read = UnaryOperator::Create(Context, Of, Negates ? UO_LNot : UO_Minus,
                                   Of->getType(), VK_PRValue, OK_Ordinary,
                                   place(), !Negates, FPOptionsOverride());
    }
  } else {
    Read = readPrimary();
  }
  --Depth;
  return Read;
}

Expr *ConditionReader::made(Expr *Left, tok::TokenKind Of, Expr *Right) {
  BinaryOperatorKind Kind;
  switch (Of) {
#define OPERATOR(TOKEN, KIND)                                                  \
  case tok::TOKEN:                                                             \
    Kind = KIND;                                                               \
    break;
    OPERATOR(plus, BO_Add)
    OPERATOR(minus, BO_Sub)
    OPERATOR(star, BO_Mul)
    OPERATOR(slash, BO_Div)
    OPERATOR(percent, BO_Rem)
    OPERATOR(lessless, BO_Shl)
    OPERATOR(greatergreater, BO_Shr)
    OPERATOR(less, BO_LT)
    OPERATOR(greater, BO_GT)
    OPERATOR(lessequal, BO_LE)
    OPERATOR(greaterequal, BO_GE)
    OPERATOR(equalequal, BO_EQ)
    OPERATOR(exclaimequal, BO_NE)
    OPERATOR(amp, BO_And)
    OPERATOR(caret, BO_Xor)
    OPERATOR(pipe, BO_Or)
    OPERATOR(ampamp, BO_LAnd)
    OPERATOR(pipepipe, BO_LOr)
#undef OPERATOR
  default:
    return fail("an operator that has no meaning here");
  }
  if (BinaryOperator::isLogicalOp(Kind)) {
    Left = asBool(Left);
    Right = asBool(Right);
  } else {
    convert(Left, Right);
  }
  bool IsTruth =
      BinaryOperator::isLogicalOp(Kind) || BinaryOperator::isComparisonOp(Kind);
  return BinaryOperator::Create(
      Context, Left, Right, Kind, IsTruth ? Context.BoolTy : Left->getType(),
      VK_PRValue, OK_Ordinary, place(), FPOptionsOverride());
}

/// What follows \p Left, as long as its operators bind at least as \p Least.
Expr *ConditionReader::readBinary(Expr *Left, prec::Level Least) {
  while (Left) {
    tok::TokenKind Of = At.getKind();
    prec::Level Binds = getBinOpPrecedence(Of, true, true);
    if (Binds < Least)
      return Left;
    next();
    Expr *Right = readUnary();
    while (Right && getBinOpPrecedence(At.getKind(), true, true) > Binds)
      Right = readBinary(Right, prec::Level(Binds + 1));
    if (!Right)
      return nullptr;
    Left = made(Left, Of, Right);
  }
  return nullptr;
}

/// Why \p Text is no condition about the parameters of \p Kernel, a clause;
/// empty if it is one.
static std::string problemWithCondition(const FunctionDecl &Kernel,
                                        llvm::StringRef Text) {
  if (!Kernel.hasBody() || Kernel.isDependentContext())
    return "";
  ConditionReader Reader(Kernel, Text);
  Reader.read();
  return Reader.Problem;
}

Contract contractOf(const FunctionDecl &Kernel, StatedContracts Stated) {
  Contract Made = writtenContract(Kernel, Stated);
  llvm::erase_if(Made.Conditions, [&](const std::string &Text) {
    std::string Problem = problemWithCondition(Kernel, Text);
    if (!Problem.empty())
      Made.Problems.push_back("'" + Text + "': " + Problem);
    return !Problem.empty();
  });
  return Made;
}

//===----------------------------------------------------------------------===//
// Statements of the kernel
//===----------------------------------------------------------------------===//

/// The attribute that holds the conditions of a kernel.
static constexpr llvm::StringLiteral Stated = "warplint::assume";

static const AnnotateAttr *statedOf(const FunctionDecl &Kernel) {
  for (const auto *Each : Kernel.specific_attrs<AnnotateAttr>())
    if (Each->getAnnotation() == Stated)
      return Each;
  return nullptr;
}

/// `__builtin_assume`, whose declaration clang makes where it is first called.
static FunctionDecl *declareAssume(ASTContext &Context) {
  QualType Type = Context.getFunctionType(Context.VoidTy, {Context.BoolTy}, {});
  auto *Made = FunctionDecl::Create(Context, Context.getTranslationUnitDecl(),
                                    SourceLocation(), SourceLocation(),
                                    &Context.Idents.get("__builtin_assume"),
                                    Type, nullptr, SC_Extern);
  Made->setParams(ParmVarDecl::Create(Context, Made, SourceLocation(),
                                      SourceLocation(), nullptr, Context.BoolTy,
                                      nullptr, SC_None, nullptr));
  Made->setImplicit();
  Made->addAttr(
      BuiltinAttr::CreateImplicit(Context, Builtin::BI__builtin_assume));
  return Made;
}

static Stmt *callOf(FunctionDecl &Assume, Expr &Condition, SourceLocation At) {
  ASTContext &Context = Assume.getASTContext();
  Expr *Name =
      DeclRefExpr::Create(Context, NestedNameSpecifierLoc(), SourceLocation(),
                          &Assume, false, At, Context.BuiltinFnTy, VK_PRValue);
  Expr *Callee = ImplicitCastExpr::Create(
      Context, Context.getPointerType(Assume.getType()), CK_BuiltinFnToFnPtr,
      Name, nullptr, VK_PRValue, FPOptionsOverride());
  return CallExpr::Create(Context, Callee, {&Condition}, Context.VoidTy,
                          VK_PRValue, At, FPOptionsOverride());
}

std::vector<std::pair<SourceLocation, std::string>>
addConditions(llvm::ArrayRef<const FunctionDecl *> Kernels,
              StatedContracts From) {
  std::vector<std::pair<SourceLocation, std::string>> Mistakes;
  FunctionDecl *Assume = nullptr;
  for (const FunctionDecl *Each : Kernels) {
    auto *Body = dyn_cast_or_null<CompoundStmt>(Each->getBody());
    if (!Body)
      continue;
    Contract Of = contractOf(*Each, From);
    for (const std::string &Problem : Of.Problems)
      Mistakes.push_back({Of.At.isValid() ? Of.At : Each->getLocation(),
                          "the contract of '" +
                              Each->getQualifiedNameAsString() +
                              "' cannot be read: " + Problem});
    if (statedOf(*Each))
      continue;
    std::vector<Expr *> Conditions;
    for (const std::string &Text : Of.Conditions)
      if (Expr *Read = ConditionReader(*Each, Text).read())
        Conditions.push_back(Read);
    if (Conditions.empty())
      continue;
    ASTContext &Context = Each->getASTContext();
    if (!Assume)
      Assume = declareAssume(Context);
    std::vector<Stmt *> Statements;
    for (Expr *Condition : Conditions)
      Statements.push_back(callOf(*Assume, *Condition, Body->getLBracLoc()));
    llvm::append_range(Statements, Body->body());
    auto &Kernel = const_cast<FunctionDecl &>(*Each);
    Kernel.setBody(
        CompoundStmt::Create(Context, Statements, FPOptionsOverride(),
                             Body->getLBracLoc(), Body->getRBracLoc()));
    Kernel.addAttr(AnnotateAttr::CreateImplicit(
        Context, Stated, Conditions.data(), Conditions.size()));
  }
  return Mistakes;
}

/// The argument of \p Kernel as \p Fact has it, or the name of the parameter.
static std::vector<const Expr *>
argumentsOf(const FunctionDecl &Kernel,
            const launches::LaunchConstraint &Fact) {
  ASTContext &Context = Kernel.getASTContext();
  std::vector<const Expr *> All;
  for (ParmVarDecl *Each : const_cast<FunctionDecl &>(Kernel).parameters()) {
    QualType Type = Each->getType().getNonReferenceType().getUnqualifiedType();
    auto Number = Type->isIntegerType() && !Type->isBooleanType()
                      ? Fact.numberFor(All.size())
                      : std::nullopt;
    if (Number)
      All.push_back(IntegerLiteral::Create(
          Context,
          llvm::APInt(Context.getTypeSize(Type), *Number, /*isSigned=*/true,
                      /*implicitTrunc=*/true),
          Type.getCanonicalType(), SourceLocation()));
    else
      All.push_back(DeclRefExpr::Create(Context, NestedNameSpecifierLoc(),
                                        SourceLocation(), Each, false,
                                        SourceLocation(), Type, VK_LValue));
  }
  return All;
}

static std::string textOf(const Expr &Condition) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  Condition.printPretty(OS, nullptr, PrintingPolicy(LangOptions()));
  return Text;
}

static bool isFalse(llvm::StringRef Condition, const FunctionDecl &Kernel,
                    const launches::KernelLaunch &Launch,
                    const launches::LaunchConstraint &Fact) {
  APValue Value;
  std::vector<const Expr *> Arguments = argumentsOf(Kernel, Fact);
  const Expr *Read = ConditionReader(Kernel, Condition, Launch.Extents).read();
  return Read &&
         Read->EvaluateWithSubstitution(Value, Kernel.getASTContext(), &Kernel,
                                        Arguments) &&
         Value.isInt() && Value.getInt() == 0;
}

std::vector<FalseCondition> falseConditions(const KernelFacts &Facts) {
  std::vector<FalseCondition> All;
  const AnnotateAttr *Conditions = statedOf(Facts.root());
  if (!Conditions)
    return All;
  for (const launches::KernelLaunch &Launch :
       Facts.code().launchesOf(Facts.root())) {
    const launches::LaunchConstraint Nothing;
    auto Known = Launch.Facts.empty() ? llvm::ArrayRef(Nothing)
                                      : llvm::ArrayRef(Launch.Facts);
    for (const Expr *Condition : Conditions->args())
      if (std::string Text = textOf(*Condition);
          llvm::any_of(Known, [&](const auto &Fact) {
            return isFalse(Text, Facts.root(), Launch, Fact);
          }))
        All.push_back({Text, Launch.Site ? Launch.Site->getBeginLoc()
                                         : SourceLocation()});
  }
  return All;
}

} // namespace warplint::verdicts
