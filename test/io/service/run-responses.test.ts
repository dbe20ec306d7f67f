import { expect, it } from "vitest";
import type { JsonObject } from "../../../src/engine/model/json.ts";
import {
  fromCompletionResponse,
  fromRenderingResponse,
} from "../../../src/io/service/run-responses.ts";

const read = (body: JsonObject, headers: Record<string, string>): unknown =>
  fromCompletionResponse(body, (name) => new Headers(headers).get(name));

it.each<[sentence: string, body: JsonObject, headers: Record<string, string>, run: object]>([
  ["without headers", { name: "m" }, {}, { name: "m" }],
  ["with a stop reason", {}, { "x-promptctl-stop-reason": "other" }, { stopReason: "other" }],
  [
    "with an explanation that is not encoded",
    {},
    { "x-promptctl-stop-explanation": "100% no" },
    { stopExplanation: "100% no" },
  ],
  [
    "of a model without a known price",
    { stats: { cost: 0, latency: 5 } },
    { "x-promptctl-cost": "unknown" },
    { stats: { cost: null, latency: 5 } },
  ],
  ["without statistics", {}, { "x-promptctl-cost": "unknown" }, {}],
  [
    "with omitted settings",
    {},
    { "x-promptctl-omitted-settings": "temperature , topP" },
    { omittedSettings: ["temperature", "topP"] },
  ],
])("a completion %s", (_sentence, body, headers, run) => {
  expect(read(body, headers)).toEqual({ stopReason: null, omittedSettings: [], ...run });
});

it("a rendered prompt with omitted settings", () => {
  const rendering = fromRenderingResponse({ name: "m" }, () => "topK");
  expect(rendering).toEqual({ name: "m", omittedSettings: ["topK"] });
});
