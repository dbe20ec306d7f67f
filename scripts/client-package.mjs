// Makes dist/client, the package promptctl-client: the library of promptctl alone, for applications that
// only call a service.
import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { dist } from "./dist.mjs";
import { noticesOf } from "./third-party.mjs";

const root = join(import.meta.dirname, "..");
const client = join(dist, "client");

const readme = `# promptctl-client

Prompts of a prompt service with the \`/sdk/v1\` interface in an application, without dependencies. It has the
same code as the library of the package \`promptctl\`, whose commands write types and bundles of your prompts.

\`\`\`ts
import { createPrompts } from "promptctl-client";

const prompts = createPrompts({ baseUrl: "https://prompts.example.com", apiKey });
const { request } = await prompts.render("Greeting", { name: "Author A" });
\`\`\`

Documentation: https://github.com/OWNER/promptctl/blob/main/docs/code.md
`;

/** Copies the built library. `inputs` are the files that esbuild bundled into it. */
export function writeClientPackage(inputs, version) {
  const own = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const modules = readdirSync(dist).filter((name) => /^(?:index|library-.*)\.js$/.test(name));
  for (const name of [...modules, "index.cjs", "types", "types-cjs"])
    cpSync(join(dist, name), join(client, name), { recursive: true });
  cpSync(join(root, "LICENSE"), join(client, "LICENSE"));
  const { main, types, exports } = own;
  const entries = { main, types, exports: { ".": exports["."] } };
  const manifest = {
    name: "promptctl-client",
    version: version || own.version,
    description: "A typed client for prompt services, for applications.",
    license: own.license,
    repository: { type: "git", url: "git+https://github.com/OWNER/promptctl.git" },
    type: "module",
    sideEffects: false,
    ...JSON.parse(JSON.stringify(entries).replaceAll("./dist/", "./")),
    engines: own.engines,
  };
  writeFileSync(join(client, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  writeFileSync(join(client, "README.md"), readme);
  writeFileSync(join(client, "THIRD-PARTY-NOTICES.md"), noticesOf(inputs));
}
