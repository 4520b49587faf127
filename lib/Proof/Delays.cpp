//===--- Delays.cpp - A program whose threads can be made late ------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Proof/Delays.h"
#include "Proof/SiteFinder.h"
#include "Support/Json.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Rewrite/Core/Rewriter.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/xxhash.h"

using namespace clang;

namespace warplint::proof {

namespace {

class DelayInserter {
public:
  DelayInserter(ASTContext &Context, const report::Report &R,
                llvm::ArrayRef<unsigned> Asked, llvm::StringRef Root,
                llvm::StringRef Recorder)
      : Context(Context), SM(Context.getSourceManager()), R(R), Asked(Asked),
        Root(Root), Recorder(Recorder),
        Text(Context.getSourceManager(), Context.getLangOpts()) {}

  DelayedUnit run() {
    readFiles();
    Calls.addToCallGraph(Context.getTranslationUnitDecl());
    for (const auto &[Function, Node] : Calls)
      if (const auto *F = dyn_cast_or_null<FunctionDecl>(Function);
          F && F->hasAttr<CUDAGlobalAttr>() && F->hasBody(F) &&
          isOurs(F->getBody()->getBeginLoc()))
        Kernels.push_back(F);
    for (unsigned Position : Asked)
      addPointsOf(Position);
    if (!Unit.Points.empty())
      finish();
    return std::move(Unit);
  }

private:
  /// The project's files among those of the unit.
  void readFiles() {
    for (unsigned I = 0; I < SM.local_sloc_entry_size(); ++I) {
      const SrcMgr::SLocEntry &Entry = SM.getLocalSLocEntry(I);
      if (!Entry.isFile() ||
          SrcMgr::isSystem(Entry.getFile().getFileCharacteristic()))
        continue;
      FileID File =
          SM.getFileID(SourceLocation::getFromRawEncoding(Entry.getOffset()));
      std::string Path = reportedPath(File, SM, Root);
      if (!Path.empty() && !llvm::sys::path::is_absolute(Path) &&
          Files.try_emplace(Path, File).second)
        Paths[File] = Path;
    }
  }
  bool isOurs(SourceLocation At) const {
    return At.isFileID() && Paths.count(SM.getFileID(At));
  }

  PlaceLines linesIn(const report::ReportedFinding &F) const {
    PlaceLines Lines;
    eachPlace(F, [&](const report::ReportedPlace &At) {
      auto File = Files.find(At.File);
      if (File == Files.end() || !At.Line)
        return;
      std::vector<unsigned> &Known = Lines[File->second];
      if (!llvm::is_contained(Known, At.Line))
        Known.push_back(At.Line);
    });
    return Lines;
  }

  bool holds(const FunctionDecl &F, const PlaceLines &Lines) const {
    SourceLocation First = SM.getExpansionLoc(F.getBeginLoc());
    auto Those = Lines.find(SM.getFileID(First));
    return Those != Lines.end() &&
           llvm::any_of(Those->second, [&](unsigned Line) {
             return SM.getExpansionLineNumber(First) <= Line &&
                    Line <= SM.getExpansionLineNumber(F.getEndLoc());
           });
  }
  bool reaches(const FunctionDecl &Kernel, const PlaceLines &Lines) {
    return anyRun(Kernel, Calls, [&](const FunctionDecl &F) {
      return F.hasBody() && holds(F, Lines);
    });
  }

  void addPointsOf(unsigned Position) {
    PlaceLines Lines = linesIn(R.Findings[Position]);
    if (Lines.empty())
      return;
    BodySet Bodies;
    for (const FunctionDecl *Kernel : Kernels)
      if (reaches(*Kernel, Lines)) {
        SourceLocation Body = Kernel->getBody()->getBeginLoc();
        Bodies.insert(Body);
        Lines.try_emplace(SM.getFileID(Body));
        enter(*Kernel);
      }
    for (const DelayPoint &Each : findPoints(Context, Lines, Bodies)) {
      FileID File = SM.getFileID(Each.At);
      std::string Key =
          Paths.at(File) + ":" + std::to_string(SM.getFileOffset(Each.At));
      // A number of `int`, and none that means something else.
      unsigned Number = unsigned(llvm::xxh3_64bits(Key) % 0x7ffffffe) + 1;
      auto [Known, New] = Unit.Points.try_emplace(
          Number, StressPoint{Paths.at(File), Each.Line, {}});
      Known->second.Of[Position] |= Each.OfFinding;
      if (New)
        insert(Each.At,
               "::warplint_recorder::late(" + std::to_string(Number) + "); ");
    }
  }

  void enter(const FunctionDecl &Kernel) {
    SourceLocation Body = Kernel.getBody()->getBeginLoc();
    if (!Entered.insert(Body).second)
      return;
    insert(Body.getLocWithOffset(1),
           " [[maybe_unused]] ::warplint_recorder::Entered warplint_entered;");
    if (SourceLocation At = placeOfBound(Kernel, Calls, SM); At.isValid())
      insert(At, boundOfLaunch());
  }

  void insert(SourceLocation At, llvm::StringRef What) {
    Text.InsertTextAfter(At, What);
    Changed.insert(SM.getFileID(At));
  }

  void finish() {
    FileID Main = SM.getMainFileID();
    if (!Paths.count(Main))
      return;
    Changed.insert(Main);
    for (FileID File : Changed) {
      std::string Whole = "#include " + Recorder + "\n#line 1\n";
      if (File == Main)
        Whole = "#define WARPLINT_RECORDS\n#define WARPLINT_DELAYS\n" + Whole;
      llvm::StringRef Original = SM.getBufferData(File);
      std::string New = Original.str();
      if (const llvm::RewriteBuffer *Buffer = Text.getRewriteBufferFor(File))
        New.assign(Buffer->begin(), Buffer->end());
      // It is one at a file's start only.
      llvm::StringRef Rest = New;
      Rest.consume_front("\xEF\xBB\xBF");
      Unit.Sources[Paths.at(File)] = Whole + Rest.str();
    }
  }

  ASTContext &Context;
  SourceManager &SM;
  const report::Report &R;
  llvm::ArrayRef<unsigned> Asked;
  std::string Root, Recorder;
  Rewriter Text;
  CallGraph Calls;
  std::vector<const FunctionDecl *> Kernels;
  std::map<std::string, FileID> Files;
  std::map<FileID, std::string> Paths;
  std::set<SourceLocation> Entered;
  std::set<FileID> Changed;
  DelayedUnit Unit;
};

} // namespace

DelayedUnit insertDelays(ASTContext &Context, const report::Report &R,
                         llvm::ArrayRef<unsigned> Asked, llvm::StringRef Root,
                         llvm::StringRef Recorder) {
  return DelayInserter(Context, R, Asked, Root, Recorder).run();
}

/// In the order of the source, those of the finding's own places first.
static std::vector<int> placesOf(unsigned Finding, const StressPoints &Points) {
  using Place = std::tuple<bool, llvm::StringRef, unsigned, int>;
  std::vector<Place> Sorted;
  for (const auto &[Number, Point] : Points)
    if (auto Of = Point.Of.find(Finding); Of != Point.Of.end())
      Sorted.push_back({!Of->second, Point.File, Point.Line, int(Number)});
  llvm::sort(Sorted);
  std::vector<int> Places;
  for (const Place &Each : Sorted)
    Places.push_back(std::get<int>(Each));
  for (int Each : {Delay::AtStart, Delay::AtEnd})
    Places.push_back(Each);
  return Places;
}

Delay delayOf(unsigned Seed, const StressPoints &Points) {
  std::set<unsigned> Findings;
  for (const auto &[Number, Point] : Points)
    for (const auto &[Finding, IsOwn] : Point.Of)
      Findings.insert(Finding);
  Delay D;
  D.Finding =
      *std::next(Findings.begin(), std::ptrdiff_t(Seed % Findings.size()));
  unsigned Try = Seed / unsigned(Findings.size());
  constexpr unsigned Groups = unsigned(Delay::Group::Everybody) + 1;
  std::vector<int> Places = placesOf(D.Finding, Points);
  unsigned Turn = Try / Groups;
  D.Point = Places[Turn % Places.size()];
  D.Who = Delay::Group(Try % Groups);
  // The first of each group first, then some other.
  constexpr unsigned FewWarps = 4, ManyThreads = 64;
  unsigned Some = unsigned(llvm::xxh3_64bits(std::to_string(Try)));
  if (unsigned Round = Turn / unsigned(Places.size()))
    D.Which =
        Some % (D.Who == Delay::Group::OneThread ? ManyThreads : FewWarps) +
        Round % 2;
  constexpr unsigned Long = 100000, Short = 4000;
  D.Cycles = Turn % 3 == 2 ? Short : Long;
  constexpr unsigned One = 0x3f800000; // Of a float.
  D.Pattern = Try % 2 ? One : 0;
  return D;
}

std::string settingOf(const Delay &D) {
  return std::to_string(D.Point) + " " + std::to_string(unsigned(D.Who)) + " " +
         std::to_string(D.Which) + " " + std::to_string(D.Cycles) + " " +
         std::to_string(D.Pattern);
}

std::string sayingOf(const Delay &D, const StressPoints &Points) {
  std::string Which = std::to_string(D.Which);
  auto Who = [&]() -> std::string {
    switch (D.Who) {
    case Delay::Group::OneWarp:
      return "warp " + Which + " is";
    case Delay::Group::OtherWarps:
      return "all warps but " + Which + " are";
    case Delay::Group::OneBlock:
      return "block " + Which + " is";
    case Delay::Group::OtherBlocks:
      return "all blocks but " + Which + " are";
    case Delay::Group::OneThread:
      return "thread " + Which + " is";
    case Delay::Group::OtherThreads:
      return "all threads but " + Which + " are";
    case Delay::Group::Everybody:
      return "all threads are";
    }
    llvm_unreachable("no such group");
  };
  std::string Where = "the end of the kernel";
  if (D.Point == Delay::AtStart)
    Where = "the start of the kernel";
  else if (auto At = Points.find(unsigned(D.Point)); At != Points.end())
    Where = At->second.File + ":" + std::to_string(At->second.Line);
  return Who() + " late at " + Where;
}

DelayRecord readDelays(llvm::StringRef Text) {
  DelayRecord Record;
  for (llvm::StringRef Line : llvm::split(Text, '\n')) {
    auto Value = base::parseJson(Line);
    if (!Value) {
      llvm::consumeError(Value.takeError());
      continue;
    }
    const llvm::json::Object *Object = Value->getAsObject();
    if (!Object || !Object->get("delays"))
      continue;
    Record.Delays += uint64_t(Object->getInteger("delays").value_or(0));
    Record.Failed |= Object->getBoolean("failed").value_or(false);
    if (auto Name = Object->getString("device"); Name && !Name->empty())
      Record.Device = Name->str();
  }
  return Record;
}

} // namespace warplint::proof
