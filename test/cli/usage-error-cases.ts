// Errors in arguments, environment and service, with the text that a user sees.
import { serviceUrl, serviceEnv } from "./fake-host.ts";
import { fourRetryLines, type ErrorCase, errorCase } from "./error-case.ts";

const usage = { code: 64, errorCode: "usage" } as const;
const helpOf = (command: string): string => `  To see the options: promptctl ${command} --help\n`;

export const usageErrorCases: readonly ErrorCase[] = [
  errorCase("no base URL", {
    code: 64,
    errorCode: "no-service",
    env: {},
    stderr: `
Error: No service configured.
  Use the embedded service:   add --local
  Use a remote service:       set PROMPTCTL_BASE_URL=https://… and PROMPTCTL_API_KEY=…
`,
  }),
  errorCase("no API key", {
    code: 64,
    errorCode: "no-key",
    env: { PROMPTCTL_BASE_URL: serviceUrl },
    stderr: `
Error: No API key for https://prompts.example.com.
  Set the environment variable PROMPTCTL_API_KEY. The key is never read from a flag or a file.
`,
  }),
  errorCase("an invalid API key", {
    code: 1,
    errorCode: "wrong-key",
    env: { ...serviceEnv, PROMPTCTL_API_KEY: "wrong" },
    stderr: `
Error: 401 from GET /sdk/v1/tools: The API key in the header X-API-KEY is not valid.
  Set PROMPTCTL_API_KEY to a key that https://prompts.example.com accepts.
`,
  }),
  errorCase("a service that is down", {
    code: 1,
    errorCode: "unreachable",
    fetch: async () => {
      const cause = Object.assign(new Error("connect"), { code: "ECONNREFUSED" });
      throw new TypeError("fetch failed", { cause });
    },
    pauses: fourRetryLines("connection refused"),
    stderr: `
Error: https://prompts.example.com cannot be reached: connection refused (GET /sdk/v1/tools).
  Check the base URL and that the service is running.
`,
  }),
  errorCase("a server that is not a prompt service", {
    code: 1,
    errorCode: "unreadable-answer",
    fetch: async () => new Response("<html>Welcome</html>", { status: 200 }),
    pauses: fourRetryLines("status 200, not JSON"),
    stderr: `
Error: GET /sdk/v1/tools: the response (status 200) is not JSON.
  Check that https://prompts.example.com is the base URL of a prompt service.
`,
  }),
  errorCase("two services at once", {
    code: 64,
    errorCode: "two-targets",
    args: ["plan", "--local", "--base-url", serviceUrl],
    stderr: `
Error: --local and --base-url cannot be used together.
  Use one of them.
`,
  }),
  errorCase("a missing folder", {
    code: 64,
    errorCode: "no-folder",
    args: ["plan", "nope"],
    stderr: `
Error: No such folder: nope
  Name the folder with promptctl.yaml, relative to the current folder.
`,
  }),
  errorCase("an unknown flag", {
    ...usage,
    args: ["plan", "--tmeout", "5s"],
    stderr: `
Error: Unknown option '--tmeout'.
  Did you mean --timeout?
${helpOf("plan")}`,
  }),
  errorCase("an unknown flag without a similar one", {
    ...usage,
    args: ["plan", "--frobnicate"],
    stderr: `
Error: Unknown option '--frobnicate'.
${helpOf("plan")}`,
  }),
  errorCase("an unknown command", {
    ...usage,
    args: ["pln"],
    stderr: `
Error: Unknown command 'pln'.
  Did you mean plan?
  To see the commands: promptctl --help
`,
  }),
  errorCase("an unknown command without a similar one", {
    ...usage,
    args: ["xyzzy"],
    stderr: `
Error: Unknown command 'xyzzy'.
  To see the commands: promptctl --help
`,
  }),
  ...["5", "0s", "-1s", "5 s", "1h", "fast"].map((wrong) =>
    errorCase(`the duration ${wrong}`, {
      ...usage,
      args: ["plan", `--timeout=${wrong}`],
      stderr: `
Error: Option '--timeout <duration>' argument '${wrong}' is invalid. Expected a duration such as 500ms, 30s or 2m.
${helpOf("plan")}`,
    }),
  ),
  ...["0", "-1", "1.5", "many"].map((wrong) =>
    errorCase(`the concurrency ${wrong}`, {
      ...usage,
      args: ["apply", `--concurrency=${wrong}`],
      stderr: `
Error: Option '--concurrency <number>' argument '${wrong}' is invalid. Expected an integer from 1 to 9999.
${helpOf("apply")}`,
    }),
  ),
  ...["--target", "--exclude"].map((flag) =>
    errorCase(`${flag} that fits nothing`, {
      code: 64,
      errorCode: "unmatched-pattern",
      args: ["plan", flag, "tool/*", flag, "prompt/Nope*"],
      stderr: `
Error: No definition matches "prompt/Nope*".
  Addresses are kind/name, for example prompt/Support triage. * matches any text.
`,
    }),
  ),
  errorCase("--target with --exclude", {
    code: 64,
    errorCode: "target-and-exclude",
    args: ["plan", "--target", "tool/*", "--exclude", "prompt/*"],
    stderr: `
Error: --target and --exclude cannot be used together.
`,
  }),
  ...["--target", "--exclude"].map((flag) =>
    errorCase(`--prune with ${flag}`, {
      code: 64,
      errorCode: "prune-in-part",
      args: ["plan", "--prune", flag, "tool/*"],
      stderr: `
Error: --prune cannot be used with --target or --exclude.
  Unmanaged resources can only be determined from all definitions: use --prune without them.
`,
    }),
  ),
];
