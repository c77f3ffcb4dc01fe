import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { mcpTools } from '../../origin/contract/clients/mcp.ts';
import { surfaces } from '../../origin/contract/clients/surfaces.ts';
import { apiPrefix, pathOf } from '../../origin/contract/operations/row.ts';
import { operationIds, operationOf } from '../../origin/contract/operations.ts';
import { factsOf } from '../../origin/read/docs/facts.ts';
import { variables } from '../../origin/settings/variables.ts';
import { agentsNamed } from '../../scripts/cli/agents.ts';
import { newMachine } from '../cli/machine.ts';
import { site } from '../registry.ts';
import { newWorkplace, operator } from './process.ts';

const root = join(import.meta.dirname, '../..');
const folder = join(root, 'origin/read/docs/guides');

/** Every guide as it stands in the repository, and README.md. */
let guides: Map<string, string>;
beforeAll(async () => {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.md'));
  const read = async (name: string, file: string): Promise<[string, string]> => [name, await readFile(file, 'utf8')];
  guides = new Map(
    await Promise.all([
      ...names.map((name) => read(name, join(folder, name))),
      read('README.md', join(root, 'README.md')),
    ]),
  );
});

/** Code of a guide: its blocks, with continued lines as one, and what stands in backticks. */
function codeOf(markdown: string): string[] {
  const blocks = [...markdown.matchAll(/^```(\w*)\n([\s\S]*?)\n```$/gm)].map(([, , code = '']) => code);
  const indented = [...markdown.matchAll(/(?:^ {4}.*\n)+/gm)].map(([code]) => code.replace(/^ {4}/gm, ''));
  const spans = [...markdown.replace(/^```[\s\S]*?\n```$/gm, '').matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);
  return [...[...blocks, ...indented].flatMap((code) => code.replaceAll('\\\n', ' ').split('\n')), ...spans];
}

const blocksOf = (language: string): [guide: string, code: string][] =>
  [...guides].flatMap(([name, text]) =>
    [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)\\n\`\`\`$`, 'gm'))].map(
      ([, code = '']): [string, string] => [name, code],
    ),
  );

interface Invocation {
  /** Such as `kit add`. */
  command: string;
  options: string[];
}

/** What the guides call a program with: the words before any argument, and the options. */
function invocations(program: RegExp, groups: readonly string[]): Invocation[] {
  const lines = [...guides.values()]
    .flatMap(codeOf)
    .flatMap((line) => [...line.matchAll(program)].map(([, rest = '']) => rest));
  return lines.flatMap((rest) => {
    const words = (rest.split(/\s[|>#]|&&|;|\)/)[0] ?? '').split(/\s+/).filter((word) => word && word !== '--json');
    const [first = '', second = ''] = words;
    if (!/^[a-z]+$/.test(first)) return [];
    const options = words.filter((word) => /^--[a-z-]+$/.test(word));
    return [{ command: groups.includes(first) ? `${first} ${second}` : first, options }];
  });
}

/** What a program says of one of its commands, by the command. Unknown ones fail. */
async function helpOf(
  name: string,
  run: (...args: string[]) => Promise<{ stdout: string }>,
  commands: readonly string[],
): Promise<Map<string, string>> {
  const helps = new Map<string, string>();
  for (const command of new Set(commands)) {
    const { stdout } = await run(...command.split(' ').filter(Boolean), '--help');
    expect(stdout, command).toMatch(
      new RegExp(`^Usage: ${name} (?:\\[options\\] ?)?${command}(?:\\|[\\w|-]+)?(?: |$)`, 'm'),
    );
    helps.set(command, stdout);
  }
  return helps;
}

const unknown = (calls: readonly Invocation[], helps: Map<string, string>) =>
  calls.flatMap(({ command, options }) =>
    options
      .filter((option) => !new RegExp(`${option}\\b`).test(helps.get(command) ?? ''))
      .map((option) => `${command} ${option}`),
  );

describe('what the guides say to type', () => {
  it('is a command of the program, with options that it has', async () => {
    const listed = (help = '') =>
      [...help.matchAll(/^ {2}([a-z]+)(?:\|| {2}| [[<])/gm)].map(([, name]) => name as string);
    const table = [...(guides.get('cli.md') ?? '').matchAll(/^\| `([a-z]+(?: [a-z]+)?)(?: [<[][^`]*)?` *\|/gm)];
    const told = table.map(([, command]) => command as string);
    const groups = [...new Set(told.filter((command) => command.includes(' ')).map((one) => one.split(' ')[0] ?? ''))];
    const calls = invocations(/(?:skill-registry|npm run cli --) +([a-z][\s\S]*)/g, groups).filter(
      ({ command }) => command !== 'help' && command !== 'notifications',
    );
    expect(calls.length).toBeGreaterThan(25);
    await using machine = await newMachine({ registryUrl: 'http://127.0.0.1:9' });
    const asked = ['', ...groups, ...calls.map((one) => one.command)];
    const helps = await helpOf('skill-registry', machine.run, asked);
    expect(unknown(calls, helps)).toEqual([]);
    const commands = (name: string) =>
      listed(
        helps
          .get(name)
          ?.split(/^(?:Find|Account|Publish|Commands)/m)
          .slice(1)
          .join(''),
      );
    const leaves = commands('').flatMap((name) =>
      groups.includes(name) ? commands(name).map((inner) => `${name} ${inner}`) : [name],
    );
    expect(leaves.length).toBeGreaterThan(70);
    expect(told.toSorted()).toEqual(leaves.filter((leaf) => !/help$/.test(leaf)).toSorted());
  });

  it('is a command of the operator, and each of those is told of', async () => {
    const groups = ['user', 'team', 'token', 'moderate', 'advisory', 'log', 'mirror', 'config', 'contents'];
    const told = guides.get('self-host.md')?.match(/^## Commands$[\s\S]*?^## /m)?.[0] ?? '';
    const table = [...told.matchAll(/^\| `([a-z ]+?)(?: [<-][^`]*)?` *\|(.*)$/gm)].map(
      ([, command = '', what = '']) => ({
        command,
        options: [...what.matchAll(/`(--[a-z-]+)/g)].map(([, option = '']) => option),
      }),
    );
    const calls = [...invocations(/npm run (?:-s )?operator -- +([a-z-][\s\S]*)/g, groups), ...table];
    await using place = await newWorkplace();
    const asked = ['', ...groups, ...calls.map(({ command }) => command)];
    const helps = await helpOf('operator', (...args) => operator(place, ...args), asked);
    expect(unknown(calls, helps)).toEqual([]);
    const listed = (help = '', before = '') =>
      [...help.slice(help.indexOf('Commands:')).matchAll(/^ {2}([a-z]+)(?: |$)/gm)].map(([, name]) => before + name);
    const leaves = listed(helps.get('')).flatMap((name) =>
      groups.includes(name) ? listed(helps.get(name), `${name} `) : [name],
    );
    const known = new Set(table.map(({ command }) => command));
    expect(leaves.filter((leaf) => !known.has(leaf) && !/help$/.test(leaf))).toEqual([]);
    expect(leaves.length).toBeGreaterThan(10);
  });

  it('names every agent that sync knows', () => {
    const names = /Agent names: ([\s\S]+?) read their own folders/.exec(guides.get('pair.md') ?? '')?.[1] ?? '';
    const told = [...names.matchAll(/`([a-z]+)`/g)].map(([, name]) => name as string);
    expect(agentsNamed(told.join(','))).toEqual(told);
    expect(() => agentsNamed('nobody')).toThrow(`Use ${told.join(', ')}, or`);
  });

  it('asks for paths that the API has', () => {
    const known = operationIds.map((id) => new RegExp(`^${pathOf(operationOf(id)).replace(/\{\w+\}/g, '[^/]+')}$`));
    const facts = factsOf(site);
    const others = Object.values(surfaces).map(({ prefix }) => prefix);
    const prefixes = [apiPrefix, ...others.filter((prefix) => !apiPrefix.startsWith(prefix))].join('|');
    const asked = [...guides.values()].flatMap((text) => {
      const filled = text
        .replace(/\{\{(\w+)\}\}/g, (_, name: string) => facts[name] ?? '')
        .replaceAll('$skill/', '/api/v1/skills/ada/hello/');
      return [...filled.matchAll(new RegExp(`(?:${prefixes})/[^\\s'"\`|)?{]+`, 'g'))].map(([path]) => path);
    });
    expect(asked.length).toBeGreaterThan(25);
    const strange = asked.filter((path) => !known.some((grammar) => grammar.test(path)));
    expect(strange.filter((path) => !path.startsWith(`${apiPrefix}/skills/<author>/<skill>`))).toEqual([]);
  });

  it('is told in files that are there', () => {
    const linked = [...(guides.get('README.md') ?? '').matchAll(/\]\((?!https?:)([^)]+)\)/g)].map(
      ([, path = '']) => path,
    );
    expect(linked.length).toBeGreaterThan(8);
    expect(linked.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it('is JSON, YAML or TOML where it says so', () => {
    const json = blocksOf('json');
    expect(json.length).toBeGreaterThan(5);
    for (const [name, code] of json) expect(() => JSON.parse(code), name).not.toThrow();
    const others = new Map([
      ['mcp-goose.md', 'extensions'],
      ['on-call.md', 'scrape_configs'],
    ]);
    for (const [name, code] of blocksOf('yaml'))
      expect(parse(code.replace(/^---$/gm, '')), name).toHaveProperty(
        others.get(name) ?? (code.startsWith('---') ? 'description' : 'jobs'),
      );
  });
});

describe('the guide to MCP', () => {
  it('names the tools that there are', () => {
    const rows = guides.get('mcp.md')?.matchAll(/^\| `(\w+)` /gm) ?? [];
    expect([...rows].map(([, name]) => name)).toEqual(Object.keys(mcpTools));
  });
});

describe('the guide to running a registry', () => {
  const rows = (): Map<string, string> => {
    const section = guides.get('self-host.md')?.match(/^## Settings$[\s\S]*?^## /m)?.[0] ?? '';
    return new Map(
      [...section.matchAll(/^\| `([A-Z_\d]+)` *\| *(.*?) *\|/gm)].map(([, name = '', cell = '']) => [name, cell]),
    );
  };

  it('has every setting, and none that is not there', () => {
    expect([...rows().keys()].sort()).toEqual(variables.map(({ name }) => name).sort());
  });

  it('tells what each is where nobody sets it', () => {
    for (const { name, fallback } of variables) {
      const cell = rows().get(name);
      if (typeof fallback === 'string' || typeof fallback === 'number') expect(cell, name).toBe(`\`${fallback}\``);
      else if (!/_URL$|_DOMAIN$|_NAME$/.test(name)) expect(cell, name).toBe('');
    }
  });

  it('is what other guides set variables of', () => {
    const own = /^(?:TOKEN|HASH|CLAUDE_CONFIG_DIR|CODEX_HOME|HTTPS?_PROXY|NO_PROXY|NO_COLOR|SKILL_REGISTRY_\w+)$/;
    const ofOthers = /^(?:AUTH_HEADER|SKILLS_API_URL|CLAWHUB_\w+|OTEL_\w+|SQLITE_\w+)$/;
    const named = [...guides.values()].flatMap((text) =>
      [...text.matchAll(/(?:export |`)([A-Z]+(?:_[A-Z]+)+)\b/g)].map(([, name]) => name as string),
    );
    const known = new Set(variables.map(({ name }) => name));
    expect(named.filter((name) => !known.has(name) && !own.test(name) && !ofOthers.test(name))).toEqual([]);
  });
});
