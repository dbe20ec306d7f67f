// Promise 9: on a terminal, all color escapes are promptctl's own, and long names are truncated
// between characters.
import { describe, expect, it } from "vitest";
import { runProgram } from "../../../src/cli/program.ts";
import { fakeHost, serviceEnv } from "../../cli/fake-host.ts";
import { hostileDefinitions } from "./hostile-definitions.ts";
import { findUnsafe, withoutColors } from "./oracle.ts";
import {
  type Body,
  readOnlyService,
  prompt,
  remotePrompt,
  createFixture,
  embeddedService,
} from "./fixture.ts";
import { hostileTexts } from "./hostile-texts.ts";

describe("on a terminal with colors", () => {
  const texts = hostileTexts("controlCharacters", "forgedLines");

  it.each<[string, readonly (readonly string[])[]]>([
    ["plan", [["plan", "--unmanaged"]]],
    ["apply", [["apply", "--auto-approve"], ["plan"]]],
    ["validate", [["validate"]]],
  ])(
    "%s prints the same text as without colors, and only escapes of promptctl",
    async (_, runs) => {
      const runAll = async (color: boolean): Promise<string> => {
        await using fixture = createFixture(
          { "prompts/x.yaml": hostileDefinitions(texts) },
          await embeddedService(texts),
        );
        let all = "";
        for (const args of runs) {
          const fetch = readOnlyService({ prompts: [remotePrompt(texts[0]!, texts[1]!)] });
          const env = { ...serviceEnv, ...(!color && { NO_COLOR: "1" }) };
          const options = { cwd: fixture.folder.path, env, fetch };
          const { host, seen } = fakeHost(args, options);
          await runProgram({ ...host, terminal: { out: true, err: true, columns: 100 } });
          all += seen.out + seen.err;
        }
        return all;
      };
      const [plain, colored] = [await runAll(false), await runAll(true)];
      expect(withoutColors(colored)).toBe(plain);
      expect(colored).not.toBe(plain);
    },
  );
});

it("a long name of emoji is truncated between emoji", async () => {
  const emoji = ["👩‍💻", "🏳️‍🌈", "👨‍👩‍👧‍👦"];
  const project = emoji.flatMap((char): Body[] =>
    [60, 61, 62, 63].map((count) => prompt(`${"a".repeat(count % 4)}${char.repeat(count)}`)),
  );
  await using fixture = createFixture({ "prompts/x.yaml": project });
  const { out } = await fixture.run(["plan"]);
  expect(findUnsafe(out)).toEqual([]);
});
