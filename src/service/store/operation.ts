// An operation of the store: a generator that yields statements and receives their rows. The same code
// runs in SQLite and in PostgreSQL. In SQLite all operations share one connection, so each must be
// complete when it returns; the rows of PostgreSQL arrive later, and statements that are yielded together
// are sent together.

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

/** The rows of a statement. */
type Rows = readonly object[];

/** Each step is some statements, which run in their order. */
export type Operation<Result> = Generator<readonly SqlRequest[], Result, readonly Rows[]>;

/** Runs a statement in an operation; returns its rows. */
export function* query<Row extends object>(
  statement: Statement,
  values: readonly SqlValue[],
): Operation<readonly Row[]> {
  if (!values.every((value) => isPossibleText(String(value)))) return []; // no row has this id
  return (yield* queryAll([{ statement, values }]))[0] as readonly Row[];
}

/** Runs statements, none of which needs the rows of another; returns the rows of each. */
export function* queryAll(requests: readonly SqlRequest[]): Operation<readonly Rows[]> {
  return yield requests;
}

/** PostgreSQL has no texts with a NUL character. */
export function isPossibleText(text: string): boolean {
  return !text.includes("\0");
}

/** The result of an operation whose statements are answered at once. */
export function runNow<Result>(
  operation: Operation<Result>,
  answer: (request: SqlRequest) => Rows,
): Result {
  let step = operation.next();
  while (!step.done) step = operation.next(step.value.map(answer));
  return step.value;
}

/** The result of an operation whose statements are answered later, in their order. */
export async function runLater<Result>(
  operation: Operation<Result>,
  answer: (request: SqlRequest) => Promise<Rows>,
): Promise<Result> {
  let step = operation.next();
  while (!step.done) step = operation.next(await Promise.all(step.value.map(answer)));
  return step.value;
}
