import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isLicenseFile, licenseOf } from '../../../scripts/operator/imported/license.ts';
import { licenseNamed } from '../../../scripts/operator/imported/licenseName.ts';
import { licenseOfText } from '../../../scripts/operator/imported/licenseText.ts';
import { expectLinear } from '../../pace.ts';

/** The sentences that make each licence, in the lines that one finds them in. */
const texts: Record<string, string> = {
  MIT: `MIT License

    Copyright (c) 2026 Ada Lovelace. All rights reserved.

    Permission is hereby granted, free of charge, to any person obtaining a copy
    of this software and associated documentation files (the "Software"), to deal
    in the Software without restriction [...]

    The above copyright notice and this permission notice shall be included in all
    copies or substantial portions of the Software.`,
  'MIT-0': `MIT No Attribution

    Permission is hereby granted, free of charge, to any person obtaining a copy of this
    software and associated documentation files (the "Software"), to deal in the Software [...]`,
  X11: `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and
    associated documentation files. The above copyright notice and this permission notice shall be included.
    Except as contained in this notice, the name of the X Consortium shall not be used in advertising.`,
  'Apache-2.0': `                                 Apache License
                           Version 2.0, January 2004
                        http://www.apache.org/licenses/

   TERMS AND CONDITIONS FOR USE, REPRODUCTION, AND DISTRIBUTION`,
  'BSD-2-Clause': `Copyright 2026 Ada. All rights reserved.
    Redistribution and use in source and binary forms, with or without
    modification, are permitted provided that the following conditions are met:`,
  'BSD-3-Clause': `Redistribution and use in source and binary forms, with or without modification, are permitted
    provided that the following conditions are met: [...]
    3. Neither the name of the copyright holder nor the names of its contributors may be used to
       endorse or promote products derived from this software without specific prior written permission.`,
  'BSD-4-Clause': `Redistribution and use in source and binary forms, with or without modification, are permitted [...]
    3. All advertising materials mentioning features or use of this software must display [...]
    4. Neither the name of the holder may be used to endorse or promote products derived from this software`,
  ISC: `Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee
    is hereby granted, provided that the above copyright notice and this permission notice appear in all copies.`,
  '0BSD': `Permission to use, copy, modify, and/or distribute this software for any
    purpose with or without fee is hereby granted.`,
  'MPL-2.0': `Mozilla Public License Version 2.0
    ==================================
    1. Definitions [...] 1.4. "Covered Software" means`,
  'GPL-2.0-only': `GNU GENERAL PUBLIC LICENSE
                       Version 2, June 1991`,
  'GPL-3.0-only': `                    GNU GENERAL PUBLIC LICENSE
                       Version 3, 29 June 2007
    [...] How to Apply These Terms to Your New Programs [...]
    either version 3 of the License, or (at your option) any later version.`,
  'GPL-3.0-or-later': `This program is free software: you can redistribute it and/or modify it under the terms of the
    GNU General Public License as published by the Free Software Foundation, either version 3 of the License, or
    (at your option) any later version.`,
  'LGPL-2.1-only': `GNU LESSER GENERAL PUBLIC LICENSE
                       Version 2.1, February 1999`,
  'LGPL-3.0-only': `GNU LESSER GENERAL PUBLIC LICENSE
                       Version 3, 29 June 2007
    This version of the GNU Lesser General Public License incorporates the terms and conditions of version 3 of the
    GNU General Public License, supplemented by`,
  'AGPL-3.0-only': `GNU AFFERO GENERAL PUBLIC LICENSE
                       Version 3, 19 November 2007`,
  Unlicense: 'This is free and unencumbered software released into the public domain.',
  'CC0-1.0': `Creative Commons Legal Code

    CC0 1.0 Universal`,
  'CC-BY-4.0': 'Attribution 4.0 International [...] Creative Commons Attribution 4.0 International Public License',
  'CC-BY-SA-4.0': 'Creative Commons Attribution-ShareAlike 4.0 International Public License',
  'CC-BY-NC-SA-4.0': 'Attribution-NonCommercial-ShareAlike 4.0 International',
  'LicenseRef-Proprietary': '© 2026 Ada Lovelace. All rights reserved.\nUse is governed by your agreement with us.',
};

describe('the text of a licence', () => {
  it.each(Object.entries(texts))('%s is known by its sentences, however they are wrapped', (id, text) => {
    expect(licenseOfText(text)).toBe(id);
    expect(licenseOfText(text.replace(/\s+/g, ' ').toUpperCase())).toBe(id);
    expect(licenseOfText(`# Licence\n\n${text.replace(/^/gm, '> ').replace(/"/g, '“')}`)).toBe(id);
  });

  it('allows later versions where a notice before it says so', () => {
    const notice = texts['GPL-3.0-or-later'] as string;
    expect(licenseOfText(`${notice}\n\n${texts['GPL-3.0-only']}`)).toBe('GPL-3.0-or-later');
    expect(licenseOfText(notice.replace('version 3', 'version 2'))).toBe('GPL-2.0-or-later');
    expect(licenseOfText(notice.replace(/, or\s+\(at your option\) any later version/, ''))).toBe('GPL-3.0-only');
  });

  it('is not taken for a licence that it changes, nor for one of several', () => {
    const { MIT = '' } = texts;
    expect(licenseOfText(`"Commons Clause" License Condition v1.0\n\n${MIT}`)).toBeUndefined();
    expect(licenseOfText(`${MIT}\nThe Software shall be used for Good, not Evil.`)).toBeUndefined();
    expect(licenseOfText(`${MIT}\n\n${texts['Apache-2.0']}`)).toBeUndefined();
    expect(licenseOfText(`${texts['BSD-3-Clause']} No patent rights are granted.`)).toBeUndefined();
  });

  it('is unknown where nobody wrote one', () => {
    for (const text of ['', 'Do what is right.', 'Licensed under the Frob License. All rights reserved.']) {
      expect(licenseOfText(text)).toBeUndefined();
    }
  });

  it.each(Object.keys(texts))('is read in linear time, however often %s begins', (name) => {
    const words = texts[name]?.slice(0, 120);
    return expectLinear((length) => licenseOfText(`${words} `.repeat(length)), 2000, 500);
  });
});

describe('the name of a licence', () => {
  it.each([
    ['MIT', 'MIT'],
    ['mit', 'MIT'],
    ['The MIT License (MIT)', 'MIT'],
    ['Apache 2.0', 'Apache-2.0'],
    ['Apache License, Version 2.0', 'Apache-2.0'],
    ['Apache', 'Apache-2.0'],
    ['BSD 3-Clause', 'BSD-3-Clause'],
    ['New BSD', 'BSD-3-Clause'],
    ['ISC License', 'ISC'],
    ['MPL 2.0', 'MPL-2.0'],
    ['GPLv3', 'GPL-3.0-only'],
    ['GPL-3.0', 'GPL-3.0-only'],
    ['GPL-3.0+', 'GPL-3.0-or-later'],
    ['GNU GPL v2 or later', 'GPL-2.0-or-later'],
    ['LGPL-2.1', 'LGPL-2.1-only'],
    ['CC BY-SA 4.0', 'CC-BY-SA-4.0'],
    ['Creative Commons Attribution 4.0 International', 'CC-BY-4.0'],
    ['CC0', 'CC0-1.0'],
    ['The Unlicense', 'Unlicense'],
    ['mit or apache-2.0', 'MIT OR Apache-2.0'],
    ['MIT/Apache-2.0', 'MIT OR Apache-2.0'],
    ['GPL-2.0-only WITH Classpath-exception-2.0', 'GPL-2.0-only WITH Classpath-exception-2.0'],
    ['(MIT AND CC-BY-4.0)', '(MIT AND CC-BY-4.0)'],
    ['MIT (see LICENSE)', 'MIT'],
    ['Apache-2.0. Complete terms in LICENSE.txt', 'Apache-2.0'],
    ['Proprietary. LICENSE.txt has complete terms', 'LicenseRef-Proprietary'],
    ['UNLICENSED', 'LicenseRef-Proprietary'],
    ['Copyright 2026 Ada. All rights reserved.', 'LicenseRef-Proprietary'],
  ])('%s is %s', (text, id) => expect(licenseNamed(text)).toBe(id));

  // Each of these makes a lenient reader find a licence in a word, such as MPL in "complete".
  it.each([
    'Complete terms in LICENSE.txt',
    'See LICENSE',
    'Permitted for personal use only',
    'MIT-style but non-commercial',
    'MIT with Commons Clause',
    'MIT (see LICENSE, but no commercial use)',
    'Not MIT',
    'GPL',
    'BSD',
    'public domain',
    'none',
    'MIT OR something',
    `MIT${' OR MIT'.repeat(100)}`,
  ])('%s is none', (text) => expect(licenseNamed(text)).toBeUndefined());

  it('is itself when it is read again', () => {
    const id = fc.constantFrom('MIT', 'apache-2.0', 'GPL-2.0', 'GPLv3+', 'BSD 3-Clause', 'CC BY 4.0', 'isc', 'CC0');
    const operator = fc.constantFrom(' OR ', ' and ', ' AND ');
    const name = fc
      .array(fc.tuple(id, operator), { minLength: 1, maxLength: 4 })
      .map((parts) => parts.flat().slice(0, -1).join(''));
    fc.assert(
      fc.property(name, (text) => {
        const read = licenseNamed(text);
        expect(read).toBeDefined();
        expect(licenseNamed(read as string)).toBe(read);
      }),
    );
  });
});

describe('the licence of a skill', () => {
  const file = (path: string, text: string) => ({ path, bytes: Buffer.from(text) });
  const skill = (license?: string) =>
    file(
      'SKILL.md',
      `---\nname: sums\ndescription: Adds.\n${license ? `license: ${JSON.stringify(license)}\n` : ''}---\n`,
    );
  const mit = file('LICENSE', texts['MIT'] as string);
  const isc = file('LICENSE.txt', texts['ISC'] as string);
  const gpl = file('COPYING', texts['GPL-3.0-only'] as string);
  const lgpl = file('COPYING.LESSER', texts['LGPL-3.0-only'] as string);
  const other = file('LICENCE.md', 'Do what is right.');

  it('is what its frontmatter says, else its own file, else the repository’s', () => {
    expect(licenseOf([skill('Apache 2.0'), isc], [mit])).toBe('Apache-2.0');
    expect(licenseOf([skill(), isc], [mit])).toBe('ISC');
    expect(licenseOf([skill()], [mit, file('README.md', texts['ISC'] as string)])).toBe('MIT');
    expect(licenseOf([skill()], [])).toBe('NOASSERTION');
  });

  it('is in the file where the frontmatter points to one', () => {
    expect(licenseOf([skill('Complete terms in LICENSE.txt'), isc], [mit])).toBe('ISC');
    expect(licenseOf([skill('See LICENSE')], [mit])).toBe('MIT');
    expect(licenseOf([skill('Proprietary. LICENSE.txt has complete terms'), isc], [mit])).toBe(
      'LicenseRef-Proprietary',
    );
  });

  it('is not what something further away says when something nearer isn’t understood', () => {
    expect(licenseOf([skill('Academic use'), isc], [mit])).toBe('NOASSERTION');
    expect(licenseOf([skill(), other], [mit])).toBe('NOASSERTION');
    expect(licenseOf([skill(), mit, isc], [mit])).toBe('NOASSERTION');
    expect(licenseOf([skill(), gpl, lgpl], [mit])).toBe('LGPL-3.0-only');
    expect(licenseOf([skill(), file('LICENSE', 'x'.repeat(300_000))], [mit])).toBe('NOASSERTION');
  });

  it('stands in files that are called so', () => {
    const names = 'LICENSE license.txt LICENCE.md COPYING COPYING.LESSER LICENSE-MIT MIT-LICENSE.txt UNLICENSE'.split(
      ' ',
    );
    expect(names.filter((name) => !isLicenseFile(name))).toEqual([]);
    const others = 'README.md licenses/MIT.txt license-checker.js SKILL.md relicense.py licensed.txt';
    expect(others.split(' ').filter(isLicenseFile)).toEqual([]);
  });
});
