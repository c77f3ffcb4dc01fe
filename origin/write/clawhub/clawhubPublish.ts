import { ApiError } from '../../contract/errors.ts';
import { Category, limits } from '../../contract/fields.ts';
import { hashOf } from '../../contract/grammar/grammar.ts';
import { isReadable } from '../../contract/subjects/scanned.ts';
import { semanticVersion } from '../../read/clawhub/named.ts';
import { fairQueue } from '../../scan/reader/fairQueue.ts';
import { checkUploaded, dropUploads, uploaded } from '../../store/access/uploads.ts';
import { profileById } from '../../store/people/people.ts';
import { giveBack } from '../spend.ts';
import type { BodyOf, Writer, Writing } from '../writing.ts';
import { filesOfRepeated } from './repeated.ts';

/**
 * What was sent before is in no body, whose sizes are bounded together, until it is read here: so few do that at once, and
 * of one account one.
 */
const inTurn = fairQueue([1, 2], { each: 8, all: 64 });

/**
 * Publishes as everybody does, of files that were sent before. The program takes any success for the version that it
 * named, so whatever came out otherwise is a failure that says what there is now.
 */
export const clawhubPublish: Writer<'clawhubPublish'> = async (writing, _, { json }) => {
  const tickets = json.files.map(({ uploadTicket }) => uploadTicket);
  try {
    return await published(writing, json);
  } catch (error) {
    // The program sends everything again then; what it left would take the room of that.
    if (error instanceof ApiError && isFinal(error))
      await writing.engine.write((db) => dropUploads(db, writing.caller.profileId, tickets));
    throw error;
  }
};

/** Whether the same publish of the same tickets would be refused again. */
const isFinal = ({ code, status }: ApiError): boolean => status < 500 && status !== 429 && code !== 'upload_invalid';

const published: (...asked: [Writing, BodyOf<'clawhubPublish'>['json']]) => ReturnType<Writer<'clawhubPublish'>> =
  async (writing, json) => {
    const { engine, caller, now } = writing;
    const { slug, version, categories = [], files } = json;
    if (json.migrateOwner)
      throw new ApiError('conflict', 'A skill does not move to another owner here. Publish it under the new one.');
    const author = json.ownerHandle ?? (await ownHandle(writing));
    const tickets = files.map(({ uploadTicket }) => uploadTicket);
    const announced = files.map(({ path, size, sha256, uploadTicket: id }) => ({
      id,
      path,
      size,
      hash: hashOf(sha256),
    }));
    const repeated = (error: unknown) => filesOfRepeated(writing, { author, slug, version }, announced, error);
    await checkUploaded(engine.db, caller.profileId, announced, now()).catch(repeated);
    const size = checkSize(announced);
    const publish = async () => {
      const sent = await uploaded(engine.db, caller.profileId, announced).catch(repeated);
      const category = categories.find((name): name is Category => Category.safeParse(name).success);
      const said = {
        version_label: version,
        ...(category && { category }),
        files: sent.map(({ path, bytes }) => ({ path, base64: Buffer.from(bytes).toString('base64') })),
      };
      const { status, record } = await writing.carryOut(
        'publishSkillVersion',
        { author, slug, dry_run: 'false' },
        { type: 'application/json', bytes: Buffer.from(JSON.stringify(said)) },
      );
      await engine.write(async (db) => {
        await dropUploads(db, caller.profileId, tickets);
        // A new version has counted its bytes, which counted when they were sent.
        if (status === 201) await giveBack(db, writing, { bytes: size });
      });
      return record;
    };
    const record = await inTurn.run(caller.profileId, publish);
    if (record.version_label !== version) {
      const name = semanticVersion(record);
      throw new ApiError('conflict', `Nothing was published: ${slug} has these files already, as ${name}.`, {
        version_label: record.version_label,
      });
    }
    if (record.scanStatus === 'quarantined') {
      const found = record.findings.map(({ detector, path }) => `${detector} in ${path}`).join(', ');
      throw new ApiError(
        'version_quarantined',
        `${version} is stored, but quarantined: nobody can install it. ${found && `Found: ${found}. `}See ${record.page_url}`,
      );
    }
    return {
      status: 200,
      record: {
        ok: true,
        skillId: record.skill_id,
        versionId: record.hash,
        slug,
        version: semanticVersion(record),
        publicationStatus: isReadable(record.scanStatus) ? 'published' : 'pending',
      },
    };
  };

async function ownHandle({ engine, caller }: Writing): Promise<string> {
  const { handle } = await profileById(engine.db, caller.profileId);
  if (handle === null)
    throw new ApiError('forbidden', 'Claim a handle on the site first, or name a team with --owner.');
  return handle;
}

/** What goes on from here is one body of a publish, which has its limit. Returns its bytes. Errors: `payload_too_large`. */
function checkSize(files: readonly { size: number }[]): number {
  const size = files.reduce((sum, file) => sum + file.size, 0);
  if (size <= limits.publishBody) return size;
  throw new ApiError(
    'payload_too_large',
    `The files have more than ${limits.publishBody / 2 ** 20} MiB together. The registry’s own program sends them packed.`,
    { limit: limits.publishBody },
  );
}
