//===--- Instrument.cpp - A unit that records its accesses ----------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Proof/Instrument.h"
#include "CudaModel/Separation.h"
#include "CudaModel/SyncApi.h"
#include "Syntax/TreeVisitor.h"
#include "clang/Analysis/CallGraph.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "clang/Rewrite/Core/Rewriter.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/Path.h"

using namespace clang;

namespace warplint {

namespace {

using Access = RecordedSite::Access;

/// As reports name it; empty if it is no file.
std::string reportedPath(FileID File, const SourceManager &SM,
                         llvm::StringRef Root) {
  OptionalFileEntryRef Entry = SM.getFileEntryRefForID(File);
  if (!Entry)
    return "";
  llvm::SmallString<256> Path(Entry->getName());
  SM.getFileManager().makeAbsolutePath(Path);
  llvm::sys::path::remove_dots(Path, /*remove_dot_dot=*/true);
  return pathBelow(Path, Root);
}

/// What becomes of the text of one expression.
struct Wrapping {
  unsigned Site = 0;
  SourceLocation Begin, End; ///< End is behind the last character.
  /// What the expression is: the element, its address, a call of a barrier, the
  /// mask of a call, or the place of one that is left out (End is not used).
  enum class Form : uint8_t {
    Element,
    Address,
    Barrier,
    Mask,
    NoMask
  } Is = Form::Element;
  const FunctionDecl *In = nullptr;
};

/// Finds the expressions of the plan's sites. An expression that holds another
/// is visited first, and the first that fits a site is the access.
class SiteFinder : public TreeVisitor {
public:
  SiteFinder(ASTContext &Context, const RecordingPlan &Plan,
             llvm::StringRef Root)
      : TreeVisitor({/*Instances=*/true, /*ImplicitCode=*/false}),
        Context(Context), SM(Context.getSourceManager()), Plan(Plan) {
    for (unsigned I = 0; I < Plan.Sites.size(); ++I)
      Wanted[{Plan.Sites[I].File, Plan.Sites[I].Line}].push_back(I);
    this->Root = Root;
  }

  Traversal enter(Decl &D) override {
    if (const auto *F = dyn_cast<FunctionDecl>(&D))
      Around.push_back(F);
    return Traversal::Into;
  }
  void leave(Decl &D) override {
    if (isa<FunctionDecl>(D))
      Around.pop_back();
  }

  bool VisitBinaryOperator(BinaryOperator *Op) override {
    if (!Op->isAssignmentOp())
      return true;
    offer(Op->getBeginLoc(), Op->getLHS(), Access::Store);
    if (Op->isCompoundAssignmentOp())
      offer(Op->getBeginLoc(), Op->getLHS(), Access::Load);
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *Op) override {
    if (!Op->isIncrementDecrementOp())
      return true;
    for (SourceLocation At :
         {Op->getBeginLoc(), Op->getSubExpr()->getBeginLoc()})
      for (Access Does : {Access::Store, Access::Load})
        offer(At, Op->getSubExpr(), Does);
    return true;
  }
  bool VisitImplicitCastExpr(ImplicitCastExpr *Cast) override {
    if (Cast->getCastKind() == CK_LValueToRValue)
      offer(Cast->getBeginLoc(), Cast->getSubExpr(), Access::Load);
    return true;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *Made) override {
    if (Made->getConstructor()->isCopyOrMoveConstructor())
      offer(Made->getArg(0)->getBeginLoc(), Made->getArg(0), Access::Load);
    return true;
  }
  bool VisitCXXOperatorCallExpr(CXXOperatorCallExpr *Call) override {
    if (Call->getOperator() != OO_Equal || Call->getNumArgs() != 2)
      return true;
    offer(Call->getBeginLoc(), Call->getArg(0), Access::Store);
    if (Call->getArg(1)->isGLValue())
      offer(Call->getArg(1)->getBeginLoc(), Call->getArg(1), Access::Load);
    return true;
  }
  bool VisitCallExpr(CallExpr *Call) override {
    std::optional<SyncOp> Op = Model.classify(*Call);
    if (Op && Op->Kind == SyncKind::Barrier && Op->Scope == Scope::Block)
      if (std::optional<unsigned> Site =
              siteAt(Call->getBeginLoc(), Access::Wait))
        take(*Site, *Call, Wrapping::Form::Barrier);
    if (std::optional<unsigned> Site =
            siteAt(Call->getBeginLoc(), Access::Call))
      takeMask(*Site, *Call, Op);
    if (!Op || !Op->Object || !Op->Object->getType()->isPointerType())
      return true;
    switch (Op->Kind) {
    case SyncKind::AtomicRMW:
      return offerPointer(*Call, *Op->Object, Access::Update);
    case SyncKind::AtomicLoad:
    case SyncKind::CachedLoad:
      return offerPointer(*Call, *Op->Object, Access::Load);
    case SyncKind::AtomicStore:
    case SyncKind::CachedStore:
      return offerPointer(*Call, *Op->Object, Access::Store);
    default:
      return true;
    }
  }

  /// By site; templates lead to an expression once for each instance.
  llvm::MapVector<unsigned, Wrapping> Found;
  std::map<unsigned, std::string> Refused;
  /// Every function that holds a site, instances too.
  std::vector<std::pair<const FunctionDecl *, unsigned>> Holders;

private:
  /// The site that an access of kind \p Does at \p At is.
  std::optional<unsigned> siteAt(SourceLocation At, Access Does) const {
    At = SM.getFileLoc(At);
    PresumedLoc Place = SM.getPresumedLoc(At, /*UseLineDirectives=*/false);
    if (Place.isInvalid())
      return std::nullopt;
    auto Sites = Wanted.find({pathOf(SM.getFileID(At)), Place.getLine()});
    if (Sites == Wanted.end())
      return std::nullopt;
    for (unsigned Site : Sites->second)
      if (Plan.Sites[Site].Does == Does &&
          Plan.Sites[Site].Column == columnOf(At))
        return Site;
    return std::nullopt;
  }

  /// As reports count: in characters.
  unsigned columnOf(SourceLocation At) const {
    FileID File = SM.getFileID(At);
    unsigned Offset = SM.getFileOffset(At);
    unsigned Bytes = SM.getColumnNumber(File, Offset) - 1;
    llvm::StringRef Text = SM.getBufferData(File).substr(Offset - Bytes, Bytes);
    return 1 + llvm::count_if(
                   Text, [](unsigned char C) { return (C & 0xC0) != 0x80; });
  }

  const std::string &pathOf(FileID File) const {
    auto [Known, New] = Paths.try_emplace(File);
    if (New)
      Known->second = reportedPath(File, SM, Root);
    return Known->second;
  }

  /// A variable of one thread, or an address that one holds.
  static bool isOwn(const Expr &E) {
    const auto *Name = dyn_cast<DeclRefExpr>(E.IgnoreParenImpCasts());
    const auto *Var = Name ? dyn_cast<VarDecl>(Name->getDecl()) : nullptr;
    return Var && !Var->getType()->isReferenceType() &&
           memorySpaceOf(*Var) == MemorySpace::Local;
  }

  void offer(SourceLocation At, const Expr *E, Access Does) {
    if (!E->isGLValue() || isOwn(*E))
      return;
    std::optional<unsigned> Site = siteAt(At, Does);
    if (!Site)
      return;
    if (E->refersToBitField() || E->refersToVectorElement())
      return refuse(*Site, "a bit field has no address");
    take(*Site, *E->IgnoreImpCasts(), Wrapping::Form::Element);
  }
  bool offerPointer(const CallExpr &Call, const Expr &Pointer, Access Does) {
    if (std::optional<unsigned> Site = siteAt(Call.getBeginLoc(), Does))
      take(*Site, *Pointer.IgnoreImpCasts(), Wrapping::Form::Address);
    return true;
  }

  void take(unsigned Site, const Expr &E, Wrapping::Form Is) {
    const FunctionDecl *Current = Around.empty() ? nullptr : Around.back();
    if (Current && Current->isTemplated())
      return; // Its instances are visited, too.
    if (Current)
      Holders.push_back({Current, Site});
    if (Found.count(Site))
      return;
    if (E.getBeginLoc().isMacroID() || E.getEndLoc().isMacroID())
      return refuse(Site, "it comes out of a macro");
    SourceLocation End =
        Lexer::getLocForEndOfToken(E.getEndLoc(), 0, SM, Context.getLangOpts());
    Found.insert({Site, {Site, E.getBeginLoc(), End, Is, Current}});
    Refused.erase(Site);
  }
  void takeMask(unsigned Site, const CallExpr &Call,
                const std::optional<SyncOp> &Op) {
    if (Op && Op->Mask && !isa<CXXDefaultArgExpr>(Op->Mask))
      return take(Site, *Op->Mask, Wrapping::Form::Mask);
    if (!Op)
      return refuse(Site, "what takes the mask is in a function that it calls");
    if (Op->Kind != SyncKind::WarpBarrier || Op->Group ||
        Call.getNumArgs() != 1)
      return refuse(Site, "the call has no mask of its own");
    take(Site, Call, Wrapping::Form::NoMask);
    if (auto Taken = Found.find(Site); Taken != Found.end())
      Taken->second.Begin = Call.getRParenLoc();
  }
  void refuse(unsigned Site, std::string Why) {
    if (!Found.count(Site))
      Refused.try_emplace(Site, std::move(Why));
  }

  ASTContext &Context;
  const SourceManager &SM;
  const RecordingPlan &Plan;
  std::string Root;
  SyncModel Model;
  std::vector<const FunctionDecl *> Around; ///< The innermost is the last.
  std::map<std::pair<std::string, unsigned>, std::vector<unsigned>> Wanted;
  mutable std::map<FileID, std::string> Paths;
};

/// The operations of one body, apart from those that it calls.
class OperationFinder : public TreeVisitor {
public:
  explicit OperationFinder(const SyncModel &Model)
      : TreeVisitor({/*Instances=*/false, /*ImplicitCode=*/true}),
        Model(Model) {}
  bool VisitCallExpr(CallExpr *Call) override {
    if (std::optional<SyncOp> Op = Model.classify(*Call))
      judge(*Op, /*IsText=*/false);
    return true;
  }
  bool VisitGCCAsmStmt(GCCAsmStmt *Asm) override {
    for (const SyncOp &Op : Model.classify(*Asm))
      judge(Op, /*IsText=*/true);
    return true;
  }

  /// The first operation that the recorder does not count: of all that order
  /// threads, and of barriers.
  std::string Unseen, UnseenBarrier;

private:
  void judge(const SyncOp &Op, bool IsText) {
    if (!orders(Op, IsText))
      return;
    if (Unseen.empty())
      Unseen = Op.Spelling;
    bool Waits = Op.Kind == SyncKind::Barrier ||
                 Op.Kind == SyncKind::BarrierArrive ||
                 Op.Kind == SyncKind::BarrierWait;
    if (Waits && UnseenBarrier.empty())
      UnseenBarrier = Op.Spelling;
  }
  /// \p Op may order two threads, and the recorder does not count it.
  static bool orders(const SyncOp &Op, bool IsText) {
    switch (Op.Kind) {
    case SyncKind::Barrier:
      return IsText || Op.Scope != Scope::Block;
    case SyncKind::WarpBarrier:
      return IsText;
    case SyncKind::Shuffle:
    case SyncKind::Vote:
    case SyncKind::Match:
    case SyncKind::WarpReduce:
    case SyncKind::ActiveMask:
    case SyncKind::CachedLoad:
    case SyncKind::CachedStore:
    case SyncKind::Exit:
    case SyncKind::HostSync:
    case SyncKind::HostLaunch:
    case SyncKind::MatrixLoad:
    case SyncKind::MatrixStore:
    case SyncKind::RegisterFence:
    case SyncKind::GridDependencyLaunch:
    case SyncKind::GridDependencyWait:
      return false;
    case SyncKind::AtomicRMW:
    case SyncKind::AtomicLoad:
    case SyncKind::AtomicStore:
      return releases(Op) || acquires(Op);
    default:
      return true;
    }
  }
  const SyncModel &Model;
};

class Instrumenter {
public:
  Instrumenter(ASTContext &Context, const RecordingPlan &Plan,
               llvm::StringRef Root, llvm::StringRef Recorder)
      : Context(Context), SM(Context.getSourceManager()), Plan(Plan),
        Root(Root), Recorder(Recorder), Finder(Context, Plan, Root),
        Text(Context.getSourceManager(), Context.getLangOpts()) {}

  InstrumentedUnit run() {
    Finder.TraverseAST(Context);
    Unit.Refused = std::move(Finder.Refused);
    if (Finder.Found.empty())
      return std::move(Unit);
    findKernels();
    for (auto &[Site, Wrapped] : Finder.Found)
      wrap(Wrapped);
    for (const RecordedKernel &Kernel : Unit.Kernels)
      watch(Kernel);
    finish();
    return std::move(Unit);
  }

private:
  /// Functions that each kernel of user code runs, from clang's call graph.
  void findKernels() {
    CallGraph Calls;
    Calls.addToCallGraph(Context.getTranslationUnitDecl());
    std::vector<const FunctionDecl *> Kernels;
    for (const auto &[Function, Node] : Calls)
      if (const auto *F = dyn_cast_or_null<FunctionDecl>(Function);
          F && F->hasAttr<CUDAGlobalAttr>() && F->hasBody())
        Kernels.push_back(F);
    llvm::sort(Kernels, [&](const FunctionDecl *L, const FunctionDecl *R) {
      return SM.isBeforeInTranslationUnit(L->getBeginLoc(), R->getBeginLoc());
    });
    for (const FunctionDecl *Kernel : Kernels)
      examine(*Kernel, Calls);
  }

  void examine(const FunctionDecl &Kernel, CallGraph &Calls) {
    llvm::SmallVector<CallGraphNode *> Open{Calls.getOrInsertNode(
        const_cast<FunctionDecl *>(Kernel.getCanonicalDecl()))};
    llvm::DenseSet<const Decl *> Reached;
    OperationFinder Operations(Model);
    while (!Open.empty()) {
      CallGraphNode *Node = Open.pop_back_val();
      const auto *F = dyn_cast_or_null<FunctionDecl>(Node->getDecl());
      const FunctionDecl *Definition = nullptr;
      if (!F || !F->hasBody(Definition) || !Reached.insert(Definition).second)
        continue;
      if (!SM.isInSystemHeader(Definition->getLocation()))
        Operations.TraverseStmt(Definition->getBody());
      for (const CallGraphNode::CallRecord &Call : *Node)
        Open.push_back(Call.Callee);
    }
    RecordedKernel Recorded{&Kernel, {}};
    for (const auto &[Holder, Site] : Finder.Holders)
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
      Before = eachPair(W.Site, "names", "(") + "0xffffffffu";
      Before += std::string(llvm::count(Before, '('), ')');
      break;
    }
    // What starts at one place and ends later holds what ends sooner: the
    // finder meets it first, so that later insertions go behind earlier ones.
    Text.InsertTextAfter(W.Begin, Before);
    if (!Behind.empty())
      Text.InsertTextBefore(W.End, Behind);
    Unit.Found.insert(W.Site);
    Changed.insert(SM.getFileID(W.Begin));
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
    if (!Body || Body->getLBracLoc().isMacroID() ||
        SM.isInSystemHeader(Body->getLBracLoc()) ||
        !Watched.insert(Body->getLBracLoc()).second)
      return;
    Text.InsertTextAfterToken(
        Body->getLBracLoc(),
        " [[maybe_unused]] ::warplint_recorder::Kernel warplint_kernel;");
    Changed.insert(SM.getFileID(Body->getLBracLoc()));
    // All barriers record where a finding names one.
    if (!Recorded.Sites.empty() ||
        llvm::any_of(Plan.Sites, [](const RecordedSite &Site) {
          return Site.Does == Access::Wait;
        }))
      bound(Kernel);
  }

  /// What records takes registers: without a bound a kernel may need so many
  /// that its largest blocks start no more (CUDA Programming Guide, "Launch
  /// Bounds").
  void bound(const FunctionDecl &Kernel) {
    if (llvm::any_of(Kernel.redecls(), [](const FunctionDecl *Declared) {
          return Declared->hasAttr<CUDALaunchBoundsAttr>();
        }))
      return;
    SourceLocation Name = Kernel.getQualifierLoc()
                              ? Kernel.getQualifierLoc().getBeginLoc()
                              : Kernel.getLocation();
    if (Name.isFileID() &&
        SM.getFileID(Name) == SM.getFileID(Kernel.getBody()->getBeginLoc()))
      Text.InsertTextBefore(Name, "__launch_bounds__(1024) ");
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
      // It is one at a file's start only.
      llvm::StringRef ByteOrderMark = "\xEF\xBB\xBF";
      if (llvm::StringRef(Whole).starts_with(ByteOrderMark))
        Whole.erase(0, ByteOrderMark.size());
      Unit.Sources[Path] = Start + Whole;
    }
    for (auto &[Site, Wrapped] : Finder.Found)
      if (!Unit.Sources.count(pathOf(SM.getFileID(Wrapped.Begin)))) {
        Unit.Found.erase(Site);
        Unit.Refused[Site] = "it lies outside the project";
      }
  }

  ASTContext &Context;
  SourceManager &SM;
  const RecordingPlan &Plan;
  std::string Root, Recorder;
  SyncModel Model;
  SiteFinder Finder;
  Rewriter Text;
  InstrumentedUnit Unit;
  std::set<FileID> Changed;
  std::set<SourceLocation> Watched;
};

} // namespace

InstrumentedUnit instrument(ASTContext &Context, const RecordingPlan &Plan,
                            llvm::StringRef Root, llvm::StringRef Recorder) {
  return Instrumenter(Context, Plan, Root, Recorder).run();
}

} // namespace warplint
