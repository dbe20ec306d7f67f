// How hostile text is drawn: colours are ours alone, and what is cut is cut between characters.
import { describe, expect, it } from "vitest";
import { runProgram } from "../../../src/cli/program.ts";
import { fakeHost, serviceEnv } from "../../cli/fake-host.ts";
import { hostileDefinitions } from "./hostile-definitions.ts";
import { findUnsafe } from "./oracle.ts";
import {
  type Body,
  readOnlyService,
  prompt,
  remotePrompt,
  createFixture,
  embeddedService,
} from "./fixture.ts";
import { hostileTexts } from "./hostile-texts.ts";

/** What the palette writes: nothing else of an escape is ours. */
// oxlint-disable-next-line no-control-regex -- it is what a terminal gets
const paletteEscapes = /\u001b\[(?:1|2|22|31|32|33|35|36|39)m/g;

describe("on a terminal with colours", () => {
  const texts = hostileTexts("controlCharacters", "forgedLines");

  it.each<[string, readonly (readonly string[])[]]>([
    ["plan", [["plan", "--unmanaged"]]],
    ["apply", [["apply", "--auto-approve"], ["plan"]]],
    ["validate", [["validate"]]],
    ["ids", [["ids", "--format", "json"]]],
  ])("%s says the same, and every escape is ours", async (_what, runs) => {
    const said = async (color: boolean): Promise<string> => {
      await using fixture = createFixture(
        { "prompts/x.yaml": hostileDefinitions(texts) },
        await embeddedService(texts),
      );
      let all = "";
      for (const words of runs) {
        const fetch = readOnlyService({ prompts: [remotePrompt(texts[0]!, texts[1]!)] });
        const env = { ...serviceEnv, ...(!color && { NO_COLOR: "1" }) };
        const options = { cwd: fixture.folder.path, env, fetch };
        const { host, seen } = fakeHost(words, options);
        await runProgram({ ...host, terminal: { out: true, err: true, columns: 100 } });
        all += seen.out + seen.err;
      }
      return all;
    };
    const [plain, coloured] = [await said(false), await said(true)];
    expect(coloured.replaceAll(paletteEscapes, "")).toBe(plain);
    expect(coloured === plain).toBe(runs[0]![0] === "ids");
  });
});

it("a name of emoji is cut between them", async () => {
  const joined = ["👩‍💻", "🏳️‍🌈", "👨‍👩‍👧‍👦"];
  const project = joined.flatMap((each): Body[] =>
    [60, 61, 62, 63].map((count) => prompt(`${"a".repeat(count % 4)}${each.repeat(count)}`)),
  );
  await using fixture = createFixture({ "prompts/x.yaml": project });
  const { out } = await fixture.run(["plan"]);
  expect(findUnsafe(out)).toEqual([]);
});
