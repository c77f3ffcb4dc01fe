// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the shell and workflows write their variables so.
/** What counts for the record of a version, and what does not: `/docs/scanning` says the same in words. */
import { describe, expect, it } from 'vitest';
import type { CapabilityKind } from '../../origin/contract/subjects/scanned.ts';
import { names } from './recordOf.ts';

const sh = (text: string): string => `\`\`\`sh\n${text}\n\`\`\`\n`;

type Row = [what: string, path: string, text: string, names: string[]];

const rows: Partial<Record<CapabilityKind, Row[]>> = {
  filesRead: [
    [
      'files that a pattern names, not every file of a kind',
      'a.py',
      'from pathlib import Path\nPath(root).glob("**/b/c.d")\nPath(root).glob("*.pdf")',
      ['*/b/c.d'],
    ],
    [
      'what loaders of documents are given',
      'a.py',
      'TextLoader("documents.txt").load()\nDirectoryLoader("./docs").load()',
      ['docs', 'documents.txt'],
    ],
    ['a hidden file that is sourced', 'a.sh', 'source "$B/.env"', ['*/.env']],

    [
      'the value of an option',
      'SKILL.md',
      sh('kubectl apply -f a/b.yaml\nc --config ./d --env-file=.e.env'),
      ['.e.env', 'a/b.yaml', 'd'],
    ],
    [
      'a file among the arguments',
      'SKILL.md',
      sh('python3 a.py report.pdf --list names.txt'),
      ['names.txt', 'report.pdf'],
    ],
    ['no file that the arguments say is made', 'SKILL.md', sh('a.sh output.pdf'), []],
    [
      'no format, message, name or repository',
      'SKILL.md',
      sh('a -o json --message "b.txt" --template c/d\ngit add e.md\nnpm i f.js'),
      [],
    ],
    ['no identity but a key', 'SKILL.md', sh('ssh -i ~/.a/key b@c'), ['~/.a/key']],
    ['a folder that is listed', 'SKILL.md', sh('ls ~/.a/*/b.so'), ['~/.a/*/b.so']],
    ['what is copied from here, not from elsewhere', 'SKILL.md', sh('scp ./a.txt h:/b\nrsync h:/c ./d/'), ['a.txt']],
    ['an archive that is unpacked', 'SKILL.md', sh('unzip a.zip -d b\ntar -xzf c.tgz -C d'), ['a.zip', 'c.tgz']],
    [
      'values that are sourced, not scripts',
      'a.sh',
      'source ~/.b/values.env\nsource .venv/bin/activate\n. ./lib.sh',
      ['~/.b/values.env'],
    ],
    ['a list of packages', 'SKILL.md', sh('pip install -r a/requirements.txt'), ['a/requirements.txt']],
    ['what a module of Python is given', 'SKILL.md', sh('python -m json.tool a.json'), ['a.json']],
    [
      'no number, script of sed, or argument of jq',
      'a.sh',
      'tail -n +2\njq -n --argjson a 0.5 .\nsed -i "" "/b.sh/d" c.txt',
      ['c.txt'],
    ],
    [
      'the items of an array',
      'a.sh',
      'b=("./c.json" "$HOME/.d.json")\nfor e in "${b[@]}"; do jq . "$e"; done',
      ['c.json', '~/.d.json'],
    ],
    [
      'what a library opens',
      'a.py',
      'import fitz\nfitz.open("a.pdf")\nconverter.convert("b.docx")\nos.listdir("c/")\nload_dotenv("d/.env")',
      ['a.pdf', 'b.docx', 'c/', 'd/.env'],
    ],
    [
      'what a function of the bundle passes to a library',
      'a.py',
      'def f(p):\n  return c.parse(p)\nf("b.pdf")',
      ['b.pdf'],
    ],
    ['no model and no address', 'a.py', 'm.load("a.v1")\nm.load("https://b.dev/c.pdf")', []],
    [
      'the default of an option',
      'a.py',
      'p.add_argument("--input", "-i", default="a/b.csv")\np.add_argument("--mode", default="c.d")',
      ['a/b.csv'],
    ],
    ['no database in memory', 'a.py', 'sqlite3.connect(":memory:")\nsqlite3.connect("a.db")', ['a.db']],
  ],
  filesWritten: [
    [
      'what an argument of a call names',
      'a.py',
      'def f(o="b"):\n  pl.scatter(d, save=f"{o}/c.png", title="d.png")\nf()',
      ['b/c.png'],
    ],
    [
      'a database that a program fills',
      'a.py',
      'c = sqlite3.connect("a.db")\nc.execute("INSERT OR REPLACE INTO b VALUES (1)")',
      ['a.db'],
    ],

    [
      'the value of an option',
      'SKILL.md',
      sh('a -o b.md\nc --output-dir d --report=e/f.html'),
      ['b.md', 'd', 'e/f.html'],
    ],
    ['no format', 'SKILL.md', sh('a -o json\ngrep -o "b.c" d\nssh -o "E=f.g" h'), []],
    [
      'where a command puts what it makes',
      'SKILL.md',
      sh('ffmpeg -i a.mov b.mp4\ntouch c\nunzip d.zip -d e\nopenssl rand -out f 32'),
      ['b.mp4', 'c', 'e', 'f'],
    ],
    [
      'the folder of a clone',
      'SKILL.md',
      sh('git clone https://a.dev/b/c.git\ngit clone --depth 1 https://a.dev/d e'),
      ['c', 'e'],
    ],
    [
      'a database whose tables change',
      'a.sh',
      'sqlite3 ~/.a.db "INSERT INTO b VALUES (1)"\nsqlite3 c.db "SELECT 1"',
      ['~/.a.db'],
    ],
    ['a file that is opened to be written', 'a.py', 'with open("a.bib", "w") as f:\n  lib.dump(db, f)', ['a.bib']],
    [
      'what a library saves',
      'a.py',
      'from pathlib import Path\no = Path(root) / "a"\no.mkdir()\npix.save(o / f"{len(x)+1}.png")\ns.dump_stats("b.prof")',
      ['*/a', '*/a/*.png', 'b.prof'],
    ],
    [
      'the default of an option',
      'a.ts',
      'program.option("-o, --output <path>", "where", "a.yaml").option("-f, --format <f>", "b", "c.d")',
      ['a.yaml'],
    ],
  ],
  variables: [
    [
      'a setting that a list of variables has, not one of another list',
      'SKILL.md',
      'Environment variables:\n\n- `A_HOST`: where\n\nKinds of blocks:\n\n- `INPUT_EMAIL`: an address\n',
      ['A_HOST'],
    ],
    ['no variable that an example makes', 'SKILL.md', sh('A_KEY=$(cat b | jq .c)\nSTATE=d\ne "$A_KEY" "$STATE"'), []],
    [
      'no list or path that an example sets for itself',
      'SKILL.md',
      sh('ALL_KEYS=(a b)\nHOOK_PATH=".git/hooks/c"\nfor k in "${ALL_KEYS[@]}"; do d "$k" > "$HOOK_PATH"; done'),
      [],
    ],
    ['a path to fill in', 'SKILL.md', sh('export DATA_PATH="/path/to/data"\nd "$DATA_PATH"'), ['DATA_PATH']],
    ['no placeholder for a name', 'SKILL.md', 'Use `${{ secrets.SECRET_NAME }}` in workflows.\n', []],
    ['no variable that a script asks for', 'a.sh', 'read -rp "Which? " B_NAME\nc "$B_NAME"', []],
    [
      'all where they are sent as a whole',
      'a.js',
      'fetch("https://b.dev", { method: "POST", body: JSON.stringify(process.env) });',
      ['*'],
    ],
    ['no word to fill in', 'SKILL.md', 'It needs a header: `Bearer <A_TOKEN>`.', []],

    ['each that is set for a command', 'SKILL.md', sh('A_LOG=b C_TRACE=1 d'), ['A_LOG', 'C_TRACE']],
    ['secrets of a workflow', 'SKILL.md', '```yaml\nrun: a ${{ secrets.B_HOOK }}\n```', ['B_HOOK']],
    [
      'rows of a table of variables',
      'SKILL.md',
      '| Variable | Needed |\n|---|---|\n| A_MODE | no |\n\n| Word | b |\n|---|---|\n| C_WORD | d |\n',
      ['A_MODE'],
    ],
    [
      'no value in code, and no word to fill in',
      'SKILL.md',
      '```python\nf(environment_key="A_KEY")\n```\nReplace `B_ID` by yours.',
      [],
    ],
    [
      'no variable of a script or of one that it sources',
      'b.sh',
      '. ./c.sh\nf() { g "$D_URL"; }\nE_STATE=1\nh "$E_STATE"',
      [],
    ],
    ['one that a script gives a default', 'a.sh', 'B_URL="${B_URL:-c}"\nd "$B_URL"', ['B_URL']],
    [
      'one that a message asks for',
      'a.sh',
      'echo "Set A_TOKEN_FILE first, B_USER is required"',
      ['A_TOKEN_FILE', 'B_USER'],
    ],
  ],
  packages: [
    ['no name to fill in', 'SKILL.md', sh('clawhub install your-skill\nnpm i <name>'), []],
    [
      'what the frontmatter installs',
      'SKILL.md',
      '---\nname: a\nmetadata: {"install": [{"kind": "cargo", "crate": "b"}]}\n---\n',
      ['cargo:b'],
    ],

    [
      'an installation in a comment or a message',
      'a.py',
      '# Install: pip install b-c\nprint("Install with: pip3 install d")',
      ['pip:b-c', 'pip:d'],
    ],
    ['no word of a sentence', 'a.py', '# pip install failed, npm install to go on, brew install for more', []],
    [
      'a package.json that is shown',
      'SKILL.md',
      '```json\n{ "dependencies": { "a": "1" },\n  "devDependencies": { "b": "1" } }\n```',
      ['npm:a', 'npm:b'],
    ],
    [
      'an installation of a manifest',
      'manifest.json',
      '{ "install": [{ "check": "command -v a", "install": "apt-get install b" }] }',
      ['apt:b'],
    ],
  ],
  programs: [
    ['a script in the skill’s own folder', 'SKILL.md', 'Run `{baseDir}/a/b.sh --c`.', ['a/b.sh']],

    ['no sentence among commands', 'SKILL.md', sh('make b\nWrite a function (no use)'), ['make']],
    ['no function of a script', 'SKILL.md', sh('check_it "$B"\nc d'), ['c']],
    ['a call of an agent’s tool', 'SKILL.md', sh('bash command:"make b | jq ."'), ['bash', 'jq', 'make']],
  ],
  hosts: [
    ['a host of settings', 'SKILL.md', '```toml\nbackend.host = "imap.a.dev"\nport = 1\n```', ['imap.a.dev']],
    ['no field of a program', 'a.js', 'const host = window.location.host;\nserver: options.server,', []],
  ],
  agentConfig: [['what a command is given', 'a.sh', 'chmod 600 ~/.codex/config.toml', ['~/.codex/config.toml']]],
};

const beside: Record<string, string> = {
  'c.sh': 'D_URL=a\n',
  'own.sh': 'check_it() {\n  true\n}\n',
};

for (const [kind, all] of Object.entries(rows) as [CapabilityKind, Row[]][]) {
  describe(`in the list of ${kind}`, () => {
    it.each(all)('counts %s', async (_, path, text, expected) => {
      expect(await names(kind, { [path]: text, ...beside })).toEqual(expected);
    });
  });
}
