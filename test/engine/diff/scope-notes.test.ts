// Notes about patterns of promptctl.yaml that match nothing.
import { expect, it } from "vitest";
import { planOf } from "../../fixtures/in-memory.ts";
import { toolResponse } from "../../fixtures/responses.ts";

const tool = "kind: tool\nname: look_up\ndescription: d\nparameters: {}\n";
const remote = { tools: [toolResponse("t1", { name: "legacy" })] };
const nothing = "matches no definition and no resource of the service.";

it.each<[sentence: string, options: object, remote: object, notes: readonly string[]]>([
  ["patterns that match have none", { scope: ["tool/look*"], keep: ["tool/leg*"] }, remote, []],
  [
    "a misspelled name under scope",
    { scope: ["tool/lok_up"] },
    remote,
    [`"tool/lok_up" under scope in promptctl.yaml ${nothing} Did you mean "tool/look_up"?`],
  ],
  [
    "a misspelled pattern under scope",
    { scope: ["*", "tool/lok*"] },
    remote,
    [`"tool/lok*" under scope in promptctl.yaml ${nothing} Did you mean "tool/look_up"?`],
  ],
  [
    "a misspelled name of a resource under keep",
    { keep: ["tool/legcy"] },
    remote,
    [`"tool/legcy" under keep in promptctl.yaml ${nothing} Did you mean "tool/legacy"?`],
  ],
  [
    "a pattern without a similar name",
    { keep: ["prompt/Archive *"] },
    remote,
    [`"prompt/Archive *" under keep in promptctl.yaml ${nothing}`],
  ],
  ["all of a kind that has none yet", { scope: ["prompt/*", "tool/*"] }, remote, []],
  ["keep on a service that has nothing yet", { keep: ["tool/legacy"] }, {}, []],
])("%s", async (_sentence, options, service, notes) => {
  const plan = await planOf(tool, service, options);
  expect(plan.notes.filter((note) => note.includes(" under "))).toEqual(notes);
});
