# Clang's headers are most of what a file of ours costs to compile: they are
# compiled once and shared.
#
# warplint_clang_headers(<target>)
# Compiles the headers for <target> and for what reuses them.
#
# warplint_tool_headers(<target>)
# The same with what the programs include besides.
#
# warplint_test_headers(<target> [<header>...])
# The same with GoogleTest, what parses a snippet, and further headers.
#
# warplint_reuse_clang_headers(<target> <owner>)
# <target> takes what <owner> compiled. Both need the same kind of code (position
# independent or not), because the compiler refuses the headers otherwise.
#
# Every file still includes what it uses: turn the option off to prove it.
option(WARPLINT_PRECOMPILE "Compile clang's headers once for many files" ON)

function(warplint_clang_headers target)
  if(WARPLINT_PRECOMPILE)
    target_precompile_headers(${target} PRIVATE
      <clang/AST/ASTContext.h> <clang/AST/Attr.h> <clang/AST/DeclTemplate.h>
      <clang/AST/ExprCXX.h> <clang/AST/ParentMapContext.h>
      <clang/AST/StmtCXX.h>
      <clang/Analysis/CFG.h> <clang/Basic/SourceManager.h> <clang/Lex/Lexer.h>
      <llvm/ADT/DenseMap.h> <llvm/ADT/MapVector.h> <llvm/ADT/STLExtras.h>
      <llvm/ADT/SmallPtrSet.h> <llvm/ADT/StringExtras.h>
      <algorithm> <deque> <functional> <map> <memory> <optional> <set> <string>
      <vector>)
  endif()
endfunction()

function(warplint_tool_headers target)
  warplint_clang_headers(${target})
  if(WARPLINT_PRECOMPILE)
    target_precompile_headers(${target} PRIVATE
      <clang-tidy/ClangTidyDiagnosticConsumer.h> <clang-tidy/ClangTidyOptions.h>
      <clang/Frontend/CompilerInstance.h> <clang/Frontend/FrontendAction.h>
      <clang/Sema/Sema.h> <clang/Tooling/Tooling.h>
      <llvm/Support/FileSystem.h> <llvm/Support/JSON.h> <llvm/Support/Path.h>)
  endif()
endfunction()

function(warplint_test_headers target)
  warplint_clang_headers(${target})
  if(WARPLINT_PRECOMPILE)
    target_precompile_headers(${target} PRIVATE
      <clang/Frontend/ASTUnit.h> <clang/Tooling/Tooling.h> <gtest/gtest.h> ${ARGN})
  endif()
endfunction()

function(warplint_reuse_clang_headers target owner)
  if(WARPLINT_PRECOMPILE)
    target_precompile_headers(${target} REUSE_FROM ${owner})
  endif()
endfunction()
