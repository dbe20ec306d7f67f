import { describe, expect, it } from "vitest";
import { Failure } from "../../../src/engine/model/failure.ts";
import { folderOf } from "../../io/folder.ts";
import { at, type TargetCase, file, key, question, resolveTarget } from "./service-target-case.ts";

const embedded = { baseUrl: "local" };
const keyless = (baseUrl: string): object => ({ baseUrl, key: undefined });
const flag = "https://flag.example";
const env = { ...key, PROMPTCTL_BASE_URL: "https://env.example" };

describe("the service that a command uses, and whether the API key is sent to it", () => {
  const rows: readonly [string, TargetCase, object, string[]?][] = [
    ["--local", { flags: { local: true } }, embedded],
    ["--local before all other settings", { flags: { local: true }, env, file }, embedded],
    [
      "--base-url before the environment and the file",
      { flags: { baseUrl: flag }, env, file },
      at(flag),
    ],
    ["the environment before the file", { env, file }, at("https://env.example")],
    [
      "--base-url needs no confirmation",
      { flags: { baseUrl: file }, env: key, file, answer: false },
      at(file),
    ],
    [
      "the file, after a confirmation",
      { env: key, file, answer: true },
      at(file),
      [question(file)],
    ],
    ["the file, confirmed earlier", { env: key, file, trusted: ["file.example"] }, at(file)],
    [
      "an empty environment variable counts as unset",
      { env: { ...key, PROMPTCTL_BASE_URL: "" }, file, trusted: ["file.example"] },
      at(file),
    ],
    ["the file says local", { file: "local" }, embedded],
    ["CI=false counts as unset", { file: "local", env: { CI: "false" } }, embedded],
    [
      "localhost needs no API key",
      { flags: { baseUrl: "http://localhost:4100" } },
      keyless("http://localhost:4100"),
    ],
    [
      "localhost from the file, without an API key",
      { file: "http://127.0.0.1:4100" },
      keyless("http://127.0.0.1:4100"),
    ],
    [
      "localhost from the file, with an API key, needs a confirmation",
      { file: "http://localhost:41", env: key, answer: true },
      at("http://localhost:41"),
      [question("http://localhost:41")],
    ],
    [
      "http to [::1]",
      { flags: { baseUrl: "http://[::1]:4100" }, env: key },
      at("http://[::1]:4100"),
    ],
  ];
  it.each(rows)("%s", async (_, each, expected, questions = []) => {
    await using folder = folderOf();
    expect(await resolveTarget(folder, each)).toMatchObject({ target: expected, questions });
  });
});

/** cli/usage-error-cases.ts has no service, two services, and no key. */
describe("a refused service, with the message and the hint", () => {
  const local = "Use --local for the embedded service.";
  const like = "A base URL looks like https://prompts.example.com.";
  const ignored = "baseUrl in promptctl.yaml is ignored in CI: set PROMPTCTL_BASE_URL.";
  const noYes = `API key not sent to ${file}: this URL comes from promptctl.yaml and was not confirmed.`;
  const sayIt = `To confirm it: --base-url ${file}, or set PROMPTCTL_BASE_URL.`;
  const to = (baseUrl: string): TargetCase => ({ flags: { baseUrl }, env: key });
  const rows: readonly [string, TargetCase, string, string, string, string][] = [
    [
      "baseUrl in the file in CI",
      { file, env: { ...key, CI: "1" }, answer: true, trusted: ["file.example"] },
      "usage",
      "no-service",
      ignored,
      `To use ${file}: --base-url ${file}`,
    ],
    [
      "baseUrl: local in the file in CI",
      { file: "local", env: { CI: "1" } },
      "usage",
      "no-service",
      ignored,
      "To use the embedded service: --local",
    ],
    [
      "baseUrl in the file without a terminal",
      { file, env: key },
      "refused",
      "no-consent",
      noYes,
      sayIt,
    ],
    [
      "another host was confirmed",
      { file, env: key, trusted: ["other.example", "file.example:444"] },
      "refused",
      "no-consent",
      noYes,
      sayIt,
    ],
    [
      "an empty key",
      { flags: { baseUrl: flag }, env: { PROMPTCTL_API_KEY: "" } },
      "usage",
      "no-key",
      `No API key for ${flag}.`,
      "Set the environment variable PROMPTCTL_API_KEY. The key is never read from a flag or a file.",
    ],
    ...["http://prompts.example.com", "http://127.0.0.1.example.com"].map(
      (url): [string, TargetCase, string, string, string, string] => [
        url,
        to(url),
        "usage",
        "wrong-base-url",
        `${url} would send the API key unencrypted.`,
        "Use https. Plain http is allowed for localhost only.",
      ],
    ),
    [
      "another protocol",
      to("ftp://a.example"),
      "usage",
      "wrong-base-url",
      '"ftp://a.example" is not an https URL.',
      like,
    ],
    [
      "an empty --base-url",
      { flags: { baseUrl: "" } },
      "usage",
      "wrong-base-url",
      "The base URL is empty.",
      "Check that the variable that is passed to --base-url is set.",
    ],
    [
      "a user and a password",
      to("https://me:hunter2@a.example"),
      "usage",
      "wrong-base-url",
      "The base URL contains a user or a password.",
      "Remove it. The API key comes from PROMPTCTL_API_KEY.",
    ],
    ["--base-url local", to("local"), "usage", "wrong-base-url", '"local" is not a URL.', local],
  ];
  it.each(rows)("%s", async (_, each, failureClass, code, message, hint) => {
    await using folder = folderOf();
    const { target } = await resolveTarget(folder, each);
    expect(target).toBeInstanceOf(Failure);
    expect(target).toMatchObject({ class: failureClass, code, message, hint });
  });

  it.each([
    ["in CI", { file: "https://u:hunter2@a.example", env: { ...key, CI: "1" } }],
    ["of the file", { file: "https://u:hunter2@a.example", env: key, answer: true }],
    ["of the wrong protocol", { flags: { baseUrl: "ftp://u:hunter2@a.example" }, env: key }],
  ] satisfies [string, TargetCase][])(
    "a password in a base URL %s is not printed",
    async (_, each) => {
      await using folder = folderOf();
      const { target, questions } = await resolveTarget(folder, each);
      expect(target).toBeInstanceOf(Failure);
      const { message, hint } = target as Failure;
      expect(`${message} ${hint} ${questions.join()}`).not.toContain("hunter2");
    },
  );
});
