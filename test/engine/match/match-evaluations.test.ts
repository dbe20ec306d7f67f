// Matching of evaluations: equal content, similar content, duplicates.
import { describe, expect, it } from "vitest";
import { evaluationResponse } from "../../fixtures/responses.ts";
import {
  ab,
  abResponse,
  cost,
  remoteEvaluation,
  hi,
  hiResponse,
  planEvaluations,
  type Row,
} from "../../fixtures/evaluations.ts";

const unmanaged = (id: string): string =>
  `unmanaged evaluation prompt/Greet ${id}: not defined in any file`;
const cascading = { capabilities: { evaluationUpdate: false, evaluationDeleteCascades: true } };
const updating = { capabilities: { evaluationUpdate: true, evaluationDeleteCascades: false } };

const equal: readonly Row[] = [
  [
    "equal content is the same evaluation",
    [`${ab}, ${cost(1)}`],
    [remoteEvaluation("x", abResponse, 1)],
    [],
  ],
  [
    "equal evaluations are matched by their assertions",
    [cost(1), cost(2)],
    [remoteEvaluation("x", {}, 2), remoteEvaluation("y", {}, 1)],
    [],
  ],
  [
    "equal ones are assigned so that their assertions need the fewest calls",
    [cost(1, 2), cost(3)],
    [remoteEvaluation("x", {}, 3), remoteEvaluation("y", {}, 1)],
    ["create assertion/Greet/e1/2"],
  ],
  [
    "the one whose creation costs more gets what is there",
    [cost(1), cost(2, 3)],
    [remoteEvaluation("x", {}, 2)],
    ["create evaluation/Greet/e1", "create assertion/Greet/e1/1", "create assertion/Greet/e2/2"],
  ],
  [
    "leftovers cost nothing where they stay",
    [cost(1)],
    [remoteEvaluation("x", {}, 2), remoteEvaluation("y", {}, 1, 3, 4, 5)],
    ["update assertion/Greet/e1/1 x/1", unmanaged("y")],
  ],
  [
    "leftovers cost their deletion where they are pruned",
    [cost(1)],
    [remoteEvaluation("x", {}, 2), remoteEvaluation("y", {}, 1, 3, 4, 5)],
    [
      "delete evaluation/Greet/id:x x",
      "delete assertion/Greet/e1/id:y/2 y/2",
      "delete assertion/Greet/e1/id:y/3 y/3",
      "delete assertion/Greet/e1/id:y/4 y/4",
    ],
    { prune: true },
  ],
  [
    "leftovers cost one call where their assertions go by themselves",
    [cost(1)],
    [remoteEvaluation("x", {}, 2), remoteEvaluation("y", {}, 1, 3, 4, 5)],
    ["update assertion/Greet/e1/1 x/1", "delete evaluation/Greet/id:y y"],
    { ...cascading, prune: true },
  ],
  [
    "among equal choices the smaller id is the first definition's",
    ["weight: 1", "weight: 1"],
    [remoteEvaluation("y"), remoteEvaluation("x")],
    [],
  ],
];

const pairs: readonly Row[] = [
  [
    "three equal parts, another weight: the same one, replaced",
    [`${ab}, weight: 0.5`],
    [remoteEvaluation("x", abResponse)],
    ["replace evaluation/Greet/e1 x"],
  ],
  [
    "where the service can, it is updated instead",
    [`${ab}, weight: 0.5`],
    [remoteEvaluation("x", abResponse)],
    ["update evaluation/Greet/e1 x"],
    updating,
  ],
  [
    "two equal parts, another variable",
    [`${hi}, ${ab}, ${cost(1)}`],
    [remoteEvaluation("x", hiResponse, 1)],
    ["replace evaluation/Greet/e1 x"],
  ],
  [
    "two equal parts, other messages",
    [`${hi}, ${ab}, ${cost(1)}`],
    [remoteEvaluation("x", abResponse, 1)],
    ["replace evaluation/Greet/e1 x"],
  ],
  [
    "two equal parts, other assertions",
    [`${hi}, ${ab}, ${cost(1)}, weight: 0.5`],
    [remoteEvaluation("x", { ...abResponse, ...hiResponse }, 2)],
    ["replace evaluation/Greet/e1 x"],
  ],
  [
    "two equal parts of which one is not empty",
    [`${hi}, ${ab}`],
    [remoteEvaluation("x", hiResponse)],
    ["replace evaluation/Greet/e1 x"],
  ],
  [
    "one equal part is not enough",
    [`${hi}, ${ab}, ${cost(1)}`],
    [remoteEvaluation("x", hiResponse, 2)],
    ["create evaluation/Greet/e1", "create assertion/Greet/e1/1", unmanaged("x")],
  ],
  [
    "two equal parts that are both empty are not enough",
    [`weight: 0.5, ${cost(1)}`],
    [remoteEvaluation("x", {}, 2)],
    ["create evaluation/Greet/e1", "create assertion/Greet/e1/1", unmanaged("x")],
  ],
  [
    "three equal parts that are all empty are not enough",
    ["weight: 0.5"],
    [remoteEvaluation("x")],
    ["create evaluation/Greet/e1", unmanaged("x")],
  ],
  [
    "most equal parts come first",
    [`${hi}, ${ab}, weight: 0.5`, `${hi}, weight: 0.5`],
    [remoteEvaluation("x", hiResponse)],
    ["create evaluation/Greet/e1", "replace evaluation/Greet/e2 x"],
  ],
  [
    "then the order of the definitions",
    [`${hi}, weight: 0.5`, `${hi}, weight: 0.6`],
    [remoteEvaluation("x", hiResponse)],
    ["replace evaluation/Greet/e1 x", "create evaluation/Greet/e2"],
  ],
  [
    "then the smaller id",
    [`${hi}, weight: 0.5`],
    [
      remoteEvaluation("y", { ...hiResponse, weight: 0.1 }),
      remoteEvaluation("x", { ...hiResponse, weight: 0.2 }),
    ],
    ["replace evaluation/Greet/e1 x", unmanaged("y")],
  ],
];

const duplicates: readonly Row[] = [
  [
    "an equal one with the same assertions is deleted",
    [`${ab}, ${cost(1)}`],
    [remoteEvaluation("x", abResponse, 1), remoteEvaluation("y", abResponse, 1)],
    ["delete evaluation/Greet/id:y y"],
  ],
  [
    "an equal one with fewer assertions stays without prune",
    [`${ab}, ${cost(1, 2)}`],
    [remoteEvaluation("x", abResponse, 1, 2), remoteEvaluation("y", abResponse, 2)],
    [
      "unmanaged evaluation prompt/Greet y: a duplicate of evaluation/Greet/e1; apply --prune deletes it",
    ],
  ],
  [
    "so does one without any; prune deletes it",
    [`${ab}, ${cost(1, 2)}`],
    [remoteEvaluation("x", abResponse, 1, 2), remoteEvaluation("y", abResponse)],
    ["delete evaluation/Greet/id:y y"],
    { prune: true },
  ],
  [
    "prune deletes an equal one whose assertion the matched one will have",
    [`${ab}, ${cost(1, 2, 3)}`],
    [remoteEvaluation("x", abResponse, 1, 2), remoteEvaluation("y", abResponse, 3)],
    ["create assertion/Greet/e1/3", "delete evaluation/Greet/id:y y"],
    { prune: true },
  ],
  [
    "an equal one with an assertion of its own stays",
    [`${ab}, ${cost(1)}`],
    [remoteEvaluation("x", abResponse, 1), remoteEvaluation("y", abResponse, 1, 9)],
    [unmanaged("y")],
  ],
  [
    "an equal one of another prompt is not a duplicate",
    [ab],
    [remoteEvaluation("x", abResponse), [[evaluationResponse("y", "q", abResponse)], []]],
    ["unmanaged evaluation y: its prompt does not exist"],
  ],
];

describe("equal evaluations", () => void it.each(equal)("%s", check));
describe("evaluations that are alike", () => void it.each(pairs)("%s", check));
describe("duplicates of evaluations", () => void it.each(duplicates)("%s", check));

async function check(...[, evaluations, remote, expected, options]: Row): Promise<void> {
  expect(await planEvaluations(evaluations, remote, options)).toEqual(expected);
}
