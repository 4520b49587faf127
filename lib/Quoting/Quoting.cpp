//===--- Quoting.cpp - Names and text in other languages ------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Quoting/Quoting.h"
#include "Quoting/Printable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"

using namespace llvm;

namespace warplint::quoting {

static std::string hexOf(char C) {
  return toHex(ArrayRef<uint8_t>(uint8_t(C)), /*LowerCase=*/true);
}

/// Whether printable() would spell anything out; it leaves tabs.
static bool holdsControls(StringRef Text) {
  return Text.contains('\t') || printable(Text) != Text;
}

/// Calls \p Take with each character, or std::nullopt for a byte that begins
/// none, and with its bytes.
template <typename Function>
static void forEachCharacter(StringRef Text, Function Take) {
  const UTF8 *At = Text.bytes_begin(), *End = Text.bytes_end();
  while (At != End) {
    const UTF8 *Begin = At;
    UTF32 C = 0;
    bool Is =
        convertUTF8Sequence(&At, End, &C, strictConversion) == conversionOK;
    if (!Is)
      At = Begin + 1;
    Take(Is ? std::optional(C) : std::nullopt,
         StringRef(reinterpret_cast<const char *>(Begin), At - Begin));
  }
}

//===----------------------------------------------------------------------===//
// Shells
//===----------------------------------------------------------------------===//

/// A byte that shells take as it is. What is no ASCII may be a letter.
static bool isPlainInShell(char C) {
  return isAlnum(C) || StringRef("%+,-./:=@^_").contains(C) || (C & 0x80);
}

std::string forShell(StringRef Word) {
  // zsh looks for a program where a word begins with `=`.
  if (!Word.empty() && Word.front() != '=' && all_of(Word, isPlainInShell))
    return Word.str();
  std::string Quoted = "'";
  for (char C : Word)
    Quoted += C == '\'' ? std::string("'\\''") : std::string(1, C);
  return Quoted + "'";
}

std::string forBash(StringRef Word) {
  if (!holdsControls(Word))
    return forShell(Word);
  std::string Quoted = "$'";
  for (char C : Word)
    Quoted += !isPrint(C) || C == '\'' || C == '\\' ? "\\x" + hexOf(C)
                                                    : std::string(1, C);
  return Quoted + "'";
}

//===----------------------------------------------------------------------===//
// Builds
//===----------------------------------------------------------------------===//

std::optional<std::string> forNinja(StringRef Value) {
  if (Value.find_first_of(StringRef("\n\r\0", 3)) != StringRef::npos)
    return std::nullopt;
  std::string Quoted;
  for (char C : Value) {
    // A blank that the value begins with would not belong to it.
    if (C == '$' || (C == ' ' && Quoted.empty()))
      Quoted += '$';
    Quoted += C;
  }
  return Quoted;
}

std::optional<std::string> forDepfile(StringRef Path) {
  std::string Quoted;
  if (Path.empty() || StringRef("~=").contains(Path.front()) ||
      StringRef(":\\ ").contains(Path.back()))
    return std::nullopt;
  for (size_t I = 0; I < Path.size(); ++I) {
    char C = Path[I];
    if (!isAlnum(C) && !(C & 0x80) &&
        !StringRef("+,/_:.~(){}%=@[]!-\\ #$").contains(C))
      return std::nullopt;
    size_t Before = I - Path.take_front(I).rtrim('\\').size();
    if (Before && (C == '#' || C == ':'))
      return std::nullopt;
    if (C == ' ')
      Quoted += std::string(Before + 1, '\\');
    if (C == '#' || C == ':')
      Quoted += '\\';
    if (C == '$')
      Quoted += '$';
    Quoted += C;
  }
  return Quoted;
}

//===----------------------------------------------------------------------===//
// Jobs of a continuous integration
//===----------------------------------------------------------------------===//

static std::string forGitHub(StringRef Text, bool IsProperty) {
  std::string Quoted;
  for (char C : printable(Text))
    Quoted += C == '%'                 ? std::string("%25")
              : IsProperty && C == ':' ? std::string("%3A")
              : IsProperty && C == ',' ? std::string("%2C")
                                       : std::string(1, C);
  return Quoted;
}

std::string forGitHubProperty(StringRef Text) {
  return forGitHub(Text, /*IsProperty=*/true);
}

std::string forGitHubMessage(StringRef Text) {
  return forGitHub(Text, /*IsProperty=*/false);
}

/// Words of YAML 1.1 that are no strings.
static bool isOtherInYaml(StringRef Text) {
  return is_contained(
      {"y", "n", "yes", "no", "on", "off", "true", "false", "null"},
      Text.lower());
}

/// Strings without quotes; what begins with a digit may be a number.
static bool isPlainInYaml(StringRef Text) {
  if (Text == ".")
    return true;
  bool BeginsAsName = !Text.empty() && (isAlpha(Text.front()) ||
                                        StringRef("/_").contains(Text[0]));
  return (BeginsAsName || Text.starts_with("./") || Text.starts_with("../")) &&
         !isOtherInYaml(Text) && !holdsControls(Text) && !Text.contains(": ") &&
         !Text.contains(" #") && Text.back() != ':' && Text.back() != ' ' &&
         !Text.contains("\xef\xbb\xbf") &&
         !Text.contains("\xef\xbf"); // Among others what is no character.
}

/// \p C between quotes, in which \p Quote and a backslash are escaped; what
/// does not print as \p Unicode with four digits.
static std::string escaped(std::optional<UTF32> C, StringRef Bytes,
                           char Quote) {
  if (!C)
    return "\xef\xbf\xbd"; // U+FFFD.
  if (*C == UTF32(Quote) || *C == '\\')
    return "\\" + Bytes.str();
  if (*C == '\n')
    return "\\n";
  if (*C == '\r')
    return "\\r";
  if (*C == '\t')
    return "\\t";
  // A byte order mark, and what is no character.
  bool IsOdd = *C == 0xfeff || *C == 0xfffe || *C == 0xffff;
  if (!IsOdd && printable(Bytes) == Bytes)
    return Bytes.str();
  std::string Digits = utohexstr(*C, /*LowerCase=*/true);
  return "\\u" + std::string(4 - Digits.size(), '0') + Digits;
}

static std::string between(char Quote, StringRef Text) {
  std::string Quoted(1, Quote);
  forEachCharacter(Text, [&](std::optional<UTF32> C, StringRef Bytes) {
    Quoted += escaped(C, Bytes, Quote);
  });
  return Quoted + Quote;
}

std::string forYaml(StringRef Text) {
  return isPlainInYaml(Text) ? Text.str() : between('"', Text);
}

std::string forGitHubWorkflow(StringRef Text) {
  std::string Quoted;
  static constexpr StringLiteral Begin = "${{";
  for (size_t At; (At = Text.find(Begin)) != StringRef::npos;
       Text = Text.drop_front(At + Begin.size()))
    Quoted += (Text.take_front(At) + "${{ '${{' }}").str();
  return forYaml(Quoted + Text.str());
}

std::string forGroovy(StringRef Text) { return between('\'', Text); }

//===----------------------------------------------------------------------===//
// Reports
//===----------------------------------------------------------------------===//

std::string forUri(StringRef Path) {
  std::string Uri = Path.starts_with("/") ? "file://" : "";
  for (char C : Path)
    if (isAlnum(C) || StringRef("-._~/+@,=!()").contains(C))
      Uri += C;
    else
      Uri += "%" + toHex(ArrayRef<uint8_t>(uint8_t(C)));
  return Uri;
}

std::string forXml(StringRef Text) {
  std::string Result;
  for (char C : printable(Text))
    switch (C) {
    case '&':
      Result += "&amp;";
      break;
    case '<':
      Result += "&lt;";
      break;
    case '>':
      Result += "&gt;";
      break;
    case '"':
      Result += "&quot;";
      break;
    default:
      Result += C;
    }
  return Result;
}

std::string forScriptElement(StringRef Json) {
  std::string Quoted;
  for (char C : Json)
    Quoted += C == '<'   ? std::string("\\u003c")
              : C == '>' ? std::string("\\u003e")
              : C == '&' ? std::string("\\u0026")
                         : std::string(1, C);
  return Quoted;
}

//===----------------------------------------------------------------------===//
// Sources
//===----------------------------------------------------------------------===//

std::string forStringLiteral(StringRef Text) {
  std::string Quoted = "\"";
  for (size_t I = 0; I < Text.size(); ++I) {
    char C = Text[I];
    unsigned char Byte = C;
    bool MayBeTrigraph = C == '?' && I && Text[I - 1] == '?';
    if (C == '"' || C == '\\' || MayBeTrigraph)
      Quoted += '\\';
    if (isPrint(C))
      Quoted += C;
    else if (C == '\n' || C == '\t')
      Quoted += C == '\n' ? "\\n" : "\\t";
    else
      Quoted += {'\\', char('0' + (Byte >> 6)), char('0' + (Byte >> 3 & 7)),
                 char('0' + (Byte & 7))};
  }
  return Quoted + "\"";
}

std::string forPragma(StringRef Text) {
  std::string Quoted = "\"";
  for (char C : Text) {
    if (C == '"' || C == '\\')
      Quoted += '\\';
    Quoted += C;
  }
  return Quoted + "\"";
}

std::optional<std::string> forInclude(StringRef Path) {
  bool HasTrigraph = false;
  for (size_t At = Path.find("??"); At != StringRef::npos;
       At = Path.find("??", At + 1))
    HasTrigraph |=
        At + 2 < Path.size() && StringRef("=/'()!<>-").contains(Path[At + 2]);
  if (Path.empty() || HasTrigraph ||
      Path.find_first_of("\n\r") != StringRef::npos)
    return std::nullopt;
  if (!Path.contains('"'))
    return "\"" + Path.str() + "\"";
  if (!Path.contains('>'))
    return "<" + Path.str() + ">";
  return std::nullopt;
}

std::string forLineComment(StringRef Text) {
  std::string Quoted = printable(Text);
  // A compiler may look for it before blanks, too.
  StringRef End = StringRef(Quoted).rtrim(" \t");
  if (End.ends_with("??/") || End.ends_with("\\"))
    Quoted.replace(End.size() - 1, 1, "\\x" + hexOf(End.back()));
  return Quoted;
}

//===----------------------------------------------------------------------===//
// Records
//===----------------------------------------------------------------------===//

std::string forRecord(StringRef Name) {
  std::string Quoted;
  forEachCharacter(Name, [&](std::optional<UTF32> C, StringRef Bytes) {
    bool Stays =
        C && (*C < 0x80 ? isAlnum(char(*C)) ||
                              StringRef("_./:+-=,@~%$").contains(char(*C))
                        : printable(Bytes) == Bytes);
    if (Stays)
      Quoted += Bytes;
    else if (C == UTF32('\n'))
      Quoted += "\\n";
    else if (C == UTF32('\\'))
      Quoted += "\\\\";
    else
      for (char Byte : Bytes)
        Quoted += "\\x" + hexOf(Byte);
  });
  return Quoted;
}

std::optional<std::string> fromRecord(StringRef Word) {
  std::string Name;
  while (!Word.empty()) {
    if (!Word.consume_front("\\")) {
      Name += Word.front();
      Word = Word.drop_front();
    } else if (Word.consume_front("\\")) {
      Name += '\\';
    } else if (Word.consume_front("n")) {
      Name += '\n';
    } else {
      if (!Word.consume_front("x") || Word.size() < 2 ||
          !all_of(Word.take_front(2), isHexDigit))
        return std::nullopt;
      Name += fromHex(Word.take_front(2));
      Word = Word.drop_front(2);
    }
  }
  return Name;
}

} // namespace warplint::quoting
