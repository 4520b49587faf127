//===--- CudaSema.h - Our matchers in clang's matcher language --*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_MATCHERS_CUDASEMA_H
#define WARPLINT_MATCHERS_CUDASEMA_H

#include "Matchers/Matchers.h"
#include "clang/ASTMatchers/Dynamic/Parser.h"

namespace warplint::matchers {

namespace dynamic = clang::ast_matchers::dynamic;

/// For clang's parser of matcher expressions: what its registry has, and the
/// rows of Matchers.def.
///
/// The registry is a closed table, and its descriptors are private to clang.
/// The parser passes them around without a look inside, so that a row's address
/// serves as one here and is never handed to the registry.
class CudaSema final : public dynamic::Parser::RegistrySema {
public:
  explicit CudaSema(SharedFacts Facts) : Facts(std::move(Facts)) {}

  std::optional<dynamic::MatcherCtor>
  lookupMatcherCtor(llvm::StringRef Name) override;
  dynamic::VariantMatcher
  actOnMatcherExpression(dynamic::MatcherCtor Ctor, dynamic::SourceRange Range,
                         llvm::StringRef BindId,
                         llvm::ArrayRef<dynamic::ParserValue> Arguments,
                         dynamic::Diagnostics *Errors) override;
  bool isBuilderMatcher(dynamic::MatcherCtor Ctor) const override;
  clang::ASTNodeKind nodeMatcherType(dynamic::MatcherCtor Ctor) const override;
  std::vector<dynamic::ArgKind> getAcceptedCompletionTypes(
      llvm::ArrayRef<std::pair<dynamic::MatcherCtor, unsigned>> Context)
      override;
  std::vector<dynamic::MatcherCompletion>
  getMatcherCompletions(llvm::ArrayRef<dynamic::ArgKind> Accepted) override;

private:
  SharedFacts Facts;
};

/// What completions and docs/matchers.md say of \p Row:
/// "Matcher<Stmt> hasScope(string)".
std::string declarationOf(const MatcherRow &Row);

} // namespace warplint::matchers

#endif // WARPLINT_MATCHERS_CUDASEMA_H
