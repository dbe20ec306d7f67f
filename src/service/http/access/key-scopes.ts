// What API keys and tokens permit.

/** What a key may do; each scope includes those before it. */
export const keyScopes = ["read", "run", "write"] as const;

export type KeyScope = (typeof keyScopes)[number];

/** Whether a scope permits what another one does. */
export function includesScope(scope: KeyScope, needed: KeyScope): boolean {
  return keyScopes.indexOf(scope) >= keyScopes.indexOf(needed);
}
