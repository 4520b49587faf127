//===--- StaleRead.cpp - warplint-stale-read -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A location that other threads write is read so that the compiler may keep it
// in a register or the hardware serve it from a cache (CUDA Programming Guide,
// "Volatile Qualifier", "Read-Only Data Cache Load Function").
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/MemoryOrdering/StaleReads.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/KernelIR/InlinedCFG.h"
#include "Analysis/Program/DeviceCode.h"
#include "Analysis/SymbolicExecution/MemoryOperations.h"
#include "CudaModel/SuggestedCalls.h"
#include "Diagnostics/Certainties.h"
#include "Diagnostics/Explanation.h"
#include "Diagnostics/HandshakeMessages.h"
#include "checks/Check.h"
#include "clang/AST/ASTContext.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace warplint {

namespace {

class StaleReadCheck : public Check {
public:
  using Check::Check;
  /// A plain read synchronizes nothing: that is the point.
  bool concerns(const FunctionDecl &, DeviceCode &) const override {
    return true;
  }
  void checkKernel(const KernelFacts &Facts, FindingList &Out) override;
};

} // namespace

static std::string headline(const memoryorder::StaleRead &Read,
                            const std::string &Name) {
  switch (Read.K) {
  case memoryorder::StaleRead::Kind::Waiting:
    return "this loop waits on a plain read of " + Name +
           ": the compiler may read it once and loop forever";
  case memoryorder::StaleRead::Kind::Again:
    return Name + " is read again here, but nothing makes the compiler load "
                  "what other threads wrote since the first read";
  case memoryorder::StaleRead::Kind::ReadOnly:
    return Name + " is read through the read-only cache, which does not see "
                  "what this launch writes";
  case memoryorder::StaleRead::Kind::LastBlock:
    return "the last to arrive reads " + Name +
           " by a plain load with no fence after the ticket: it may be served "
           "from a register or the L1 cache";
  }
  llvm_unreachable("read without words");
}

static std::string advice(const memoryorder::StaleRead &Read) {
  switch (Read.K) {
  case memoryorder::StaleRead::Kind::Waiting:
    return ("read it through '" + suggested::AtomicRef +
            "' with acquire order, or as volatile with a fence behind the loop")
        .str();
  case memoryorder::StaleRead::Kind::Again:
    return "put a barrier between the writes and this read, and another one "
           "between the first read and the writes";
  case memoryorder::StaleRead::Kind::ReadOnly:
    return ("read it with '" + suggested::DeviceLoad + "' or as volatile")
        .str();
  case memoryorder::StaleRead::Kind::LastBlock:
    return ("put '" + suggested::DeviceFence +
            "' behind the ticket and read as volatile")
        .str();
  }
  llvm_unreachable("read without words");
}

/// The variable that is waited on, read as volatile. In a template its type is
/// not the one of this instantiation.
static std::optional<Edit> asVolatile(const KernelFacts &Facts,
                                      const Event &Read) {
  const auto *Cast = dyn_cast<ImplicitCastExpr>(Read.Site);
  if (!Cast || Read.Owner->function().isTemplateInstantiation() ||
      Cast->getBeginLoc().isMacroID() || Cast->getEndLoc().isMacroID() ||
      !Cast->getType()->isScalarType())
    return std::nullopt;
  const ASTContext &Context = Facts.context();
  auto Range = CharSourceRange::getTokenRange(Cast->getSourceRange());
  llvm::StringRef Text = Lexer::getSourceText(Range, Context.getSourceManager(),
                                              Context.getLangOpts());
  Edit Made;
  Made.Range = Range;
  Made.Replacement = "*(volatile " +
                     Cast->getType().getAsString(Context.getPrintingPolicy()) +
                     " *)&" + Text.str();
  return Made;
}

void StaleReadCheck::checkKernel(const KernelFacts &Facts, FindingList &Out) {
  Explanation Words(Facts);
  auto Place = [&](const MemoryOperation &Op) {
    return Words.inUserCode(*Op.At->Owner, Op.At->Site).Loc;
  };
  for (const memoryorder::StaleRead &Read : memoryorder::staleReads(Facts)) {
    std::string Name = nameOfPlace(*Read.Read);
    Finding F = makeFinding(Place(*Read.Read), headline(Read, Name));
    // Behind a ticket the read depends on its result, and is meant to.
    bool IsLast = Read.K == memoryorder::StaleRead::Kind::LastBlock;
    setCertaintyAt(F, Facts,
                   {&(IsLast ? Read.Before : Read.Read)->node(),
                    Read.Write ? &Read.Write->node() : nullptr});
    if (Read.Before)
      F.Notes.push_back({Place(*Read.Before),
                         Read.K == memoryorder::StaleRead::Kind::Again
                             ? "it is read here first"
                             : "the ticket is taken here",
                         NoteRole::Operation});
    if (Read.Write)
      F.Notes.push_back({Place(*Read.Write), "another thread writes it here",
                         NoteRole::Operation});
    F.Notes.push_back({F.Loc, advice(Read), NoteRole::Advice});
    if (Read.K == memoryorder::StaleRead::Kind::Waiting)
      if (auto Made = asVolatile(Facts, *Read.Read->At))
        F.Edits.push_back(*Made);
    Out.add(std::move(F));
  }
}

std::unique_ptr<Check> makeStaleRead(const CheckInfo &Info) {
  return std::make_unique<StaleReadCheck>(Info);
}

} // namespace warplint
