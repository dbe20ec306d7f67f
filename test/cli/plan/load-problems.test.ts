// A problem with loading never deletes a resource: all kinds of invalid input, with --prune and without
// the mass-delete limit, for a service that has all resources.
import { chmodSync, rmSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Fetch } from "../../../src/engine/model/ports.ts";
import { commitAfter } from "../../io/repository.ts";
import { fileErrorCases } from "../file-error-cases.ts";
import { project } from "../project.ts";
import { type ProjectFixture, createProjectFixture } from "../project-fixture.ts";

let it_: ProjectFixture;
beforeAll(async () => {
  it_ = await createProjectFixture();
  lay({ "promptctl.yaml": project["promptctl.yaml"]!, "prompts/README.md": "" });
  commitAfter(project, it_.folder.path); // HEAD defines nothing, so that prune may delete everything
  lay(project);
  expect((await it_.run(["apply", "--auto-approve"])).code).toBe(0);
});
afterAll(() => it_[Symbol.asyncDispose]());

const most = ["apply", "--auto-approve", "--prune", "--allow-mass-delete", "--retries", "1"];

/** Replaces all files of the folder. */
function lay(files: Readonly<Record<string, string>>): void {
  for (const name of ["promptctl.yaml", "prompts", "docs", "sub"])
    rmSync(it_.folder.at(name), { recursive: true, force: true });
  for (const [name, content] of Object.entries(files)) it_.folder.write(name, content);
}

async function deletesNothing(code: number, fetch?: Fetch, args = most): Promise<string> {
  it_.service.calls.length = 0;
  const run = await it_.run(args, fetch && { fetch });
  expect(it_.service.writes()).toEqual([]);
  expect([run.code, run.err]).toEqual([code, expect.stringMatching(/\S/)]);
  return run.err;
}

describe("nothing is deleted if", () => {
  it.each(fileErrorCases.map((each) => [each.name, each] as const))("%s", async (_, row) => {
    lay(row.files);
    await deletesNothing(3, undefined, [...most, ...row.args.slice(1)]);
  });

  it("the folder of the definitions is a dangling symbolic link", async () => {
    lay({ "promptctl.yaml": "definitions: prompts\n" });
    it_.folder.link("prompts", "/nowhere/at/all");
    await deletesNothing(3);
  });

  it.runIf(process.getuid?.() !== 0)("a definition cannot be read", async () => {
    lay(project);
    chmodSync(it_.folder.at("prompts/mail.yaml"), 0);
    await deletesNothing(3);
  });

  it("the folder is empty, and --allow-mass-delete is not set", async () => {
    lay({ "promptctl.yaml": "definitions: prompts\n", "prompts/README.md": "" });
    const args = ["apply", "--auto-approve", "--prune"];
    expect(await deletesNothing(4, undefined, args)).toContain("Nothing was applied");
  });

  it("promptctl.yaml sets prune and the folder is empty", async () => {
    lay({ "promptctl.yaml": "prune: true\n", "prompts/README.md": "" });
    await deletesNothing(4, undefined, ["apply", "--auto-approve"]);
  });
});

const lists = ["tools", "prompts", "evaluations", "evaluation-assertions"];
const answers: readonly [string, (whole: string) => Promise<Response>][] = [
  ["500", async () => new Response('{"error":"oops"}', { status: 500 })],
  ["502 with HTML", async () => new Response("<html>", { status: 502 })],
  ["nothing", async () => new Response("", { status: 200 })],
  ["a list of no objects", async () => Response.json(["a"])],
  ["resources without ids", async () => Response.json([{ name: "x" }])],
  ["half of a list", async (whole) => new Response(whole.slice(0, whole.length / 2))],
  ["a list that breaks off", async (whole) => breakingOff(whole)],
];

function breakingOff(whole: string): Response {
  return new Response(
    new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(whole.slice(0, 10)));
        controller.error(new TypeError("terminated"));
      },
    }),
  );
}

describe.each(lists)("nothing is deleted if the response to the list request for %s is", (list) => {
  it.each(answers)("%s", async (_name, answer) => {
    lay({ ...project, "prompts/mail.yaml": "" });
    const fetch: Fetch = async (url, init) => {
      const real = await it_.service.fetch(url, init);
      const hit = init.method === "GET" && url.endsWith(`/sdk/v1/${list}`);
      return hit ? answer(await real.text()) : real;
    };
    await deletesNothing(1, fetch);
  });
});

it("without any of these problems, prune deletes", async () => {
  lay({ ...project, "prompts/mail.yaml": "" });
  it_.service.calls.length = 0;
  expect((await it_.run(most)).code).toBe(0);
  expect(it_.service.writes()).toHaveLength(1);
});
