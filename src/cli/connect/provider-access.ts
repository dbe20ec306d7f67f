// Access to the providers, for the embedded service and for promptctl test.
import type { Environment } from "../../engine/model/ports.ts";
import { providerFacts } from "../../engine/model/provider-facts.ts";
import type { ProviderCallOptions } from "../../providers/call-provider.ts";

/** The keys and base URLs of the providers come from the environment only. */
export function providerAccess(env: Environment): ProviderCallOptions["providers"] {
  return Object.fromEntries(
    Object.values(providerFacts).map(({ id, keyVariable, baseUrlVariable }) => [
      id,
      { key: env[keyVariable], baseUrl: env[baseUrlVariable] },
    ]),
  );
}

/** The values of `parameters.provider` whose base URL the environment sets. */
export function customProviders(env: Environment): string[] {
  return Object.entries(providerFacts).flatMap(([name, { baseUrlVariable }]) =>
    env[baseUrlVariable] ? [name] : [],
  );
}
