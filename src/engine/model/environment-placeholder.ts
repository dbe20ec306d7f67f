// Placeholders of environment variables, which promptctl does not replace.

/** Whether a text begins like `${NAME}`, `$NAME` or `$(NAME)`. */
export function beginsWithPlaceholder(text: string): boolean {
  return /^\$[{(A-Z_]/.test(text);
}
