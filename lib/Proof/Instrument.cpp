//===--- Instrument.cpp - A unit that records its accesses ----------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Proof/Instrument.h"
#include "CudaModel/SyncApi.h"
#include "Proof/HostFunction.h"
#include "Proof/OtherOrder.h"
#include "Proof/SiteFinder.h"
#include "Quoting/Quoting.h"
#include "Syntax/TreeVisitor.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Rewrite/Core/Rewriter.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace clang;

namespace warplint::proof {

namespace {

using Access = RecordedSite::Access;

constexpr llvm::StringLiteral ByteOrderMark = "\xEF\xBB\xBF";

class Instrumenter {
public:
  Instrumenter(ASTContext &Context, const RecordingPlan &Plan,
               llvm::StringRef Root, llvm::StringRef Recorder,
               const ReproductionWish &Wish)
      : Context(Context), SM(Context.getSourceManager()), Plan(Plan),
        Root(Root), Recorder(Recorder), Wish(Wish), PointLines(Wish.Lines),
        Sites(findSites(Context, Plan, Root, Wish.Tokens)),
        Text(Context.getSourceManager(), Context.getLangOpts()) {}

  InstrumentedUnit run() {
    Unit.Refused = std::move(Sites.Refused);
    if (Sites.Found.empty() && PointLines.empty())
      return std::move(Unit);
    findKernels();
    if (!PointLines.empty())
      slice();
    if (Unit.HostFunction) {
      wrapLaunches();
      endMain(*Unit.HostFunction);
    }
    for (auto &[Site, Wrapped] : Sites.Found)
      if (!isUnneeded(SM.getExpansionLoc(Wrapped.Begin)))
        wrap(Wrapped);
    for (const RecordedKernel &Kernel : Unit.Kernels)
      watch(Kernel);
    if (!PointLines.empty()) {
      replaceMacros();
      addPoints();
      join();
    }
    finish();
    return std::move(Unit);
  }

private:
  /// Functions that each kernel of user code runs, from clang's call graph.
  void findKernels() {
    Calls.addToCallGraph(Context.getTranslationUnitDecl());
    std::vector<const FunctionDecl *> Kernels;
    for (const auto &[Function, Node] : Calls)
      if (const auto *F = dyn_cast_or_null<FunctionDecl>(Function);
          F && F->hasAttr<CUDAGlobalAttr>() && F->hasBody())
        Kernels.push_back(F);
    // Instances of one template stand in one place: their names differ.
    auto NameOf = [&](const FunctionDecl *F) {
      std::string Name;
      llvm::raw_string_ostream Out(Name);
      F->getNameForDiagnostic(Out, Context.getPrintingPolicy(), true);
      return Name;
    };
    llvm::sort(Kernels, [&](const FunctionDecl *L, const FunctionDecl *R) {
      if (L->getBeginLoc() != R->getBeginLoc())
        return SM.isBeforeInTranslationUnit(L->getBeginLoc(), R->getBeginLoc());
      return NameOf(L) < NameOf(R);
    });
    for (const FunctionDecl *Kernel : Kernels)
      examine(*Kernel);
  }

  void examine(const FunctionDecl &Kernel) {
    llvm::DenseSet<const Decl *> Reached;
    OperationFinder Operations(Model);
    RecordedKernel Recorded;
    Recorded.Function = &Kernel;
    anyRun(Kernel, Calls, [&](const FunctionDecl &Definition) {
      if (!Definition.hasBody())
        return false;
      Reached.insert(&Definition);
      if (!SM.isInSystemHeader(Definition.getLocation())) {
        Operations.TraverseStmt(Definition.getBody());
        Recorded.Runs.push_back(&Definition);
      }
      Recorded.HasPlace |= hasPlace(Definition);
      return false;
    });
    Recorded.NeedsCluster = Operations.IsOfCluster;
    Recorded.NeedsGrid = Operations.IsOfGrid;
    for (const auto &[Holder, Site] : Sites.Holders)
      if (Reached.count(Holder))
        Recorded.Sites.insert(Site);
    for (unsigned Site : Recorded.Sites) {
      if (Plan.Sites[Site].Does == Access::Call)
        continue; // Who comes does not depend on an order.
      if (const std::string &Other = Plan.Sites[Site].Does == Access::Wait
                                         ? Operations.UnseenBarrier
                                         : Operations.Unseen;
          !Other.empty())
        Unit.OtherOrder.try_emplace(Site, Other);
    }
    Unit.Kernels.push_back(std::move(Recorded));
  }

  bool hasPlace(const FunctionDecl &F) const {
    SourceLocation First = F.getBeginLoc();
    return !Wish.OfHost && SM.isInMainFile(SM.getExpansionLoc(First)) &&
           llvm::any_of(PointLines, [&](unsigned Line) {
             return SM.getExpansionLineNumber(First) <= Line &&
                    Line <= SM.getExpansionLineNumber(F.getEndLoc());
           });
  }

  void slice() {
    bool IsNamed = llvm::any_of(Unit.Kernels, [&](const RecordedKernel &Each) {
      return Each.HasPlace && Each.Function->getName() == Wish.Kernel;
    });
    std::set<SourceLocation> Roots;
    bool HasKernel = false;
    for (const RecordedKernel &Each : Unit.Kernels)
      if (Each.HasPlace &&
          (!IsNamed || Each.Function->getName() == Wish.Kernel)) {
        Roots.insert(Each.Function->getBody()->getBeginLoc());
        HasKernel = true;
      }
    if (!HasKernel) {
      Unit.HostFunction = hostFunctionFor(PointLines, Context);
      if (Unit.HostFunction)
        Roots.insert(Unit.HostFunction->getBody()->getBeginLoc());
    }
    Unit.Unneeded = unneededFunctions(Context, [&](const FunctionDecl &F) {
      return Roots.count(F.getBody()->getBeginLoc());
    });
    llvm::erase_if(Unit.Kernels, [&](const RecordedKernel &Each) {
      return isUnneeded(Each.Function->getBody()->getBeginLoc());
    });
  }

  bool isUnneeded(SourceLocation At) const {
    if (!SM.isInMainFile(At))
      return false;
    unsigned Offset = SM.getFileOffset(At);
    return llvm::any_of(Unit.Unneeded, [&](const TextRange &Each) {
      return Each.first <= Offset && Offset < Each.second;
    });
  }

  /// One text of all: headers stand where they are included.
  void join() {
    FileID Main = SM.getMainFileID();
    for (const TextRange &Each : Unit.Unneeded) {
      SourceLocation Begin =
          SM.getLocForStartOfFile(Main).getLocWithOffset(Each.first);
      unsigned Length = Each.second - Each.first;
      llvm::StringRef Gone = SM.getBufferData(Main).substr(Each.first, Length);
      Text.ReplaceText(Begin, Length, std::string(Gone.count('\n'), '\n'));
    }
    std::map<FileID, std::vector<FileID>> Included;
    for (unsigned I = 0; I < SM.local_sloc_entry_size(); ++I) {
      const SrcMgr::SLocEntry &Entry = SM.getLocalSLocEntry(I);
      if (!Entry.isFile() || !Entry.getFile().getIncludeLoc().isValid() ||
          SrcMgr::isSystem(Entry.getFile().getFileCharacteristic()))
        continue;
      SourceLocation At = SM.getLocForStartOfFile(
          SM.getFileID(SourceLocation::getFromRawEncoding(Entry.getOffset())));
      FileID File = SM.getFileID(At);
      if (SM.getFileEntryRefForID(File))
        Included[SM.getFileID(Entry.getFile().getIncludeLoc())].push_back(File);
    }
    std::set<std::string> Joined;
    Unit.Whole = joined(Main, Included, Joined);
  }

  std::string joined(FileID File,
                     const std::map<FileID, std::vector<FileID>> &Included,
                     std::set<std::string> &Joined) {
    llvm::StringRef Original = SM.getBufferData(File);
    if (auto Those = Included.find(File); Those != Included.end())
      for (FileID Each : Those->second) {
        SourceLocation At = SM.getIncludeLoc(Each);
        unsigned Offset = SM.getFileOffset(At);
        size_t Begin = Original.rfind('\n', Offset);
        Begin = Begin == llvm::StringRef::npos ? 0 : Begin + 1;
        size_t End = std::min(Original.find('\n', Offset), Original.size());
        std::string Path = SM.getFileEntryRefForID(Each)->getName().str();
        Joined.insert(llvm::sys::path::filename(Path).str());
        Text.ReplaceText(
            SM.getLocForStartOfFile(File).getLocWithOffset(Begin), End - Begin,
            "#line 1 " +
                quoting::forStringLiteral(llvm::sys::path::filename(Path)) +
                "\n" + joined(Each, Included, Joined) + "\n#line " +
                std::to_string(SM.getLineNumber(File, Offset) + 1) + " " +
                quoting::forStringLiteral(llvm::sys::path::filename(
                    SM.getFileEntryRefForID(File)->getName())));
      }
    std::string Result;
    if (const llvm::RewriteBuffer *Buffer = Text.getRewriteBufferFor(File))
      Result.assign(Buffer->begin(), Buffer->end());
    else
      Result = Original.str();
    // It is one at a file's start only.
    llvm::StringRef Rest = Result;
    Rest.consume_front(ByteOrderMark);
    return withoutRepeated(Rest, Joined);
  }

  /// Without lines that include again what has been joined: it is guarded.
  static std::string withoutRepeated(llvm::StringRef Text,
                                     const std::set<std::string> &Joined) {
    std::string Result;
    for (llvm::StringRef Line : llvm::split(Text, '\n')) {
      llvm::StringRef Rest = Line.ltrim();
      if (Rest.consume_front("#")) {
        Rest = Rest.ltrim();
        if (Rest.consume_front("include") &&
            Joined.count(llvm::sys::path::filename(
                             Rest.ltrim(" \t\"<").take_until(
                                 [](char C) { return C == '"' || C == '>'; }))
                             .str()))
          Line = "";
        else if (Rest.starts_with("pragma once"))
          Line = "";
      }
      Result += (Line + "\n").str();
    }
    Result.pop_back();
    return Result;
  }

  void addPoints() {
    Unit.Points = {DelayPoint()};
    BodySet Kernels;
    for (const RecordedKernel &Kernel : Unit.Kernels)
      if (Kernel.HasPlace)
        Kernels.insert(Kernel.Function->getBody()->getBeginLoc());
    std::vector<unsigned> Lines = PointLines.vec();
    if (Unit.HostFunction)
      Lines.push_back(
          SM.getExpansionLineNumber(Unit.HostFunction->getLocation()));
    for (const DelayPoint &Point :
         findPoints(Context, {{SM.getMainFileID(), Lines}}, Kernels)) {
      if (isUnneeded(Point.At))
        continue;
      Text.InsertTextBefore(Point.At, "::warplint_recorder::point(" +
                                          std::to_string(Unit.Points.size()) +
                                          "); ");
      Unit.Points.push_back(Point);
    }
  }

  /// Launches of the host are operations of a stream.
  void wrapLaunches() {
    for (const HostLaunch &Launch : hostLaunches(Context)) {
      if (isUnneeded(Launch.Range.getBegin()))
        continue;
      Text.InsertTextAfter(Launch.Range.getBegin(),
                           (Launch.IsStream
                                ? "::warplint_recorder::inStream<"
                                : "::warplint_recorder::inDefaultStream<") +
                               std::to_string(Launch.Line) + ">(");
      Text.InsertTextBefore(Lexer::getLocForEndOfToken(Launch.Range.getEnd(), 0,
                                                       SM,
                                                       Context.getLangOpts()),
                            ")");
    }
  }

  /// Under another name it has to return what it otherwise would.
  void endMain(const FunctionDecl &Called) {
    SourceLocation End = Called.getBody()->getEndLoc();
    if (Called.isMain() && End.isFileID() && SM.isInMainFile(End))
      Text.InsertTextBefore(End, "return 0; ");
  }

  void wrap(const Wrapping &W) {
    std::string At = "::warplint_recorder::at<" + std::to_string(W.Site) + ">(";
    std::string Before, Behind;
    switch (W.Is) {
    case Wrapping::Form::Element:
      Before = "(*" + At + "&(";
      Behind = ")))";
      break;
    case Wrapping::Form::Address:
      Before = At;
      Behind = ")";
      break;
    case Wrapping::Form::Barrier:
      Before = "(" + eachPair(W.Site, "arrives", "(), ");
      Behind = ")";
      break;
    case Wrapping::Form::Mask:
      Before = eachPair(W.Site, "names", "(");
      Behind = std::string(llvm::count(Before, '('), ')');
      break;
    case Wrapping::Form::NoMask:
      Before = eachPair(W.Site, "names", "(") + hexOf(AllLanes) + "u";
      Before += std::string(llvm::count(Before, '('), ')');
      break;
    }
    // What starts at one place and ends later holds what ends sooner: the
    // finder meets it first, so that later insertions go behind earlier ones.
    if (W.Begin.isMacroID()) {
      InMacros.push_back({W.Begin, Before, /*Behind=*/false});
      InMacros.push_back({W.End, Behind, /*Behind=*/true});
    } else {
      Text.InsertTextAfter(W.Begin, Before);
      if (!Behind.empty())
        Text.InsertTextBefore(W.End, Behind);
    }
    Unit.Found.insert(W.Site);
    Changed.insert(SM.getFileID(SM.getExpansionLoc(W.Begin)));
  }

  /// What macros make is written out where it is recorded.
  void replaceMacros() {
    for (const auto &[Range, Expanded] :
         expandedTexts(Context, *Wish.Tokens, InMacros))
      Text.ReplaceText(Range, Expanded);
  }

  /// Several findings can name one barrier or call.
  std::string eachPair(unsigned Site, llvm::StringRef Function,
                       llvm::StringRef Behind) const {
    std::string All;
    for (unsigned I = 0; I < Plan.Pairs.size(); ++I)
      if (Plan.Pairs[I].First == Site)
        All += ("::warplint_recorder::" + Function + "<" + llvm::Twine(I) +
                ">" + Behind)
                   .str();
    return All;
  }

  void watch(const RecordedKernel &Recorded) {
    const FunctionDecl &Kernel = *Recorded.Function;
    const auto *Body = dyn_cast<CompoundStmt>(Kernel.getBody());
    bool IsMacro = Body && Body->getLBracLoc().isMacroID();
    if (!Body || SM.isInSystemHeader(Body->getLBracLoc()) ||
        (IsMacro && (PointLines.empty() || !Recorded.HasPlace)) ||
        !Watched.insert(Body->getLBracLoc()).second)
      return;
    std::string Objects =
        " [[maybe_unused]] ::warplint_recorder::Kernel warplint_kernel;";
    if (!PointLines.empty())
      Objects += " [[maybe_unused]] ::warplint_recorder::Begun warplint_begun;";
    if (IsMacro) {
      InMacros.push_back({Body->getLBracLoc(), Objects, /*Behind=*/true});
      return;
    }
    Text.InsertTextAfterToken(Body->getLBracLoc(), Objects);
    Changed.insert(SM.getFileID(Body->getLBracLoc()));
    // All barriers record where a finding names one.
    if (!Recorded.Sites.empty() || !PointLines.empty() ||
        llvm::any_of(Plan.Sites, [](const RecordedSite &Site) {
          return Site.Does == Access::Wait;
        }))
      if (SourceLocation At = placeOfBound(Kernel, Calls, SM); At.isValid())
        Text.InsertTextBefore(At, boundOfLaunch());
  }

  std::string pathOf(FileID File) const { return reportedPath(File, SM, Root); }

  void finish() {
    Changed.insert(SM.getMainFileID());
    Unit.Main = pathOf(SM.getMainFileID());
    for (FileID File : Changed) {
      std::string Path = pathOf(File);
      if (Path.empty() || llvm::sys::path::is_absolute(Path))
        continue; // Not below the root: such a file is not ours to copy.
      std::string Start;
      if (!Recorder.empty())
        Start = (File == SM.getMainFileID() ? "#define WARPLINT_RECORDS\n"
                                            : std::string()) +
                "#include " + Recorder + "\n#line 1\n";
      std::string Whole;
      if (const llvm::RewriteBuffer *Buffer = Text.getRewriteBufferFor(File))
        Whole.assign(Buffer->begin(), Buffer->end());
      else
        Whole = SM.getBufferData(File).str();
      if (llvm::StringRef(Whole).starts_with(ByteOrderMark))
        Whole.erase(0, ByteOrderMark.size());
      Unit.Sources[Path] = Start + Whole;
    }
    for (auto &[Site, Wrapped] : Sites.Found)
      if (!Unit.Sources.count(
              pathOf(SM.getFileID(SM.getExpansionLoc(Wrapped.Begin))))) {
        Unit.Found.erase(Site);
        Unit.Refused[Site] = "it lies outside the project";
      }
  }

  ASTContext &Context;
  SourceManager &SM;
  const RecordingPlan &Plan;
  std::string Root, Recorder;
  const ReproductionWish &Wish;
  llvm::ArrayRef<unsigned> PointLines;
  SyncModel Model;
  FoundSites Sites;
  CallGraph Calls;
  Rewriter Text;
  InstrumentedUnit Unit;
  std::vector<MacroInsertion> InMacros;
  std::set<FileID> Changed;
  std::set<SourceLocation> Watched;
};

} // namespace

ReproductionWish wishFor(const report::ReportedFinding &F) {
  ReproductionWish Wish{linesOf(F), F.Kernel};
  Wish.OfHost = llvm::is_contained(
      {"host-overwrite", "host-sync", "stream-lifetime", "stream-order"},
      llvm::StringRef(F.Check));
  return Wish;
}

InstrumentedUnit instrument(ASTContext &Context, const RecordingPlan &Plan,
                            llvm::StringRef Root, llvm::StringRef Recorder,
                            const ReproductionWish &Wish) {
  return Instrumenter(Context, Plan, Root, Recorder, Wish).run();
}

} // namespace warplint::proof
