//===--- SarifNames.h - Keys and names in SARIF and JSON --------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_REPORT_SARIFNAMES_H
#define WARPLINT_REPORT_SARIFNAMES_H

#include "Report/Report.h"
#include "llvm/Support/JSON.h"

namespace warplint::report {

/// The version of what JSON lines and the properties of SARIF hold;
/// docs/output.md says what each version has changed.
inline constexpr int SchemaVersion = 2;

namespace sarif {
inline constexpr llvm::StringLiteral Tool = "warplint";
inline constexpr llvm::StringLiteral Version = "2.1.0";
/// The base (`uriBaseId`) of paths below the project's root.
inline constexpr llvm::StringLiteral Root = "SRCROOT";
/// Key of warplint's fingerprints; the number changes with their definition.
inline constexpr llvm::StringLiteral Fingerprint = "warplint/v1";
/// The key of those of `contextFingerprintOf`.
inline constexpr llvm::StringLiteral ContextFingerprint = "warplint/v2";
/// Id of notifications about files that were not linted whole.
inline constexpr llvm::StringLiteral Incomplete = "incomplete";
/// Id of notifications about kernels that were not analysed whole, and the keys
/// of their properties.
inline constexpr llvm::StringLiteral Cut = "cut";
inline constexpr llvm::StringLiteral CutKernel = "kernel";
inline constexpr llvm::StringLiteral CutConstruct = "construct";
inline constexpr llvm::StringLiteral CutTimes = "times";
/// Id of notifications about host functions that were not read whole, and the
/// keys of their properties.
inline constexpr llvm::StringLiteral Unread = "unread-host-function";
inline constexpr llvm::StringLiteral UnreadFunction = "function";
inline constexpr llvm::StringLiteral UnreadReason = "reason";
/// Id of notifications about NOLINT comments, and the key of the property that
/// says that a required reason is missing.
inline constexpr llvm::StringLiteral Nolint = "nolint";
inline constexpr llvm::StringLiteral ReasonMissing = "reasonMissing";
/// Role of files that are units, which files that units only read do not have.
inline constexpr llvm::StringLiteral SourceRole = "analysisTarget";
} // namespace sarif

/// {"threads": [...], "blockSize": [...], "gridSize": [...], "values": [...]},
/// the same in SARIF's property bags and in JSON lines.
llvm::json::Object toJson(const ReportedWitness &Shown);
llvm::json::Object toJson(const ReportedScenario &Scenario);
llvm::json::Object toJson(const ReportedProof &Proof);
/// [{"kind": "assumption", "id": "chosen-pitch", "subject": "n", "value":
/// 1024},
/// ...]
llvm::json::Array toJson(llvm::ArrayRef<EvidenceItem> RestsOn);
/// The same of \p F, and what a run has shown of it.
llvm::json::Array evidenceOf(const ReportedFinding &F);
/// {"roles": [...], "intervals": [...], ...}, the same in SARIF, JSON lines and
/// the HTML page.
llvm::json::Object toJson(const ReportedMap &Map);
/// As `warplint checks --format=json` writes a check.
llvm::json::Object toJson(const CheckInfo &Info);
/// Read back what toJson wrote; false if \p Object is something else.
bool fromJson(const llvm::json::Object &Object, ReportedWitness &Shown);
bool fromJson(const llvm::json::Object &Object, ReportedScenario &Scenario);
bool fromJson(const llvm::json::Object &Object, ReportedMap &Map);
bool fromJson(const llvm::json::Array &Items,
              std::vector<EvidenceItem> &RestsOn);

} // namespace warplint::report

#endif // WARPLINT_REPORT_SARIFNAMES_H
