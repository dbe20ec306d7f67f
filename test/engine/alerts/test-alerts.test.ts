// Alerts about tests that a plan makes easier.
import { expect, it } from "vitest";
import { testAlerts } from "../../../src/engine/alerts/test-alerts.ts";
import { testedKinds } from "../../../src/kinds.ts";
import { alertLines, loadTexts, planOf } from "../../fixtures/in-memory.ts";
import {
  costResponse,
  evaluationResponse,
  prompt,
  promptResponse,
} from "../../fixtures/responses.ts";

const files = `${prompt}evaluations:
  - name: e
    variables: { a: b }
    appendedMessages: []
    assertions: [{ type: COST, targetThreshold: 2 }]
`;
const remote = {
  prompts: [promptResponse("p")],
  evaluations: [evaluationResponse("e", "p", { variables: { a: "b" } })],
  assertions: [costResponse("a", "e")],
};

it.each([
  ["assertions before checks", testedKinds],
  ["checks before assertions", testedKinds.toReversed()],
])("a higher limit of an assertion is an alert with %s in the table", async (_order, kinds) => {
  const { definitions } = await loadTexts(files);
  const { changes } = await planOf(files, remote);
  const alerts = testAlerts(kinds, definitions, changes);
  expect(alertLines({ alerts })).toEqual([
    "tests: evaluation/Greet/e changed its test: targetThreshold 1 → 2 (looser)",
  ]);
});
