// The native requests have the types of the providers' own clients: that of Anthropic in its last
// version for the Messages API 2023-06-01, which is the one that is sent, and, without sampling settings, in
// the first major version for a later one. openai 6 is the last one for Node.js 20.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import type { Prompt } from "../../src/generated/types.ts";
import { nativeRequest } from "../../src/providers/native-request.ts";
import { optionPrompts } from "./option-prompts.ts";

const root = join(import.meta.dirname, "..", "..");

interface Row {
  readonly case: string;
  readonly anthropic: object;
  readonly openai: object;
  readonly responses: object;
}

/** The expected bodies: native-requests.test.ts checks that they are what is sent. */
const table = readFileSync(join(import.meta.dirname, "native-requests.yaml"), "utf8");
/** Definitions can have it, and a provider rejects it. */
const rejected = "a tool schema of another type";
const rows = (parse(table, { merge: true }) as Row[]).filter((row) => row.case !== rejected);

const types = {
  laterAnthropic: `import type { MessageCreateParams as Body } from "anthropic-sdk-1/resources/messages";`,
  anthropic: `import type { MessageCreateParams as Body } from "@anthropic-ai/sdk/resources/messages";`,
  openai: `import type { ChatCompletionCreateParams as Body } from "openai/resources/chat/completions";`,
  responses: `import type { ResponseCreateParams as Body } from "openai/resources/responses/responses";`,
};

/** Compiles bodies as literals of the client's type. Returns the compiler's errors, a line each. */
function typeErrors(provider: keyof typeof types, bodies: readonly object[]): string[] {
  const folder = mkdtempSync(join(root, "node_modules", ".official-types-"));
  const literals = bodies.map((body) => `  ${JSON.stringify(body)},\n`).join("");
  const file = join(folder, "bodies.ts");
  writeFileSync(file, `${types[provider]}\nexport const bodies: Body[] = [\n${literals}];\n`);
  const flags = ["--ignoreConfig", "--noEmit", "--strict", "--skipLibCheck", "--target", "esnext"];
  const modules = ["--module", "nodenext", "--types", "node"];
  try {
    const command = join(root, "node_modules", ".bin", "tsc");
    execFileSync(command, [...flags, ...modules, file], { encoding: "utf8", stdio: "pipe" });
    return [];
  } catch (error) {
    return (error as { stdout: string }).stdout.trim().split("\n");
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe.each(["anthropic", "openai", "responses"] as const)("the bodies for %s", (api) => {
  it("have the type of its client", () => {
    const bodies = rows.map((row) => row[api]);
    expect(typeErrors(api, bodies)).toEqual([]);
  });

  it("would not have it with another value", () => {
    expect(typeErrors(api, [{ ...rows[0]![api], temperature: "1" }])).toHaveLength(1);
  });
});

describe("rendered requests with model options", () => {
  const bodiesOf = (prompts: readonly Prompt[]): object[] =>
    prompts.map((prompt) => nativeRequest({ prompt, messages: prompt.messages }).body);
  const [openai, responses, anthropic] = [
    bodiesOf(optionPrompts.openai),
    bodiesOf(optionPrompts.responses),
    bodiesOf(optionPrompts.anthropic),
  ];

  it("are at least 600", () => {
    expect(openai.length + responses.length + anthropic.length).toBeGreaterThanOrEqual(600);
  });

  it.each([
    ["openai", openai],
    ["responses", responses],
    ["anthropic", anthropic],
    ["laterAnthropic", anthropic],
  ] as const)("have the type of the client %s", (provider, bodies) => {
    expect(typeErrors(provider, bodies)).toEqual([]);
  });

  it("have no sampling settings for the later client of Anthropic", () => {
    const sampled = { ...anthropic[0], temperature: 0.5 };
    expect(typeErrors("anthropic", [sampled])).toEqual([]);
    expect(typeErrors("laterAnthropic", [sampled])).toHaveLength(1);
  });
});
