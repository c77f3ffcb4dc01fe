import { ApiError } from '../../contract/errors.ts';
import { skillId } from '../../contract/grammar/ids.ts';
import { checkSlug } from '../../contract/grammar/names.ts';
import { pagePath } from '../../contract/pages.ts';
import { comparedWith } from '../../scan/compared.ts';
import { corpusVersion } from '../../scan/detectors.ts';
import { type Statement, statementText } from '../../signing/statement.ts';
import { checkStored, contentsOfLatest } from '../../store/contents/uploads.ts';
import type { Db } from '../../store/engine/engine.ts';
import { together } from '../../store/engine/together.ts';
import type { ProfileRow, SkillRow, VersionRow } from '../../store/schema/tables.ts';
import { suggestedCategory } from '../../store/skills/category/suggest.ts';
import { forgetImportSource } from '../../store/skills/imported.ts';
import { type Report, reportOf } from '../../store/skills/scans/scans.ts';
import { createSkill, newSkill, skillUnder } from '../../store/skills/skillChanges.ts';
import { addVersion, versionBefore } from '../../store/skills/versions.ts';
import { roomFor } from '../spend.ts';
import { WritesAlone } from '../writeOwn.ts';
import { actOf, type Writer, type Written } from '../writing.ts';
import { authorshipOf, signedIn, statementFor } from './authorship.ts';
import { type Asked, type Facts, factsFor } from './facts.ts';
import { updateOf } from './updateOf.ts';
import { type Placed, uploading } from './uploading.ts';

type Published = Written<'publishSkillVersion'>;
type Publisher = Parameters<Writer<'publishSkillVersion'>>[0];

/**
 * Reads and checks the bundle first, then stores everything in one transaction: a refusal leaves nothing behind.
 * The same content again answers 200 with the record it was first answered with, and counts against no quota.
 */
export const publishSkillVersion: Writer<'publishSkillVersion'> = async (writing, input, body) => {
  const { author, slug } = input;
  checkSlug(slug);
  const { db } = writing.engine;
  const { contents } = writing.engine;
  const [owner, presumed, room, stored] = await together([
    writing.subject(),
    skillUnder(db, author, slug),
    roomFor(db, writing),
    contents ? contentsOfLatest(db, author, slug) : [],
  ]);
  // Of a skill that is there already it may be a repeat, which needs no room: only reading it tells, and its size too.
  if (!presumed) room.check({ skills: 1, versions: 1, bytes: 1 });
  const archive = archives[body.type as keyof typeof archives];
  const bundle = { bytes: body.bytes, archive };
  return writing.reader.readFor(writing.caller.profileId, { slug, bundle }, async ({ said = {}, ...content }) => {
    const asked = { author, slug, content, options: archive === 'json' ? said : input, signed: signedIn(said) };
    const publish = (
      { uploads, presumed: counted }: Placed = {},
      end: (published: Published) => Published = (published) => published,
    ) =>
      writing.engine.writeOwn(owner, {
        read: async (db, owner) => {
          const facts = factsFor(db, writing, { owner, presumed }, asked);
          return (await together([facts, counted && checkStored(db, counted)]))[0];
        },
        work: async (db, owner, facts, isAlone) => {
          // How many it is in force against is counted over all authors.
          if (facts.advised.length > 0 && !isAlone) throw new WritesAlone();
          return end(await commit(db, writing, { ...asked, owner, uploads }, facts));
        },
      });
    if (input.dry_run !== 'true')
      return contents
        ? uploading({
            ...{ place: { db, contents }, files: content.files, stored, publish },
            isStored: ({ status }) => status === 201,
          })
        : publish();
    const rehearsed = await rehearse((end) => publish({}, end));
    const update = await updateOf(writing, owner, slug, content);
    return update ? { ...rehearsed, record: { ...rehearsed.record, update } } : rehearsed;
  });
};

const archives = { 'application/json': 'json', 'application/gzip': 'tar.gz', 'application/zip': 'zip' } as const;

async function commit(
  db: Db,
  writing: Publisher,
  asked: Asked & { owner: ProfileRow; uploads: Placed['uploads'] },
  facts: Facts,
): Promise<Published> {
  const { caller, site, now } = writing;
  const { author, slug, owner, content, options, signed, uploads } = asked;
  const { known, label, same, before, room } = facts;
  const authors = { owner, keys: facts.keys };
  const suggested =
    options.category || known?.category_chosen
      ? undefined
      : (known?.category ?? suggestedCategory({ slug, ...content }));
  const record = (
    status: 200 | 201,
    version: VersionRow,
    { findings, unread }: Pick<Report, 'findings' | 'unread'>,
    statement: Statement,
  ) => ({
    status,
    record: {
      skill_id: skillId.format({ author, slug }),
      hash: version.hash,
      version: version.number,
      version_label: version.label,
      signatureStatus: version.signature_status,
      scanStatus: version.scan_status,
      ...(suggested && { category_suggested: suggested }),
      findings: [...findings],
      unread: [...unread],
      token_count: version.token_count,
      statement: version.statement || statementText(statement),
      page_url: site.mirrorUrl + pagePath('skillPage', { author, slug }),
    },
  });

  if (same) {
    // Sent again as it was, it need not be right by now; anything else is judged, and leaves the version as it is.
    const isKept = signed?.statement === same.statement && signed.signature === same.signature;
    const statement = statementFor(site, asked, same, await versionBefore(db, same.skill_id, same.number));
    if (!isKept) authorshipOf(site, authors, statement, signed);
    return record(200, same, await reportOf(db, same.id), statement);
  }

  // What is stored once for several is counted for each: else a count would tell what others have stored.
  const bytes = content.files.reduce((sum, { size }) => sum + size, 0);
  const amounts = { skills: known ? 0 : 1, versions: 1, bytes };
  room.check(amounts);
  if (facts.isTaken) {
    throw new ApiError('version_label_taken', `${slug} already has a version "${label}" with different content.`, {
      version_label: label,
    });
  }
  const statement = statementFor(site, asked, { label, hash: content.hash }, before);
  const authorship = authorshipOf(site, authors, statement, signed);
  const scan = { ...comparedWith(before?.capabilities, content.scan), corpusVersion };
  const { category = suggested ?? 'other', visibility = 'public' } = options;
  const { ids, isOwnerShown, advised } = facts;
  const added = { id: ids.skill, ownerId: owner.id, isOwnerShown, author, slug, category, visibility };
  const made = known ? undefined : newSkill({ ...added, isSuggested: suggested !== undefined }, now());
  const own = known?.is_mirror ? await forgetImportSource(db, known, actOf(writing)) : known;
  const skill = made ?? (own as SkillRow);
  const version = { ...content, id: ids.version, label, uploads, scan, authorship, advised };
  const [, , row] = await together([
    room.note(amounts),
    made && createSkill(db, made),
    addVersion(db, skill, { ...version, publishedBy: caller.profileId }, now(), known && changesOf(options)),
  ]);
  return record(201, row, scan, statement);
}

const changesOf = ({ category, visibility }: Asked['options']) => ({
  ...(category && { category }),
  ...(visibility && { visibility }),
});

/** Runs the whole write and then takes it back. */
async function rehearse(publish: (end: (published: Published) => never) => Promise<Published>): Promise<Published> {
  class Rehearsed extends Error {
    readonly published: Published;
    constructor(published: Published) {
      super('rehearsed');
      this.published = published;
    }
  }
  try {
    return await publish((published) => {
      throw new Rehearsed(published);
    });
  } catch (error) {
    if (error instanceof Rehearsed) return { ...error.published, status: 200 };
    throw error;
  }
}
