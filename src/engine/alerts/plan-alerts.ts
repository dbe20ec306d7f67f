// The alerts of a plan: what a reviewer must not miss, in the order in which it is shown.
import type { RenameHint } from "../diff/rename-hints.ts";
import { findReusedNames } from "../diff/reused-names.ts";
import { type Alert, type AlertCode, inAlertOrder, alertValues } from "../model/alert.ts";
import { type Kinds, rowsOf } from "../model/kind.ts";
import { type Plan, type Promotion, type Change, flattenChange } from "../model/plan.ts";
import type { Address, Definition } from "../model/resource.ts";
import { conflictAlerts } from "./conflict-alerts.ts";
import { deleteAlerts, unreportedAlerts } from "./delete-alerts.ts";
import { historyAlerts } from "./history-alerts.ts";
import { modelAlerts, type PriceOf } from "./model-alerts.ts";
import { renameAlerts, reuseAlerts } from "./rename-alerts.ts";
import { replyAlerts } from "./reply-alerts.ts";
import { schemaAlerts } from "./schema-alerts.ts";
import { testAlerts } from "./test-alerts.ts";
import { numbersByKind } from "../text/kind-counts.ts";
import { type Diagnostic, fileAndLine } from "../model/diagnostic.ts";
import { someOf } from "../text/word-lists.ts";
import type { JsonObject } from "../model/json.ts";
import { mayNameSecret, namedSecretAt } from "../text/named-secrets.ts";
import { candidateSecrets } from "../text/secrets.ts";
import { eachText } from "../rules/texts.ts";

interface AlertSources {
  readonly definitions: readonly Definition[];
  readonly renameHints: readonly RenameHint[];
  readonly priceOf: PriceOf;
  /** The resources, as `kind/id`, that prune deletes although the service does not report versions. */
  readonly unreported: ReadonlySet<Address>;
}

/** All alerts but those about promptctl.yaml, which needs an older one to compare with. */
export function planAlerts(
  kinds: Kinds,
  plan: Plan,
  { definitions, renameHints, priceOf, unreported }: AlertSources,
): Alert[] {
  const { changes, warnings = [] } = plan;
  const alerts = [
    deleteAlerts(kinds, changes),
    unreportedAlerts(kinds, changes, unreported),
    conflictAlerts(kinds, changes, plan),
    historyAlerts(kinds, changes, plan.history),
    promotionAlerts(plan.promotion),
    renameAlerts(renameHints, changes),
    reuseAlerts(findReusedNames(kinds, changes)),
    schemaAlerts(changes),
    replyAlerts(changes),
    testAlerts(kinds, definitions, changes),
    modelAlerts(changes, priceOf),
    secretAlerts(changes),
    warningAlerts(warnings),
  ];
  return inAlertOrder(alerts.flat());
}

/** The plan with other alerts of one code. */
export function withAlerts(plan: Plan, code: AlertCode, alerts: readonly Alert[]): Plan {
  const { alerts: known = [], ...rest } = plan;
  const all = inAlertOrder([...known.filter((alert) => alert.code !== code), ...alerts]);
  return { ...rest, ...(all.length > 0 && { alerts: all }) };
}

/** One alert for all that --allow-unpromoted includes. */
function promotionAlerts(promotion: Promotion | undefined): Alert | [] {
  if (!promotion || promotion.allowed.length === 0) return [];
  const { after, isKnown, allowed } = promotion;
  const changes = allowed.map(({ change }) => change);
  const count = changes.length === 1 ? "1 change" : `${changes.length} changes`;
  return {
    code: "unpromoted",
    addresses: changes.map(({ address }) => address),
    text: [`makes ${count} that ${after} ${isKnown ? "does not hold" : "is not known to hold"}`],
    facts: { counts: numbersByKind(rowsOf(changes)) },
  };
}

/** One alert for all warnings. */
function warningAlerts(warnings: readonly Diagnostic[]): Alert | [] {
  if (warnings.length === 0) return [];
  const total = warnings.reduce((sum, { count = 1 }) => sum + count, 0);
  const places = warnings.map(
    ({ location, code }) => `${fileAndLine(location)}:${location.column} ${code}`,
  );
  return {
    code: "warning",
    addresses: [],
    text: [
      `${total} ${total === 1 ? "warning" : "warnings"} in what changes: `,
      ...alertValues(places, total),
    ],
    hint: ["promptctl validate shows them"],
    facts: { diagnostics: warnings.map(({ code }) => code) },
  };
}

/** One alert for all definitions whose new content has a secret that the old one does not have. */
function secretAlerts(changes: readonly Change[]): Alert | [] {
  const found = changes.flatMap(flattenChange).filter((change) => {
    if (change.action === "delete") return false;
    const old = change.action === "create" ? [] : bodySecrets(change.before);
    return bodySecrets(change.body).some((secret) => !old.includes(secret));
  });
  if (found.length === 0) return [];
  const addresses = found.map(({ address }) => address);
  const names = { code: someOf(addresses) };
  return { code: "secret", addresses, text: ["sends what looks like a secret: ", names] };
}

function bodySecrets(body: JsonObject): string[] {
  const text = JSON.stringify(body, (key, value: unknown) =>
    key === "imageBase64" ? undefined : value,
  );
  const formatted = candidateSecrets(text).flatMap(({ pattern }) => {
    const all = text.matchAll(new RegExp(pattern.source, "g"));
    return [...all].map(([secret]) => secret);
  });
  if (!mayNameSecret.test(text)) return formatted;
  const named: string[] = [];
  eachText(body, (each, path) => {
    const found = namedSecretAt(each, path);
    if (found?.isSure) named.push(found.secret);
  });
  return [...formatted, ...named];
}
