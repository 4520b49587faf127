//===--- HostLibrary.h - C++ library containers in host code ----*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Classes of the C++ library in which host code keeps the sizes of its
// launches, and what their functions do.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_CUDAMODEL_HOSTLIBRARY_H
#define WARPLINT_CUDAMODEL_HOSTLIBRARY_H

#include "clang/AST/DeclCXX.h"
#include <cstdint>
#include <optional>

namespace warplint {

/// The containers that are modelled.
enum class HostContainer : uint8_t {
  None,
  Array,  ///< std::array
  Vector, ///< std::vector
  Pair,
  Tuple,
};

/// The outermost namespace around \p D; empty if there is none.
llvm::StringRef outerNamespace(const clang::Decl &D);
/// Whether \p D is in namespace std or in one that its implementation has
/// beside it.
bool isOfStandardLibrary(const clang::Decl &D);

/// The container that \p Class is, or None.
HostContainer containerOf(const clang::CXXRecordDecl &Class);
/// The container that \p Type is or refers to, or None.
HostContainer containerOf(clang::QualType Type);

/// The number of elements of \p Class, which is a std::array; nothing if it is
/// not known.
std::optional<int64_t> lengthOfArray(const clang::CXXRecordDecl &Class);

/// What a method of an array or vector does.
enum class ContainerCall : uint8_t {
  Unknown,
  Element, ///< The element whose index is the argument.
  First,   ///< The first element.
  Last,    ///< The last element.
  Size,
  IsEmpty,
  Places, ///< A pointer or an iterator to elements.
  Append, ///< Adds its argument at the end.
  Resize, ///< Its argument is the new size.
  Clear,
  Nothing, ///< Nothing that could be observed.
};

ContainerCall containerCallOf(const clang::FunctionDecl &Callee);

/// Whether \p Class has elements that are named by their indices: an array, a
/// vector or a list in braces.
bool isContainerClass(const clang::CXXRecordDecl &Class);
bool isContainerClass(clang::QualType Type);
/// Whether the elements of \p Class, one of these, are numbers.
bool holdsNumbers(const clang::CXXRecordDecl &Class);
/// Whether they are threads.
bool holdsThreads(const clang::CXXRecordDecl &Class);
/// Whether \p Type is, or refers to, an iterator that is a class.
bool isIterator(clang::QualType Type);

/// The position of the argument of \p Callee, a function of the C or C++
/// library, from where on it writes: memcpy, std::fill; -1 for others.
int writesFrom(const clang::FunctionDecl &Callee);

/// The classes whose objects run what they are made of.
enum class HostCallable : uint8_t { None, Function, Thread };

HostCallable callableOf(const clang::CXXRecordDecl &Class);

/// What a function of namespace std makes of its arguments.
enum class LibraryValue : uint8_t {
  Unknown,
  Record,     ///< An object that holds them in order: make_pair, make_tuple.
  References, ///< References to them in order: tie.
  Part,       ///< The one with the template argument as index: get.
};

LibraryValue libraryValueOf(const clang::FunctionDecl &Callee);
/// The index of the element that \p Get, which is `get`, names; nothing if it
/// names one by its type.
std::optional<int64_t> partNamedBy(const clang::FunctionDecl &Get);

/// Whether \p Callee makes an object on the heap and never returns null.
bool makesObject(const clang::FunctionDecl &Callee);

/// Whether \p Callee is a function of the C library that allocates memory that
/// is not page-locked: malloc.
bool allocatesPlainly(const clang::FunctionDecl &Callee);
/// Whether \p Callee frees such memory.
bool freesPlainly(const clang::FunctionDecl &Callee);

} // namespace warplint

#endif // WARPLINT_CUDAMODEL_HOSTLIBRARY_H
