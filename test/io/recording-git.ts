// A git for a test that records the words with which it is started.
import { execFileSync } from "node:child_process";
import { chmodSync, readFileSync } from "node:fs";
import { folderOf } from "./folder.ts";
import { gitEnv } from "./repository.ts";

export interface RecordingGit extends AsyncDisposable {
  /** The environment of git in tests, with this git. */
  readonly env: typeof gitEnv & { readonly PATH: string };
  /** The words of each start whose words contain a text, oldest first. */
  started(text: string): string[];
}

/** `refusal`: what it does with `--source`, as a shell command; default: nothing. */
export function recordingGit(refusal = ":"): RecordingGit {
  const bin = folderOf({});
  const git = execFileSync("sh", ["-c", "command -v git"], { encoding: "utf8" }).trim();
  const log = bin.at("log");
  const refuse = `case "$*" in *--source=*) ${refusal} ;; esac`;
  bin.write("git", `#!/bin/sh\necho "$*" >> "${log}"\n${refuse}\nexec "${git}" "$@"\n`);
  chmodSync(bin.at("git"), 0o755);
  return {
    env: { ...gitEnv, PATH: `${bin.path}:${process.env["PATH"]}` },
    started: (text) =>
      readFileSync(log, "utf8")
        .split("\n")
        .filter((words) => words.includes(text)),
    [Symbol.asyncDispose]: () => bin[Symbol.asyncDispose](),
  };
}
