//===--- HostOrder.h - Order of the host and its streams --------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Follows host functions along their paths, which are kept apart by tests whose
// operands are not known while they order differently, and into the functions
// that they call: which launches, copies, allocations and releases use which
// memory, in which stream, and what waits for them (CUDA Programming Guide,
// "Asynchronous Concurrent Execution"): one relation, of which operation is
// behind which. A call that cannot be followed may wait for everything.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_HOSTSYNC_HOSTORDER_H
#define WARPLINT_ANALYSIS_DETECTORS_HOSTSYNC_HOSTORDER_H

#include "Analysis/Detectors/HostSync/CaptureFault.h"
#include "Analysis/Detectors/HostSync/HostState.h"
#include "Analysis/Detectors/HostSync/KernelAccesses.h"
#include "Analysis/Detectors/HostSync/StreamFault.h"
#include "CudaModel/HostApi.h"
#include "clang/Analysis/CFG.h"
#include "llvm/ADT/DenseSet.h"

namespace warplint::hostsync {

/// Finds early reads and faults of streams in the host code of one translation
/// unit. Use: construct, call `run` once, then ask.
class HostOrder {
public:
  explicit HostOrder(DeviceCode &Code);
  ~HostOrder();

  void run();
  /// See hostsync::streamFaults().
  std::vector<StreamFault> streamFaults() const;
  /// See hostsync::captureFaults().
  std::vector<CaptureFault> captureFaults() const;

private:
  static constexpr unsigned LegacyStream = 0, PerThreadStream = 1;
  static constexpr unsigned UnknownStream = ~0u;
  /// For what the host does by itself.
  static constexpr unsigned NoStream = ~1u;
  static constexpr unsigned FirstLoopContext = ~0u >> 1;

  struct Memory {
    const clang::Expr *Made = nullptr;
    bool Polled = false;   ///< The host reads it while kernels run, on purpose.
    bool Pageable = false; ///< Host memory that is not pinned.
    bool Device = false;   ///< The host does not access it.
    /// A stream allocates it (cudaMallocAsync).
    bool StreamOrdered = false;
  };
  /// An operation on one piece of memory.
  struct Operation : StreamOperation {
    unsigned Context = 0; ///< Of the call in which it is started.
    unsigned On = 0;      ///< The memory.
    /// Of a kernel that writes: to where.
    KernelAccesses::Fields Fields;
    /// The first element is surely used.
    bool UsesFirst = false;
    bool IsStaged = false; ///< As StreamFault::IsStaged.
    /// Of a node of a graph that was launched: the number of the graph.
    std::optional<unsigned> Graph;
    /// Of a node of a graph that is being made, which runs once the graph is
    /// launched: the number of that graph.
    std::optional<unsigned> NodeOf;
    unsigned Stream = UnknownStream;     ///< In which it is started.
    const clang::Expr *Inside = nullptr; ///< By the host: where it does it.
  };
  /// What \p Site does to all of what \p On points to the begin of.
  static Operation operation(const clang::Expr &Site, const HostDatum &On,
                             MemoryUse Use) {
    Operation Result;
    Result.Site = &Site;
    Result.Use = Use;
    Result.On = On.Id;
    Result.Fields = {nullptr};
    Result.UsesFirst = true;
    return Result;
  }
  /// What a function of the host does that a stream calls.
  struct HostFunctionRun {
    std::vector<Operation> Does;
    std::set<HostPlaces::Id> Written;
    /// It does nothing else: it wakes nobody who waits for it.
    bool IsKnown = true;
  };
  /// A call in progress.
  struct Frame {
    const clang::FunctionDecl *Function = nullptr;
    unsigned Context = 0;
    const Frame *Caller = nullptr;
    HostDatum This; ///< Address of the object or closure.
    /// The default stream of the host's thread.
    unsigned PerThread = PerThreadStream;
    /// The objects that constructors in this function create.
    llvm::DenseMap<const clang::Expr *, HostPlaces::Id> Targets;
    /// Other states behind the call in progress.
    std::vector<HostState> Forked;
  };
  using Arguments = llvm::ArrayRef<const clang::Expr *>;

  // Paths (HostPaths.cpp).
  class Paths;
  class Walk;
  void follow(const clang::FunctionDecl &Root);
  /// The states at the end of the function of \p In.
  std::vector<HostState> run(Frame &In, HostState Entry);
  /// A test of values that are not known, as an expression of their places.
  struct Test {
    unsigned Number = 0;
    bool Negated = false;
  };
  /// What a test says of an expression.
  struct Bound {
    std::string Of;
    bool IsLess = false; ///< That it is less than Number, else that it is it.
    int64_t Number = 0;
  };
  /// What the tests that have chosen the path say of \p Asked.
  std::optional<bool> implied(const Bound &Asked, const HostState &Now) const;
  std::optional<Test> testOf(const Frame &In, const clang::Expr &Condition,
                             const HostState &Now);
  std::optional<std::string> textOf(const Frame &In, const clang::Expr *E,
                                    const HostState &Now,
                                    std::set<HostPlaces::Id> &Named);
  /// Whether \p Condition holds; nothing if that is not known.
  std::optional<bool> truth(const Frame &In, const clang::Expr &Condition,
                            const HostState &Now);

  // Statements (HostOrder.cpp).
  void execute(Frame &In, const clang::CFGElement &Element, HostState &Now);
  void executeStatement(Frame &In, const clang::Stmt &S, HostState &Now);
  void declare(Frame &In, const clang::VarDecl &Var, HostState &Now);
  void assign(Frame &In, HostDatum To, const clang::Expr &Value,
              HostState &Now);
  void initializeGlobal(HostPlaces::Id Place, clang::QualType Type,
                        HostState &Now);
  void initialize(Frame &In, HostPlaces::Id Place, const clang::Expr &Value,
                  HostState &Now);
  /// \p Site makes what \p Object owns, if it is an owner.
  void destroy(Frame &In, HostDatum Object, clang::QualType Type,
               HostState &Now, const clang::Expr *Site = nullptr);
  void read(Frame &In, const HostDatum &Place, const clang::Expr &Site,
            HostState &Now);
  /// The host writes through \p Site, or frees what it points to.
  void write(Frame &In, const HostDatum &Place, const clang::Expr &Site,
             HostState &Now, MemoryUse Use = MemoryUse::Writes);
  /// The function that a stream calls uses \p On by \p Site.
  void use(const HostDatum &On, MemoryUse Use, const clang::Expr &Site);
  void modify(Frame &In, const clang::Expr &Target,
              clang::BinaryOperatorKind Op, const clang::Expr *By,
              HostState &Now, const clang::UnaryOperator *Step = nullptr);
  void executeAssignment(Frame &In, const clang::BinaryOperator &Op,
                         HostState &Now);
  void executeLambda(Frame &In, const clang::LambdaExpr &Lambda,
                     HostState &Now);
  void executeList(Frame &In, const clang::CXXStdInitializerListExpr &List,
                   HostState &Now);
  void copyParts(HostPlaces::Id To, HostPlaces::Id From, HostState &Now);
  void forget(HostPlaces::Id Place, HostState &Now);
  /// The object that the glvalue \p To denotes gets an unknown value.
  void forgetTarget(const Frame &In, const clang::Expr &To, HostState &Now);
  /// The value of \p Place has changed.
  void change(HostPlaces::Id Place, HostState &Now) const;
  void set(HostPlaces::Id Place, const HostDatum &To, HostState &Now);
  void forgetNumbers(HostState &Now) const;
  /// The number of the context that \p Site opens in that of \p In.
  unsigned contextAt(const Frame &In, const void *Site);

  // Values (HostExpressions.cpp).
  /// The value of the prvalue \p E.
  HostDatum value(const Frame &In, const clang::Expr *E, const HostState &Now);
  /// The address of the glvalue \p E, as a pointer to it.
  HostDatum locate(const Frame &In, const clang::Expr *E, const HostState &Now);
  HostDatum locateVariable(const clang::VarDecl &Var, const HostState &Now);
  HostDatum load(const HostDatum &From, const HostState &Now) const;
  /// What \p E passes by value or, if it is no record, by reference.
  HostDatum passed(const Frame &In, const clang::Expr *E, const HostState &Now);
  /// The result at \p Place is \p Value.
  void give(HostPlaces::Id Place, const HostDatum &Value, HostState &Now) {
    Now.Data.erase(Place);
    set(Place, Value, Now);
  }
  /// The captured variable \p Var, as an address; nothing outside of a lambda.
  std::optional<HostDatum>
  captured(const Frame &In, const clang::ValueDecl *Var, const HostState &Now);
  HostDatum callable(const clang::FunctionDecl &F);
  /// The function that \p Called is, if it has a body; else null.
  const clang::FunctionDecl *bodyOf(const HostDatum &Called) const;
  std::optional<bool> areOneElement(const HostDatum &L,
                                    const HostDatum &R) const;
  HostDatum shifted(HostDatum Pointer, std::optional<int64_t> Count);
  unsigned streamOf(const Frame &In, const clang::Expr *E,
                    const HostState &Now);
  HostDatum combined(const Frame &In, const clang::BinaryOperator &Op,
                     const HostState &Now);
  /// The whole number that \p E is; nothing if it is not known.
  std::optional<int64_t> number(const Frame &In, const clang::Expr *E,
                                const HostState &Now);
  std::optional<int64_t> constant(const clang::Expr *E) const;

  // Calls (HostCalls.cpp).
  void call(Frame &In, const clang::CallExpr &Call, HostState &Now);
  void construct(Frame &In, const clang::CXXConstructExpr &E, HostState &Now);
  /// Whether \p Call is one of the C or C++ library, Thrust or CUB that is
  /// modelled.
  bool callOfLibrary(Frame &In, const clang::CallExpr &Call,
                     const clang::FunctionDecl &Callee, HostState &Now);
  void callUnknown(Frame &In, Arguments Given, HostState &Now);
  void callLibrary(Frame &In, Arguments Given, const LibraryCall &Known,
                   HostState &Now);
  void callSmartPointer(Frame &In, const clang::CallExpr &Call,
                        const clang::CXXMethodDecl &Method, HostState &Now);
  // Smart pointers (SmartPointers.cpp).
  void shareOwners(const Frame &In, const clang::CallExpr &Call,
                   HostState &Now);
  void constructSmartPointer(Frame &In, const clang::CXXConstructExpr &E,
                             HostPlaces::Id Place, HostState &Now);
  /// Ends what \p Object owns. False if that may do anything.
  bool endSmartPointer(Frame &In, const HostDatum &Object, HostState &Now);
  void allocate(Frame &In, const clang::CXXNewExpr &E, HostState &Now);
  void release(Frame &In, const clang::CXXDeleteExpr &E, HostState &Now);
  bool isHarmless(const clang::FunctionDecl &Callee, Arguments Given) const;
  /// Runs the body of \p Callee, with \p Thread in a thread of its own. False
  /// if it is not followed. Must be the last step of what is executed: the call
  /// may end in several states.
  bool enter(Frame &In, const clang::FunctionDecl &Callee, const void *Site,
             Arguments Given, HostDatum This, HostState &Now,
             bool Thread = false);
  /// As enter, where \p Bind sets the place of each parameter.
  bool
  enterBy(Frame &In, const clang::FunctionDecl &Callee, const void *Site,
          HostDatum This, HostState &Now, bool Thread,
          llvm::function_ref<void(unsigned, HostPlaces::Id, HostState &)> Bind);
  /// The function or body of a lambda that \p From is; else not known.
  HostDatum callableAt(Frame &In, const clang::Expr &From, HostState &Now);
  /// The function, function object or thread that \p Call of \p Callee runs.
  bool callCallable(Frame &In, const clang::CallExpr &Call,
                    const clang::FunctionDecl *Callee, HostState &Now);
  bool appendThread(Frame &In, const clang::CallExpr &Call,
                    const clang::CXXMethodDecl &Method, HostState &Now);
  bool constructCallable(Frame &In, const clang::CXXConstructExpr &E,
                         HostPlaces::Id Place, HostState &Now);
  HostDatum objectOf(const Frame &In, const clang::CallExpr &Call,
                     const HostState &Now);

  // CUDA's calls (StreamOrder.cpp).
  struct ApiCall;
  void callApi(Frame &In, const clang::CallExpr &Call, const HostApiEntry &Api,
               HostState &Now);
  void callStreamApi(const ApiCall &Made, unsigned Stream);
  void recordEvent(const ApiCall &Made, unsigned Stream);
  void launch(Frame &In, const clang::Expr &Site,
              const clang::FunctionDecl *Kernel,
              llvm::ArrayRef<HostDatum> Given, unsigned Stream, HostState &Now);
  /// Launches by a call in \p Stream, unless its configuration names one.
  void launchByCall(const ApiCall &Made, unsigned Stream);
  void copy(const ApiCall &Made, unsigned Stream);
  void callHostFunction(const ApiCall &Made, const HostDatum &Function,
                        const HostDatum &Given, unsigned Stream);
  /// Whether \p Call is one of Thrust or CUB in a stream that is known.
  bool callDeviceLibrary(Frame &In, const clang::CallExpr &Call,
                         const clang::FunctionDecl &Callee, HostState &Now);
  void allocateOrFree(const ApiCall &Made, unsigned Stream);
  /// Starts the operations of one call or launch, which are one.
  void begin(Frame &In, std::vector<Operation> Each, unsigned Stream,
             HostState &Now);
  void compare(Frame &In, const Operation &Next, unsigned Stream,
               HostState &Now);
  void report(StreamFault::Kind Is, const Operation &Before,
              const Operation &Next, const StartedOperation &Under,
              const Frame &In);
  /// The stream that \p Made creates, which may have created another before.
  unsigned newStream(const ApiCall &Made, bool Exempt);
  void issue(unsigned Stream, HostState &Now);
  bool endsWith(const StartedOperation &Started, unsigned Stream) const;
  void waitFor(unsigned Stream, const clang::Expr &Call, HostState &Now);
  void waitForEvent(const HostDatum &Event, const clang::Expr &Call,
                    HostState &Now);

  // Capture into graphs (StreamCapture.cpp).
  std::optional<StreamHandle> handleOf(const Frame &In, const clang::Expr *E,
                                       const HostState &Now);
  void report(CaptureFault::Kind Is, const clang::Expr &Site,
              const StreamCapture &Of, const Frame &In, const HostState &Now);
  /// Work that \p Site gives to \p Stream joins the capture, or breaks it.
  void captureWork(const Frame &In, const clang::Expr &Site, unsigned Stream,
                   HostState &Now);
  /// The operation numbered \p Id is a node of the graph, if \p Stream is being
  /// captured, or is a node.
  void captureOperation(unsigned Stream, unsigned Id, HostState &Now);
  /// The graph that gets what \p Stream is given.
  std::optional<unsigned> graphOf(unsigned Stream, const HostState &Now) const;
  /// The number of the graph that \p Made makes or begins to capture, of which
  /// nothing is known yet.
  unsigned newGraphNumber(const ApiCall &Made);
  void addNode(const ApiCall &Made);
  /// Looks for nodes of \p Graph that no path of edges orders.
  void compareNodes(const std::set<unsigned> &Nodes, Frame &In, HostState &Now);
  /// What \p Made, a call that is no launch, does to captures in progress.
  void capture(const ApiCall &Made, unsigned Stream);
  void captureEvent(const ApiCall &Made, unsigned Stream);
  void callCaptureApi(const ApiCall &Made);
  void beginCapture(const ApiCall &Made);
  HostDatum endCapture(const ApiCall &Made);
  /// The graph that \p Made makes, of the operations \p Nodes.
  HostDatum newGraph(const ApiCall &Made, std::set<unsigned> Nodes);
  void instantiateGraph(const ApiCall &Made);
  void runGraph(const ApiCall &Made, unsigned Stream);
  /// The graph that \p Handle may be has other nodes from now on.
  void changeGraph(const HostDatum &Handle, HostState &Now);

  unsigned memoryMadeAt(const clang::Expr &Site, unsigned Context);
  /// What \p Site makes each time.
  void forgetMemory(unsigned Id, HostState &Now);
  HostDatum newMemory(const ApiCall &Made);
  unsigned memoryOf(const clang::VarDecl &Managed);

  // The host's own memory (OwnMemory.cpp).
  HostDatum ownMemory(HostPlaces::Id Place);
  HostDatum newOwnMemory(const clang::Expr &Site, const Frame &In,
                         HostState &Now);
  HostDatum ownMemoryAround(const Frame &In, const clang::Expr &Site,
                            const HostState &Now);
  void pin(const HostDatum &Where);
  bool callContainer(Frame &In, const clang::CallExpr &Call,
                     const clang::FunctionDecl &Callee, HostState &Now);

  // Elements of containers (HostContainers.cpp).
  bool callOfElements(Frame &In, const clang::CallExpr &Call,
                      const clang::CXXMethodDecl &Callee, HostState &Now);
  bool callIterator(Frame &In, const clang::CallExpr &Call, HostState &Now);
  void constructContainer(Frame &In, const clang::CXXConstructExpr &E,
                          HostPlaces::Id Place, HostState &Now);
  std::optional<int64_t> sizeAt(HostPlaces::Id Container,
                                const clang::CXXRecordDecl &Class,
                                const HostState &Now);
  void put(Frame &In, HostPlaces::Id To, const clang::Expr &E, HostState &Now);

  /// The stream that no handle means.
  unsigned defaultStream(const Frame &In) const;

  DeviceCode &Code;
  AccessesOfKernels Accesses;
  HostPlaces Places;
  std::vector<Memory> Memories;
  std::vector<bool> NonBlocking{false, false}; ///< By stream.
  std::vector<Operation> Started;
  unsigned Events = 0;
  std::vector<const clang::FunctionDecl *> Callables;
  std::map<std::string, unsigned> TestAt;
  std::vector<std::set<HostPlaces::Id>> TestedPlaces; ///< By test.
  std::vector<std::optional<Bound>> Bounds;           ///< By test.
  // By context and site; looked up, never iterated.
  using SiteKey = std::pair<unsigned, const void *>;
  std::map<SiteKey, unsigned> Contexts, MadeAt, StreamsAt, EventsAt, GraphsAt;
  std::map<std::pair<unsigned, std::vector<unsigned>>, unsigned> LoopContexts;
  llvm::DenseMap<const clang::FunctionDecl *, std::unique_ptr<Paths>> Known;
  std::map<std::tuple<SiteKey, unsigned, MemoryUse, std::optional<unsigned>>,
           unsigned>
      StartedAt;
  /// The graphs of the nodes that calls make. Each node is a stream of its own.
  std::map<unsigned, unsigned> GraphOfNode;
  HostFunctionRun *Within = nullptr; ///< In a function that a stream calls.
  llvm::DenseMap<const clang::VarDecl *, unsigned> ManagedMemory;
  llvm::DenseMap<HostPlaces::Id, unsigned> MemoryOfPlace;
  /// Places whose unknown values others hold, too.
  llvm::DenseSet<HostPlaces::Id> Copied;
  /// Places that code which is not followed may change at any time: their
  /// numbers are not known.
  llvm::DenseSet<HostPlaces::Id> Exposed;
  std::vector<StreamFault> Faults; ///< In the order in which they are met.
  std::vector<CaptureFault> CaptureFaults;
  /// States are those of all paths: what is found in them holds.
  bool Recording = true;
  llvm::SmallPtrSet<const clang::FunctionDecl *, 16> Visited;
  /// From the current starting point.
  std::vector<const clang::FunctionDecl *> VisitedNow;
  unsigned Depth = 0, Steps = 0, StepsOfUnit = 0;
  bool Truncated = false;
};

} // namespace warplint::hostsync

#endif // WARPLINT_ANALYSIS_DETECTORS_HOSTSYNC_HOSTORDER_H
