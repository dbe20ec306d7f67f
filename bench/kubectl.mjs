// kubectl where it is installed, and the ConfigMaps it applies: as many as a project has definitions,
// in as many files, with as much text.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { filesOf } from "./project.mjs";
import { folder, run } from "./runs.mjs";

const home = join(folder, "kubectl");
/** No configuration of the user's, and a cache of its own. */
const env = { HOME: home, KUBECONFIG: join(home, "none") };

/** Its version, or undefined where it is not installed. */
export async function kubectl() {
  try {
    const { output } = await run(["kubectl", "version", "--client", "--output=json"], env);
    return /\d[\d.]*/.exec(JSON.parse(output).clientVersion.gitVersion)[0];
  } catch {
    return undefined;
  }
}

/** Writes so many ConfigMaps; gives a function that applies them and throws where one has changed. */
export function applying(url, count) {
  const place = join(folder, `config-maps-${count}`);
  writeConfigMaps(place, count);
  const command = ["kubectl", "--server", url, "--cache-dir", join(home, "cache")];
  const apply = () => run([...command, "apply", "-f", place], env);
  return async () => {
    const done = await apply();
    const lines = done.output.trimEnd().split("\n");
    if (lines.length !== count || lines.some((line) => !/ (created|unchanged)$/.test(line)))
      throw new Error(`kubectl did not leave ${count} ConfigMaps as they were: ${lines.at(-1)}`);
    return done;
  };
}

function writeConfigMaps(place, count) {
  const texts = [...filesOf(count)].map(([, text]) => text);
  const share = texts.reduce((total, text) => total + text.length, 0) / count;
  const all = texts.join("");
  mkdirSync(place);
  for (let file = 0, number = 0; file < texts.length; file += 1) {
    const maps = [];
    for (; number < ((file + 1) * count) / texts.length; number += 1)
      maps.push(configMap(number, all.slice(number * share, (number + 1) * share)));
    writeFileSync(join(place, `${file}.yaml`), maps.join("---\n"));
  }
}

function configMap(number, text) {
  const lines = text.replaceAll("\n", "\\n").replaceAll('"', '\\"').replaceAll("{{", "");
  return `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: text-${number}\ndata:\n  text: "${lines}"\n`;
}
