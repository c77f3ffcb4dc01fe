/** What a string literal stands for. */

const simple: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  b: '\b',
  f: '\f',
  v: '\v',
  a: '\x07',
  e: '\x1B',
  '\n': '',
};

/** Without the escapes of the language; a code that is none stays as it is. */
export function unescaped(literal: string, language: 'python' | 'javascript'): string {
  if (!literal.includes('\\')) return literal;
  return literal.replace(
    /\\(?:x([0-9a-fA-F]{2})|u\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-7]{1,3})|(\r\n|[\s\S]))/g,
    (whole, hex?: string, braced?: string, four?: string, eight?: string, octal?: string, other?: string) => {
      const digits = hex ?? braced ?? four ?? eight;
      if (digits !== undefined) return fromCode(Number.parseInt(digits, 16));
      if (octal !== undefined) return fromCode(Number.parseInt(octal, 8));
      if (other === undefined) return whole;
      if (other === '\r\n') return '';
      // Python keeps the backslash of an escape that it does not know.
      return simple[other] ?? (language === 'python' && /[A-Za-z]/.test(other) ? `\\${other}` : other);
    },
  );
}

const fromCode = (code: number): string => (code <= 0x10ffff ? String.fromCodePoint(code) : '');
