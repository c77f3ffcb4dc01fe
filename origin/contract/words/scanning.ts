/** How the scan is explained, apart from its rules (CONTRACT.md, Scanning): the words that people and agents both read. */
import { pagePath, pages } from '../pages.ts';
import { chosenAtRunTime } from '../subjects/scanned.ts';

/** What a finding does, gravest first, by the word that a rule has for it. */
export const consequences = {
  refuse: {
    title: 'Refused',
    meaning:
      'You can’t publish this in a public skill, or make a private skill that has it public: everyone who reads the skill ' +
      'would see it. A private publish is accepted, and shows the finding.',
  },
  quarantine: {
    title: 'Quarantined',
    meaning:
      'Nobody can read, download or sync the version until a moderator lifts the quarantine. Only rules that are almost ' +
      'always right do this.',
  },
  advise: {
    title: 'Shown',
    meaning:
      'The finding is shown with the skill. Nothing else happens: there may be a good reason for it that the scan can’t ' +
      'know.',
  },
} as const;

interface Section {
  title: string;
  /** Backticks set code apart. */
  paragraphs: string[];
  commands?: { title: string; command: string }[];
  link?: { title: string; path: string };
}

/** What stands above the rules. */
export const scanningOpening = (ruleCount: number, corpusVersion: number): string =>
  `${ruleCount} rules check every version when it is published, and again whenever the rules change. They are plain ` +
  `code without network access: the same bytes give the same findings. These are rules ${corpusVersion}.`;

/** What stands around the rules. */
export const scanningGuide = (corpusVersion: number): Section[] => [
  {
    title: 'What a result says',
    paragraphs: [
      '`clean` means not flagged: no rule below found anything of medium severity or worse. Where no rule found anything ' +
        'at all, the ' +
        `result is “No issues found (rules ${corpusVersion})”. ` +
        'Neither says anything of what the rules don’t look for, or that you can trust the skill: other people ' +
        'wrote it, so read it before an agent follows it.',
      '`flagged` means that a rule found something of medium severity or worse. Read the findings before you use the skill. ' +
        '`quarantined` means that nobody can read, download or sync the version.',
      '`incomplete` means that the scan did not read all of it: the version is held. It is in no list, and nobody can read, ' +
        'download or sync it until a longer scan in the background has read all of it, or a moderator has reviewed the ' +
        'rest. A device that already has the version keeps it, and its sync says so. ' +
        'The report names pictures, archives and other files that are not text; a version is not held because of them.',
      'A report says which rules it was made with, and, for each rule that found something, how often people who checked ' +
        'its findings by hand agreed. After the rules change, stored versions are scanned again in the ' +
        'background. Until then, their report keeps the lower number.',
    ],
  },
  {
    title: 'What a version does',
    paragraphs: [
      'The report of each version lists the programs it runs, the hosts it connects to, the variables and files it reads, ' +
        'the files it writes, the tools it requests, the packages it installs and the agent configuration it touches, ' +
        'each with the first place where that is. Before you approve a version, you see what is new in it.',
      'A program, a host or a file counts where a script, a block of code or a command in a sentence uses it, and not ' +
        'where a sentence only mentions it; a link counts for its host. A file is written where an option such as `-o`, a redirection or a call of a ' +
        'library says so; other files that a command is given are read, and so is a folder that is listed. What is run, ' +
        'deleted or edited by hand is neither. A download or a clone is written under the name that its address gives it.',
      'A variable counts where a program reads it from outside, or where the reader is told to set it: with `export`, in ' +
        'front of a command, in a table or a message. One that a script or an example sets for itself does not, nor does ' +
        'one of every shell, such as `HOME`. A package counts where a command, a comment or a message installs it, or a ' +
        'list of packages names it. What is to be filled in never counts: `<file>`, `YOUR_KEY`, `/path/to/file`.',
      `\`${chosenAtRunTime}\` stands for a name that is in no file: a program makes it up, or gets it, when it runs. “None ` +
        'found” appears only if all files were read; otherwise the report names the files that were not. ' +
        'All of this comes from reading the files. Nothing is run.',
    ],
  },
  {
    title: 'What is not covered',
    paragraphs: [
      'The scan parses programs and follows data through them from file to file, up to a limit of work. ' +
        'It runs nothing, downloads nothing and follows no links, so the rules don’t know what a script downloads or what a ' +
        'package it installs does. Shell loops, and loops over large or unknown data, are followed once, so text ' +
        'that only such a loop builds is not read.',
      'The rules don’t read the contents of pictures, recordings and archives, and miss what is encrypted or well enough ' +
        'obfuscated. They know the phrases they list, and miss other words that persuade an agent. ' +
        'Nothing here checks whether a skill does what it says.',
      'A report lists each rule once, the most severe first, with at most 50 places.',
    ],
  },
  {
    title: 'Scan it yourself',
    paragraphs: [
      'Both commands work offline and find what the registry finds, if they have the same rules. The first checks one ' +
        'skill and says why a publish would be refused. The second runs in a checkout of the registry and checks every ' +
        'skill in a directory.',
    ],
    commands: [
      { title: 'One skill', command: 'skill-registry lint <folder>' },
      { title: 'Many skills', command: 'npm run operator -- scan <directory>' },
    ],
    link: { title: 'How to publish a skill', path: pagePath('guidePage', { guide: 'publish' }) },
  },
  {
    title: 'When it is your skill',
    paragraphs: [
      'You see the findings when you publish and on the skill’s page. If a version of yours is quarantined, the moderation ' +
        'page tells you why and shows each finding with its file and line. For a held version, it says what was not read. ' +
        'If the rule is wrong, appeal there: a moderator reads what you write and lifts the quarantine, or says why it ' +
        'stays. The same rule does not quarantine that version again.',
    ],
    link: { title: 'The moderation page', path: pages.moderationPage.path },
  },
];
