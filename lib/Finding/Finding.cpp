//===--- Finding.cpp - What a check found, as plain data -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Finding/Finding.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/ErrorHandling.h"

namespace warplint {

llvm::StringRef nameOf(Category C) {
  switch (C) {
  case Category::Correctness:
    return "correctness";
  case Category::Portability:
    return "portability";
  case Category::Modernize:
    return "modernize";
  }
  llvm_unreachable("category without a name");
}

llvm::StringRef nameOf(Tier T) {
  switch (T) {
  case Tier::Correctness:
    return "correctness";
  case Tier::Portability:
    return "portability";
  case Tier::Model:
    return "model";
  case Tier::Performance:
    return "performance";
  case Tier::Modernize:
    return "modernize";
  }
  llvm_unreachable("tier without a name");
}

std::optional<Tier> tierNamed(llvm::StringRef Name) {
  for (Tier T : {Tier::Correctness, Tier::Portability, Tier::Model,
                 Tier::Performance, Tier::Modernize})
    if (Name == nameOf(T))
      return T;
  return std::nullopt;
}

Tier tierOf(Category Kind, Certainty Sure, Tier OfCheck) {
  if (Sure == Certainty::Model)
    return Tier::Model;
  if (categoryOf(OfCheck) == Kind)
    return OfCheck;
  return *tierNamed(nameOf(Kind));
}

llvm::StringRef nameOf(EvidenceItem::Kind K) {
  switch (K) {
  case EvidenceItem::Kind::Assumption:
    return "assumption";
  case EvidenceItem::Kind::Launch:
    return "launch";
  case EvidenceItem::Kind::Cut:
    return "cut";
  }
  llvm_unreachable("evidence without a name");
}

llvm::StringRef nameOf(Certainty C) {
  switch (C) {
  case Certainty::Proven:
    return "proven";
  case Certainty::Likely:
    return "likely";
  case Certainty::Possible:
    return "possible";
  case Certainty::Model:
    return "model";
  }
  llvm_unreachable("certainty without a name");
}

std::optional<Certainty> certaintyNamed(llvm::StringRef Name) {
  for (Certainty C : {Certainty::Proven, Certainty::Likely, Certainty::Possible,
                      Certainty::Model})
    if (Name == nameOf(C))
      return C;
  return std::nullopt;
}

std::string withCertainty(llvm::StringRef Message, Certainty C) {
  switch (C) {
  case Certainty::Proven:
    return Message.str();
  case Certainty::Likely:
    return (llvm::Twine(Message) + " (likely)").str();
  case Certainty::Possible:
    return (llvm::Twine(Message) + " (possible)").str();
  case Certainty::Model:
    return (llvm::Twine(Message) + " (by the model)").str();
  }
  llvm_unreachable("certainty without words");
}

llvm::StringRef nameOf(NoteRole R) {
  switch (R) {
  case NoteRole::Reason:
    return "reason";
  case NoteRole::Operation:
    return "operation";
  case NoteRole::Example:
    return "example";
  case NoteRole::Advice:
    return "advice";
  }
  llvm_unreachable("role without a name");
}

llvm::StringRef nameOf(Taking Who) {
  switch (Who) {
  case Taking::All:
    return "all";
  case Taking::Some:
    return "some";
  case Taking::Unknown:
    return "unknown";
  }
  llvm_unreachable("taking part without a name");
}

Taking takingNamed(llvm::StringRef Name) {
  for (Taking Who : {Taking::All, Taking::Some})
    if (Name == nameOf(Who))
      return Who;
  return Taking::Unknown;
}

std::string nameOfCheck(llvm::StringRef Id) {
  return isOwnRule(Id) ? Id.str() : (CheckPrefix + Id).str();
}

llvm::StringRef idOfCheck(llvm::StringRef Name) {
  return isOwnRule(Name) || Name.consume_front(CheckPrefix) ? Name : "";
}

void FindingList::add(Finding F) {
  F.Kernel = Kernel;
  if (IsOfChosen)
    F.Sure = std::max(F.Sure, Certainty::Likely);
  if (Instance) {
    auto Advice = llvm::find_if(
        F.Notes, [](const Note &N) { return N.Role == NoteRole::Advice; });
    F.Notes.insert(Advice, *Instance);
  }
  size_t Index = indexOf(F);
  if (Index == Findings.size())
    return Findings.push_back(std::move(F));
  Finding *Known = &Findings[Index];
  // What does not mend every path to come here mends none.
  bool Mends = !F.Edits.empty() && !Known->Edits.empty();
  if (F.Sure < Known->Sure)
    *Known = std::move(F);
  if (!Mends)
    Known->Edits.clear();
}

/// The number of the finding of the same check at the same place, or of the
/// next one.
size_t FindingList::indexOf(const Finding &F) const {
  return llvm::find_if(Findings,
                       [&](const Finding &Other) {
                         return Other.Check == F.Check && Other.Loc == F.Loc;
                       }) -
         Findings.begin();
}

bool FindingList::wants(const Finding &F) const {
  size_t Known = indexOf(F);
  return Known == Findings.size() || F.Sure < Findings[Known].Sure;
}

void FindingList::dropIf(llvm::function_ref<bool(const Finding &)> Is) {
  llvm::erase_if(Findings, Is);
}

void FindingList::drop(Category Kind) {
  dropIf([&](const Finding &F) { return F.Kind == Kind; });
}

void FindingList::dropBelow(Certainty Least) {
  dropIf([&](const Finding &F) { return F.Sure > Least; });
}

std::string leftOutText(llvm::StringRef Kernel, llvm::StringRef Construct,
                        unsigned Times) {
  if (Construct == MissingInstance)
    return ("'" + Kernel +
            "' was not analysed: nothing in the file instantiates its template")
        .str();
  if (Times == 0)
    return ("'" + Kernel + "': " + Construct).str();
  return ("'" + Kernel + "' was not seen whole: left out " +
          llvm::Twine(Times) + " " + Construct)
      .str();
}

std::string unreadText(llvm::StringRef Function, llvm::StringRef Reason) {
  return ("host function '" + Function + "' was not read whole: " + Reason +
          "; its launches are unknown")
      .str();
}

} // namespace warplint
