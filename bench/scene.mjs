// What the parts of the benchmark share, each made when it is first asked for: projects by their
// number of definitions, servers that hold just that, and the floor.
import { cpSync } from "node:fs";
import { join, resolve } from "node:path";
import { keepAnswers } from "./answers.mjs";
import { buildFloor, promptctl } from "./programs.mjs";
import { writeProject } from "./project.mjs";
import { grouped } from "./report.mjs";
import { folder, run } from "./runs.mjs";
import { startLists } from "./servers.mjs";

const made = new Map();
const servers = [];

/** Stops every server that was started here. */
export async function stopServers() {
  await Promise.all(servers.splice(0).map((server) => server.stop()));
}

/** Has a server stopped with the others; resolves with it. */
export async function kept(starting) {
  const server = await starting;
  servers.push(server);
  return server;
}

/** The folder of a project of so many definitions, or of the real one. */
export function project(which) {
  return once(`project-${which}`, (path) => {
    if (which === real) cpSync(resolve(process.env.PROMPTCTL_REAL_PROJECT), path, copied);
    else writeProject(path, which);
    return path;
  });
}

const copied = { recursive: true };

/** The name of the project at PROMPTCTL_REAL_PROJECT; undefined if the variable is not set. */
export const real = process.env.PROMPTCTL_REAL_PROJECT ? "real" : undefined;

/** The name of a project in a row: the number of its definitions. */
export async function named(which) {
  if (which !== real) return grouped(which);
  const { output } = await run(promptctl("validate", project(real)));
  return `${grouped(Number(/(\d+) definitions/.exec(output)[1]))} (real)`;
}

/** The address of a server that lists all of a project. */
export function served(which) {
  return once(`answers-${which}`, async (path) => {
    await keepAnswers(project(which), path);
    return (await kept(startLists(path))).url;
  });
}

/** Gives the command line of the floor. */
export function floor() {
  return once("floor", () => buildFloor(folder));
}

function once(name, make) {
  if (!made.has(name)) made.set(name, make(join(folder, name)));
  return made.get(name);
}
