// The bundle of promptctl codegen: the prompts of the files with the values of each environment, and
// their ids.
import { wrongUsage } from "../../engine/model/failure.ts";
import { nameOf } from "../../engine/model/resource.ts";
import { bundleText } from "../../views/code/bundle.ts";
import { leftOutText, withoutIdsText } from "../../views/code/codegen-text.ts";
import { pluralize } from "../../views/text/terminal-text.ts";
import { type CommandHost, screenOf } from "../host/command-host.ts";
import { readSettings } from "../project/project.ts";
import { type BundledPrompts, bundledEnvironments, promptsIn } from "./bundle-environments.ts";
import { idsInFile, keptIds, withoutIds } from "./bundle-ids.ts";
import type { GeneratedFile, SourceFlags } from "./generated-file.ts";

/**
 * `before`: the file that is there. Without --ids, nothing is sent. Undefined if a refusal, which is
 * printed, prevents that an id is known.
 */
export async function generateBundle(
  host: CommandHost,
  directory: string | undefined,
  flags: SourceFlags & { readonly out: string },
  before: string | undefined,
): Promise<GeneratedFile | undefined> {
  if (flags.baseUrl !== undefined && !flags.ids)
    throw wrongUsage("base-url-of-ids", "--base-url needs --ids.", "Add --ids to read the ids.");
  const environments = bundledEnvironments(await readSettings(host, directory), flags);
  const loaded = new Map<string, BundledPrompts>();
  for (const each of environments) loaded.set(each.name, await promptsIn(host, directory, each));
  const names = [...loaded.keys()];
  const { bundled, leftOut } = loaded.get(names[0]!)!; // only the values of others differ
  const screen = screenOf(host, "err");
  host.err(leftOutText(leftOut, screen));
  const found = flags.ids
    ? await (await import("./read-ids.ts")).readIds(host, directory, flags, environments) // connects
    : idsInFile(flags.out, before);
  if (!found) return undefined;
  const definitions = bundled.map(({ definition }) => definition);
  const ids = new Map(names.map((name) => [name, keptIds(definitions, found.get(name))]));
  const keys = definitions.map(({ address }) => nameOf(address));
  if (!flags.ids) host.err(withoutIdsText(withoutIds(ids, keys), screen));
  const bundle = names.map((name) => {
    const prompts = loaded.get(name)!.bundled.map(({ definition: { address }, content }) => {
      const key = nameOf(address);
      return { key, id: ids.get(name)!.get(key), content };
    });
    return [name, prompts] as const;
  });
  const withIds = names.filter((name) => ids.get(name)!.size > 0);
  const contents = [
    pluralize(keys.length, "prompt"),
    pluralize(names.length, "environment"),
    withIds.length === 0 ? "no ids" : `ids of ${withIds.join(", ")}`,
  ];
  return { text: bundleText(new Map(bundle)), contents };
}
