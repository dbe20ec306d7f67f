// Placeholders of environment variables, which promptctl does not replace.

/** Whether a text begins like `${NAME}`, `$NAME` or `$(NAME)`. */
export function beginsWithPlaceholder(text: string): boolean {
  return /^\$[{(A-Z_]/.test(text);
}

/** Whether a text is `${NAME}`, `${{ env.NAME }}`, `$NAME`, `$(NAME)` or `%NAME%`. */
export function isWholePlaceholder(text: string): boolean {
  return /^(?:\$\{\{?[^{}\n]*\}?\}|\$[A-Z_][A-Z\d_]+|\$\([A-Za-z_]\w*\)|%[A-Z_][A-Z\d_]+%)$/.test(
    text,
  );
}

/** Whether a text contains `${NAME}` or `${{ env.NAME }}`. */
export function containsPlaceholder(text: string): boolean {
  return /\$\{\{?[^{}\n]+\}?\}/.test(text);
}
