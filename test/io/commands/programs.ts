// Programs for tests, in a temporary folder, and the processes that they leave.
import { execFileSync } from "node:child_process";
import type { CheckLine, CommandLine } from "../../../src/engine/evaluate/trials/command-lines.ts";

export const commandLine: CommandLine = {
  v: 1,
  prompt: "Support",
  variables: { ticket: "Where is OM-1?" },
  messages: [],
  request: { provider: "ANTHROPIC", body: { model: "claude-sonnet-4-6" } },
  bundle: "/bundle.json",
};

export const checkLine: CheckLine = {
  ...commandLine,
  evaluation: "evaluation/Support/late",
  name: "price",
  reply: { text: "It is $5.", calls: [], stopReason: "complete" },
};

/** A program in Node.js that answers each line with the value of an expression of `line` and `count`. */
export function answering(expression: string): string {
  return `import { createInterface } from "node:readline";
let count = 0;
for await (const text of createInterface({ input: process.stdin })) {
  const line = JSON.parse(text);
  count++;
  console.log(JSON.stringify({ id: line.id, ...(${expression}) }));
}`;
}

/** The ids of processes whose command line contains a text. */
export function processesWith(text: string): string[] {
  const listed = execFileSync("ps", ["-eo", "pid,stat,args"], { encoding: "utf8" });
  return listed
    .split("\n")
    .filter(
      (each) => each.includes(text) && !/^\s*\d+\s+Z/.test(each) && !each.includes(" ps -eo"),
    );
}
