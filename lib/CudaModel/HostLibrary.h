//===--- HostLibrary.h - Objects of the C++ library in host code -*- C++ -*-==//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Classes that hold others in order, in which host code keeps the sizes of its
// launches, and what their functions do.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_CUDAMODEL_HOSTLIBRARY_H
#define WARPLINT_CUDAMODEL_HOSTLIBRARY_H

#include "clang/AST/DeclCXX.h"
#include <cstdint>
#include <optional>

namespace warplint {

enum class HostContainer : uint8_t {
  None,
  Array,  ///< std::array
  Vector, ///< std::vector
  Pair,
  Tuple,
};

/// The outermost namespace around \p D; empty outside of all.
llvm::StringRef outerNamespace(const clang::Decl &D);
/// \p D is of namespace std or of what its implementation keeps beside it.
bool isOfStandardLibrary(const clang::Decl &D);

HostContainer containerOf(const clang::CXXRecordDecl &Class);
/// The same of the class that \p Type, or what it refers to, is.
HostContainer containerOf(clang::QualType Type);

/// How many elements each object of \p Class, a std::array, has.
std::optional<int64_t> lengthOfArray(const clang::CXXRecordDecl &Class);

/// What a method of an array or vector does.
enum class ContainerCall : uint8_t {
  Unknown,
  Element, ///< Names the element whose number is its argument.
  First,
  Last,
  Size,
  IsEmpty,
  Places, ///< Says where elements are.
  Append, ///< Adds its argument behind the others.
  Resize, ///< Its argument is how many there are then.
  Clear,
  Nothing, ///< That others could notice.
};

ContainerCall containerCallOf(const clang::FunctionDecl &Callee);

/// What a function of namespace std makes of its arguments.
enum class LibraryValue : uint8_t {
  Unknown,
  Record,     ///< Holds them in order: make_pair, make_tuple.
  References, ///< Refers to them in order: tie.
  Part,       ///< Is the one whose number is the template's argument: get.
};

LibraryValue libraryValueOf(const clang::FunctionDecl &Callee);
/// Which part `get` names.
std::optional<int64_t> partNamedBy(const clang::FunctionDecl &Get);

/// \p Callee makes an object on the heap: what it returns is not null.
bool makesObject(const clang::FunctionDecl &Callee);

/// \p Callee, of the C library, gives memory that is not pinned: malloc.
bool allocatesPlainly(const clang::FunctionDecl &Callee);

} // namespace warplint

#endif // WARPLINT_CUDAMODEL_HOSTLIBRARY_H
