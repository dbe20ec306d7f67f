// What can be wrong in the files of a project, with the text that a user sees: an error at each step of
// loading. The output of every code is in definitions/broken.
import { type ErrorCase, errorCase } from "./error-case.ts";
import { greeter, triage } from "./project.ts";

const invalid = { code: 3, errorCode: "invalid-definitions" } as const;

export const fileErrorCases: readonly ErrorCase[] = [
  errorCase("broken YAML", {
    ...invalid,
    files: { "prompts/greeter.yaml": greeter.replace("tools: []", "tools: [lookup_order") },
    stderr: `
prompts/greeter.yaml:3:8  error  yaml-syntax
  | tools: [lookup_order
  |        ^
  This bracket is never closed.
  Add ] where it ends.

1 error.
`,
  }),
  errorCase("an unknown tool", {
    ...invalid,
    files: { "prompts/triage.yaml": triage.replace("[lookup_order]", "[lookup_ordr]") },
    stderr: `
prompts/triage.yaml:3:9  error  unknown-tool
  | tools: [lookup_ordr]
  |         ^^^^^^^^^^^
  Unknown tool "lookup_ordr".
  Did you mean "lookup_order" (prompts/lookup.yaml:2)?

1 error.
`,
  }),
  errorCase("a missing include", {
    ...invalid,
    files: { "prompts/triage.yaml": triage.replace("./triage.md", "./triag.md") },
    stderr: `
prompts/triage.yaml:7:22  error  include
  | content: { file: ./triag.md }
  |                  ^^^^^^^^^^
  There is no file prompts/triag.md.
  Did you mean prompts/triage.md?

1 error.
`,
  }),
  errorCase("errors in several files are reported at once", {
    ...invalid,
    files: {
      "prompts/greeter.yaml": greeter.replace("kind: prompt", "kind: promt"),
      "prompts/mail.yaml": "kind: tool\nname: send mail\ndescription: x\nparameters: {}\n",
    },
    stderr: `
prompts/greeter.yaml:1:7  error  unknown-kind
  | kind: promt
  |       ^^^^^
  Unknown kind "promt".
  Did you mean "prompt"?

prompts/mail.yaml:2:7  error  wrong-value
  | name: send mail
  |       ^^^^^^^^^
  "name" has invalid characters or is too long: "send mail".
  The function name that the model calls: 1 to 64 letters, digits, underscores or hyphens.

2 errors.
`,
  }),
  errorCase("an error in promptctl.yaml", {
    ...invalid,
    files: { "promptctl.yaml": "definitions: prompts\nprun: true\n" },
    stderr: `
promptctl.yaml:2:1  error  unknown-key
  | prun: true
  | ^^^^
  Unknown key "prun".
  Did you mean "prune"?

1 error.
`,
  }),
  errorCase("an error in a project below the current folder: the path is relative to it", {
    ...invalid,
    files: { "sub/promptctl.yaml": "", "sub/prompts/x.yaml": "kind: tol\n" },
    args: ["plan", "sub"],
    stderr: `
sub/prompts/x.yaml:1:7  error  unknown-kind
  | kind: tol
  |       ^^^
  Unknown kind "tol".
  Did you mean "tool"?

1 error.
`,
  }),
  errorCase("a missing definitions folder", {
    code: 3,
    errorCode: "no-definitions-folder",
    files: { "promptctl.yaml": "definitions: defs\n" },
    stderr: `
Error: There is no folder "defs" in ….
  Create it, or name another one as definitions: in promptctl.yaml.
  git keeps no empty folder: for a project without definitions, commit a file .gitkeep in it.
`,
  }),
];
