// What pull writes where the files and the service changed a definition since one version of it: nothing
// that a commit changed is set back, and what only the service changed is written or is a conflict.
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mergeDefinition } from "../../../src/engine/merge/merge-definition.ts";
import { guessedBases, knownBases } from "../../../src/engine/merge/merge-versions.ts";
import type { JsonObject } from "../../../src/engine/model/json.ts";
import { kindNamed } from "../../../src/engine/model/kind.ts";
import { kinds } from "../../../src/kinds.ts";
import { propertySettings, propertyTimeout } from "../../fixtures/property-settings.ts";

const fieldNames = ["a", "b", "c", "d"];
const lineCount = 6;

/** Edits of fields and of lines of a text, by their index. Few values, so that edits are taken back. */
const editsTo = (value: fc.Arbitrary<number>) =>
  fc.array(fc.record({ place: fc.nat(fieldNames.length + lineCount - 1), value }), {
    minLength: 1,
    maxLength: 4,
  });
const histories = fc.record({
  commits: fc.array(editsTo(fc.nat(3)), { maxLength: 6 }),
  /** Counted from the newest commit. */
  base: fc.nat(6),
  /** What no commit has: else nothing says from which version it was changed. */
  service: editsTo(fc.constant(9)),
});

/** The values of all places. */
type State = readonly string[];

const first: State = Array.from(
  { length: fieldNames.length + lineCount },
  (_item, place) => `${place}:0`,
);

function edited(state: State, changes: readonly { place: number; value: number }[]): State {
  const next = [...state];
  for (const { place, value } of changes) next[place] = `${place}:${value}`;
  return next;
}

function contentOf(state: State): JsonObject {
  const fields = fieldNames.map((name, index) => [name, state[index]!]);
  return { ...Object.fromEntries(fields), text: state.slice(fieldNames.length).join("\n") };
}

function stateOf(content: JsonObject): State {
  const fields = fieldNames.map((name) => String(content[name]));
  return [...fields, ...String(content["text"]).split("\n")];
}

describe("pull merges", () => {
  it(
    "never sets back what a commit changed, and loses no change of the service in silence",
    { timeout: propertyTimeout(60_000) },
    () => {
      const changes = { taken: 0, all: 0 };
      fc.assert(
        fc.property(histories, ({ commits, base, service }) => {
          const line = commits.reduce(
            (all, changes) => [edited(all[0]!, changes), ...all],
            [first],
          );
          const files = line[0]!;
          const origin = line[Math.min(base, line.length - 1)]!;
          const changed = edited(origin, service);
          const contents = line.map(contentOf);
          const merged = mergeDefinition(
            kindNamed(kinds, "prompt"),
            { files: contentOf(files), service: contentOf(changed) },
            guessedBases(contents, contentOf(changed)),
          );
          const conflicts = new Set(merged.conflicts.map(({ path }) => String(path[0])));
          const result = stateOf(merged.content);
          expect(result).toHaveLength(first.length);
          for (const [place, value] of result.entries()) {
            const isConflict = conflicts.has(fieldNames[place] ?? "text");
            if (changed[place] !== origin[place] && files[place] === origin[place]) {
              changes.all++;
              if (!isConflict) changes.taken++;
            }
            if (isConflict) continue;
            if (changed[place] === origin[place]) expect(value).toBe(files[place]);
            // Only the service changed it.
            else if (files[place] === origin[place]) expect(value).toBe(changed[place]);
            // Both changed it.
            else expect.unreachable(`${place} needs a conflict, and has ${value}`);
          }
        }),
        propertySettings(20_000),
      );
      // Two thirds are taken: a conflict everywhere would be safe, and of no use.
      expect(changes.taken / changes.all).toBeGreaterThan(0.6);
    },
  );

  it(
    "takes all that only one side changed where the base is known, also an earlier value",
    { timeout: propertyTimeout(60_000) },
    () => {
      const anyHistories = fc.record({
        base: editsTo(fc.nat(3)),
        files: editsTo(fc.nat(3)),
        service: editsTo(fc.nat(3)),
      });
      fc.assert(
        fc.property(anyHistories, (edits) => {
          const base = edited(first, edits.base);
          const [files, service] = [edited(base, edits.files), edited(base, edits.service)];
          const merged = mergeDefinition(
            kindNamed(kinds, "prompt"),
            { files: contentOf(files), service: contentOf(service) },
            knownBases([contentOf(base)]),
          );
          const conflicts = merged.conflicts.map(({ path }) => String(path[0]));
          const result = stateOf(merged.content);
          const isBoth = (place: number): boolean =>
            files[place] !== base[place] &&
            service[place] !== base[place] &&
            files[place] !== service[place];
          for (const [place, name] of fieldNames.entries()) {
            expect(conflicts.includes(name)).toBe(isBoth(place));
            const expected = service[place] === base[place] ? files[place] : service[place];
            if (!isBoth(place)) expect(result[place]).toBe(expected);
          }
          if (conflicts.includes("text")) return; // lines that are neighbours can be a conflict
          for (let place = fieldNames.length; place < first.length; place++)
            expect(result[place]).toBe(
              service[place] === base[place] ? files[place] : service[place],
            );
        }),
        propertySettings(5_000),
      );
    },
  );
});
