//===--- Quoting.h - Names and text in other languages ----------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Names of files, names out of a source, messages: a tree chooses them, and
// they hold any byte but zero. Each language that they are written into has one
// function here, and no text is quoted anywhere else. Terminals and JSON have
// theirs in Printable.h. What a language has no form for is said with each: a
// function that returns nothing then must be asked.
//
// Nothing foreign is written into Markdown, CMake or the elements of a page:
// the checks' pages are ours, and the report's page gets its data as JSON.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_QUOTING_QUOTING_H
#define WARPLINT_QUOTING_QUOTING_H

#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace warplint {

/// One word for a POSIX shell (dash, too), which expands nothing in it. All
/// bytes stay as they are, control characters and what is no UTF-8 too.
std::string forShell(llvm::StringRef Word);

/// The same to be shown: where control characters, marks that turn text around
/// or bytes that are no UTF-8 are in \p Word, it is spelled in ASCII as
/// `$'\x1b'`, which bash, zsh and ksh read.
std::string forBash(llvm::StringRef Word);

/// The value of a variable of Ninja 1.5 and later; where a build statement
/// names a path, it uses such a variable, as `|` has no form in a path. All
/// bytes stay as they are. Nothing for line breaks, which have no form.
std::optional<std::string> forNinja(llvm::StringRef Value);

/// A name in a file of dependencies as both GNU make and Ninja read it; bytes
/// above ASCII stay as they are. Nothing if they read it as two things: make
/// takes what follows a `;` for a command, and Ninja ends names at quotes,
/// control characters, `*`, `|` and others. The first name of a rule must hold
/// no
/// `=`, which make takes for the definition of a variable.
std::optional<std::string> forDepfile(llvm::StringRef Path);

/// A property and the message of a workflow command, as GitHub's runner reads
/// them. The text is made printable first, which leaves no line breaks.
std::string forGitHubProperty(llvm::StringRef Text);
std::string forGitHubMessage(llvm::StringRef Text);

/// A scalar of YAML 1.1 or 1.2 that is a string, where a value stands in a
/// block: \p Text itself where that is one, else in double quotes with control
/// characters escaped. Bytes that are no UTF-8 have no form: U+FFFD.
std::string forYaml(llvm::StringRef Text);

/// The same in a workflow of GitHub, where `${{` begins an expression.
std::string forGitHubWorkflow(llvm::StringRef Text);

/// A string of Groovy in single quotes, in which nothing is expanded. Control
/// characters are escaped; bytes that are no UTF-8 have no form: U+FFFD.
std::string forGroovy(llvm::StringRef Text);

/// A path as a URI (RFC 3986): absolute ones begin with `file://`. Every byte
/// that may not stand in a path is `%1B`.
std::string forUri(llvm::StringRef Path);

/// JSON that stands in a `script` element of HTML: it ends none and begins no
/// comment. Bytes that are no UTF-8 stay, which JSON has none of.
std::string forScriptElement(llvm::StringRef Json);

/// A string literal of C++, with its quotes: all that is no printable ASCII in
/// octal, no trigraph.
std::string forStringLiteral(llvm::StringRef Text);

/// The operand of `_Pragma`, a string literal in which nothing but `"` and `\`
/// is escaped. All other bytes stay as they are.
std::string forPragma(llvm::StringRef Text);

/// What follows `#include`, in quotes or in angles, in which nothing is
/// escaped. Nothing if \p Path has no such form: both `"` and `>`, a line
/// break or a trigraph.
std::optional<std::string> forInclude(llvm::StringRef Path);

/// What follows `//`, or another mark of a comment that ends with its line:
/// made printable, and never so that the next line is a part of it.
std::string forLineComment(llvm::StringRef Text);

/// A name in a record of our own, a line of words with blanks between: one
/// word. Blanks, control characters, quotes and what else shells read (but for
/// `$`, which mangled names hold), and bytes that are no UTF-8 become `\x1b`,
/// line breaks `\n`, a backslash becomes two. Most names stay as they are.
std::string forRecord(llvm::StringRef Name);
/// The name again; nothing if a backslash in \p Word begins none of these.
std::optional<std::string> fromRecord(llvm::StringRef Word);

} // namespace warplint

#endif // WARPLINT_QUOTING_QUOTING_H
