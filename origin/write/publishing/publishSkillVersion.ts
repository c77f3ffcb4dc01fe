import { ApiError } from '../../contract/errors.ts';
import { skillId } from '../../contract/ids.ts';
import { checkSlug } from '../../contract/names.ts';
import type { Input } from '../../contract/operations.ts';
import { pagePath } from '../../contract/pages.ts';
import { comparedWith } from '../../scan/compared.ts';
import { corpusVersion } from '../../scan/detectors.ts';
import type { Content } from '../../scan/reader/readerProcess.ts';
import { type Statement, statementText } from '../../signing/statement.ts';
import type { Db } from '../../store/engine/engine.ts';
import type { ProfileRow, VersionRow } from '../../store/schema/tables.ts';
import { suggestedCategory } from '../../store/skills/category/suggest.ts';
import { forgetImportSource } from '../../store/skills/imported.ts';
import { type Report, reportOf } from '../../store/skills/scans.ts';
import { createSkill, skillBySlug } from '../../store/skills/skillChanges.ts';
import { addVersion, versionBefore, versionsLike } from '../../store/skills/versions.ts';
import { checkRoom, spend } from '../spend.ts';
import { actOf, type Writer, type Writing, type Written } from '../writing.ts';
import { authorshipOf, type Signed, signedIn, statementFor } from './authorship.ts';
import { updateOf } from './updateOf.ts';

type Publishing = Pick<Input<'publishSkillVersion'>, 'version_label' | 'category' | 'visibility'>;
type Published = Written<'publishSkillVersion'>;
type Publisher = Parameters<Writer<'publishSkillVersion'>>[0];
type Read = Omit<Content, 'said'>;

/**
 * Reads and checks the bundle first, then stores everything in one transaction: a refusal leaves nothing behind.
 * The same content again answers 200 with the record it was first answered with, and counts against no quota.
 */
export const publishSkillVersion: Writer<'publishSkillVersion'> = async (writing, input, body) => {
  const { author, slug } = input;
  checkSlug(slug);
  const owner = await writing.subject();
  // Of a skill that is there already it may be a repeat, which needs no room: only reading it tells, and its size too.
  if (!(await skillBySlug(writing.engine.db, owner.id, slug)))
    await checkRoom(writing.engine.db, writing, { skills: 1, versions: 1, bytes: 1 });
  const archive = archives[body.type as keyof typeof archives];
  const bundle = { bytes: body.bytes, archive };
  return writing.reader.readFor(writing.caller.profileId, { slug, bundle }, async ({ said = {}, ...content }) => {
    const options = archive === 'json' ? said : input;
    const publish = (db: Db, owner: ProfileRow) =>
      commit(db, writing, { author, slug, owner }, content, options, signedIn(said));
    if (input.dry_run !== 'true') return writing.engine.write(publish);
    const rehearsed = await rehearse(writing, publish);
    const update = await updateOf(writing, owner, slug, content);
    return update ? { ...rehearsed, record: { ...rehearsed.record, update } } : rehearsed;
  });
};

const archives = { 'application/json': 'json', 'application/gzip': 'tar.gz', 'application/zip': 'zip' } as const;

async function commit(
  db: Db,
  writing: Writing,
  address: { author: string; slug: string; owner: ProfileRow },
  content: Read,
  options: Publishing,
  signed: Signed | undefined,
): Promise<Published> {
  const { caller, site, now } = writing;
  const { author, slug, owner } = address;
  const known = await skillBySlug(db, owner.id, slug);
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

  // A new skill has none.
  const label = labelOf(known?.version_count ?? 0, content, options);
  const { same, isTaken } = known ? await versionsLike(db, known.id, content.hash, label) : noVersions;
  if (same) {
    // Sent again as it was, it need not be right by now; anything else is judged, and leaves the version as it is.
    const isKept = signed?.statement === same.statement && signed.signature === same.signature;
    const before = await versionBefore(db, same.skill_id, same.number);
    const statement = statementFor(site, address, same, before);
    if (!isKept) await authorshipOf(db, site, owner, statement, signed, now());
    return record(200, same, await reportOf(db, same.id), statement);
  }

  // What is stored once for several is counted for each: else a count would tell what others have stored.
  const bytes = content.files.reduce((sum, { size }) => sum + size, 0);
  await spend(db, writing, { skills: known ? 0 : 1, versions: 1, bytes });
  const { category = suggested ?? 'other', visibility = 'public' } = options;
  const added = { ownerId: owner.id, author, slug, category, isSuggested: suggested !== undefined, visibility };
  const skill = known ?? (await createSkill(db, added, now()));
  if (isTaken) {
    throw new ApiError('version_label_taken', `${slug} already has a version "${label}" with different content.`, {
      version_label: label,
    });
  }
  const before = await versionBefore(db, skill.id, skill.version_count + 1);
  const statement = statementFor(site, address, { label, hash: content.hash }, before);
  const scan = comparedWith(before?.capabilities, content.scan);
  const authorship = await authorshipOf(db, site, owner, statement, signed, now());
  if (known?.is_mirror) await forgetImportSource(db, known, actOf(writing));
  const version = await addVersion(
    db,
    skill,
    {
      ...content,
      label,
      scan: { ...scan, corpusVersion },
      authorship,
      publishedBy: caller.profileId,
    },
    now(),
    known && changesOf(options),
  );
  return record(201, version, scan, statement);
}

const noVersions = { same: undefined, isTaken: false };

/** What the publisher says, else what the frontmatter says, else the number. */
const labelOf = (count: number, content: Read, options: Publishing): string =>
  options.version_label ?? content.version ?? `v${count + 1}`;

const changesOf = ({ category, visibility }: Publishing) => ({
  ...(category && { category }),
  ...(visibility && { visibility }),
});

/** Runs the whole write and then takes it back. */
async function rehearse(
  writing: Publisher,
  publish: (db: Db, owner: ProfileRow) => Promise<Published>,
): Promise<Published> {
  class Rehearsed extends Error {
    readonly published: Published;
    constructor(published: Published) {
      super('rehearsed');
      this.published = published;
    }
  }
  try {
    return await writing.engine.write(async (db, owner) => {
      throw new Rehearsed(await publish(db, owner));
    });
  } catch (error) {
    if (error instanceof Rehearsed) return { ...error.published, status: 200 };
    throw error;
  }
}
