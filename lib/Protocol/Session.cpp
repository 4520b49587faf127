//===--- Session.cpp - A conversation with an agent -----------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Protocol/Session.h"
#include "Quoting/Printable.h"
#include "Support/Json.h"
#include "llvm/Support/FormatVariadic.h"

using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;

namespace warplint::protocol {

/// Versions that begin with a handshake, the oldest first.
static constexpr llvm::StringLiteral Handshakes[] = {"2024-11-05", "2025-06-18",
                                                     "2025-11-25"};
/// The version whose requests carry an envelope.
static constexpr llvm::StringLiteral Enveloped = "2026-07-28";
static constexpr llvm::StringLiteral VersionKey =
    "io.modelcontextprotocol/protocolVersion";
static constexpr llvm::StringLiteral ServerKey =
    "io.modelcontextprotocol/serverInfo";

namespace {
enum ErrorCode : int {
  ParseError = -32700,
  InvalidRequest = -32600,
  MethodNotFound = -32601,
  InvalidParams = -32602,
  InternalError = -32603,
  ResourceNotFound = -32002,
  UnsupportedVersion = -32022
};
} // namespace

static constexpr llvm::StringLiteral Instructions =
    "warplint finds synchronization bugs in CUDA C++ without running anything. "
    "Lint after each edit of a kernel. 'certainty' says what a finding rests "
    "on, 'witness' names threads and launch that show it, 'notes' the reasons, "
    "'edits' a remedy; apply_fixes keeps an edit only if it helps. "
    "explain_check has the rule behind a finding.";

static std::string asLine(Object Message) {
  return quoting::printableJson(
             llvm::formatv("{0}", Value(std::move(Message))).str()) +
         "\n";
}

static std::string asText(const Value &From) {
  return llvm::formatv("{0}", From).str();
}

/// What was once written by asText.
static Value asValue(llvm::StringRef Text) {
  llvm::Expected<Value> Parsed = base::parseJson(Text);
  if (Parsed)
    return std::move(*Parsed);
  llvm::consumeError(Parsed.takeError());
  return nullptr;
}

static std::string errorReply(llvm::StringRef Id, ErrorCode Code,
                              llvm::StringRef Why,
                              std::optional<Object> Data = std::nullopt) {
  Object Error{{"code", int(Code)}, {"message", llvm::json::fixUTF8(Why)}};
  if (Data)
    Error["data"] = std::move(*Data);
  return asLine(Object{
      {"jsonrpc", "2.0"}, {"id", asValue(Id)}, {"error", std::move(Error)}});
}

struct Session::Message {
  std::string Id = "null"; ///< As JSON.
  bool IsRequest = false;
  std::string Method;
  Object Params;
  std::string Asked; ///< The version in its envelope, if it has one.

  bool isEnveloped() const { return !Asked.empty(); }
};

static Object serverInfo(llvm::StringRef Version) {
  return Object{
      {"name", "warplint"}, {"title", "warplint"}, {"version", Version}};
}

static Object capabilities() {
  return Object{{"tools", Object()}, {"resources", Object()}};
}

/// The version to speak with a client that offers \p Wanted: that one, else the
/// newest that is not newer, else the oldest. Versions are dates.
static llvm::StringRef agreedVersion(llvm::StringRef Wanted) {
  llvm::StringRef Best = Handshakes[0];
  for (llvm::StringRef Each : Handshakes)
    if (Each <= Wanted)
      Best = Each;
  return Best;
}

Object Session::greeting(llvm::StringRef Wanted) const {
  return Object{{"protocolVersion", agreedVersion(Wanted)},
                {"capabilities", capabilities()},
                {"serverInfo", serverInfo(Version)},
                {"instructions", Instructions}};
}

std::string Session::result(const Message &To, Object Holds) const {
  if (To.isEnveloped()) {
    Holds["resultType"] = "complete";
    Holds["_meta"] = Object{{ServerKey, serverInfo(Version)}};
  }
  return asLine(Object{{"jsonrpc", "2.0"},
                       {"id", asValue(To.Id)},
                       {"result", std::move(Holds)}});
}

/// What a client may keep: the tools do not change while the server runs.
static Object cacheable(Object Holds) {
  Holds["ttlMs"] = 3600000;
  Holds["cacheScope"] = "private";
  return Holds;
}

static Object failure(llvm::StringRef Why) {
  return Object{{"content", Array{Object{{"type", "text"}, {"text", Why}}}},
                {"isError", true}};
}

Session::Heard Session::callTool(const Message &From) {
  auto Name = From.Params.getString("name");
  if (!Name)
    return {errorReply(From.Id, InvalidParams, "tools/call names no tool"),
            std::nullopt, ""};
  auto Of = toolNamed(*Name);
  if (!Of)
    return {errorReply(From.Id, InvalidParams,
                       "there is no tool '" + Name->str() +
                           "'; tools/list names all"),
            std::nullopt, ""};
  const Value *Given = From.Params.get("arguments");
  if (Given && !Given->getAsObject())
    return {errorReply(From.Id, InvalidParams, "'arguments' is no object"),
            std::nullopt, ""};
  auto With =
      ToolArguments::read(*Of, Given ? *Given->getAsObject() : Object());
  // Whoever made the call can mend it, and need not know the protocol.
  if (!With)
    return {result(From, failure(llvm::toString(With.takeError()))),
            std::nullopt, ""};
  PendingCall Call;
  Call.Id = From.Id;
  Call.Of = *Of;
  Call.With = std::move(*With);
  Call.IsEnveloped = From.isEnveloped();
  const Object *Meta = From.Params.getObject("_meta");
  if (const Value *Token = Meta ? Meta->get("progressToken") : nullptr)
    if (Token->getAsString() || Token->getAsInteger())
      Call.Progress = asText(*Token);
  return {"", std::move(Call), ""};
}

Session::Heard Session::readResource(const Message &From) const {
  auto Uri = From.Params.getString("uri");
  if (!Uri)
    return {errorReply(From.Id, InvalidParams, "'uri' is missing"),
            std::nullopt, ""};
  auto Page = protocol::readResource(*Uri, Checks);
  if (!Page)
    return {errorReply(From.Id, ResourceNotFound,
                       "there is no page '" + Uri->str() + "'"),
            std::nullopt, ""};
  return {result(From, From.isEnveloped() ? cacheable(std::move(*Page))
                                          : std::move(*Page)),
          std::nullopt, ""};
}

Session::Heard Session::answerRequest(const Message &From) {
  auto Refuse = [&](ErrorCode Code, llvm::StringRef Why) -> Heard {
    return {errorReply(From.Id, Code, Why), std::nullopt, ""};
  };
  auto Give = [&](Object Holds) -> Heard {
    return {result(From, std::move(Holds)), std::nullopt, ""};
  };
  if (From.isEnveloped() && From.Asked != Enveloped)
    return {errorReply(From.Id, UnsupportedVersion,
                       "this version of the protocol is not spoken here",
                       Object{{"supported", Array{Enveloped}},
                              {"requested", From.Asked}}),
            std::nullopt, ""};
  if (From.Method == "initialize") {
    auto Wanted = From.Params.getString("protocolVersion");
    if (!Wanted)
      return Refuse(InvalidParams, "'protocolVersion' is missing");
    if (Greeted)
      return Refuse(InvalidRequest, "the session is initialized already");
    Greeted = true;
    return Give(greeting(*Wanted));
  }
  if (From.Method == "ping")
    return Give(Object());
  if (!Greeted && !From.isEnveloped())
    return Refuse(InvalidRequest, "'initialize' comes first");
  if (From.Method == "server/discover") {
    Array Versions{Enveloped};
    for (llvm::StringRef Each : llvm::reverse(Handshakes))
      Versions.push_back(Each);
    return Give(cacheable(Object{{"supportedVersions", std::move(Versions)},
                                 {"capabilities", capabilities()},
                                 {"instructions", Instructions}}));
  }
  if (From.Method == "tools/list") {
    Object All{{"tools", describeTools()}};
    return Give(From.isEnveloped() ? cacheable(std::move(All))
                                   : std::move(All));
  }
  if (From.Method == "tools/call")
    return callTool(From);
  if (From.Method == "resources/list") {
    Object All{{"resources", describeResources(Checks)}};
    return Give(From.isEnveloped() ? cacheable(std::move(All))
                                   : std::move(All));
  }
  if (From.Method == "resources/templates/list")
    return Give(Object{{"resourceTemplates", Array()}});
  if (From.Method == "resources/read")
    return readResource(From);
  return Refuse(MethodNotFound, "there is no method '" + From.Method + "'");
}

Session::Heard Session::hear(llvm::StringRef Line) {
  Line = Line.trim();
  if (Line.empty())
    return {};
  auto Refuse = [](llvm::StringRef Id, ErrorCode Code,
                   llvm::StringRef Why) -> Heard {
    return {errorReply(Id, Code, Why), std::nullopt, ""};
  };
  llvm::Expected<Value> Parsed = base::parseJson(Line);
  if (!Parsed)
    return Refuse("null", ParseError, llvm::toString(Parsed.takeError()));
  const Object *Whole = Parsed->getAsObject();
  if (!Whole)
    return Refuse("null", InvalidRequest, "a message is one JSON object");
  Message From;
  const Value *Id = Whole->get("id");
  if (Id && !Id->getAsString() && !Id->getAsInteger())
    return Refuse("null", InvalidRequest,
                  "an id is a string or a whole number");
  From.IsRequest = Id;
  if (Id)
    From.Id = asText(*Id);
  if (Whole->getString("jsonrpc") != "2.0")
    return Refuse(From.Id, InvalidRequest, "'jsonrpc' is not \"2.0\"");
  auto Method = Whole->getString("method");
  if (!Method) {
    // An answer: nothing was asked, so nobody waits for one.
    if (Whole->get("result") || Whole->get("error"))
      return {};
    return Refuse(From.Id, InvalidRequest, "'method' is missing");
  }
  From.Method = Method->str();
  if (const Value *Params = Whole->get("params")) {
    if (!Params->getAsObject())
      return From.IsRequest
                 ? Refuse(From.Id, InvalidParams, "'params' is no object")
                 : Heard();
    From.Params = *Params->getAsObject();
  }
  if (const Object *Meta = From.Params.getObject("_meta"))
    From.Asked = Meta->getString(VersionKey).value_or("").str();
  if (From.IsRequest)
    return answerRequest(From);
  const Value *Unwanted = From.Method == "notifications/cancelled"
                              ? From.Params.get("requestId")
                              : nullptr;
  return {"", std::nullopt, Unwanted ? asText(*Unwanted) : ""};
}

std::string Session::answer(const PendingCall &To,
                            const ToolResult &Given) const {
  Message Asked;
  Asked.Id = To.Id;
  if (To.IsEnveloped)
    Asked.Asked = Enveloped.str();
  if (!Given.Failure.empty())
    return result(Asked, failure(Given.Failure));
  std::string Text = Given.Text.empty()
                         ? quoting::printableJson(asText(Object(Given.Holds)))
                         : llvm::json::fixUTF8(Given.Text);
  return result(Asked,
                Object{{"content", Array{Object{{"type", "text"},
                                                {"text", std::move(Text)}}}},
                       {"structuredContent", Object(Given.Holds)},
                       {"isError", false}});
}

std::string Session::progress(const PendingCall &Of, unsigned Step,
                              llvm::StringRef Said) const {
  return asLine(
      Object{{"jsonrpc", "2.0"},
             {"method", "notifications/progress"},
             {"params", Object{{"progressToken", asValue(Of.Progress)},
                               {"progress", Step},
                               {"message", llvm::json::fixUTF8(Said)}}}});
}

std::string Session::tooLong(size_t Most) {
  return errorReply("null", InvalidRequest,
                    "a message is longer than " + std::to_string(Most >> 20) +
                        " MiB");
}

std::string Session::tooMany(const PendingCall &Call) {
  return errorReply(Call.Id, InternalError, "too many calls wait already");
}

} // namespace warplint::protocol
