// Pull from one of several environments: values that an environment overrides are written into its
// `set` in promptctl.yaml, all others into the definitions, which the other environments share.
import { addValues } from "../../engine/edit/add-values.ts";
import type { EnvironmentOverrides } from "../../engine/environments/environment.ts";
import { withoutFields } from "../../engine/environments/apply-overrides.ts";
import { mergedSets, valuesToSet } from "../../engine/environments/pulled-overrides.ts";
import { refused } from "../../engine/model/failure.ts";
import { someOf } from "../../engine/text/word-lists.ts";
import { jsonEquals } from "../../engine/model/json.ts";
import type { Change } from "../../engine/model/plan.ts";
import type { Address } from "../../engine/model/resource.ts";
import type { ChangedFile } from "../../engine/export/pull-result.ts";
import type { ChangedDefinition } from "../../engine/export/reverse-plan.ts";
import type { Project } from "../load/load.ts";
import type { PullOptions } from "./pull-new.ts";

/** The overrides with the values that the service has; undefined if there are no others. */
export function pulledOverrides(
  overrides: EnvironmentOverrides,
  changes: readonly Change[],
  { overridden }: Project,
): EnvironmentOverrides | undefined {
  const values = valuesToSet(changes, overridden);
  if (Object.keys(values).length === 0) return undefined;
  const { environment, file, set } = overrides;
  const path = ["environments", environment, "set"];
  const text = addValues(withoutCarriageReturns(file.text), path, values);
  if (text === undefined)
    throw refused(
      "cannot-set",
      `Values of the environment ${environment} cannot be added to ${file.path} in place. Nothing was written.`,
      [
        `Add them by hand under environments: ${environment}: set: in ${file.path}, then pull again:`,
        ...Object.entries(values).map(
          (entry) => `  ${entry.map((each) => JSON.stringify(each)).join(": ")}`,
        ),
      ],
    );
  return { environment, file: { ...file, text }, set: mergedSets(set, values) };
}

/** The change of promptctl.yaml. */
export function changedConfiguration(
  { environment }: PullOptions["settings"],
  pulled: EnvironmentOverrides | undefined,
): ChangedFile[] {
  if (!environment || !pulled) return [];
  const { path, text } = environment.overrides.file;
  return [{ path, text: pulled.file.text, before: withoutCarriageReturns(text) }];
}

function withoutCarriageReturns(text: string): string {
  return text.replaceAll("\r\n", "\n");
}

/** The definitions that differ in more than values that the environment overrides. */
export function changedForAll(
  { overridden }: Project,
  changed: readonly ChangedDefinition[],
): Address[] {
  const differs = ({ address, defined, observed }: ChangedDefinition): boolean => {
    const fields = [...(overridden.get(address)?.keys() ?? [])];
    return !jsonEquals(withoutFields(defined, fields), withoutFields(observed, fields));
  };
  return changed.filter(differs).map(({ address }) => address);
}

/** Names the other environments that the changed files are for. */
export function otherEnvironmentNotes(
  { settings, environments = [] }: PullOptions,
  addresses: readonly Address[],
  files: { readonly changed: readonly unknown[]; readonly added: readonly unknown[] },
): string[] {
  const others = environments
    .map(({ name }) => name)
    .filter((name) => name !== settings.environment?.name);
  if (!settings.environment || others.length === 0) return [];
  if (files.changed.length + files.added.length === 0) return [];
  const what = files.changed.length > 0 && addresses.length > 0 ? ` (${someOf(addresses)})` : "";
  return [
    `The changes of definitions${what} are for the other environments too: ${others.join(", ")}.`,
  ];
}
