// An operation of the store: a generator that yields statements and receives their rows. The same code
// runs in SQLite and in PostgreSQL. In SQLite all operations share one connection, so each must be
// complete when it returns; the rows of PostgreSQL arrive later.

/** A statement of SQL. */
export interface Statement {
  /** With a name, PostgreSQL prepares it once per connection, except with `prepare=false`. */
  readonly name?: string;
  readonly text: string;
}

/** A value of a parameter. */
export type SqlValue = string | number | null;

/** A statement with the values of its parameters. */
export interface SqlRequest {
  readonly statement: Statement;
  readonly values: readonly SqlValue[];
}

export type Operation<Result> = Generator<SqlRequest, Result, readonly object[]>;

/** Runs a statement in an operation; returns its rows. */
export function* query<Row extends object>(
  statement: Statement,
  values: readonly SqlValue[],
): Operation<readonly Row[]> {
  if (!values.every((value) => isPossibleText(String(value)))) return []; // no row has this id
  return (yield { statement, values }) as readonly Row[];
}

/** PostgreSQL has no texts with a NUL character. */
export function isPossibleText(text: string): boolean {
  return !text.includes("\0");
}

/** The result of an operation whose statements are answered at once. */
export function runNow<Result>(
  operation: Operation<Result>,
  answer: (request: SqlRequest) => readonly object[],
): Result {
  let step = operation.next();
  while (!step.done) step = operation.next(answer(step.value));
  return step.value;
}

/** The result of an operation whose statements are answered later, one after the other. */
export async function runLater<Result>(
  operation: Operation<Result>,
  answer: (request: SqlRequest) => Promise<readonly object[]>,
): Promise<Result> {
  let step = operation.next();
  while (!step.done) step = operation.next(await answer(step.value));
  return step.value;
}
