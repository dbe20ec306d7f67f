// Fixtures of the benchmark, each created at its first use: project folders by their number of
// definitions or their name, servers that list the resources of a project, and the baseline program.
import { mkdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { buildSync } from "esbuild";
import { writeLikeness } from "./likeness.mjs";
import { send } from "./load.mjs";
import { writeProject, writeSmallFiles } from "./project.mjs";
import { folder, promptctl, run } from "./runs.mjs";
import { startListServer, startService } from "./servers.mjs";
import { writeWorld } from "./world.mjs";

const fixtures = new Map();

function once(name, create) {
  if (!fixtures.has(name)) fixtures.set(name, create(join(folder, name)));
  return fixtures.get(name);
}

/** The projects with names: a likeness of a real one, small files, a tenth of a large world and all of it. */
const named = {
  likeness: writeLikeness,
  small: (path) => writeSmallFiles(path, 2000),
  tenth: (path) => writeWorld(path, 0.1),
  whole: (path) => writeWorld(path, 1),
};

/** The folder of a project with this number of definitions, or with this name. */
export function projectFolder(size) {
  return once(`project-${size}`, (path) => {
    const write = named[size] ?? ((folder) => writeProject(folder, size));
    write(path);
    return path;
  });
}

const listPaths = ["tools", "prompts", "evaluations", "evaluation-assertions"].map(
  (kind) => `/sdk/v1/${kind}`,
);

/** The base URL of a server that lists all resources of a project. */
export function listServerUrl(size) {
  return once(`lists-${size}`, async (path) => {
    const isWorld = size === "tenth" || size === "whole";
    if (isWorld) await run(writeLists(projectFolder(size), "teams", path));
    else await recordLists(projectFolder(size), path);
    return (await startListServer(path)).url;
  });
}

/** The command that writes the lists of a project without an apply, which takes minutes for a large world. */
function writeLists(project, definitions, path) {
  const script = join(import.meta.dirname, "project-lists.mjs");
  return [process.execPath, "--max-old-space-size=6000", script, project, definitions, path];
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
