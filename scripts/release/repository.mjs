// The name of the repository in documents, workflows and the starter files of `init`. The source has a
// placeholder; the release tree has the name that --repository or GITHUB_REPOSITORY gives.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const placeholder = "OWNER/promptctl";

/** Replaces the placeholder in all files of a folder. */
export function fillInRepository(folder, repository) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile()) continue;
    const content = readFileSync(path);
    if (content.includes(placeholder))
      writeFileSync(path, content.toString("utf8").replaceAll(placeholder, repository));
  }
}
