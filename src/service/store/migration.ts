// The migrations of a store: each changes its tables once, in the order of the list.

export interface Migration {
  /** For the log. */
  readonly what: string;
  readonly sql: string;
}

/** A migration of a store that was there before. */
export interface DoneMigration {
  /** Its number, from 1. */
  readonly migration: number;
  readonly what: string;
  readonly milliseconds: number;
}

/** `start`: when it began, by `performance.now`. */
export function doneMigration(migration: number, what: string, start: number): DoneMigration {
  return { migration, what, milliseconds: Math.round(performance.now() - start) };
}
