/**
 * Text that may be anyone's, so that what is read is what is there. Hidden are control characters, half pairs, and what
 * changes the order or the width of text invisibly (bidirectional marks, zero width, tags). Line breaks and tabs stay; the
 * joiner that emoji are made with too.
 */
export const hidden =
  /[^\P{Cc}\n\t]|\p{Cs}|[\u{00AD}\u{061C}\u{200B}\u{200E}\u{200F}\u{2028}-\u{202E}\u{2060}-\u{2069}\u{FEFF}\u{E0000}-\u{E0FFF}]/gu;

/** With what is hidden as its escape, such as `\u{200b}`. */
export const visible = (text: string): string =>
  text.replaceAll(hidden, (found) => `\\u{${(found.codePointAt(0) ?? 0).toString(16)}}`);
