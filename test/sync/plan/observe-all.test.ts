// A list of prompts that is empty although prompts exist.
import { expect, it } from "vitest";
import { callService, createProjectFixture } from "../../cli/project-fixture.ts";

it.each([["plan"], ["apply", "--auto-approve"]])(
  "%s refuses an empty list of prompts if evaluations have a prompt that exists",
  async (...args) => {
    await using fixture = await createProjectFixture();
    await fixture.run(["apply", "--auto-approve"]);
    const writes = fixture.service.writes().length;
    const fetch: typeof fixture.service.fetch = async (url, init) =>
      url.endsWith("/sdk/v1/prompts") && (init.method ?? "GET") === "GET"
        ? Response.json([])
        : fixture.service.fetch(url, init);
    const { code, err } = await fixture.run(args, { fetch });
    expect(code).toBe(4);
    expect(err.replace(/prompt \w+, which/, "prompt …, which")).toBe(
      "Refused: The service lists no prompts, but it has evaluations of the prompt …, which exists. With such a list, all prompts would be created again.\n  Run the same command again. If the list stays empty, report it to the operator of the service.\n",
    );
    expect(fixture.service.writes()).toHaveLength(writes);
  },
);

it("an empty list is right if the prompt of a left evaluation is gone", async () => {
  await using fixture = await createProjectFixture();
  await fixture.run(["apply", "--auto-approve"]);
  const evaluations = await callService(fixture, "GET", "evaluations");
  for (const { id } of (await callService(fixture, "GET", "prompts")) as { id: string }[])
    await callService(fixture, "DELETE", `prompts/${id}`);
  const fetch: typeof fixture.service.fetch = async (url, init) =>
    url.endsWith("/sdk/v1/evaluations")
      ? Response.json(evaluations)
      : fixture.service.fetch(url, init);
  const { code, out } = await fixture.run(["plan"], { fetch });
  expect([code, out]).toEqual([0, expect.stringContaining("+ prompt/Greeter")]);
});
