//===--- Quoting.h - Escapes for shells, make, Ninja, YAML, C++ -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A stranger's tree chooses names of files, names in sources and messages; they
// hold any byte but zero. Each language that such text is written into has one
// function here, and no other module quotes text. Terminals and JSON have
// theirs in Printable.h. Each comment says which texts the language cannot
// express; a function that returns an optional returns nothing for those.
//
// No foreign text is written into Markdown, CMake or the elements of a page:
// the checks' pages are ours, and the page of a report gets its data as JSON.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_QUOTING_QUOTING_H
#define WARPLINT_QUOTING_QUOTING_H

#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace warplint::quoting {

/// \p Word as one word for a POSIX shell (dash included), which expands nothing
/// in it. All bytes stay, also control characters and bytes that are no UTF-8.
std::string forShell(llvm::StringRef Word);

/// \p Word as one word for a shell, to be shown: if it has control characters,
/// marks that reverse the direction of text or bytes that are no UTF-8, it is
/// spelled in ASCII as `$'\x1b'`, which bash, zsh and ksh read; otherwise as
/// forShell.
std::string forBash(llvm::StringRef Word);

/// \p Value as the value of a variable of Ninja 1.5 and later. A build
/// statement must name a path by such a variable, as a path cannot contain `|`.
/// All bytes stay. Nothing if \p Value has line breaks, which Ninja cannot
/// express.
std::optional<std::string> forNinja(llvm::StringRef Value);

/// \p Path as a name in a dependency file that both GNU make and Ninja read;
/// bytes above ASCII stay. Nothing if make and Ninja would read it differently:
/// make reads what follows a `;` as a command, and Ninja ends names at quotes,
/// control characters, `*`, `|` and others. The first name of a rule must not
/// have a `=`, since make would read the definition of a variable.
std::optional<std::string> forDepfile(llvm::StringRef Path);

/// \p Text as a property or as the message of a workflow command of GitHub's
/// runner. It is made printable first, which leaves no line breaks.
std::string forGitHubProperty(llvm::StringRef Text);
std::string forGitHubMessage(llvm::StringRef Text);

/// \p Text as a string scalar of YAML 1.1 or 1.2, where a value stands in a
/// block: plain if that is a string, else in double quotes with control
/// characters escaped. Bytes that are no UTF-8 become U+FFFD.
std::string forYaml(llvm::StringRef Text);

/// \p Text as forYaml has it, in a workflow of GitHub, where `${{` begins an
/// expression.
std::string forGitHubWorkflow(llvm::StringRef Text);

/// \p Text as a Groovy string in single quotes, in which nothing is expanded.
/// Control characters are escaped; bytes that are no UTF-8 become U+FFFD.
std::string forGroovy(llvm::StringRef Text);

/// \p Path as a URI (RFC 3986); absolute paths begin with `file://`. Bytes that
/// may not stand in a path are percent-encoded: `%1B`.
std::string forUri(llvm::StringRef Path);

/// \p Text as text or as an attribute's value of XML 1.0. It is made printable
/// first: XML has no spelling for most control characters.
std::string forXml(llvm::StringRef Text);

/// \p Json for a `script` element of HTML, which it cannot end and in which it
/// begins no comment. Bytes that are no UTF-8 stay; JSON has none.
std::string forScriptElement(llvm::StringRef Json);

/// \p Text as a string literal of C++, with its quotes: everything but
/// printable ASCII in octal, no trigraph.
std::string forStringLiteral(llvm::StringRef Text);

/// \p Text as the operand of `_Pragma`, a string literal in which only `"` and
/// `\` are escaped. All other bytes stay.
std::string forPragma(llvm::StringRef Text);

/// \p Path as the operand of `#include`, in quotes or in angle brackets, in
/// which nothing is escaped. Nothing if \p Path has both `"` and `>`, a line
/// break or a trigraph.
std::optional<std::string> forInclude(llvm::StringRef Path);

/// \p Text as what follows `//` or another mark of a comment that ends with its
/// line: printable, and never continued on the next line.
std::string forLineComment(llvm::StringRef Text);

/// \p Name as one word of a record of our own, which is a line of words with
/// blanks between. Blanks, control characters, quotes and what else shells read
/// (except `$`, which mangled names have), and bytes that are no UTF-8 become
/// `\x1b`, line breaks `\n`, a backslash becomes two. Most names stay as they
/// are.
std::string forRecord(llvm::StringRef Name);
/// The name that forRecord wrote as \p Word; nothing if a backslash in \p Word
/// begins none of its escapes.
std::optional<std::string> fromRecord(llvm::StringRef Word);

} // namespace warplint::quoting

#endif // WARPLINT_QUOTING_QUOTING_H
