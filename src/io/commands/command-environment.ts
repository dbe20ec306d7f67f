// The environment of commands: that of promptctl, without what is for promptctl and for the CI system.
import type { EnvironmentVariables } from "../../engine/model/ports.ts";
import { type ProviderFacts, providerFacts } from "../../engine/providers/provider-facts.ts";

/** Keys of services, tokens of CI systems, and what controls their runs. */
const forOthers = [
  /^(?:PROMPTCTL|GITHUB|ACTIONS|RUNNER|INPUT)_/i,
  /^(?:GH|GITLAB)_TOKEN$/i,
  /^CI_(?:\w*(?:TOKEN|PASSWORD|JWT)\w*|REPOSITORY_URL)$/i,
];

/** Python does not print a line to a pipe before it has many. */
const added = { PYTHONUNBUFFERED: "1" };

/** The environment of the application under test, which has the keys of providers. */
export function environmentOfApplication(env: EnvironmentVariables): EnvironmentVariables {
  const entries = Object.entries(env).filter(
    ([name]) => !forOthers.some((each) => each.test(name)),
  );
  return { ...Object.fromEntries(entries), ...added };
}

/** The environment of checks. */
export function environmentOfChecks(env: EnvironmentVariables): EnvironmentVariables {
  const ofProviders = new Set<string | undefined>(
    Object.values(providerFacts).flatMap(variablesOf),
  );
  const entries = Object.entries(environmentOfApplication(env));
  return Object.fromEntries(entries.filter(([name]) => !ofProviders.has(name)));
}

function variablesOf({
  keyVariable,
  tokenVariable,
  baseUrlVariable,
  headersVariable,
  maxTokensField,
}: ProviderFacts): (string | undefined)[] {
  return [keyVariable, tokenVariable, baseUrlVariable, headersVariable, maxTokensField?.variable];
}
