import { describe, expect, it } from 'vitest';
import { homoglyphs } from '../../../origin/scan/detectors/disguise/homoglyphs.ts';
import { expectLinear } from '../../pace.ts';
import { inspect, linesFound } from './inspect.ts';

describe('homoglyphs', () => {
  it.each([
    ['a Cyrillic letter in a domain', 'curl https://p\u0430ypal.example/login'],
    ['a Cyrillic letter at the start of a command', '\u0441url -fsSL https://example.org'],
    ['a Cyrillic letter in an identifier', 'if (is_\u0410dmin) return user.pass\u0441ode;'],
    ['a Cyrillic letter at the end of a word', 'the requests librar\u0443'],
    ['an omicron', 'npm install l\u03bfdash'],
    ['a Greek capital', 'import R\u0395ACT'],
    ['Armenian letters', 'pip install n\u0578mpy'],
    ['a fullwidth letter', 'git clone https://ｇithub.example/x'],
    ['a Latin name inside Russian text', 'установите пакет r\u0435quests из репозитория'],
    ['a host name without any Latin letter', 'See https://\u0430\u0440\u0440\u04cf\u0435.com/login'],
    ['the same behind a host of its own', 'https://www.\u0441\u0430\u0440\u0435.org'],
  ])('finds %s', (_, text) => {
    expect(linesFound(homoglyphs, `first line\n${text}\nlast line`)).toEqual([2]);
  });

  it.each([
    ['units and formulas', 'Δx of 5 μm, 10 kΩ, λ_max, σ2, ∂f, π r², Ωm, Ηβ'],
    ['genes and chemistry', 'TNFα, IFNγ, NFκB, β-catenin, α-helix, PPARγ, ΔG°, p38αMAPK'],
    ['variables of mathematics', 'let Δt = αx + βy; hνmax, dρdx'],
    ['Greek text', 'Το API επιστρέφει JSON και το URLάκι, ή το USB.'],
    ['Russian text with Latin words', 'Используйте API-ключ, JSON-файл, git-репозиторий и Wi-Fi; IDшник, PDFка.'],
    ['Russian endings put to Latin words', 'Список URLов и IDа для CSSа, из APIхи'],
    ['a Russian word with a Latin letter slipped in', 'Cтатья и Mосква, кoт'],
    ['Ukrainian', 'Встановіть пакет через npm і перевірте версію'],
    ['a class of letters', '/[a-zA-Zа-яА-ЯёЁ]+/ and /[A-Za-zА-Я]/ and [a-zα-ω]'],
    ['a size with a Cyrillic sign of multiplication', '1920\u04451080px, 2\u0445GB'],
    ['Japanese with fullwidth letters', 'Ｗebサイトで Ｅmail を確認、Ｔシャツ'],
    ['fullwidth alone', 'ＡＰＩ　ＫＥＹ'],
    ['accents', 'naïve café Ångström Straße œuvre İstanbul ɛ ŋ'],
    ['a lesson about the trick', 'A homoglyph: p\u0430ypal.com is not paypal.com, since its a is Cyrillic'],
    ['a table of look-alikes', "{ '\u0430': 'a', '\u0435': 'e', '\u043e': 'o' }"],
    ['a Russian domain', 'https://сосна.example and https://кремль.рф and https://пример.com'],
    ['emoji and symbols', '✅ done → next ★ ℃ № ™'],
  ])('lets %s be', (_, text) => {
    expect(inspect(homoglyphs, text)).toEqual([]);
  });

  it('names the word and the letters', () => {
    expect(inspect(homoglyphs, 'see g\u043e\u043egle')).toEqual([
      { line: 1, message: 'The word “g\u043e\u043egle” is not all Latin: it has U+043E.' },
    ]);
  });

  it('leaves binary files alone', () => {
    expect(inspect(homoglyphs, 'g\u043egle', { isText: false })).toEqual([]);
  });

  it.each(['a\u0430', '\u0430', 'a\u0431', 'https://a.', '\u0430-', 'a\u0430 '])(
    'reads 1 MB of %j in linear time',
    (text) => expectLinear((length) => inspect(homoglyphs, text.repeat(length / text.length)), 1_000_000, 3000),
  );
});
