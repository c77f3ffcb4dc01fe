/** Tells random characters from what documentation puts in their place. */

/** Whether it reads like something a person typed, or is one of the examples in the makers' own documentation. */
export function isPlaceholder(text: string): boolean {
  return placeholderWords.test(text) || documented.test(text) || isRegular(text.toLowerCase()) || isPoor(text);
}

const placeholderWords =
  /example|placeholder|sample|dummy|fake|your|change|insert|replace|redact|secret|token|apikey|mykey|test|todo|xxxx|qwerty|asdf|deadbeef|cafebabe/i;

/** Pieces of examples that look real: of AWS, Azure's emulator, Telegram, Stripe, Slack and GitHub. None is a token. */
const documented =
  /K7MDENG|Eby8vdM02xNO|HdqTcvCH1vGWJx|FD39kkdpWt3ywy|HfiqksKZ8WmR2z|4eC39HqLyjWDarjt|pdFZKVeTuE8sk7|zQWBuTSOoRi4A9/;

const order = '0123456789abcdefghijklmnopqrstuvwxyz';

/** Five characters or pairs of one series: `aaaaa`, `12345`, `fedcb`, `ababab`, `a1b2c3`. Chance hardly makes any. */
function isRegular(text: string): boolean {
  return [1, 2].some((stride) =>
    [0, 1, -1].some((step) => {
      let inARow = 0;
      for (let at = stride; at < text.length; at += 1) {
        const place = order.indexOf(text.charAt(at));
        const continues = place !== -1 && place - order.indexOf(text.charAt(at - stride)) === step;
        inARow = continues ? inARow + 1 : 0;
        if (inARow === 4) return true;
      }
      return false;
    }),
  );
}

/** Few different characters, or a piece of six that comes again. */
function isPoor(text: string): boolean {
  const pieces = new Set<string>();
  for (let at = 0; at + 6 <= text.length; at += 1) pieces.add(text.slice(at, at + 6));
  return new Set(text).size < 10 || pieces.size < text.length - 5;
}
