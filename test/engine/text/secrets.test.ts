// The time of each pattern for secrets is linear: a text of 1 MB that repeats the start of a secret
// takes far less than the time limit of a test.
import { expect, it } from "vitest";
import { maskSecrets, redactSecrets } from "../../../src/engine/text/secrets.ts";

const starts = [
  "-----BEGIN ",
  "-----BEGIN A ",
  "sk-ant-",
  "sk-",
  "sk-a",
  "sk-1",
  "sk-A",
  "sk-proj-",
  "sk-svcacct-",
  "ghp_",
  "github_pat_",
  "glpat-",
  "AKIA",
  "ASIA1",
  "AIza",
  "AIza-",
  "xoxb-",
  "sk_live_",
  "rk_live_",
  "eyJ",
  "-eyJ",
  "eyJaaaaaaaaaa.",
  "eyJaaaaaaaaaa.eyJ",
  "://",
  "://a:",
  "://a:a@",
  "a:a@",
];

it.each(starts)("1 MB of %j takes linear time", (start) => {
  const text = start.repeat(1_000_000 / start.length);
  expect(maskSecrets(text)).toHaveLength(text.length);
});

it.each([
  ["an OpenAI key of a project", `sk-proj-${"a".repeat(60)}T3${"b".repeat(90)}`],
  ["an OpenAI key of a service account", `sk-svcacct-${"aB3_".repeat(30)}`],
  ["an old OpenAI key", `sk-${"aB3d".repeat(12)}`],
])("%s is masked", (_title, key) => {
  const location = { file: "a.yaml", line: 1, column: 1, endColumn: 2, text: `x: ${key}.` };
  const diagnostic = { severity: "error", code: "x", message: `Key ${key}.`, location } as const;
  expect(JSON.stringify(redactSecrets(diagnostic))).not.toContain(key.slice(0, 20));
});

it("a name in words is no OpenAI key", () => {
  const text = "sk-learn-tutorial-how-to-train-your-model and Sk-Learn-1";
  expect(maskSecrets(text)).toBe(text);
});

it.each(["\\n", "\\t", '"', " ", "="])("a key after %j is masked", (before) => {
  const key = `ghp_${"aB3".repeat(12)}`;
  expect(maskSecrets(`text: "multi${before}${key}"`)).not.toContain(key);
});
