/** What a log, its witnesses and its readers send each other: keys, notes, checkpoints, entries, proofs, tiles' paths. */
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { addCheckpointText, parseAddCheckpoint } from '../../../origin/log/addCheckpoint.ts';
import { checkpointText, parseCheckpoint } from '../../../origin/log/checkpoint.ts';
import { entryHash, parseEntry, redactedLine } from '../../../origin/log/entry.ts';
import { LogError } from '../../../origin/log/logError.ts';
import { addSignatures, openNote, parseVerifier, splitNote, verifierText } from '../../../origin/log/note.ts';
import { checkProof, formatProof, parseProof } from '../../../origin/log/proof.ts';
import { decodeEntries, encodeEntries, parseTilePath, tilePath } from '../../../origin/log/tile.ts';
import { bytesOf, type Target, textOf } from '../target.ts';

/** The examples of C2SP. */
const vkey = 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k';
const note =
  'This is an example message.\n\n— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n';
const hash = 'CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=';
const checkpoint = `example.com/behind-the-sofa\n20852163\n${hash}\n`;
const signed = `${checkpoint}\n— a AAAAAAA=\n`;
const verifier = parseVerifier(vkey);

/** What it makes of the text; undefined where it refuses it as it should. */
function read<T>(parse: () => T): T | undefined {
  try {
    return parse();
  } catch (error) {
    ok(error instanceof LogError, `it throws ${error}`);
    return undefined;
  }
}

export const target: Target = {
  seeds: [
    vkey,
    note,
    checkpoint,
    signed,
    `c2sp.org/tlog-proof@v1\nextra QUJD\nindex 7\n${hash}\n${hash}\n\n${signed}`,
    `old 20852014\n${hash}\n\n${signed}`,
    '{"a":1,"b":"\\n","salt":"AAAAAAAAAAAAAAAAAAAAAA=="}',
    redactedLine(Buffer.alloc(32)),
    '0/x001/067.p/5',
    'entries/x001/067',
    '\0\u0002ab\0\0',
  ].map(bytesOf),
  longest: 2048,
  words: ['\n\n', '\n— ', 'index 0', 'old 0', 'extra ', '=', '"salt":', hash, '.p/', 'x001/'],
  check(input) {
    const text = textOf(input);
    const [key, head, entry, tile] = [
      read(() => parseVerifier(text)),
      read(() => parseCheckpoint(text)),
      read(() => parseEntry(text)),
      parseTilePath(text),
    ];
    const [proof, asked, entries, split] = [
      read(() => parseProof(text)),
      read(() => parseAddCheckpoint(text)),
      read(() => decodeEntries(input)),
      read(() => splitNote(text)),
    ];
    if (key) strictEqual(verifierText(key), text, 'a key has two spellings');
    if (head) ok(text.startsWith(checkpointText(head)), 'a checkpoint has two spellings');
    if (tile) strictEqual(tilePath(tile), text, 'a tile has two paths');
    if (proof) strictEqual(formatProof(proof), text, 'a proof has two spellings');
    if (asked) strictEqual(addCheckpointText(asked), text, 'a request has two spellings');
    if (entries) deepStrictEqual(encodeEntries(entries), Buffer.from(input), 'a bundle has two spellings');
    if (split) strictEqual(addSignatures(text, []), text, 'a note has two spellings');
    if (split && head) strictEqual(split.text, checkpointText(head), 'what is signed is not what is read');
    const opened = read(() => openNote(text, [verifier]));
    if (opened) strictEqual(opened.text, 'This is an example message.\n', 'a signature was made up');
    strictEqual(
      read(() => checkProof(text, { verifiers: [verifier] })),
      undefined,
      'a proof was made up',
    );
    ok(entryHash(text).length === 32, 'an entry has no hash');
    return [key, head, entry, tile, proof, asked, split].some((made) => made !== undefined) || Boolean(entries?.length);
  },
};
