//===--- PrefixEntry.cpp - What is noted of a precompiled header ----------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PchCache/PrefixEntry.h"
#include "Support/Json.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;

namespace warplint::pch {

static json::Object toJson(const PrecompiledContents &Contents) {
  return json::Object{{"declarations", json::Array(Contents.Declarations)},
                      {"own", json::Array(Contents.UserFiles)},
                      {"guarded", json::Array(Contents.Guarded)},
                      {"asked", json::Array(Contents.Asked)},
                      {"folders", json::Array(Contents.Folders)},
                      {"macros", json::Array(Contents.Macros)},
                      {"words", Contents.Words.text()}};
}

static std::optional<PrecompiledContents>
contentsOf(const json::Object &Fields) {
  const json::Array *Declarations = Fields.getArray("declarations"),
                    *Files = Fields.getArray("own"),
                    *Guarded = Fields.getArray("guarded"),
                    *Asked = Fields.getArray("asked"),
                    *Folders = Fields.getArray("folders"),
                    *Macros = Fields.getArray("macros");
  auto Words = AskedWords::fromText(Fields.getString("words").value_or("?"));
  if (!Declarations || !Files || !Guarded || !Asked || !Folders || !Macros ||
      !Words)
    return std::nullopt;
  PrecompiledContents Found;
  for (const json::Value &Each : *Declarations)
    Found.Declarations.push_back(Each.getAsUINT64().value_or(0));
  for (const json::Value &Each : *Files)
    Found.UserFiles.push_back(Each.getAsString().value_or("").str());
  for (const json::Value &Each : *Guarded)
    Found.Guarded.insert(Each.getAsString().value_or("").str());
  for (const json::Value &Each : *Asked)
    Found.Asked.insert(Each.getAsString().value_or("").str());
  for (const json::Value &Each : *Folders)
    Found.Folders.push_back(Each.getAsString().value_or("").str());
  for (const json::Value &Each : *Macros)
    Found.Macros.push_back(Each.getAsString().value_or("").str());
  Found.Words = std::move(*Words);
  return Found;
}

std::string PrefixEntry::text() const {
  json::Object Entry = Inputs.toJson();
  for (auto &[Field, Value] : toJson(Contents))
    Entry[Field] = std::move(Value);
  Entry["sum"] = Sum;
  std::string Text;
  raw_string_ostream(Text) << json::Value(std::move(Entry));
  return Text;
}

std::optional<PrefixEntry> PrefixEntry::read(StringRef Text) {
  auto Parsed = base::parseJson(Text);
  if (!Parsed) {
    consumeError(Parsed.takeError());
    return std::nullopt;
  }
  const json::Object *Fields = Parsed->getAsObject();
  auto Sum = Fields ? Fields->getString("sum") : std::nullopt;
  auto Inputs = Fields ? ReadFiles::fromJson(*Fields) : std::nullopt;
  auto Contents = Fields ? contentsOf(*Fields) : std::nullopt;
  // A sum that is no sum names no file.
  if (!Sum || !Inputs || !Contents || !all_of(*Sum, llvm::isHexDigit))
    return std::nullopt;
  return PrefixEntry{Sum->str(), std::move(*Inputs), std::move(*Contents)};
}

std::string PrefixEntry::sumOf(StringRef Header) const {
  std::string Rest;
  raw_string_ostream(Rest) << json::Value(toJson(Contents));
  XXH128_hash_t Sum = xxh3_128bits(arrayRefFromStringRef(Header)),
                Besides = xxh3_128bits(arrayRefFromStringRef(Rest));
  return utohexstr(Sum.high64 ^ Besides.high64) +
         utohexstr(Sum.low64 ^ Besides.low64);
}

} // namespace warplint::pch
