//===--- HostInterpreter.h - Abstract execution of host code ----*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs host functions on what is known of their variables, to find with which
// extents and arguments they launch kernels: `dim3 b; b.x = 32;`, a helper that
// forwards a kernel and its extents, a table of cases. Where a branch is not
// decided, both successors are run as separate paths, each with its own
// variables, so that extents that belong together stay together; paths merge
// where they become too many. What cannot be followed is unknown, never
// guessed.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_HOSTINTERPRETER_HOSTINTERPRETER_H
#define WARPLINT_ANALYSIS_HOSTINTERPRETER_HOSTINTERPRETER_H

#include "Analysis/Budgets/Limits.h"
#include "Analysis/HostInterpreter/HostBody.h"
#include "Analysis/HostInterpreter/HostPathState.h"
#include "Analysis/HostInterpreter/HostSyntaxMemo.h"
#include "Analysis/HostInterpreter/LambdaEscape.h"
#include "Analysis/HostInterpreter/MonotonicVariables.h"
#include "Analysis/HostInterpreter/NoReturnFunctions.h"
#include "Analysis/HostInterpreter/ObjectEffects.h"
#include "Analysis/HostInterpreter/UnanalyzedBodies.h"
#include "Analysis/Launches/HostResults.h"
#include "CudaModel/HostApi.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"
#include <map>
#include <optional>
#include <set>
#include <unordered_map>
#include <vector>

namespace warplint::host {

/// Finds the launches of one unit. Use: construct, then call `findings` once.
/// The documentation of private functions is at their definitions.
class HostInterpreter {
public:
  /// What is searched for in the host code.
  enum class Seek : uint8_t {
    /// Launches of kernels, for this unit.
    Launches,
    /// Launches, calls of functions that other units may define, and the
    /// functions through which other units reach either
    /// (LaunchConstraint::Entry).
    Build,
  };
  /// \p TopLevel: the declarations of user code.
  /// \p Functions: the functions to run; they must have bodies.
  /// \p Kernels: those that the host may look up by name.
  /// \p Unread: what bodies with errors name; such functions may change it.
  /// All arguments must outlive this object. A launch is `<<<>>>` or a call of
  /// an API function that launches.
  HostInterpreter(clang::ASTContext &Context,
                  llvm::ArrayRef<clang::Decl *> TopLevel,
                  llvm::ArrayRef<const clang::FunctionDecl *> Functions,
                  llvm::ArrayRef<const clang::FunctionDecl *> Kernels,
                  const UnanalyzedBodies &Unread, Seek Sought,
                  const Limits &Within);

  /// The launches on all paths, in source order of the functions that nothing
  /// in the unit calls; a function that is called is run as its callers call
  /// it. If a limit was hit, launches are added: those of each function that
  /// launches, run for any caller, and where such a run finds nothing, a launch
  /// of which nothing is known for each kernel that may be meant. A kernel that
  /// is launched only where no path leads gets the launches that its functions
  /// make for any caller.
  /// With Seek::Build also the calls of functions of other units; those behind
  /// a limit are missing.
  HostResults findings();

private:
  using CallExpr = clang::CallExpr;
  using ParmVarDecl = clang::ParmVarDecl;
  using FieldDecl = clang::FieldDecl;
  using CXXMethodDecl = clang::CXXMethodDecl;
  using FunctionDecl = clang::FunctionDecl;
  using Expr = clang::Expr;
  using Stmt = clang::Stmt;
  using VarDecl = clang::VarDecl;
  using CXXConstructExpr = clang::CXXConstructExpr;
  using CXXConstructorDecl = clang::CXXConstructorDecl;
  using QualType = clang::QualType;
  using Step = HostStep;
  using ObjectName = HostObjectName;
  using State = HostPathState;
  using States = std::vector<State>;
  /// Paths that leave a statement otherwise than at its end, by how they leave.
  struct Exits {
    States Breaks, Continues, Returns;
  };
  using Body = HostBody;
  using Place = HostPlace;
  using Assignments = HostAssignments;
  using Handling = ObjectEffects;
  using Handed = HandedReference;
  class BodyReader;
  class ClosureReader;

  void runAll();
  void runUnreached();
  bool holdsUnreached(const Stmt *S) const;
  void addUnknown(size_t From);
  void addForAnyCaller();
  void runRecursions();
  void runRoot(const FunctionDecl &F, bool IsOnlyAsCalled = false);
  void setGlobals(State &In);

  // HostObjects.cpp: objects of methods that nothing in the unit calls.
  std::vector<const CXXConstructorDecl *>
  constructorsFor(const FunctionDecl &Method);
  bool keepsWhatItIsMadeOf(const FieldDecl &Field) const;
  void keepWhatItIsMadeOf(const clang::CXXRecordDecl &Class,
                          HostValue &Made) const;
  void setObject(const CXXMethodDecl &Method, const CXXConstructorDecl &Maker,
                 State &In);
  HostValue madeBy(const CXXConstructorDecl &Maker, State Entry,
                   std::vector<LaunchTerms::Ref> &Holds);
  /// True if \p Var stands for the object of a method that is run for any
  /// caller. Nothing of that object is followed but what its constructor has
  /// set and nothing changes.
  static bool isSyntheticThis(const VarDecl &Var);
  std::optional<int64_t> codeVersionIn(const FieldDecl &Field) const;
  void noteMade(const CXXConstructExpr &Made, const States &Now);
  void enterBy(const FunctionDecl &F, const State &Begin, bool IsOnlyAsCalled);

  void runFunction(const FunctionDecl &F, State Entry);
  void addSteps(size_t More);
  void leaveOut(const FunctionDecl &F);
  /// An element of an array has this index and is followed.
  bool isElement(int64_t Index) const {
    return Index >= 0 &&
           Within.allows(BudgetId::HostArrayElements, uint64_t(Index) + 1);
  }
  void noteCall(const Expr &Site, const FunctionDecl &Callee,
                llvm::ArrayRef<const Expr *> Arguments, const States &Now);
  void addNumbers(std::vector<std::optional<LaunchTerms::Ref>> &To,
                  const HostValue &V, QualType Type);
  void finish(launches::LaunchConstraint &Fact, const State &In);
  void execute(const Stmt *S, States &Now, Exits &Out);
  void skip(const Stmt &S, States &Now, Exits &Out);
  void executeDeclarations(const clang::DeclStmt &S, States &Now);
  void executeIf(const clang::IfStmt &If, States &Now, Exits &Out);
  States pathsTo(const Expr &Tested, llvm::ArrayRef<const Expr *> Values,
                 llvm::ArrayRef<const Expr *> All, const States &Now);
  void executeSwitch(const clang::SwitchStmt &Switch, States &Now, Exits &Out);
  void executeOnce(const Stmt &Body, States &Now, Exits &Out);
  void executeRange(const clang::CXXForRangeStmt &Range, States &Now,
                    Exits &Out);
  std::optional<std::vector<HostValue>> elementsOf(const Expr &Range,
                                                   const State &In);
  void executeLoop(const Stmt &Loop, const Expr *Condition, const Stmt *Body,
                   const Expr *Step, bool TestsFirst, States &Now, Exits &Out);
  void executeIterations(const Stmt &Loop, const Expr *Condition,
                         const Stmt *Body, const Expr *Step, bool TestsFirst,
                         unsigned Iterations, States &Now, Exits &Out);
  bool runDecided(const Expr &Condition, const Stmt *Body, const Expr *Step,
                  States &Now);
  bool holdsLonger(const Expr &Condition, const Expr *Step, State In,
                   unsigned Iterations);

  void effects(const Stmt *S, States &Now);
  bool endingEffects(const Stmt *S, States &Now);
  void operandEffects(const Stmt &S, States &Now);
  void endDividedByZero(const clang::BinaryOperator &Op, States &Now);
  void storedEffects(const Expr *E, States &Now);
  void assign(const clang::BinaryOperator &Op, States &Now);
  void call(const CallExpr &Call, States &Now);
  bool readsInput(const CallExpr &Call, const FunctionDecl *Callee,
                  States &Now);
  /// Splits the paths \p Now at each undecided `?:` in \p Extents and in
  /// \p Arguments, and supposes its condition or the negation: what a test
  /// chooses goes with what the test says.
  States apartByChoices(llvm::ArrayRef<const Expr *> Extents, const States &Now,
                        llvm::ArrayRef<const Expr *> Arguments = {});
  void launch(const clang::CUDAKernelCallExpr &Call, const States &Now);
  std::vector<const FunctionDecl *> launchedBy(const Expr &Callee,
                                               const State &In);
  std::vector<const FunctionDecl *> launchedBy(const HostValue &V,
                                               QualType Type) const;
  void collectHanded(const HostValue &V, const State &In,
                     llvm::SetVector<const FunctionDecl *> &Into);
  void noteHandedOn(const CallExpr &Call, const FunctionDecl *Callee,
                    const States &Now);
  void launch(const CallExpr &Call, const HostApiEntry &Api, const States &Now);
  void launchOf(const FunctionDecl &Kernel, const CallExpr &Call,
                const HostApiEntry &Api, const State &In);
  void setExtent(HostLaunch &Into, bool OfBlock, unsigned Axis,
                 const HostValue &V, const State &In);
  void setExtents(HostLaunch &Into, bool OfBlock, const HostValue &V,
                  const State &In);
  HostValue recordAt(const CallExpr &Call, int First, bool Flat,
                     const State &In);
  void setArguments(HostLaunch &Into, llvm::ArrayRef<HostValue> Values,
                    const State &In);
  std::vector<HostValue> argumentsAt(const HostValue &Pointer, const State &In);
  HostValue fieldAt(const Expr &Config, ConfigField Which, const State &In);
  void finish(HostLaunch &New, const State &In);
  HostValue attributesAt(const HostValue &Pointer, const State &In);
  void readConfiguration(const Expr &Config, const State &In, HostLaunch &Into);
  void readAttribute(const HostValue &Attribute, const clang::RecordDecl &Of,
                     HostLaunch &Into);
  std::optional<HostValue> followed(const Expr &Pointer, const State &In);
  HostValue at(const HostValue &To, const Expr &E, const State &In);
  HostValue addressOf(const Expr &Object, const State &In);
  std::optional<Place> placeOf(const Expr *E, const State &In);
  void store(const Expr *To, HostValue Value, State &In);
  void escape(const Expr *E, State &In);
  void escape(const VarDecl &Var, State &In);
  void escapeGiven(const CallExpr &Call, const FunctionDecl *Callee, State &In);
  void escapeGiven(const CXXConstructExpr &Made, State &In);
  void escapeObject(const CallExpr &Call, State &In);
  using Variables = llvm::SmallPtrSet<const VarDecl *, 16>;
  const Variables &changedBy(const FunctionDecl *Callee);
  void addChangedBy(const FunctionDecl &F, Variables &To) const;
  void forgetGlobals(const FunctionDecl *Callee, State &In);
  void escapePointee(const clang::DeclRefExpr &Ref, State &In);
  bool givesInput(const Stmt &S, const State &In);
  void forgetAssigned(const Stmt *S, State &In);
  void forgetAllAssigned(const Stmt &S, State &In);
  const Assignments &assignedIn(const Stmt &S);
  void forgetIterations(const Stmt &Loop, State &In);

  // ParameterModRef.cpp: what functions do to objects that they get.
  class HandlingReader;
  Handling modRefOf(const FunctionDecl &F, const ParmVarDecl *Object);
  void forgetHandled(const Expr &E, const Handling &Of, State &In);

  // HostContainers.cpp: arrays, vectors, pairs and tuples of the library.
  HostValue countOf(const Expr &Object, const HostValue &Of);
  std::optional<int64_t> elementNamedBy(const CallExpr &Call, const State &In);
  HostValue ofLibrary(const CallExpr &Call, const FunctionDecl &Callee,
                      const State &In);
  std::optional<HostValue> madeOfLibrary(const CXXConstructExpr &Made,
                                         const State &In);
  void loseElements(const Expr &Object, State &In);
  void append(const Expr &Object, HostValue Value, State &In);
  void resize(const Expr &Object, HostValue Count, State &In);
  bool containerEffects(const CallExpr &Call, States &Now);
  bool assignTied(const Expr &To, const Expr &From, States &Now);

  // HostTerms.cpp, PathMerging.cpp: terms over unknown numbers, the conditions
  // that bound them, and the join of paths.
  HostValue unknownOf(QualType Type, bool IsInput = false);
  HostValue completed(HostValue V, QualType Type);
  HostValue readOf(const Expr &E, const State &In);
  HostValue readOf(ObjectName Name, const FieldDecl *Field, const State &In);
  HostValue fieldsOf(const ObjectName &Name, QualType Type, const State &In,
                     size_t &Left);
  std::optional<ObjectName> nameOf(const Expr *E, const State &In);
  ObjectName nameOf(const VarDecl &Var, const State &In);
  std::optional<ObjectName> pointeeOf(const Expr *E, const State &In);
  void renew(const VarDecl &Var, State &In);
  HostValue applied(Operator Op, const HostValue &L, const HostValue &R);
  HostValue applied(clang::BinaryOperatorKind Op, const HostValue &L,
                    const HostValue &R);
  HostValue shifted(clang::BinaryOperatorKind Op, const HostValue &L,
                    const HostValue &R);
  std::optional<LaunchTerms::Ref> termOf(const HostValue &V);
  std::optional<int64_t> numberOf(const HostValue &V, const State &In) const;
  void suppose(const Expr *Condition, bool Truth, State &In);
  void suppose(LaunchTerms::Ref Truth, State &In);
  bool areAlike(const HostValue &L, const HostValue &R) const;
  template <typename Map> bool areAlike(const Map &L, const Map &R) const;
  bool areAlike(const State &L, const State &R) const;
  HostValue joined(const HostValue &L, const HostValue &R);
  LaunchTerms::Ref eitherOf(LaunchTerms::Ref L, LaunchTerms::Ref R);
  HostValue chosenBy(LaunchTerms::Ref Test, const HostValue &L,
                     const HostValue &R);
  LaunchTerms::Ref joinedTerm(LaunchTerms::Ref L, LaunchTerms::Ref R);
  void join(State &Into, const State &Other);
  std::optional<size_t> partingOf(const State &L, const State &R);
  bool joinSplitPaths(States &Paths);
  std::optional<LaunchTerms::Ref> listOfBoth(const State &L, const State &R);
  void noteChange(State &In) { In.Version = ++Versions; }
  void forget(const VarDecl &Var, State &In, bool IsInput = false);
  bool mayEnd(const Stmt *S);
  bool mayChange(const Stmt *S);
  void choice(const Expr &Condition, const Expr *Then, const Expr *Else,
              States &Now);
  HostValue kernelNamed(const Expr &Name);
  bool madeBy(const CallExpr &Call, const HostApiEntry &Api, States &Now);

  HostValue value(const Expr *E, const State &In);
  HostValue unconverted(const Expr *E, const State &In);
  HostValue converted(HostValue V, QualType From, QualType To);
  HostValue member(const clang::MemberExpr &Member, const State &In);
  HostValue variable(const VarDecl &Var, const Expr &E, const State &In);
  bool keepsItsValue(const VarDecl &Var) const;
  HostValue unary(const clang::UnaryOperator &Op, const State &In);
  HostValue elementAt(const Expr &Base, const Expr &Index, bool Behind,
                      const State &In);
  HostValue rounded(const HostValue &Quotient, bool Up);
  HostValue binary(const clang::BinaryOperator &Op, const State &In);
  HostValue constructed(const Expr *E, const State &In);
  HostValue defaultRecord(const clang::CXXRecordDecl &Record);
  HostValue zeroed(QualType Type) const;
  bool zeroes(const CallExpr &Call, const FunctionDecl *Callee, States &Now);
  bool isUsersConstructor(const CXXConstructExpr &Made) const;
  HostValue madeByConstructor(const CXXConstructExpr &Made, const State &In,
                              bool RunsBody = false);
  HostValue initialized(const CXXConstructorDecl &Constructor,
                        const State &Entry, bool RunsBody);
  void runConstructor(const VarDecl &Var, States &Now);
  HostValue chosen(const HostValue &Condition, const HostValue &Then,
                   const HostValue &Else);
  HostValue computed(const CallExpr &Call, const FunctionDecl &Callee,
                     const State &In);

  // CalleeEntry.cpp: what a function can see of the path that calls it.
  State entryOf(const FunctionDecl &Callee, const CallExpr &Call,
                const State &Caller);
  using Symbols = llvm::SmallDenseSet<LaunchTerms::Ref, 16>;
  class KeyWriter;
  bool canName(const Step &Root, const State &Entry,
               const Symbols &Visible) const;
  bool isReadAgain(LaunchTerms::Ref Symbol, const State &Entry,
                   const Symbols &Visible) const;
  Symbols keepVisible(State &Entry) const;
  std::optional<std::vector<uint64_t>> keyOf(const FunctionDecl &F,
                                             const State &Entry,
                                             const Symbols &Visible) const;
  void enter(const FunctionDecl &F, State Entry);

  // HostFunctions.cpp: arguments and results of functions that are run.
  const Body *bodyOf(const FunctionDecl *&Callee);
  const Body &readBody(const FunctionDecl &F);
  void noteNamed(const Body &Read);

  // HostLambdas.cpp: lambdas that only calls in sight run.
  void readClosures(const Stmt &Body);
  bool isOnlyCalledInSight(const clang::LambdaExpr &Lambda);
  void closureEffects(const clang::LambdaExpr &Lambda, States &Now);
  void readInitializers(const clang::Decl &D);
  std::vector<Handed> handedBy(const CallExpr &Call,
                               const FunctionDecl &Callee);
  bool isLent(const Expr &Argument, const States &Now);
  void takeBack(const State &End, llvm::ArrayRef<Handed> Out,
                llvm::ArrayRef<const VarDecl *> Lent, State &Path);
  void escapeUnhanded(const CallExpr &Call, const FunctionDecl &Callee,
                      llvm::ArrayRef<Handed> Out, State &In);
  States run(const FunctionDecl &Callee, State Entry);
  bool runForResults(const CallExpr &Call, const FunctionDecl *Callee,
                     States &Now);
  HostValue returned(const CallExpr &Call, const State &In);
  bool bringsInput(const CallExpr &Call, const FunctionDecl &Callee,
                   const State &In);
  std::optional<int64_t> number(const Expr *E, const State &In);
  const VarDecl *objectVariable(const Expr &Object, const State &In);
  /// Calls \p Use for each path of \p Now with the value of \p E on it. A path
  /// with an undecided `?:` is split into two.
  void forEachValue(const Expr *E, States &Now,
                    llvm::function_ref<void(State &, HostValue)> Use);

  const std::vector<const FunctionDecl *> &targetsOf(const CallExpr &Call);
  void indexTargets();
  const FunctionDecl *onlyTargetOf(const CallExpr &Call);
  using Set = llvm::SmallPtrSet<const FunctionDecl *, 16>;
  void addCalled(Set &To, Set &Named);

  /// True if \p F or a function that it calls, directly or not, has \p Trait.
  bool reaches(const FunctionDecl &F, bool Body::*Trait);
  bool reachesLaunch(const FunctionDecl &F);
  bool asksResidency() const { return Asking > 0; }
  bool holdsLaunch(const Stmt *S);
  void merge(States &Into, States More);

  clang::ASTContext &Context;
  llvm::ArrayRef<const FunctionDecl *> Functions, Kernels;
  std::unordered_map<const FunctionDecl *, Body> Bodies;
  /// Variables that some body changes, and those that may be changed otherwise
  /// than by assignments in sight (HostBody::Changed, ::Exposed).
  Variables Changed, Exposed;
  /// Fields that some body may change outside of constructors.
  llvm::SmallPtrSet<const FieldDecl *, 16> ChangedFields;
  llvm::DenseMap<const FieldDecl *, HostFieldStores> Stores; ///< Looked up.
  /// By class: the variable that stands for an object that is not in sight
  /// (isOfOthers).
  llvm::DenseMap<const clang::CXXRecordDecl *, const VarDecl *> ObjectsOfOthers;
  /// Variables outside of functions, in source order.
  std::vector<const VarDecl *> Globals;
  /// Variables outside of functions that a function of user code other than
  /// main may change: a call into unknown code may run it.
  Variables ChangedByOthers;
  std::map<const FunctionDecl *, Variables> ChangedBy; ///< Looked up.
  /// Functions, kernels too, whose address is taken.
  llvm::SetVector<const FunctionDecl *> Taken;
  /// Functions of Taken that are passed to a call.
  llvm::SmallPtrSet<const FunctionDecl *, 16> HandedOver;
  LambdaEscape Closures;
  /// Kernels whose handle has been asked for.
  llvm::SetVector<const FunctionDecl *> Handled;
  /// Symbols for what unknown callers pass, function pointers and handles among
  /// them: which kernels these are is for the callers to say.
  std::set<LaunchTerms::Ref> Given;
  /// The functions that a call may run whose callee is not certain. Looked up.
  std::map<const CallExpr *, std::vector<const FunctionDecl *>> Targets;
  /// Functions read, by canonical pointee type and by what they override.
  struct TargetIndex {
    template <typename Key>
    using By = llvm::DenseMap<const Key *, std::vector<const FunctionDecl *>>;
    By<clang::Type> OfType;          ///< Looked up.
    By<CXXMethodDecl> Overriding;    ///< Looked up.
    size_t Functions = 0, Taken = 0; ///< How many of each it was made from.
  };
  TargetIndex Index;
  /// Whether a function reaches a launch.
  llvm::DenseMap<const FunctionDecl *, bool> Reaching;
  /// By function and parameter; null for the object of a method.
  llvm::DenseMap<std::pair<const FunctionDecl *, const ParmVarDecl *>, Handling>
      Handlings;
  /// Memos of holdsLaunch, mayEnd and mayChange.
  llvm::DenseMap<const Stmt *, bool> Holding, Ending, Changing;
  NoReturnFunctions Endings;
  std::map<const Stmt *, Assignments> Assigned; ///< Looked up.
  /// Monotonic variables by loop. Looked up.
  std::map<const Stmt *, std::vector<MonotonicVariable>> Trends;
  LaunchTerms Terms;
  /// Bytes allocated at an address, by the term of the address.
  std::map<LaunchTerms::Ref, LaunchTerms::Ref> Allocated;
  /// The symbol for what was read from an object that is not followed, by its
  /// name and HostPathState::Version. Looked up, never iterated.
  std::map<std::pair<ObjectName, unsigned>, LaunchTerms::Ref> Reads;
  /// The key in Reads, by symbol.
  llvm::DenseMap<LaunchTerms::Ref, const std::pair<ObjectName, unsigned> *>
      ReadFrom;
  /// Symbols for the results of shifts of or by unknown numbers.
  std::map<
      std::tuple<clang::BinaryOperatorKind, LaunchTerms::Ref, LaunchTerms::Ref>,
      LaunchTerms::Ref>
      Shifted;
  llvm::DenseSet<LaunchTerms::Ref> OfShifts; ///< The values of Shifted.
  /// Keys (keyOf) of the entries with which functions were run for their
  /// launches. Looked up.
  std::map<const FunctionDecl *, std::set<std::vector<uint64_t>>> Entries;
  /// During a join of two paths: the condition that the first has tested and
  /// the second has found false; nothing if there is none.
  std::optional<LaunchTerms::Ref> Parting;
  /// During a join without such a condition: a new symbol that is not 0 on the
  /// first path.
  std::optional<LaunchTerms::Ref> Chooser;
  unsigned Versions = 0; ///< The last HostPathState::Version.
  /// True while an operand of `?:`, `&&` or `||` is run.
  bool MayBeSkipped = false;
  /// During a join: the term for a value that is one term on the first path and
  /// another on the second.
  std::map<std::pair<LaunchTerms::Ref, LaunchTerms::Ref>, LaunchTerms::Ref>
      JoinedTerms;
  /// Functions that have been run at least once.
  llvm::SmallPtrSet<const FunctionDecl *, 16> Visited;
  const Seek Sought;
  std::string Entry; ///< Of the run in progress, see LaunchConstraint::Entry.
  /// See LaunchConstraint::Entered.
  std::vector<std::optional<LaunchTerms::Ref>> Entered;
  bool IsByPointer = false;        ///< See LaunchConstraint::IsByPointer.
  AssumptionSet::Bits RestsOn = 0; ///< Made since runRoot began.
  std::vector<HostLaunch> Found;
  std::vector<HostCall> FoundCalls;
  llvm::SmallPtrSet<const Expr *, 16> Reached; ///< Launch sites, on a path.
  /// The body in progress, if it has a `goto`, and the state at its begin.
  const Stmt *Jumps = nullptr;
  const State *JumpsFrom = nullptr;
  const Limits &Within;
  mutable HostSyntaxMemo Syntax;
  unsigned Depth = 0;
  uint64_t Steps = 0;             ///< Over all paths, of Budgets::HostSteps.
  unsigned Calls = 0, Unseen = 0; ///< The last numbers given out.
  unsigned Runs = 0;              ///< Calls run by runForResults; limited.
  /// Value of Steps at which the run for the result of a call ends; 0 if none
  /// is in progress.
  uint64_t StepsForValue = 0;
  /// Functions in progress for their results.
  llvm::SmallPtrSet<const FunctionDecl *, 8> Running;
  /// Functions in progress for their launches, outermost first.
  std::vector<const FunctionDecl *> Active;
  /// Functions that call themselves deeper than Budgets::HostRecursions.
  llvm::SetVector<const FunctionDecl *> Recursing;
  /// The function that is run for any caller by addForAnyCaller or
  /// runRecursions; null if none is.
  const FunctionDecl *Widened = nullptr;
  unsigned Asking = 0; ///< Functions in progress that ask what a device holds.
  HostEffort Effort;
  bool Truncated = false;      ///< A limit was hit.
  bool TakesUnreached = false; ///< See runUnreached.
};

} // namespace warplint::host

#endif // WARPLINT_ANALYSIS_HOSTINTERPRETER_HOSTINTERPRETER_H
