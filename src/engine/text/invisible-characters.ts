// Invisible characters: shown as escapes, and reported in texts that are sent.

/**
 * Control, format and line-separating characters, and all that is not drawn (Unicode
 * categories Cc and Cf, property Default_Ignorable_Code_Point): terminal escapes, bidirectional
 * marks, zero-width and tag characters, variation selectors, but for what joins and colours emoji.
 */
export const invisibleCharacters: RegExp =
  /(?!\uFE0F|(?<=[\p{ExtPict}\p{EMod}]\uFE0F?)\u200D(?=\p{ExtPict}))[\p{Cc}\p{Cf}\p{DI}\u2028\u2029]/gu;
