//===--- EvidenceText.cpp - What a finding rests on, in words -------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Finding/EvidenceText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace warplint {

/// What an assumption says behind the name of its subject, and what without
/// one; neither if it is about the block of the launch.
static constexpr struct {
  llvm::StringLiteral Id, OfSubject, Alone;
} Phrases[] = {
    {"launch", "", ""},
    {"example-block", "", ""},
    {"example-lanes", "", ""},
    {"loaded-index", " leads two threads to one element",
     "a loaded index leads two threads to one element"},
    {"loaded-values", "", "loaded values differ between threads"},
    {"changed-meanwhile", "",
     "memory changes between the reads of two threads"},
    {"unknown-values", "",
     "what calls or statements without a model leave differs between threads"},
    {"polled-volatile", "", "polled volatile memory changes from outside"},
    {"inferred-rows", "", ""},
    {"several-blocks", "", "the grid has several blocks"},
    {"reached-by-data", " lets threads come there",
     "loaded data let threads come there"},
    {"only-overrider", "",
     "a virtual function of the host is the only one seen"},
    {"code-version", "", "the device runs the code that is analysed"},
    {"first-launch", "", "the counter starts at 0"},
    {"chosen-number", "", "a number that was chosen"},
    {"switched-off", "", "a launch that constants switch off is made"},
    {"launched-again", "",
     "the kernel is launched again, with its counter as it was left"},
    {"kernels-ahead", "", "kernels ahead touch the same memory"},
    {"first-element", "",
     "both kernels touch the element of their first thread"},
    {"chosen-pitch", "", "a pitch that was chosen"},
    {"chosen-part", "", "a size of parts that was chosen"},
    {"chosen-bound", "", "a bound that was chosen"},
    {"chosen-offset", "", "an offset that was chosen"},
    {"chosen-step", "", "a stride that was chosen"},
};

std::string textOf(const std::array<int64_t, 3> &Block) {
  return std::to_string(Block[0]) + "," + std::to_string(Block[1]) + "," +
         std::to_string(Block[2]);
}

/// \p Guessed: the block as "256,1,1", where \p Block is not known.
static std::string textOfBlock(llvm::ArrayRef<EvidenceItem> Items,
                               llvm::StringRef Provenance,
                               llvm::StringRef Guessed,
                               const std::array<int64_t, 3> &Block) {
  auto From = llvm::find_if(Items, [](const EvidenceItem &Item) {
    return Item.K == EvidenceItem::Kind::Launch;
  });
  llvm::StringRef By =
      From != Items.end() ? llvm::StringRef(From->Id) : Provenance;
  bool IsKnown = !llvm::is_contained(Block, 0);
  std::string Named =
      IsKnown || !Guessed.empty()
          ? "block (" + (IsKnown ? textOf(Block) : Guessed.str()) + ")"
          : "the block";
  if (By == "bounded-by-code")
    return Named + " as the code bounds it";
  if (By == "stated-by-user")
    return "";
  return Named +
         (By == "each-tried" ? ", one of several that were tried"
                             : " guessed") +
         " (--block-dim states it)";
}

std::string restsOnText(llvm::ArrayRef<EvidenceItem> Items,
                        llvm::StringRef Provenance,
                        const std::array<int64_t, 3> &Block) {
  std::vector<std::string> Parts;
  auto Add = [&](std::string Text) {
    if (!Text.empty() && !llvm::is_contained(Parts, Text))
      Parts.push_back(std::move(Text));
  };
  for (const EvidenceItem &Item : Items) {
    if (Item.K == EvidenceItem::Kind::Cut)
      Add("a budget left out " + Item.Id);
    const auto *Said = llvm::find_if(
        Phrases, [&](const auto &Row) { return Row.Id == Item.Id; });
    if (Item.K != EvidenceItem::Kind::Assumption || Said == std::end(Phrases))
      continue;
    if (Said->Alone.empty())
      Add(textOfBlock(Items, Provenance, Item.Subject, Block));
    else if (Item.Subject.empty())
      Add(Said->Alone.str());
    else if (Item.Value)
      Add("'" + Item.Subject + "' is " + std::to_string(*Item.Value));
    else
      Add(Said->OfSubject.empty()
              ? Said->Alone.str()
              : "'" + Item.Subject + "'" + Said->OfSubject.str());
  }
  return Parts.empty() ? "" : "rests on: " + llvm::join(Parts, "; ");
}

} // namespace warplint
