//===--- HostInterpreter.h - What host code does up to its launches -----*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs host functions on what is known of their variables, to see with which
// extents they launch kernels: `dim3 b; b.x = 32;`, a helper that forwards a
// kernel and its extents, a table of cases. Where a branch is not decided both
// ways are run, each with its own variables, so that extents that belong
// together stay together. What cannot be followed is unknown, never guessed.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_HOSTINTERPRETER_HOSTINTERPRETER_H
#define WARPLINT_ANALYSIS_HOSTINTERPRETER_HOSTINTERPRETER_H

#include "Analysis/HostInterpreter/HostBody.h"
#include "Analysis/HostInterpreter/LambdaEscape.h"
#include "Analysis/HostInterpreter/NoReturnFunctions.h"
#include "Analysis/Launches/HostResults.h"
#include "Analysis/HostInterpreter/MonotonicVariables.h"
#include "Analysis/HostInterpreter/HostPathState.h"
#include "Analysis/HostInterpreter/UnanalyzedBodies.h"
#include "CudaModel/HostApi.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SetVector.h"
#include <map>
#include <optional>
#include <set>
#include <unordered_map>
#include <vector>

namespace warplint {

class HostInterpreter {
public:
  /// What is looked for in the host code.
  enum class Seek : uint8_t {
    Launches,
    /// The same, calls of functions that other units may define, and by which
    /// functions other units come to both.
    Build,
  };
  /// \p TopLevel: the user's declarations. \p Functions have bodies. Calls that
  /// launch count beside `<<<>>>`. \p Kernels can be asked for by name.
  HostInterpreter(clang::ASTContext &Context, llvm::ArrayRef<clang::Decl *> TopLevel,
          llvm::ArrayRef<const clang::FunctionDecl *> Functions,
          llvm::ArrayRef<const clang::FunctionDecl *> Kernels,
          const UnanalyzedBodies &Unread, Seek Sought);

  /// Every launch on every path, in source order of the functions that nothing
  /// in the unit calls. Functions that are called run as their callers call
  /// them. If a limit was hit, each kernel has more launches as its sites make
  /// them for any caller, or one of which nothing is known where they do not tell
  /// it. A kernel that is launched only where no path comes has the launches that
  /// its sites make for any caller.
  /// The same of calls, if they are sought; none that a limit has cut off.
  HostResults findings();

private:
  /// Calls inside calls, and those around a constructor that is followed.
  static constexpr unsigned MaxDepth = 24, MaxConstructors = 12;
  /// Runs of one function inside of each other, followed as they are called.
  static constexpr size_t MaxRecursions = 2;

  using Step = HostStep;
  using ObjectName = HostObjectName;
  using State = HostPathState;
  using States = std::vector<State>;
  /// Paths that leave a statement otherwise than at its end.
  struct Exits {
    States Breaks, Continues, Returns;
  };
  using Body = HostBody;
  class BodyReader;
  class ClosureReader;

  void runAll();
  void runUnreached();
  void addUnknown(size_t From);
  void addForAnyCaller();
  void runRecursions();
  void runRoot(const clang::FunctionDecl &F, bool IsOnlyAsCalled = false);
  void setGlobals(State &In);

  // HostObjects.cpp: objects whose methods others call.
  std::vector<const clang::CXXConstructorDecl *>
  constructorsFor(const clang::FunctionDecl &Method);
  bool keepsWhatItIsMadeOf(const clang::FieldDecl &Field) const;
  void keepWhatItIsMadeOf(const clang::CXXRecordDecl &Class,
                          HostValue &Made) const;
  void setObject(const clang::CXXMethodDecl &Method,
                 const clang::CXXConstructorDecl &Maker, State &In);
  HostValue madeBy(const clang::CXXConstructorDecl &Maker, State Entry,
                   std::vector<LaunchTerms::Ref> &Holds);
  /// \p Var stands for such an object: nothing is followed but what its
  /// constructor has set for good.
  static bool isSyntheticThis(const clang::VarDecl &Var);
  void noteMade(const clang::CXXConstructExpr &Made, const States &Now);
  void enterBy(const clang::FunctionDecl &F, const State &Begin,
               bool IsOnlyAsCalled);

  void runFunction(const clang::FunctionDecl &F, State Entry);
  void addSteps(size_t More);
  void leaveOut(const clang::FunctionDecl &F);
  void noteCall(const clang::Expr &Site, const clang::FunctionDecl &Callee,
                llvm::ArrayRef<const clang::Expr *> Arguments,
                const States &Now);
  void addNumbers(std::vector<std::optional<LaunchTerms::Ref>> &To,
                  const HostValue &V, clang::QualType Type);
  void finish(LaunchConstraint &Fact, const State &In);
  void execute(const clang::Stmt *S, States &Now, Exits &Out);
  static bool holdsJump(const clang::Stmt *S);
  void skip(const clang::Stmt &S, States &Now, Exits &Out);
  void executeDeclarations(const clang::DeclStmt &S, States &Now);
  void executeIf(const clang::IfStmt &If, States &Now, Exits &Out);
  States pathsTo(const clang::Expr &Tested,
                llvm::ArrayRef<const clang::Expr *> Values,
                llvm::ArrayRef<const clang::Expr *> All, const States &Now);
  void executeSwitch(const clang::SwitchStmt &Switch, States &Now, Exits &Out);
  bool isNever(const clang::Expr *Condition) const;
  void executeOnce(const clang::Stmt &Body, States &Now, Exits &Out);
  void executeRange(const clang::CXXForRangeStmt &Range, States &Now,
                    Exits &Out);
  std::optional<std::vector<HostValue>> elementsOf(const clang::Expr &Range,
                                                   const State &In);
  void executeLoop(const clang::Stmt &Loop, const clang::Expr *Condition,
                   const clang::Stmt *Body, const clang::Expr *Step,
                   bool TestsFirst, States &Now, Exits &Out);
  void executeIterations(const clang::Stmt &Loop, const clang::Expr *Condition,
                     const clang::Stmt *Body, const clang::Expr *Step,
                     bool TestsFirst, unsigned Iterations, States &Now, Exits &Out);
  bool runDecided(const clang::Expr &Condition, const clang::Stmt *Body,
                  const clang::Expr *Step, States &Now);
  bool holdsLonger(const clang::Expr &Condition, const clang::Expr *Step,
                   State In, unsigned Iterations);

  void effects(const clang::Stmt *S, States &Now);
  bool endingEffects(const clang::Stmt *S, States &Now);
  void operandEffects(const clang::Stmt &S, States &Now);
  void endDividedByZero(const clang::BinaryOperator &Op, States &Now);
  void storedEffects(const clang::Expr *E, States &Now);
  void assign(const clang::BinaryOperator &Op, States &Now);
  void call(const clang::CallExpr &Call, States &Now);
  bool readsInput(const clang::CallExpr &Call,
                  const clang::FunctionDecl *Callee, States &Now);
  /// \p Now, with what is known on either side of each choice that is made in
  /// \p Extents: the grid that a test chooses goes with what the test says.
  States apartByChoices(llvm::ArrayRef<const clang::Expr *> Extents,
                        const States &Now);
  void launch(const clang::CUDAKernelCallExpr &Call, const States &Now);
  std::vector<const clang::FunctionDecl *> launchedBy(const clang::Expr &Callee,
                                                      const State &In);
  std::vector<const clang::FunctionDecl *>
  launchedBy(const HostValue &V, clang::QualType Type) const;
  void collectHanded(const HostValue &V, const State &In,
                     llvm::SetVector<const clang::FunctionDecl *> &Into);
  void noteHandedOn(const clang::CallExpr &Call,
                    const clang::FunctionDecl *Callee, const States &Now);
  void launch(const clang::CallExpr &Call, const HostApiEntry &Api,
              const States &Now);
  void launchOf(const clang::FunctionDecl &Kernel, const clang::CallExpr &Call,
                const HostApiEntry &Api, const State &In);
  void setExtent(HostLaunch &Into, bool OfBlock, unsigned Axis,
                 const HostValue &V, const State &In);
  void setExtents(HostLaunch &Into, bool OfBlock, const HostValue &V,
                  const State &In);
  HostValue recordAt(const clang::CallExpr &Call, int First, bool Flat,
                     const State &In);
  void setArguments(HostLaunch &Into, llvm::ArrayRef<HostValue> Values,
                    const State &In);
  std::vector<HostValue> argumentsAt(const HostValue &Pointer, const State &In);
  HostValue fieldAt(const clang::Expr &Config, ConfigField Which,
                    const State &In);
  void finish(HostLaunch &New, const State &In);
  HostValue attributesAt(const HostValue &Pointer, const State &In);
  void readConfiguration(const clang::Expr &Config, const State &In,
                         HostLaunch &Into);
  void readAttribute(const HostValue &Attribute, const clang::RecordDecl &Of,
                     HostLaunch &Into);
  /// A variable or a part of it.
  struct Place {
    const clang::VarDecl *Var = nullptr;
    llvm::SmallVector<size_t, 4> Path; ///< As that of a HostValue.
    llvm::SmallVector<size_t, 2> Unions; ///< Steps that lead into one.
    bool Exact = true; ///< False if it may be another part of the variable.
  };
  std::optional<HostValue> followed(const clang::Expr &Pointer,
                                    const State &In);
  HostValue at(const HostValue &To, const clang::Expr &E, const State &In);
  HostValue addressOf(const clang::Expr &Object, const State &In);
  std::optional<Place> placeOf(const clang::Expr *E, const State &In);
  void store(const clang::Expr *To, HostValue Value, State &In);
  void escape(const clang::Expr *E, State &In);
  void escape(const clang::VarDecl &Var, State &In);
  void escapeGiven(const clang::CallExpr &Call,
                   const clang::FunctionDecl *Callee, State &In);
  void escapeGiven(const clang::CXXConstructExpr &Made, State &In);
  void escapeObject(const clang::CallExpr &Call, State &In);
  using Variables = llvm::SmallPtrSet<const clang::VarDecl *, 16>;
  const Variables &changedBy(const clang::FunctionDecl *Callee);
  void addChangedBy(const clang::FunctionDecl &F, Variables &To) const;
  void forgetGlobals(const clang::FunctionDecl *Callee, State &In);
  void escapePointee(const clang::DeclRefExpr &Ref, State &In);
  bool givesInput(const clang::Stmt &S, const State &In);
  void forgetAssigned(const clang::Stmt *S, State &In);
  void forgetAllAssigned(const clang::Stmt &S, State &In);
  struct Assignments {
    std::vector<const clang::Stmt *> Changing; ///< In source order.
    /// Those that alone change a variable.
    std::vector<const clang::BinaryOperator *> Plain;
  };
  const Assignments &assignedIn(const clang::Stmt &S);
  void forgetIterations(const clang::Stmt &Loop, State &In);

  // HostHandling.cpp: what functions do with objects of others.
  /// What a function does with an object that it gets by reference, or whose
  /// method it is.
  struct Handling {
    bool Leaks = false; ///< Its address goes to where it is not followed.
    bool ChangesAll = false;
    /// The fields that may be changed, the outermost of each.
    llvm::SetVector<const clang::FieldDecl *> Fields;

    bool changes() const { return ChangesAll || !Fields.empty(); }
  };
  class HandlingReader;
  Handling modRefOf(const clang::FunctionDecl &F,
                      const clang::ParmVarDecl *Object);
  void forgetHandled(const clang::Expr &E, const Handling &Of, State &In);

  // HostContainers.cpp: arrays, vectors, pairs and tuples of the library.
  HostValue countOf(const clang::Expr &Object, const HostValue &Of);
  std::optional<int64_t> elementNamedBy(const clang::CallExpr &Call,
                                        const State &In);
  HostValue ofLibrary(const clang::CallExpr &Call,
                      const clang::FunctionDecl &Callee, const State &In);
  std::optional<HostValue> madeOfLibrary(const clang::CXXConstructExpr &Made,
                                         const State &In);
  void loseElements(const clang::Expr &Object, State &In);
  void append(const clang::Expr &Object, HostValue Value, State &In);
  void resize(const clang::Expr &Object, HostValue Count, State &In);
  bool containerEffects(const clang::CallExpr &Call, States &Now);
  bool assignTied(const clang::Expr &To, const clang::Expr &From, States &Now);

  // HostTerms.cpp: numbers that are open, and what is known of them.
  HostValue unknownOf(clang::QualType Type, bool IsInput = false);
  HostValue completed(HostValue V, clang::QualType Type);
  HostValue readOf(const clang::Expr &E, const State &In);
  HostValue readOf(ObjectName Name, const clang::FieldDecl *Field,
                   const State &In);
  HostValue fieldsOf(const ObjectName &Name, clang::QualType Type,
                     const State &In, size_t &Left);
  std::optional<ObjectName> nameOf(const clang::Expr *E, const State &In);
  ObjectName nameOf(const clang::VarDecl &Var, const State &In);
  std::optional<ObjectName> pointeeOf(const clang::Expr *E, const State &In);
  void renew(const clang::VarDecl &Var, State &In);
  HostValue applied(LaunchOperator Op, const HostValue &L, const HostValue &R);
  HostValue applied(clang::BinaryOperatorKind Op, const HostValue &L,
                    const HostValue &R);
  HostValue shifted(clang::BinaryOperatorKind Op, const HostValue &L,
                    const HostValue &R);
  std::optional<LaunchTerms::Ref> termOf(const HostValue &V);
  std::optional<int64_t> numberOf(const HostValue &V, const State &In) const;
  void suppose(const clang::Expr *Condition, bool Truth, State &In);
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
  void forget(const clang::VarDecl &Var, State &In, bool IsInput = false);
  bool mayEnd(const clang::Stmt *S);
  bool mayChange(const clang::Stmt *S);
  void choice(const clang::Expr &Condition, const clang::Expr *Then,
              const clang::Expr *Else, States &Now);
  HostValue kernelNamed(const clang::Expr &Name);
  bool madeBy(const clang::CallExpr &Call, const HostApiEntry &Api,
              States &Now);

  HostValue value(const clang::Expr *E, const State &In);
  HostValue unconverted(const clang::Expr *E, const State &In);
  HostValue converted(HostValue V, clang::QualType From, clang::QualType To);
  HostValue member(const clang::MemberExpr &Member, const State &In);
  HostValue variable(const clang::VarDecl &Var, const clang::Expr &E,
                     const State &In);
  bool keepsItsValue(const clang::VarDecl &Var) const;
  HostValue unary(const clang::UnaryOperator &Op, const State &In);
  HostValue elementAt(const clang::Expr &Base, const clang::Expr &Index,
                      bool Behind, const State &In);
  HostValue rounded(const HostValue &Quotient, bool Up);
  HostValue binary(const clang::BinaryOperator &Op, const State &In);
  HostValue constructed(const clang::Expr *E, const State &In);
  HostValue defaultRecord(const clang::CXXRecordDecl &Record);
  HostValue zeroed(clang::QualType Type) const;
  bool zeroes(const clang::CallExpr &Call, const clang::FunctionDecl *Callee,
              States &Now);
  bool isUsersConstructor(const clang::CXXConstructExpr &Made) const;
  HostValue madeByConstructor(const clang::CXXConstructExpr &Made,
                              const State &In, bool RunsBody = false);
  HostValue initialized(const clang::CXXConstructorDecl &Constructor,
                        const State &Entry, bool RunsBody);
  void runConstructor(const clang::VarDecl &Var, States &Now);
  HostValue chosen(const HostValue &Condition, const HostValue &Then,
                   const HostValue &Else);
  HostValue computed(const clang::CallExpr &Call,
                     const clang::FunctionDecl &Callee, const State &In);

  // HostEntries.cpp: what of the path that calls it a function can see.
  State entryOf(const clang::FunctionDecl &Callee, const clang::CallExpr &Call,
                const State &Caller);
  using Symbols = llvm::SmallDenseSet<LaunchTerms::Ref, 16>;
  class KeyWriter;
  bool canName(const Step &Root, const State &Entry,
               const Symbols &Visible) const;
  bool isReadAgain(LaunchTerms::Ref Symbol, const State &Entry,
                   const Symbols &Visible) const;
  Symbols keepVisible(State &Entry) const;
  std::optional<std::vector<uint64_t>> keyOf(const clang::FunctionDecl &F,
                                             const State &Entry,
                                             const Symbols &Visible) const;
  void enter(const clang::FunctionDecl &F, State Entry);

  // HostFunctions.cpp: what functions of the host get and hand back.
  /// A reference by which a callee hands something out.
  struct Handed {
    const clang::ParmVarDecl *Parameter = nullptr;
    const clang::Expr *Place = nullptr;
    const clang::VarDecl *Var = nullptr; ///< That leads there.
  };
  const Body *bodyOf(const clang::FunctionDecl *&Callee);
  const Body &readBody(const clang::FunctionDecl &F);

  // HostLambdas.cpp: lambdas that only calls in sight run.
  void readClosures(const clang::Stmt &Body);
  bool isOnlyCalledInSight(const clang::LambdaExpr &Lambda);
  void closureEffects(const clang::LambdaExpr &Lambda, States &Now);
  void readInitializers(const clang::Decl &D);
  std::vector<Handed> handedBy(const clang::CallExpr &Call,
                               const clang::FunctionDecl &Callee);
  bool isLent(const clang::Expr &Argument, const States &Now);
  void takeBack(const State &End, llvm::ArrayRef<Handed> Out,
                llvm::ArrayRef<const clang::VarDecl *> Lent, State &Path);
  void escapeUnhanded(const clang::CallExpr &Call,
                      const clang::FunctionDecl &Callee,
                      llvm::ArrayRef<Handed> Out, State &In);
  States run(const clang::FunctionDecl &Callee, State Entry);
  bool runForResults(const clang::CallExpr &Call,
                     const clang::FunctionDecl *Callee, States &Now);
  HostValue returned(const clang::CallExpr &Call, const State &In);
  bool bringsInput(const clang::CallExpr &Call,
                   const clang::FunctionDecl &Callee, const State &In);
  std::optional<int64_t> number(const clang::Expr *E, const State &In);
  const clang::VarDecl *objectVariable(const clang::Expr &Object,
                                       const State &In);
  /// \p Now with the value that each way gives \p E; an undecided `?:` makes
  /// two paths of one.
  void forEachValue(const clang::Expr *E, States &Now,
                    llvm::function_ref<void(State &, HostValue)> Use);

  const std::vector<const clang::FunctionDecl *> &
  targetsOf(const clang::CallExpr &Call);
  void indexTargets();
  using Set = llvm::SmallPtrSet<const clang::FunctionDecl *, 16>;
  void addCalled(Set &To, Set &Named);

  /// \p F or a function that it calls has \p Trait.
  bool reaches(const clang::FunctionDecl &F, bool Body::*Trait);
  bool reachesLaunch(const clang::FunctionDecl &F);
  bool asksResidency() const { return Asking > 0; }
  bool holdsLaunch(const clang::Stmt *S);
  void merge(States &Into, States More);

  clang::ASTContext &Context;
  llvm::ArrayRef<const clang::FunctionDecl *> Functions, Kernels;
  std::unordered_map<const clang::FunctionDecl *, Body> Bodies;
  /// Of all bodies.
  Variables Changed, Exposed;
  llvm::SmallPtrSet<const clang::FieldDecl *, 16> ChangedFields;
  /// By the class.
  llvm::DenseMap<const clang::CXXRecordDecl *, const clang::VarDecl *>
      ObjectsOfOthers;
  /// Variables outside of functions, in source order.
  std::vector<const clang::VarDecl *> Globals;
  /// Variables outside of functions that calls from elsewhere may change.
  Variables ChangedByOthers;
  std::map<const clang::FunctionDecl *, Variables> ChangedBy; ///< Looked up.
  /// Functions, kernels too, that can be reached by a pointer.
  llvm::SetVector<const clang::FunctionDecl *> Taken;
  /// Those of them that are handed to somebody.
  llvm::SmallPtrSet<const clang::FunctionDecl *, 16> HandedOver;
  LambdaEscape Closures;
  /// Kernels of which a handle has been asked for.
  llvm::SetVector<const clang::FunctionDecl *> Handled;
  /// What callers that are not followed give: they are asked what it is.
  std::set<LaunchTerms::Ref> Given;
  /// Of calls whose callee is not certain.
  std::map<const clang::CallExpr *, std::vector<const clang::FunctionDecl *>>
      Targets; ///< Looked up.
  /// Functions that have been read, in their order: those that pointers of a
  /// canonical type may lead to, those that a virtual function may come to.
  struct TargetIndex {
    llvm::DenseMap<const clang::Type *,
                   std::vector<const clang::FunctionDecl *>>
        OfType; ///< Looked up.
    llvm::DenseMap<const clang::CXXMethodDecl *,
                   std::vector<const clang::FunctionDecl *>>
        Overriding; ///< Looked up.
    size_t Functions = 0, Taken = 0; ///< That it was made from.
  };
  TargetIndex Index;
  llvm::DenseMap<const clang::FunctionDecl *, bool> Reaching;
  /// By function and parameter, null for the object of a method.
  llvm::DenseMap<
      std::pair<const clang::FunctionDecl *, const clang::ParmVarDecl *>,
      Handling>
      Handlings;
  llvm::DenseMap<const clang::Stmt *, bool> Holding, Ending, Changing;
  NoReturnFunctions Endings;
  std::map<const clang::Stmt *, Assignments> Assigned; ///< Looked up.
  std::map<const clang::Stmt *, std::vector<MonotonicVariable>> Trends; ///< Looked up.
  LaunchTerms Terms;
  /// Bytes that were allocated at an address.
  std::map<LaunchTerms::Ref, LaunchTerms::Ref> Allocated;
  /// What was read from where nothing is followed, and when: looked up, never
  /// iterated.
  std::map<std::pair<ObjectName, unsigned>, LaunchTerms::Ref> Reads;
  /// By the symbol: what it was read from.
  llvm::DenseMap<LaunchTerms::Ref, const std::pair<ObjectName, unsigned> *>
      ReadFrom;
  /// What shifts by open numbers give.
  std::map<
      std::tuple<clang::BinaryOperatorKind, LaunchTerms::Ref, LaunchTerms::Ref>,
      LaunchTerms::Ref>
      Shifted;
  llvm::DenseSet<LaunchTerms::Ref> OfShifts; ///< Those numbers.
  /// Entries of functions that were run for what they launch: looked up.
  std::map<const clang::FunctionDecl *, std::set<std::vector<uint64_t>>>
      Entries;
  /// What the first of two paths that come together has tested and the second
  /// has found false.
  std::optional<LaunchTerms::Ref> Parting;
  /// Not 0 if it was the first of them, where no test tells.
  std::optional<LaunchTerms::Ref> Chooser;
  unsigned Versions = 0; ///< That have been given out.
  /// The expression in progress is an operand of `?:`, `&&` or `||`.
  bool MayBeSkipped = false;
  /// The symbols for values of which paths that come together have one each.
  std::map<std::pair<LaunchTerms::Ref, LaunchTerms::Ref>, LaunchTerms::Ref>
      JoinedTerms;
  llvm::SmallPtrSet<const clang::FunctionDecl *, 16> Visited;
  const Seek Sought;
  std::string Entry; ///< By which the run has begun, see LaunchConstraint.
  std::vector<std::optional<LaunchTerms::Ref>> Entered;
  bool IsByPointer = false; ///< See LaunchConstraint.
  std::vector<HostLaunch> Found;
  std::vector<HostCall> FoundCalls;
  /// Launches to which a path has come.
  llvm::SmallPtrSet<const clang::Expr *, 16> Reached;
  /// The body in progress, if it has a jump, and the state it began in.
  const clang::Stmt *Jumps = nullptr;
  const State *JumpsFrom = nullptr;
  /// Statements run per unit, over all paths.
  static constexpr unsigned MaxSteps = 250000;
  /// So often that for all that is run for any caller after a limit was hit.
  static constexpr unsigned MostForAnyCaller = 4;
  unsigned Depth = 0, Steps = 0;
  unsigned Calls = 0, Unseen = 0; ///< Numbers that have been given out.
  unsigned Runs = 0;              ///< Of functions for what they hand out.
  unsigned StepsForValue = 0;     ///< Up to there for what a call gives; or 0.
  llvm::SmallPtrSet<const clang::FunctionDecl *, 8> Running;
  /// Functions in progress for what they launch, outermost first.
  std::vector<const clang::FunctionDecl *> Active;
  /// Those that call themselves deeper than they are followed.
  llvm::SetVector<const clang::FunctionDecl *> Recursing;
  /// The one of them that is run for any caller; null if none is.
  const clang::FunctionDecl *Widened = nullptr;
  unsigned Asking = 0; ///< Functions in progress that ask what a device holds.
  HostEffort Effort;
  bool Truncated = false;
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_HOSTINTERPRETER_HOSTINTERPRETER_H
