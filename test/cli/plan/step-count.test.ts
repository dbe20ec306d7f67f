// The status line of an apply on a terminal.
import { existsSync } from "node:fs";
import { expect, it } from "vitest";
import { createProjectFixture } from "../project-fixture.ts";

it("an apply on a terminal shows how many requests have ended, and the time left", async () => {
  await using on = await createProjectFixture();
  let clock = 0;
  let isTicking = false;
  const statuses: string[] = [];
  const fetch: typeof on.service.fetch = (url, init) => {
    if (init.method !== "GET") clock += 1000;
    return on.service.fetch(url, init);
  };
  const process = {
    now: () => clock,
    every: () => {
      isTicking = true;
      return () => (isTicking = false);
    },
    showStatus: (text: string) => void statuses.push(text),
  };
  const args = ["apply", "--auto-approve", "--concurrency", "1"];
  const { code } = await on.run(args, { fetch, process });
  expect([code, isTicking]).toEqual([0, false]);
  expect(statuses.filter((text, index) => text !== statuses[index - 1])).toEqual([
    "  0/7 requests",
    "  1/7 requests",
    "  2/7 requests, about 5 s left",
    "  3/7 requests, about 4 s left",
    "  4/7 requests, about 3 s left",
    "  5/7 requests, about 2 s left",
    "  6/7 requests, about 1 s left",
    "  7/7 requests",
    "",
  ]);
});

it("--quiet shows no progress, but all results and errors", async () => {
  await using on = await createProjectFixture();
  const statuses: string[] = [];
  const process = { showStatus: (text: string) => void statuses.push(text) };
  const quiet = ["apply", "--auto-approve", "--quiet"];
  const fails: typeof on.service.fetch = async (url, init) =>
    init.method === "POST" && url.endsWith("/prompts")
      ? Response.json({ error: "not now" }, { status: 400 })
      : on.service.fetch(url, init);
  const failed = await on.run(quiet, { fetch: fails, process });
  expect(failed.code).toBe(1);
  expect(failed.err).not.toContain("✓");
  expect(failed.err).toContain("  ✗ prompt/Greeter  not created\n");
  const { code, out, err } = await on.run(quiet, { process });
  expect([code, err, statuses]).toEqual([0, "", []]);
  expect(out).toContain("Plan: 5 to create");
  expect(out).toContain("Applied. 5 requests to https://prompts.example.com succeeded.");
});

it("--quiet saves a plan without a message", async () => {
  await using on = await createProjectFixture();
  const { err } = await on.run(["plan", "--out", "plan.json", "--quiet"]);
  expect([err, existsSync(on.folder.at("plan.json"))]).toEqual(["", true]);
});
