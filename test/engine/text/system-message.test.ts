import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { describe, expect, it } from "vitest";
import { systemErrorText, systemMessage } from "../../../src/engine/text/system-message.ts";
import { folderOf } from "../../io/folder.ts";

function caught(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  return expect.fail("no error");
}

describe("errors of the file system", () => {
  it.each<[string, (path: (name: string) => string) => unknown, string]>([
    ["a missing file", (at) => readFileSync(at("no")), "no such file or directory"],
    ["a file as folder", (at) => readFileSync(at("file/x, open 'y'")), "not a directory"],
    ["a folder as file", (at) => readFileSync(at("")), "illegal operation on a directory"],
    ["a folder that exists", (at) => mkdirSync(at("file")), "file already exists"],
    ["two paths", (at) => symlinkSync("x", at("file")), "file already exists"],
    ["a loop", (at) => readFileSync(at("loop")), "a symbolic link leads to itself"],
    ["a long name", (at) => writeFileSync(at("x".repeat(300)), ""), "name too long"],
  ])("%s", async (_name, run, message) => {
    await using folder = folderOf({ file: "x" });
    folder.link("loop", "loop");
    expect(systemMessage(caught(() => run((name) => folder.at(name))))).toBe(message);
  });
});

describe("errors of connections", () => {
  it("a port in use, and an address of another computer", async () => {
    const messageFor = (port: number, host: string): Promise<string> =>
      new Promise((resolve) => {
        const server = createServer().once("error", (error) => resolve(systemMessage(error)));
        server.listen(port, host, () => server.close(() => resolve("listening")));
      });
    const first = createServer();
    await new Promise<void>((resolve) => first.listen(0, "127.0.0.1", resolve));
    const { port } = first.address() as { port: number };
    expect(await messageFor(port, "127.0.0.1")).toBe("the port is in use");
    expect(await messageFor(0, "192.0.2.1")).toBe("the address does not belong to this computer");
    await new Promise((resolve) => first.close(resolve));
  });

  it.each([
    ["ECONNREFUSED", "connect ECONNREFUSED 127.0.0.1:443", "connection refused"],
    ["ENOTFOUND", "getaddrinfo ENOTFOUND nowhere", "DNS lookup failed"],
    ["EPROTO", "write EPROTO 40A7:error:0A00010B:SSL routines:…", "TLS handshake failed"],
    ["ERR_SSL_WRONG_VERSION_NUMBER", "40A7:error:0A00010B:…", "TLS handshake failed"],
    ["CERT_HAS_EXPIRED", "certificate has expired", "certificate has expired"],
    ["ENETDOWN", "connect ENETDOWN: network is down 192.0.2.1", "network is down 192.0.2.1"],
  ])("%s", (code, message, text) => {
    expect(systemMessage(Object.assign(new Error(message), { code }))).toBe(text);
  });

  it("a code without a text of its own", () => {
    expect(systemErrorText("CERT_HAS_EXPIRED")).toBeUndefined();
  });
});

it("the message of an error without a code is kept, without its full stop", () => {
  expect(systemMessage(new Error("NOTE: it is broken, sadly 'so'."))).toBe(
    "NOTE: it is broken, sadly 'so'",
  );
});
