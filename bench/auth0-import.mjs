// Loads and validates a tenant.yaml with auth0-deploy-cli, as its import does before the first request.
// Usage: node bench/auth0-import.mjs <folder of the package> <tenant.yaml>
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const [path, tenant] = process.argv.slice(2);
const { setupContext } = createRequire(import.meta.url)(join(path, "lib", "context"));
const settings = {
  AUTH0_DOMAIN: "tenant.invalid",
  AUTH0_ACCESS_TOKEN: "none",
  AUTH0_INPUT_FILE: tenant,
  AUTH0_BASE_PATH: dirname(tenant),
};
const context = await setupContext(settings, "import");
await context.loadAssetsFromLocal();
const { actions, roles } = context.assets;
process.stdout.write(`${actions.length} ${roles.length} ${actions.at(-1).code.length}\n`);
process.exit();
