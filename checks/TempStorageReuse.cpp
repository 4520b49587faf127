//===--- TempStorageReuse.cpp - warplint-temp-storage-reuse -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A collective's temporary storage is its own until the next barrier of its
// threads: the thread that has its result may be the first of them.
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/TempStorage/CollectiveStorage.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "Diagnostics/Certainties.h"
#include "Diagnostics/Explanation.h"
#include "checks/Check.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace warplint {

namespace {

class TempStorageReuse : public Check {
public:
  using Check::Check;
  void checkKernel(const KernelFacts &Facts, FindingList &Out) override;
};

} // namespace

static std::string quoted(const tempstorage::StorageUse &Use) {
  return "'" + spellingOfMember(Use.Call->function()) + "'";
}

static std::string nameOf(const tempstorage::StorageReuse &Reuse) {
  if (!Reuse.Storage || Reuse.Storage->getNameAsString().empty())
    return "the temporary storage";
  return "'" + Reuse.Storage->getNameAsString() + "'";
}

static std::string headline(const tempstorage::StorageReuse &Reuse) {
  std::string Gap = ", with no barrier between";
  std::string Members =
      "threads of the " + warplint::nameOf(Reuse.Threads).str();
  if (!Reuse.First.Call)
    return quoted(Reuse.Second) + " uses " + nameOf(Reuse) + " while other " +
           Members + " may still be accessing it" + Gap;
  std::string Still = " while other " + Members + " may still be using it in " +
                      quoted(Reuse.First) + Gap;
  if (!Reuse.Second.Call)
    return nameOf(Reuse) + " is written" + Still;
  return quoted(Reuse.Second) + " uses " + nameOf(Reuse) + " again" + Still;
}

/// The place of the first use, or how the second reaches the same one.
static void addFirstUse(std::vector<Note> &Notes,
                        const tempstorage::StorageReuse &Reuse,
                        SourceLocation First, SourceLocation Second) {
  const CallContext &Before = Reuse.First.owner(),
                    &After = Reuse.Second.owner();
  if (!Reuse.First.Call)
    Notes.push_back({First, "it is accessed here", NoteRole::Operation});
  else if (First != Second)
    Notes.push_back(
        {First, quoted(Reuse.First) + " uses it here", NoteRole::Operation});
  else if (&Before == &After || !Before.caller() || !After.caller())
    Notes.push_back({First, "the next iteration of the loop comes here again "
                            "without a barrier"});
  else {
    Notes.push_back({Before.callSite()->getBeginLoc(),
                     "first through this call", NoteRole::Operation});
    Notes.push_back({After.callSite()->getBeginLoc(),
                     "and again through this one", NoteRole::Operation});
  }
}

void TempStorageReuse::checkKernel(const KernelFacts &Facts, FindingList &Out) {
  Explanation Words(Facts);
  for (const tempstorage::StorageReuse &Reuse :
       tempstorage::findStorageReuses(Facts)) {
    MessagePlace At =
        Words.inUserCode(Reuse.Second.owner(), Reuse.Second.site());
    MessagePlace Before =
        Words.inUserCode(Reuse.First.owner(), Reuse.First.site());
    std::string Barrier = barrierFor(Reuse.Threads).str();
    Finding F = makeFinding(At.Loc, headline(Reuse));
    F.Sure = certaintyAt(Facts, {Reuse.First.At, Reuse.Second.At});
    addFirstUse(F.Notes, Reuse, Before.Loc, At.Loc);
    F.Notes.push_back({At.Loc,
                       "put '" + Barrier +
                           "' between the two: the storage is free when all "
                           "threads of the " +
                           warplint::nameOf(Reuse.Threads).str() +
                           " have left the collective",
                       NoteRole::Advice});
    if (auto Place = startOfStatement(At.Owner->function(), *At.Site))
      F.Edits.push_back({CharSourceRange::getCharRange(*Place, *Place),
                         (llvm::Twine(Barrier) + ";\n" +
                          Lexer::getIndentationForLine(
                              *Place, Facts.context().getSourceManager()))
                             .str(),
                         /*Safe=*/false});
    Out.add(std::move(F));
  }
}

std::unique_ptr<Check> makeTempStorageReuse(const CheckInfo &Info) {
  return std::make_unique<TempStorageReuse>(Info);
}

} // namespace warplint
