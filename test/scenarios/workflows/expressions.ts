// Evaluates expressions of workflows with GitHub's own package.
import { data, Evaluator, Lexer, Parser } from "@actions/expressions";

/** The contexts of an expression by name, for example `github`. */
export type Contexts = Readonly<Record<string, object>>;

/** The value of an expression without `${{ }}`, in a job that is not cancelled and did not fail. */
function evaluate(expression: string, contexts: Contexts): data.ExpressionData {
  const state = { success: true, always: true, failure: false, cancelled: false };
  const functions = Object.entries(state).map(([name, value]) => ({
    name,
    minArgs: 0,
    maxArgs: 0,
    call: () => new data.BooleanData(value),
  }));
  const { tokens } = new Lexer(expression).lex();
  const parsed = new Parser(tokens, Object.keys(contexts), functions).parse();
  const all = JSON.parse(JSON.stringify(contexts), data.reviver) as data.Dictionary;
  return new Evaluator(parsed, all, new Map(functions.map((each) => [each.name, each]))).evaluate();
}

/** A text with the values of its expressions. */
export function interpolate(text: string, contexts: Contexts): string {
  return text.replace(/\$\{\{(.*?)\}\}/gs, (_all, expression: string) =>
    evaluate(expression.trim(), contexts).coerceString(),
  );
}

/** Whether the condition of a job or step holds: with or without `${{ }}`. */
export function holds(condition: string, contexts: Contexts): boolean {
  const expression = condition.trim().replace(/^\$\{\{(.*)\}\}$/s, "$1");
  return evaluate(`!!(${expression})`, contexts).coerceString() === "true";
}
