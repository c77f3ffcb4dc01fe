/**
 * Text that may be anyone's, so that what is read is what is there: control characters, half pairs, and what changes
 * the order or the width of text unseen (bidirectional marks, zero width, tags), each as its escape.
 */
const hidden =
  /[^\P{Cc}\n\t]|\p{Cs}|[\u{00AD}\u{061C}\u{200B}\u{200E}\u{200F}\u{2028}-\u{202E}\u{2060}-\u{2069}\u{FEFF}\u{E0000}-\u{E0FFF}]/gu;

export const visible = (text: string): string =>
  text.replaceAll(hidden, (found) => `\\u{${(found.codePointAt(0) ?? 0).toString(16)}}`);
