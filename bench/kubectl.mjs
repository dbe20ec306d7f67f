// Runs an installed kubectl on ConfigMaps with the texts of a project, in the same number of files.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { filesOf } from "./project.mjs";
import { folder, run } from "./runs.mjs";

const home = join(folder, "kubectl");
/** Excludes the user's configuration. */
const env = { HOME: home, KUBECONFIG: join(home, "none") };

/** The version of kubectl, or undefined if it is not installed. */
export async function kubectlVersion() {
  try {
    const { output } = await run(["kubectl", "version", "--client", "--output=json"], env);
    return /\d[\d.]*/.exec(JSON.parse(output).clientVersion.gitVersion)[0];
  } catch {
    return undefined;
  }
}

/** Writes ConfigMaps; returns a function that applies them and throws an Error if one was changed. */
export function configMapsApply(url, count) {
  const path = join(folder, `config-maps-${count}`);
  writeConfigMaps(path, count);
  const options = ["--server", url, "--cache-dir", join(home, "cache")];
  return async () => {
    const result = await run(["kubectl", ...options, "apply", "-f", path], env);
    const lines = result.output.trimEnd().split("\n");
    if (lines.length !== count || lines.some((line) => !/ (created|unchanged)$/.test(line)))
      throw new Error(`kubectl did not report ${count} unchanged ConfigMaps: ${lines.at(-1)}`);
    return result;
  };
}

function writeConfigMaps(path, count) {
  const texts = [...filesOf(count)].map(([, text]) => text);
  const allText = texts.join("");
  const length = allText.length / count;
  mkdirSync(path);
  for (let file = 0, number = 0; file < texts.length; file += 1) {
    const maps = [];
    for (; number < ((file + 1) * count) / texts.length; number += 1)
      maps.push(configMap(number, allText.slice(number * length, (number + 1) * length)));
    writeFileSync(join(path, `${file}.yaml`), maps.join("---\n"));
  }
}

function configMap(number, text) {
  const lines = text.replaceAll("\n", "\\n").replaceAll('"', '\\"').replaceAll("{{", "");
  return `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: text-${number}\ndata:\n  text: "${lines}"\n`;
}
