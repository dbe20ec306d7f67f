// The native requests have the types of the providers' own clients: that of Anthropic in its last
// version for the Messages API 2023-06-01, which is the one that is sent.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";

const root = join(import.meta.dirname, "..", "..");

interface Row {
  readonly case: string;
  readonly anthropic: object;
  readonly openai: object;
}

/** The expected bodies: native-requests.test.ts checks that they are what is sent. */
const table = readFileSync(join(import.meta.dirname, "native-requests.yaml"), "utf8");
/** Definitions can have it, and a provider rejects it. */
const rejected = "a tool schema of another type";
const rows = (parse(table, { merge: true }) as Row[]).filter((row) => row.case !== rejected);

const types = {
  anthropic: `import type { MessageCreateParams as Body } from "@anthropic-ai/sdk/resources/messages";`,
  openai: `import type { ChatCompletionCreateParams as Body } from "openai/resources/chat/completions";`,
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

describe.each(["anthropic", "openai"] as const)("the bodies for %s", (provider) => {
  it("have the type of its client", () => {
    const bodies = rows.map((row) => row[provider]);
    expect(typeErrors(provider, bodies)).toEqual([]);
  });

  it("would not have it with another value", () => {
    expect(typeErrors(provider, [{ ...rows[0]![provider], temperature: "1" }])).toHaveLength(1);
  });
});
