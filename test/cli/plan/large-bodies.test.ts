// A text that no service takes: validate warns, and an apply that would fail begins with nothing.
import { expect, it } from "vitest";
import { folderOf } from "../../io/folder.ts";
import { createFakeService, runCli, serviceEnv } from "../fake-host.ts";

const tool = "kind: tool\nname: look\ndescription: d\nparameters: {}\n";
const prompt = `kind: prompt
name: Manual
tools: [look]
parameters: { provider: ANTHROPIC, name: claude-sonnet-4-6 }
messages: [{ role: user, content: { file: ./manual.md } }]
`;
const filesWith = (text: string): Record<string, string> => ({
  "promptctl.yaml": "definitions: prompts\n",
  "prompts/look.yaml": tool,
  "prompts/manual.yaml": prompt,
  "prompts/manual.md": text,
});
const megabytes = (count: number): string => "A line of text.\n".repeat((count * 2 ** 20) / 16);

it.each([
  ["1 MiB", megabytes(1), undefined],
  ["more than 1 MiB", `${megabytes(1)}.`, "This text has 1 MiB."],
  ["more than 1 MiB in UTF-8", "é".repeat(600_000), "This text has 1.1 MiB."],
  ["18 MiB", megabytes(18), "This text has 18 MiB."],
])("validate and a text of %s: %#", async (_name, text, warning) => {
  await using folder = folderOf(filesWith(text));
  const { code, out, err } = await runCli(["validate"], { cwd: folder.path });
  expect(code).toBe(0);
  if (warning === undefined) expect(out + err).not.toContain("large-text");
  else expect(out + err).toContain(warning);
});

it("plan and apply refuse a request that the embedded service does not take; nothing is created", async () => {
  await using folder = folderOf(filesWith(megabytes(18)));
  for (const args of [["plan"], ["apply", "--auto-approve"]]) {
    const { code, out, err } = await runCli([...args, "--local"], { cwd: folder.path, env: {} });
    expect([code, out + err]).toEqual([
      4,
      expect.stringMatching(
        /The request for prompt\/Manual has 19\.1 MiB, and the embedded service takes at most 16 MiB\./,
      ),
    ]);
  }
  const plan = await runCli(["plan", "--local"], { cwd: folder.path, env: {} });
  expect(plan.out).toContain("2 to create");
});

it("a text of 15 MiB is applied to the embedded service", async () => {
  await using folder = folderOf(filesWith(megabytes(15)));
  const { code } = await runCli(["apply", "--local", "--auto-approve"], {
    cwd: folder.path,
    env: {},
  });
  expect(code).toBe(0);
});

it.each([
  ["of 17 MiB, and a service with the usual limit", megabytes(17), undefined, "18.1 MiB", "16 MiB"],
  ["of 2 MiB, and a service that takes 1 MiB", megabytes(2), 2 ** 20, "2.1 MiB", "1 MiB"],
])(
  "plan and apply refuse a request %s that announces it; nothing is created",
  async (_name, text, bodyLimitBytes, size, limit) => {
    await using folder = folderOf(filesWith(text));
    const service = await createFakeService({
      extensions: true,
      ...(bodyLimitBytes !== undefined && { bodyLimitBytes }),
    });
    const { fetch } = service;
    for (const args of [["plan"], ["apply", "--auto-approve"]]) {
      const { code, out, err } = await runCli(args, { cwd: folder.path, env: serviceEnv, fetch });
      expect(code).toBe(4);
      expect(out + err).toContain(
        `The request for prompt/Manual has ${size}, and https://prompts.example.com takes at most ${limit}.`,
      );
    }
    expect(service.writes()).toEqual([]);
  },
);

it("a request of exactly the announced size is applied, and one with a byte less room is refused", async () => {
  await using folder = folderOf({
    "promptctl.yaml": "definitions: prompts\n",
    "prompts/look.yaml": tool,
  });
  const size = JSON.stringify({ name: "look", description: "d", parameters: {} }).length;
  for (const [bodyLimitBytes, expected] of [
    [size - 1, 4],
    [size, 0],
  ] as const) {
    const { fetch } = await createFakeService({ extensions: true, bodyLimitBytes });
    const { code } = await runCli(["apply", "--auto-approve"], {
      cwd: folder.path,
      env: serviceEnv,
      fetch,
    });
    expect(code).toBe(expected);
  }
});

it("where a service announces no limit, a 413 stops the apply before what needs the resource, with the limit that the service names", async () => {
  await using folder = folderOf(filesWith(megabytes(18)));
  folder.write(
    "prompts/manual.yaml",
    `${prompt}evaluations: [{ name: a, assertions: [{ type: LATENCY, targetThreshold: 5000 }] }]\n`,
  );
  const service = await createFakeService();
  const fetch = service.fetch;
  const { code, out, err } = await runCli(["apply", "--auto-approve"], {
    cwd: folder.path,
    env: serviceEnv,
    fetch,
  });
  expect(code).toBe(1);
  expect(out + err).toContain(
    "413 from POST /sdk/v1/prompts: The body is larger than 16777216 bytes.",
  );
  expect(out + err).toContain("Shorten the texts and images");
  expect(await service.count("evaluations")).toBe(0);
  expect(service.writes().filter((each) => String(each).includes("evaluation"))).toEqual([]);
});
