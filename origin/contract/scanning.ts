/** How the scan is explained, apart from its rules (CONTRACT.md, Scanning): the words that people and agents both read. */
import { pagePath, pages } from './pages.ts';
import { chosenAtRunTime } from './scanned.ts';

/** What a finding does, gravest first, by the word that a rule has for it. */
export const consequences = {
  refuse: {
    title: 'Refused',
    meaning:
      'A public publish is refused, and so is making a private skill public: everyone who reads the skill would have what is ' +
      'found here. A private publish is taken, and shows the finding.',
  },
  quarantine: {
    title: 'Quarantined',
    meaning:
      'The version is taken out of sight until a moderator lifts that: it can’t be read, downloaded or synced. Only rules ' +
      'that are right nearly always do this.',
  },
  advise: {
    title: 'Shown',
    meaning:
      'The finding is shown with the skill. Nothing else happens: there can be good reasons for it, which the scan ' +
      'can’t know.',
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
  `Every version is read by ${ruleCount} rules when it is published, and again whenever the rules change. They are plain ` +
  `code without a network: the same bytes give the same findings. This is corpus ${corpusVersion} of them.`;

/** What stands around the rules. */
export const scanningGuide = (corpusVersion: number): Section[] => [
  {
    title: 'What a result says',
    paragraphs: [
      `\`clean\` means: No issues found (rules ${corpusVersion}). The rules below were applied and none of medium severity ` +
        'or worse found anything. It says nothing about what they don’t look for, and does not mean that the skill can be ' +
        'trusted: other people wrote it, so read it before an agent follows it.',
      '`flagged` means that there is a finding of medium severity or worse to look at before use. `quarantined` means ' +
        'that the content is not handed out.',
      '`incomplete` means that not all of it was read: the version is held. It stands in no list and its content is not ' +
        'handed out until a longer scan in the background has read all of it, or a moderator has looked at the rest. A ' +
        'device that had the version before keeps it, and its sync says so. ' +
        'Pictures, archives and other files that are no text are named in the report and hold nothing back.',
      'A report says which corpus it was made with, and of each rule that found something how often that was right ' +
        'where people read its findings by hand. After the rules change, stored versions are scanned again in the ' +
        'background, and until then their report keeps the lower number.',
    ],
  },
  {
    title: 'What a version does',
    paragraphs: [
      'The report of each version records the programs that it runs, the hosts that it talks to, the variables and files ' +
        'that it reads, the files that it writes, the tools that it asks for, the packages that it installs, and the ' +
        'configuration of agents that it touches, each with the first place where that stands. An approval shows what ' +
        'a version does newly.',
      'A program, a host or a file counts where a script, a block of code or a command in a sentence uses it, and not ' +
        'where a sentence only mentions it. A file is written where an option such as `-o`, a redirection or a call of a ' +
        'library says so; other files that a command is given are read, and so is a folder that is listed. What is run, ' +
        'deleted or edited by hand is neither. A download or a clone is written under the name that its address gives it.',
      'A variable counts where a program reads it from outside, or where somebody is told to set it: with `export`, in ' +
        'front of a command, in a table or a message. One that a script or an example sets for itself does not, nor does ' +
        'one of every shell, such as `HOME`. A package counts where a command, a comment or a message installs it, or a ' +
        'list of packages names it. What is to be filled in never counts: `<file>`, `YOUR_KEY`, `/path/to/file`.',
      `\`${chosenAtRunTime}\` stands for what no file says: a program makes the name, or is given it, as it runs. “None ` +
        'found” is said only where all files were read; where they were not, the record names those that were not. ' +
        'It is what the files say, not what was seen when they ran.',
    ],
  },
  {
    title: 'What is not covered',
    paragraphs: [
      'Programs are parsed, and data is followed through them from file to file, as far as a bounded amount of work goes. ' +
        'Nothing is run or fetched and no link is followed, so the rules don’t know what a script downloads or what a ' +
        'package that it installs does. Loops of a shell and loops over much or unknown data are followed once, so text ' +
        'that only such a loop puts together is not read.',
      'They don’t read what pictures, recordings and archives hold, and what is encrypted or scrambled well enough ' +
        'passes them. They know the wordings that they list; other words that persuade an agent are not found. ' +
        'Nothing here judges whether a skill does what it says.',
      'A report has each rule once, the gravest first, with at most 50 of its places.',
    ],
  },
  {
    title: 'Scan it yourself',
    paragraphs: [
      'Both commands work offline and find what the registry finds, as long as they have the same corpus. The first ' +
        'takes one skill and says what a publish would be refused for. The second runs in a checkout of the registry ' +
        'and takes every skill below a directory.',
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
      'The answer to a publish has its findings, and so has the page of the skill. Where a version of yours was taken ' +
        'out of sight, the moderation page tells you why and shows you each finding with its file, its line and the ' +
        'line itself. A version that is held says there what was not read. If the rule is wrong, ask for a second look in the same place: a moderator reads what you ' +
        'write and lifts the quarantine, or says why it stays. A version that was lifted is not taken out of sight ' +
        'again by the same rule.',
    ],
    link: { title: 'The moderation page', path: pages.moderationPage.path },
  },
];
