//===--- QuotingTest.cpp - Names and text in other languages --------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What reads a language says what was written: each function is held against
// the reader itself, where this machine has it, with names that a tree may
// choose.
//
//===----------------------------------------------------------------------===//

#include "Quoting/Quoting.h"
#include "Quoting/Printable.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/YAMLParser.h"
#include "gtest/gtest.h"
#include <cstdio>
#include <fstream>

namespace quoting_test {
using namespace warplint;

const std::vector<std::string> Names = {
    "kernel.cu",
    "src/a-b_c.cu",
    "/usr/include/c++/12/x.h",
    "-DX=1",
    "--report-only",
    "-",
    " begins.cu",
    "a b.cu",
    "two  blanks ",
    "it's.cu",
    "say \"x\".cu",
    "k$(touch PWNED).cu",
    "k`touch PWNED`.cu",
    "${HOME}$HOME$$.cu",
    "a;touch PWNED;#.cu",
    "a&b|c<d>e.cu",
    "a\n::error::b.cu",
    "\n",
    "ends\n",
    "a\r\nb\rc",
    "a\tb\vc\fd",
    "\x1b]0;title\x07.cu",
    "back\\slash\\\\two\\",
    "a\\ b\\#c\\:d\\n\\x41",
    "a:b: c #d:",
    "#begin",
    "a=b:=c",
    "100%.cu%0A%3A",
    "*.cu?[a]{b,c}~",
    "~/x",
    "=ls",
    "]]>--><!-- </script><b>&amp;",
    "*/ /* // ??/",
    "??=define ??/n ??'??(",
    "what??",
    "line \\",
    "line ??/",
    "${{ github.token }} {{ x }} %{x} #{x}",
    "[x](http://y) *b* _i_ `c`",
    "null",
    "yes",
    "1.5",
    "0x1f",
    "2026-11-29",
    "- a",
    "? a",
    "!tag &anchor *alias",
    "{a: b}",
    "@x",
    "|",
    ">",
    "é漢😀.cu",
    "\u202egnp.cu\u2066",
    "\u0085\u2028\u00a0\ufeff\ufffe",
    "\x80\xff\xc3.cu",
    "caf\xe9 'x'\n$(y)",
};

std::string run(const std::string &Command) {
  std::string Said;
  FILE *Output = popen(Command.c_str(), "r");
  if (!Output)
    return "cannot be started";
  char Buffer[4096];
  while (size_t Count = fread(Buffer, 1, sizeof(Buffer), Output))
    Said.append(Buffer, Count);
  pclose(Output);
  return Said;
}

bool isThere(const char *Program) {
  return bool(llvm::sys::findProgramByName(Program));
}

/// A folder of its own, gone at the end.
class Folder {
public:
  Folder() {
    EXPECT_FALSE(llvm::sys::fs::createUniqueDirectory("quoting", Path));
  }
  ~Folder() { llvm::sys::fs::remove_directories(Path); }
  std::string file(const std::string &Name) const {
    return (Path + "/" + Name).str();
  }
  void write(const std::string &Name, const std::string &Text) const {
    std::ofstream(file(Name), std::ios::binary) << Text;
  }
  /// What \p Command says in the folder.
  std::string run(const std::string &Command) const {
    return quoting_test::run("cd '" + Path.str().str() + "' && " + Command);
  }

private:
  llvm::SmallString<128> Path;
};

//===----------------------------------------------------------------------===//
// Shells
//===----------------------------------------------------------------------===//

/// The words that a shell makes of \p Quoted, each with a mark behind it.
std::string wordsIn(const Folder &In, const std::string &Shell,
                    const std::string &Quoted) {
  In.write("script", "printf '%s|' " + Quoted + "\n");
  return In.run(Shell + " script 2>&1");
}

TEST(Quoting, ShellsReadOneWord) {
  Folder In;
  for (const char *Shell : {"sh", "dash", "bash", "ksh", "zsh"})
    for (const std::string &Name : Names) {
      if (!isThere(Shell))
        continue;
      EXPECT_EQ(wordsIn(In, Shell, quoting::forShell(Name)), Name + "|")
          << Shell;
      EXPECT_EQ(wordsIn(In, Shell,
                        quoting::forShell("") + " " + quoting::forShell(Name)),
                "|" + Name + "|");
    }
  if (isThere("bash"))
    for (const std::string &Name : Names)
      EXPECT_EQ(wordsIn(In, "bash", quoting::forBash(Name)), Name + "|");
  EXPECT_FALSE(llvm::sys::fs::exists(In.file("PWNED")));
}

TEST(Quoting, WordsAreShownAsTheyAre) {
  for (const std::string &Name : Names)
    EXPECT_EQ(quoting::printable(quoting::forBash(Name)),
              quoting::forBash(Name));
  const std::pair<const char *, const char *> Cases[] = {
      {"-DX=1", "-DX=1"},
      {"é.cu", "é.cu"},
      {"", "''"},
      {"a b", "'a b'"},
      {"-DX=`touch ran`;$y", "'-DX=`touch ran`;$y'"},
      {"it's", "'it'\\''s'"},
      {"a\n::error::\x1b[2J", "$'a\\x0a::error::\\x1b[2J'"},
      {"a\u202e'\\", "$'a\\xe2\\x80\\xae\\x27\\x5c'"},
      {"\xff", "$'\\xff'"},
  };
  for (const auto &[Word, Quoted] : Cases)
    EXPECT_EQ(quoting::forBash(Word), Quoted);
}

//===----------------------------------------------------------------------===//
// Builds
//===----------------------------------------------------------------------===//

TEST(Quoting, NinjaReadsValuesAndPaths) {
  if (!isThere("ninja"))
    GTEST_SKIP();
  Folder In;
  for (const std::string &Name : Names) {
    auto Value = quoting::forNinja(Name);
    EXPECT_EQ(Value.has_value(),
              Name.find_first_of("\n\r") == std::string::npos);
    // It takes a path's empty components away, which no name has.
    if (!Value || llvm::StringRef(Name).contains("//") || Name.back() == '/')
      continue;
    std::string Command =
        *quoting::forNinja("printf '%s|' " + quoting::forShell(Name));
    In.write("build.ninja", "v = " + *Value + "\nrule r\n  command = " +
                                Command + "\nbuild out: r | $v\n");
    EXPECT_EQ(In.run("ninja -t query out 2>&1"),
              "out:\n  input: r\n    | " + Name + "\n  outputs:\n");
    // Its tool says the command as it gives it to the shell.
    In.write("script", In.run("ninja -t commands out 2>&1"));
    EXPECT_EQ(In.run("sh script 2>&1"), Name + "|");
  }
  EXPECT_FALSE(llvm::sys::fs::exists(In.file("PWNED")));
}

/// What a compiler of ours would write.
std::string ruleOf(const std::string &Name) {
  return "out: \\\n  first \\\n  " + Name + " \\\n  last\n";
}

TEST(Quoting, NinjaReadsDepfiles) {
  if (!isThere("ninja"))
    GTEST_SKIP();
  Folder In;
  unsigned Written = 0;
  In.write("build.ninja", "rule r\n  command = cp x.d y.d && touch out\n"
                          "  depfile = y.d\n  deps = gcc\nbuild out: r\n");
  for (const std::string &Name : Names) {
    auto Quoted = quoting::forDepfile(Name);
    if (!Quoted)
      continue;
    ++Written;
    In.write("x.d", ruleOf(*Quoted));
    In.run("rm -f .ninja_* out && ninja 2>&1");
    std::string Seen = In.run("ninja -t deps out 2>&1");
    EXPECT_NE(Seen.find("    first\n    " + Name + "\n    last\n"),
              std::string::npos)
        << Name << ": " << Seen;
  }
  EXPECT_GE(Written, 15u);
}

TEST(Quoting, MakeReadsDepfiles) {
  if (!isThere("make"))
    GTEST_SKIP();
  Folder In;
  for (const std::string &Name : Names) {
    auto Quoted = quoting::forDepfile(Name);
    if (!Quoted)
      continue;
    In.write("Makefile", ruleOf(*Quoted));
    std::string Seen = In.run("make -rRpq 2>&1 | grep -a ^out:");
    EXPECT_EQ(Seen, "out: first " + Name + " last\n");
  }
  EXPECT_FALSE(llvm::sys::fs::exists(In.file("PWNED")));
}

TEST(Quoting, WhatHasNoFormInDepfiles) {
  for (const char *Name :
       {"", "a;b", "a\nb", "a|b", "a*b", "a'b", "a\"b", "a`b", "a\tb",
        "a:", "a\\", "a\\#b", "a\\:b", "a<b", "~/a", "=a", "a "})
    EXPECT_EQ(quoting::forDepfile(Name), std::nullopt) << Name;
  EXPECT_EQ(quoting::forDepfile("/usr/a b$c#d:e\\f\\ g"),
            "/usr/a\\ b$$c\\#d\\:e\\f\\\\\\ g");
}

//===----------------------------------------------------------------------===//
// Jobs
//===----------------------------------------------------------------------===//

/// As the runner reads what stands in a command.
std::string readByRunner(std::string Text, bool IsProperty) {
  auto Replace = [&](llvm::StringRef Old, llvm::StringRef New) {
    for (size_t At; (At = Text.find(Old)) != std::string::npos;)
      Text.replace(At, Old.size(), New);
  };
  if (IsProperty) {
    Replace("%3A", ":");
    Replace("%2C", ",");
  }
  Replace("%0D", "\r");
  Replace("%0A", "\n");
  Replace("%25", "%");
  return Text;
}

TEST(Quoting, RunnersReadPrintableText) {
  for (const std::string &Name : Names) {
    if (llvm::StringRef(Name).contains("%"))
      continue; // The runner's way with those is below.
    EXPECT_EQ(readByRunner(quoting::forGitHubProperty(Name), true),
              quoting::printable(Name));
    EXPECT_EQ(readByRunner(quoting::forGitHubMessage(Name), false),
              quoting::printable(Name));
  }
  EXPECT_EQ(quoting::forGitHubProperty("a,b:c%0A"), "a%2Cb%3Ac%250A");
  EXPECT_EQ(quoting::forGitHubMessage("a,b:c%0A\n::x"), "a,b:c%250A\\n::x");
}

/// The one string that LLVM's reader finds behind `key:`.
std::string scalarIn(const std::string &Text) {
  llvm::SourceMgr Sources;
  Sources.setDiagHandler([](const llvm::SMDiagnostic &, void *) {});
  llvm::yaml::Stream Read(Text, Sources);
  auto Begin = Read.begin();
  auto *Root =
      Begin == Read.end()
          ? nullptr
          : llvm::dyn_cast_or_null<llvm::yaml::MappingNode>(Begin->getRoot());
  std::string Found = "no string";
  llvm::SmallString<64> Storage;
  if (Root)
    for (auto &Pair : *Root) {
      if (auto *Scalar =
              llvm::dyn_cast_or_null<llvm::yaml::ScalarNode>(Pair.getValue()))
        Found = Scalar->getValue(Storage).str();
    }
  return Read.failed() ? "not read" : Found;
}

/// \p Text as languages hold it that have characters only.
std::string inCharacters(const std::string &Text) {
  return llvm::json::isUTF8(Text) ? Text : llvm::json::fixUTF8(Text);
}

bool isUtf8(const std::string &Text) { return llvm::json::isUTF8(Text); }

TEST(Quoting, YamlIsAString) {
  for (const std::string &Name : Names) {
    std::string Read = scalarIn("key: " + quoting::forYaml(Name) + "\n");
    if (isUtf8(Name))
      EXPECT_EQ(Read, Name);
    else
      EXPECT_NE(Read.find("\ufffd"), std::string::npos) << Read;
  }
  for (const char *Plain :
       {"build", "build/cuda", ".", "./b", "../b", "/a b/c",
        "cmake -B build -DCMAKE_EXPORT_COMPILE_COMMANDS=ON",
        "warplint -p build --baseline=b.json | tee warplint.log"})
    EXPECT_EQ(quoting::forYaml(Plain), Plain);
  for (const char *Other : {"null", "Yes", "off", "1", "0x1", "~", "", "a: b",
                            "a #b", "a:", "-", "*a", "{a", ".inf"})
    EXPECT_EQ(quoting::forYaml(Other), "\"" + std::string(Other) + "\"");
  EXPECT_EQ(quoting::forYaml("a\n\x1b\u202e\"\\\xff"),
            "\"a\\n\\u001b\\u202e\\\"\\\\\ufffd\"");
}

TEST(Quoting, YamlIsAStringToOthers) {
  if (!isThere("python3") || !run("python3 -c 'import yaml' 2>&1").empty())
    GTEST_SKIP();
  Folder In;
  In.write("read.py", "import json, sys, yaml\n"
                      "print(json.dumps(yaml.safe_load(open('x.yml', "
                      "encoding='utf-8', newline=''))))\n");
  std::string Text;
  llvm::json::Array Expected;
  for (const std::string &Name : Names)
    if (isUtf8(Name)) {
      Text += "- " + quoting::forYaml(Name) + "\n";
      Expected.push_back(Name);
    }
  In.write("x.yml", Text);
  auto Read = llvm::json::parse(In.run("python3 read.py 2>&1"));
  ASSERT_TRUE(bool(Read)) << In.run("python3 read.py 2>&1");
  EXPECT_EQ(*Read, llvm::json::Value(std::move(Expected)));
}

TEST(Quoting, WorkflowsExpandNothing) {
  EXPECT_EQ(quoting::forGitHubWorkflow("build"), "build");
  EXPECT_EQ(quoting::forGitHubWorkflow("${{ x }}/a${{y"),
            "\"${{ '${{' }} x }}/a${{ '${{' }}y\"");
}

TEST(Quoting, GroovyIsAString) {
  EXPECT_EQ(quoting::forGroovy("build"), "'build'");
  EXPECT_EQ(quoting::forGroovy("it's ${x} \"y\"\\\n\x1b\xff"),
            "'it\\'s ${x} \"y\"\\\\\\n\\u001b\ufffd'");
}

//===----------------------------------------------------------------------===//
// Reports
//===----------------------------------------------------------------------===//

TEST(Quoting, UrisAreDecoded) {
  for (const std::string &Name : Names) {
    std::string Quoted = quoting::forUri(Name), Decoded;
    llvm::StringRef Rest = Quoted;
    Rest.consume_front("file://");
    for (; !Rest.empty(); Rest = Rest.drop_front()) {
      EXPECT_TRUE(llvm::isPrint(Rest.front()) && Rest.front() != ' ');
      if (Rest.consume_front("%")) {
        Decoded += llvm::fromHex(Rest.take_front(2));
        Rest = Rest.drop_front();
      } else {
        Decoded += Rest.front();
      }
    }
    EXPECT_EQ(Decoded, Name);
  }
  EXPECT_EQ(quoting::forUri("/a b"), "file:///a%20b");
}

TEST(Quoting, ScriptElementsHoldTheirJson) {
  if (!isThere("python3"))
    GTEST_SKIP();
  Folder In;
  llvm::json::Array All;
  for (const std::string &Name : Names)
    All.push_back(inCharacters(Name));
  std::string Text;
  llvm::raw_string_ostream(Text) << llvm::json::Value(llvm::json::Array(All));
  In.write("page.html",
           "<script type=\"application/json\">" +
               quoting::forScriptElement(quoting::printableJson(Text)) +
               "</script><p>end</p>");
  In.write("read.py", R"(from html.parser import HTMLParser
class Reader(HTMLParser):
    seen, text = [], ""
    def handle_starttag(self, tag, attrs): self.seen.append(tag)
    def handle_comment(self, data): self.seen.append("comment")
    def handle_data(self, data):
        if self.seen == ["script"]: self.text += data
reader = Reader()
reader.feed(open("page.html", encoding="utf-8", newline="").read())
assert reader.seen == ["script", "p"], reader.seen
print(reader.text)
)");
  auto Read = llvm::json::parse(In.run("python3 -S read.py 2>&1"));
  ASSERT_TRUE(bool(Read)) << In.run("python3 -S read.py 2>&1");
  EXPECT_EQ(*Read, llvm::json::Value(std::move(All)));
}

//===----------------------------------------------------------------------===//
// Sources
//===----------------------------------------------------------------------===//

TEST(Quoting, CompilersReadTheText) {
  Folder In;
  std::string Text = "#include <cstdio>\n";
  Text += "static const char *Names[] = {\n";
  for (const std::string &Name : Names)
    Text += "  // " + quoting::forLineComment(Name) + "\n  " +
            quoting::forStringLiteral(Name) + ",\n";
  Text += "};\nint main() { for (const char *Name : Names) { "
          "std::fputs(Name, stdout); std::putchar(0); } }\n";
  In.write("x.cpp", Text);
  std::string Expected;
  for (const std::string &Name : Names)
    Expected += Name + '\0';
  for (const char *Compiler : {"g++", "clang++"})
    for (const char *Standard : {"-std=c++14 -trigraphs", "-std=c++20"})
      if (isThere(Compiler))
        EXPECT_TRUE(In.run(std::string(Compiler) + " " + Standard +
                           " -w x.cpp -o x 2>&1 && ./x") == Expected)
            << Compiler;
}

TEST(Quoting, CommentsEndWithTheirLine) {
  for (const std::string &Name : Names) {
    std::string Comment = quoting::forLineComment(Name);
    llvm::StringRef End = llvm::StringRef(Comment).rtrim();
    EXPECT_FALSE(End.ends_with("\\") || End.ends_with("??/")) << Comment;
    EXPECT_EQ(Comment.find('\n'), std::string::npos);
  }
  EXPECT_EQ(quoting::forLineComment("a\\b"), "a\\b");
  EXPECT_EQ(quoting::forLineComment("a\\ "), "a\\x5c ");
  EXPECT_EQ(quoting::forLineComment("a??/"), "a??\\x2f");
}

TEST(Quoting, PragmasAndIncludes) {
  EXPECT_EQ(quoting::forPragma("message(\"é\\n\")"),
            "\"message(\\\"é\\\\n\\\")\"");
  EXPECT_EQ(quoting::forInclude("/tmp/a b/x.h"), "\"/tmp/a b/x.h\"");
  EXPECT_EQ(quoting::forInclude("/tmp/a\"b/x.h"), "</tmp/a\"b/x.h>");
  for (const char *Path : {"", "a\">", "a\nb", "a??/b"})
    EXPECT_EQ(quoting::forInclude(Path), std::nullopt);
}

//===----------------------------------------------------------------------===//
// Records
//===----------------------------------------------------------------------===//

TEST(Quoting, RecordsComeBack) {
  for (const std::string &Name : Names) {
    std::string Word = quoting::forRecord(Name);
    EXPECT_EQ(quoting::fromRecord(Word), Name);
    EXPECT_EQ(quoting::printable(Word), Word);
    EXPECT_EQ(Word.find_first_of(" \t\n\r'\"`();|&<>*?[]{}#!"),
              std::string::npos);
  }
  for (const char *Name :
       {"/src/a-b_c.cu", "_Z6kernelILi3EEvPf", "_ZZ1fvENK3$_0clEv@/a/b.cu",
        "a.cu:12", "+_Z1fv", "é.cu"})
    EXPECT_EQ(quoting::forRecord(Name), Name);
  EXPECT_EQ(quoting::forRecord("k$(touch P).cu\n\\"),
            "k$\\x28touch\\x20P\\x29.cu\\n\\\\");
  for (const char *Word : {"\\", "a\\", "\\x", "\\x1", "\\xg0", "\\q"})
    EXPECT_EQ(quoting::fromRecord(Word), std::nullopt);
}

} // namespace quoting_test
