// Fixtures of the benchmark, each created at its first use: project folders by their number of
// definitions, servers that list the resources of a project, and the baseline program.
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { buildSync } from "esbuild";
import { send } from "./load.mjs";
import { writeProject } from "./project.mjs";
import { formatCount } from "./report.mjs";
import { folder, promptctl, run } from "./runs.mjs";
import { startListServer, startService } from "./servers.mjs";

const fixtures = new Map();

function once(name, create) {
  if (!fixtures.has(name)) fixtures.set(name, create(join(folder, name)));
  return fixtures.get(name);
}

/** The `size` of the project at PROMPTCTL_REAL_PROJECT; undefined if the variable is not set. */
export const realProject = process.env.PROMPTCTL_REAL_PROJECT ? "real" : undefined;

/** The folder of a project with this number of definitions, or of a copy of the real project. */
export function projectFolder(size) {
  return once(`project-${size}`, (path) => {
    if (size === realProject)
      cpSync(resolve(process.env.PROMPTCTL_REAL_PROJECT), path, { recursive: true });
    else writeProject(path, size);
    return path;
  });
}

/** The number of definitions as text, followed by "(real)" for the real project. */
export async function nameOf(size) {
  if (size !== realProject) return formatCount(size);
  const { output } = await run(promptctl("validate", projectFolder(size)));
  return `${formatCount(Number(/(\d+) definitions/.exec(output)[1]))} (real)`;
}

const listPaths = ["tools", "prompts", "evaluations", "evaluation-assertions"].map(
  (kind) => `/sdk/v1/${kind}`,
);

/** The base URL of a server that lists all resources of a project. */
export function listServerUrl(size) {
  return once(`lists-${size}`, async (path) => {
    await recordLists(projectFolder(size), path);
    return (await startListServer(path)).url;
  });
}

/** Applies a project to the embedded service and writes the lists it returns into a new folder. */
async function recordLists(project, path) {
  mkdirSync(path);
  const service = await startService(join(path, "store.sqlite"));
  await run(promptctl("apply", project, "--base-url", service.url, "--auto-approve"));
  for (const list of listPaths)
    writeFileSync(join(path, `${basename(list)}.json`), await send(undefined, service.url + list));
  await service.stop();
}

/** The command line of baseline.mjs for a project; with a base URL it also fetches the four lists. */
export function baselineCommand(size, baseUrl) {
  const program = once("baseline.cjs", buildBaseline);
  const lists = baseUrl === undefined ? [] : listPaths.map((path) => baseUrl + path);
  return [process.execPath, program, projectFolder(size), ...lists];
}

function buildBaseline(outfile) {
  const entryPoints = [join(import.meta.dirname, "baseline.mjs")];
  const options = { bundle: true, minify: true, platform: "node", target: "node20.19" };
  buildSync({ entryPoints, outfile, format: "cjs", ...options });
  return outfile;
}
