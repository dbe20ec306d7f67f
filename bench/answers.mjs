// Makes the answers of the four lists for a project: it is applied to the embedded service once, and
// what that lists then is kept. Answering them is lists.mjs.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { keptAs, listPaths } from "./list-paths.mjs";
import { send } from "./load.mjs";
import { promptctl } from "./programs.mjs";
import { run } from "./runs.mjs";
import { startService } from "./servers.mjs";

/** Keeps the answers in a new folder. */
export async function keepAnswers(project, folder) {
  mkdirSync(folder);
  const service = await startService(join(folder, "store.sqlite"));
  try {
    await run(promptctl("apply", project, "--base-url", service.url, "--auto-approve"));
    for (const path of listPaths)
      writeFileSync(keptAs(folder, path), await send(undefined, service.url + path));
  } finally {
    await service.stop();
  }
}
