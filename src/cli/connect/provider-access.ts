// Access to the providers, for the embedded service and for promptctl test.
import type { Environment } from "../../engine/model/ports.ts";
import type { ProviderCallOptions } from "../../providers/call-provider.ts";

/** The keys and base URLs of the providers come from the environment only. */
export function providerAccess(env: Environment): ProviderCallOptions["providers"] {
  return {
    anthropic: { key: env["ANTHROPIC_API_KEY"], baseUrl: env["ANTHROPIC_BASE_URL"] },
    openai: { key: env["OPENAI_API_KEY"], baseUrl: env["OPENAI_BASE_URL"] },
  };
}

/** The values of `parameters.provider` whose base URL the environment sets. */
export function customProviders(env: Environment): string[] {
  return Object.entries(providerAccess(env)).flatMap(([id, access]) =>
    access?.baseUrl ? [id.toUpperCase()] : [],
  );
}
