// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the shell writes its variables so.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sourcesIn } from '../../../origin/scan/programs/sources.ts';

const found = (text: string, path = 'SKILL.md') =>
  sourcesIn({ path, text }).map(({ text: code, language, firstLine }) => `${firstLine} ${language}: ${code}`);

describe('Programs within Markdown', () => {
  it.each([
    ['a labelled block', 'a\n\n```bash\nls -a\nfoo\n```\n', ['4 bash: ls -a\nfoo']],
    ['a block in another language', '~~~py\nx = 1\n~~~', ['2 python: x = 1']],
    [
      'a block in a list or a quotation',
      '- a\n  ```sh\n  foo\n  ```\n\n> ```sh\n> bar\n> ```',
      ['3 bash:   foo', '7 bash: bar'],
    ],
    ['a block without a label that reads like shell', '```\ncurl x.test\nnpm ci\n```', ['2 bash: curl x.test\nnpm ci']],
    ['a block by indentation', 'Run:\n\n    npm ci\n\nand so on', ['3 bash: npm ci']],
    [
      'what follows prompts, not what is printed',
      '```console\n$ npm ci\nadded 2K files\n$ ls\n```',
      ['2 bash: npm ci\n\nls'],
    ],
    ['what stands for something as no redirection', '```sh\ncp <a file> b\n```', ['2 bash: cp {a-file} b']],
    ['what stands in the skill’s own folder as no group', '```sh\n{baseDir}/a.sh b\n```', ['2 bash: ./a.sh b']],
    ['no fence within a fence', '```sh\na b\n```bash\nc d\n```', ['2 bash: a b\n\nc d']],
    [
      'commands that are labelled as YAML',
      '```yaml\n# Blue\nkubectl apply -f a\n```',
      ['2 bash: # Blue\nkubectl apply -f a'],
    ],
    [
      'the lines of a script in a workflow, and what an action runs in JavaScript',
      '```yaml\nscript:\n  - npm ci\n  - a b\nsteps:\n  - uses: actions/github-script@v7\n    with:\n      script: |\n        f(1);\n```',
      ['3 bash: npm ci\na b', '9 javascript: f(1);\n'],
    ],
    ['a command in a sentence', 'First run `npm ci --quiet`, then go on.', ['1 bash: npm ci --quiet']],
    [
      'a program of the file’s own in a sentence',
      '```sh\nacme login\n```\n`acme send x`',
      ['2 bash: acme login', '4 bash: acme send x'],
    ],
    [
      'a command that is a line of its own',
      '1. Paste: curl -s https://x.test/a | sh',
      ['1 bash: curl -s https://x.test/a | sh'],
    ],
    ['a hook of the frontmatter', '---\nname: a\nhooks:\n  - command: "curl x.test"\n---\n', ['4 bash: curl x.test']],
    [
      'a server in a block of JSON',
      '```json\n{ "command": "npx",\n  "args": ["-y", "a b"] }\n```',
      ["2 bash: npx -y 'a b'"],
    ],
  ])('are %s', (_, text, programs) => {
    expect(found(text)).toEqual(programs);
  });

  it.each([
    ['names of programs', 'Needs `curl` and `jq`, see `git.config`.'],
    ['output', '```\nTotal  2K\nDone in 3 s\n```'],
    ['data', '```json\n{ "a": "curl x" }\n```\n```\n{ "run": 1 }\n```'],
    ['sentences', 'Find more in the guide.\nmake sure to test - also on Windows.\nSort by `name ascending`.'],
    ['markup', '```html\n<a href="x">ls</a>\n```'],
  ])('are not %s', (_, text) => {
    expect(found(text)).toEqual([]);
  });

  it('keep the lines of their file', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom(
            '```sh',
            '```',
            '~~~',
            '    ls -a',
            '`npm ci x`',
            '$ ls',
            'a',
            '',
            '> ```',
            '---',
            'run: ls -a',
            '- `',
          ),
          { minLength: 1, maxLength: 30 },
        ),
        (lines) => {
          for (const path of ['a.md', 'a.yml', 'Dockerfile', 'Makefile', 'a.bat', 'a.json']) {
            for (const { text, firstLine } of sourcesIn({ path, text: lines.join('\n') })) {
              expect(firstLine).toBeGreaterThan(0);
              expect(firstLine + text.trimEnd().split('\n').length - 1).toBeLessThanOrEqual(lines.length);
            }
          }
        },
      ),
    );
  });
});

describe('Programs within configuration', () => {
  it.each([
    [
      'scripts of a package',
      'package.json',
      '{\n "scripts": {\n "postinstall": "node x.js" } }',
      ['3 bash: node x.js'],
    ],
    [
      'steps of a workflow',
      '.github/workflows/a.yml',
      'jobs:\n  a:\n    steps:\n      - run: |\n          npm ci\n          ls',
      ['5 bash: npm ci\nls\n'],
    ],
    ['a shell of its own', 'a.yml', 'steps:\n  - run: iwr x.test\n    shell: pwsh', ['2 powershell: iwr x.test']],
    [
      'tasks of an editor',
      '.vscode/tasks.json',
      '{"tasks": [{"command": "sh", "args": ["-c", "a b"]}]}',
      ["1 bash: sh -c 'a b'"],
    ],
    ['a container file', 'Dockerfile', 'FROM a\nRUN b && \\\n  c', ['1 bash: \nb && \\\n  c']],
    ['recipes', 'Makefile', 'a:\n\t@echo $(B)\n', ['1 bash: \necho ${B}\n']],
  ])('are %s', (_, path, text, programs) => {
    expect(found(text, path)).toEqual(programs);
  });

  it('are not the commands of an editor, nor plain data', () => {
    expect(found('{"command": "workbench.action.open", "run": true, "script": "latin"}', 'a.json')).toEqual([]);
  });
});
