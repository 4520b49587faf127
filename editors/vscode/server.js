// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A language server that runs: messages of the Language Server Protocol, and no more of
// it than the extension asks for. Knows nothing of an editor.

"use strict";
const { spawn } = require("child_process");

class Server {
  // handlers: onDiagnostics(uri, version, list), onEnd(reason), onLog(text)
  constructor(command, args, folder, handlers) {
    this.handlers = handlers;
    this.waiting = new Map();
    this.nextId = 1;
    this.received = Buffer.alloc(0);
    this.ended = false;
    this.child = spawn(command, args, { cwd: folder, stdio: ["pipe", "pipe", "pipe"] });
    this.child.on("error", (error) => this.end(error.message));
    this.child.on("exit", (code, signal) => this.end(signal || `exit code ${code}`));
    this.child.stdin.on("error", () => {});
    this.child.stdout.on("data", (data) => this.receive(data));
    this.child.stderr.on("data", (data) => handlers.onLog(data.toString()));
  }

  end(reason) {
    if (this.ended)
      return;
    this.ended = true;
    for (const { reject } of this.waiting.values())
      reject(new Error(reason));
    this.waiting.clear();
    this.handlers.onEnd(reason);
  }

  send(message) {
    if (this.ended)
      return;
    const text = Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message }));
    this.child.stdin.write(`Content-Length: ${text.length}\r\n\r\n`);
    this.child.stdin.write(text);
  }

  notify(method, params) {
    this.send({ method, params });
  }

  request(method, params) {
    const id = this.nextId++;
    return new Promise((resolve, reject) => {
      if (this.ended) {
        reject(new Error("the server has ended"));
        return;
      }
      this.waiting.set(id, { resolve, reject });
      this.send({ id, method, params });
    });
  }

  receive(data) {
    this.received = Buffer.concat([this.received, data]);
    for (;;) {
      const head = this.received.indexOf("\r\n\r\n");
      if (head < 0)
        return;
      const length = /content-length: *(\d+)/i.exec(this.received.toString("latin1", 0, head));
      const begin = head + 4;
      const end = begin + Number(length ? length[1] : 0);
      if (this.received.length < end)
        return;
      const text = this.received.toString("utf8", begin, end);
      this.received = this.received.subarray(end);
      this.handle(JSON.parse(text));
    }
  }

  handle(message) {
    if (message.method === "textDocument/publishDiagnostics") {
      const { uri, version, diagnostics } = message.params;
      this.handlers.onDiagnostics(uri, version, diagnostics);
    } else if (message.method && message.id !== undefined) {
      // Progress and the like: there is nothing to answer, but an answer is due.
      this.send({ id: message.id, result: null });
    } else if (this.waiting.has(message.id)) {
      const { resolve, reject } = this.waiting.get(message.id);
      this.waiting.delete(message.id);
      if (message.error)
        reject(new Error(message.error.message));
      else
        resolve(message.result);
    }
  }

  async initialize(folderUri) {
    await this.request("initialize", {
      processId: process.pid,
      rootUri: folderUri,
      capabilities: {
        textDocument: {
          publishDiagnostics: { relatedInformation: true, codeDescriptionSupport: true },
          codeAction: {
            codeActionLiteralSupport: { codeActionKind: { valueSet: ["quickfix"] } }
          }
        }
      }
    });
    this.notify("initialized", {});
  }

  async stop() {
    try {
      await this.request("shutdown", null);
      this.notify("exit", null);
    } catch (error) {
      // It has ended by itself.
    }
  }
}

module.exports = { Server };
