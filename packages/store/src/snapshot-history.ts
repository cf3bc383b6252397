/**
 * History of published snapshots. Each text is stored once, compressed, under its hash; a history line records its
 * publication. Rows never change, and the oldest are deleted first.
 */

import type { Provenance } from '@barograph/contract';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';
import { sql, type Kysely } from 'kysely';
import { inPieces, joinedBytes } from './joined-bytes.ts';
import type { Tables } from './schema.ts';

/** Published snapshot as texts, with its publication time. */
export interface KeptSnapshot {
  readonly name: string;
  /** Epoch ms. */
  readonly knownAt: number;
  /** Moment of the values, epoch ms. */
  readonly asOf: number;
  readonly version: string;
  /** JSON without line breaks. */
  readonly head: string;
  readonly records: readonly string[];
  readonly provenance?: readonly Provenance[] | undefined;
}

/** Line of the history. */
export interface KeptLine extends Pick<KeptSnapshot, 'name' | 'knownAt' | 'asOf' | 'version' | 'provenance'> {
  /** Hash of the texts. */
  readonly hash: string;
}

/** Query for lines; moments are epoch ms. */
export interface KeptRange {
  readonly name?: string;
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
  readonly limit?: number;
}

/** Stored size of a market. */
export interface KeptSize {
  /** Lines of the history. */
  readonly lines: number;
  /** Packed bytes of the texts. */
  readonly bytes: number;
}

/** The history of a store, by market. */
export interface SnapshotHistory {
  /** Adds a snapshot. A later call with the same name and moment replaces the earlier one. */
  keep(timeline: string, snapshot: KeptSnapshot): Promise<void>;
  /** Newest line of a name published at `moment` or before, epoch ms; undefined without one, or when its version is not listed. */
  lineAt(timeline: string, name: string, versions: readonly string[], moment: number): Promise<KeptLine | undefined>;
  /** Lines published within `[from, to)`, epoch ms, ordered by moment and name; optionally of a single name. */
  lines(timeline: string, range: KeptRange): Promise<readonly KeptLine[]>;
  /** Head and records of a hash; undefined when absent or when the texts do not match the hash. */
  texts(timeline: string, hash: string): Promise<Pick<KeptSnapshot, 'head' | 'records'> | undefined>;
  /** The newest line of each name. */
  newest(timeline: string): Promise<readonly KeptLine[]>;
  /** Moment since which the history is complete; undefined before {@link begin}. */
  since(timeline: string): Promise<number | undefined>;
  /** Sets the start of the complete history unless already set. @returns the stored moment. */
  begin(timeline: string, moment: number): Promise<number>;
  /** Deletes everything after a moment, for a restarted replay. */
  rewind(timeline: string, moment: number): Promise<void>;
  /** Deletes lines that were valid only before a moment. */
  prune(timeline: string, moment: number): Promise<void>;
  /** Moment since which the compressed texts fit into the given bytes; undefined when all of them fit. */
  fitsFrom(timeline: string, bytes: number): Promise<number | undefined>;
  /** Deletes everything of a market. */
  forget(timeline: string): Promise<void>;
  size(timeline: string): Promise<KeptSize>;
}

const pack = promisify(brotliCompress);
const unpack = promisify(brotliDecompress);

/** Compression window over all records, which resemble each other, at a level that costs a producer milliseconds. */
const LEVEL = 5;
const WINDOW_BITS = 22;

/** Joins texts without line breaks, one per line. */
async function joined({ head, records }: Pick<KeptSnapshot, 'head' | 'records'>): Promise<Buffer> {
  return joinedBytes([head, ...records], { between: '\n' });
}

async function hashOf(bytes: Buffer, form: 'base64url' | 'hex' = 'base64url'): Promise<string> {
  const hash = createHash('sha256');
  await inPieces(bytes, (piece) => hash.update(piece));
  return hash.digest(form);
}

/** SHA-256 of the texts of a snapshot, hexadecimal: the hash of its history line in another encoding. */
export async function snapshotSha256(texts: Pick<KeptSnapshot, 'head' | 'records'>): Promise<string> {
  return hashOf(await joined(texts), 'hex');
}

function lineOf({ provenance, ...line }: Omit<KeptLine, 'provenance'> & { readonly provenance: unknown }): KeptLine {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written from that very type
  return Array.isArray(provenance) ? { ...line, provenance: provenance as readonly Provenance[] } : line;
}

/** The history in a database. */
// oxlint-disable-next-line eslint/max-lines-per-function -- each method is a statement over the same three tables
export function createSnapshotHistory(db: Kysely<Tables>): SnapshotHistory {
  /** @returns false when the texts are not stored. */
  const addLine = async (timeline: string, snapshot: KeptSnapshot, hash: string): Promise<boolean> => {
    const { name, knownAt, asOf, version, provenance } = snapshot;
    const origin = provenance === undefined ? null : JSON.stringify(provenance);
    // The update locks the texts, so that a concurrent deletion of unused texts waits and then sees this use.
    const { rows } = await sql`
      with used as (
        update snapshot_bodies set used_at = greatest(used_at, ${knownAt}::bigint)
        where timeline = ${timeline} and hash = ${hash}
        returning hash
      )
      insert into snapshot_history (timeline, name, known_at, as_of, version, hash, provenance)
      select ${timeline}, ${name}, ${knownAt}::bigint, ${asOf}::bigint, ${version}, hash, ${origin}::json from used
      on conflict (timeline, name, known_at) do update set
        as_of = excluded.as_of, version = excluded.version, hash = excluded.hash, provenance = excluded.provenance
      returning name`.execute(db);
    return rows.length > 0;
  };
  const newestOf = db
    .selectFrom('snapshotHistory')
    .select(['name', 'knownAt', 'asOf', 'version', 'hash', 'provenance']);
  const deleteUnused = async (timeline: string, moment: number): Promise<void> => {
    await sql`
      delete from snapshot_bodies b where b.timeline = ${timeline} and b.used_at < ${moment}::bigint
        and not exists (select from snapshot_history h where h.timeline = b.timeline and h.hash = b.hash)`.execute(db);
  };
  return {
    keep: async (timeline, snapshot) => {
      const bytes = await joined(snapshot);
      const hash = await hashOf(bytes);
      if (await addLine(timeline, snapshot, hash)) return;
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: LEVEL,
        [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      };
      const body = await pack(bytes, { params });
      await sql`
        insert into snapshot_bodies (timeline, hash, used_at, size, body)
        values (${timeline}, ${hash}, ${snapshot.knownAt}::bigint, ${bytes.length}::bigint, ${body})
        on conflict do nothing`.execute(db);
      await addLine(timeline, snapshot, hash);
    },
    lineAt: async (timeline, name, versions, moment) => {
      const found = await newestOf
        .where('timeline', '=', timeline)
        .where('name', '=', name)
        .where('knownAt', '<=', moment)
        .orderBy('knownAt', 'desc')
        .limit(1)
        .executeTakeFirst();
      return found !== undefined && versions.includes(found.version) ? lineOf(found) : undefined;
    },
    lines: async (timeline, { name, from, to, limit }) => {
      let query = newestOf
        .where('timeline', '=', timeline)
        .where('knownAt', '>=', from)
        .where('knownAt', '<', to)
        .orderBy('knownAt')
        .orderBy('name');
      if (name !== undefined) query = query.where('name', '=', name);
      if (limit !== undefined) query = query.limit(limit);
      return (await query.execute()).map(lineOf);
    },
    texts: async (timeline, hash) => {
      const found = await db
        .selectFrom('snapshotBodies')
        .select('body')
        .where('timeline', '=', timeline)
        .where('hash', '=', hash)
        .executeTakeFirst();
      if (found === undefined) return undefined;
      const bytes = await unpack(found.body).catch(() => Buffer.alloc(0));
      if ((await hashOf(bytes)) !== hash) return undefined;
      const [head = '', ...records] = bytes.toString().split('\n');
      return { head, records };
    },
    newest: async (timeline) => {
      const rows = await newestOf
        .distinctOn('name')
        .where('timeline', '=', timeline)
        .orderBy('name')
        .orderBy('knownAt', 'desc')
        .execute();
      return rows.map(lineOf);
    },
    since: async (timeline) => {
      const row = await db
        .selectFrom('snapshotsKept')
        .select('since')
        .where('timeline', '=', timeline)
        .executeTakeFirst();
      return row?.since;
    },
    begin: async (timeline, moment) => {
      const { rows } = await sql<{ since: number }>`
        insert into snapshots_kept (timeline, since) values (${timeline}, ${moment}::bigint)
        on conflict (timeline) do update set since = least(snapshots_kept.since, excluded.since)
        returning since`.execute(db);
      return rows[0]!.since;
    },
    rewind: async (timeline, moment) => {
      await db.deleteFrom('snapshotHistory').where('timeline', '=', timeline).where('knownAt', '>', moment).execute();
      await deleteUnused(timeline, Number.MAX_SAFE_INTEGER);
    },
    prune: async (timeline, moment) => {
      await db
        .updateTable('snapshotsKept')
        .set({ since: moment })
        .where('timeline', '=', timeline)
        .where('since', '<', moment)
        .execute();
      // The newest line before the moment was still valid at the moment.
      await sql`
        delete from snapshot_history h where h.timeline = ${timeline} and h.known_at < ${moment}::bigint and exists (
          select from snapshot_history n where n.timeline = h.timeline and n.name = h.name
            and n.known_at > h.known_at and n.known_at <= ${moment}::bigint
        )`.execute(db);
      await deleteUnused(timeline, moment);
    },
    fitsFrom: async (timeline, bytes) => {
      const { rows } = await sql<{ usedAt: number }>`
        select used_at from (
          select used_at, sum(octet_length(body)) over (order by used_at desc, hash) as total
          from snapshot_bodies where timeline = ${timeline}
        ) as added where total > ${bytes}::bigint order by used_at desc limit 1`.execute(db);
      const [first] = rows;
      return first === undefined ? undefined : first.usedAt + 1;
    },
    forget: async (timeline) => {
      for (const table of ['snapshotHistory', 'snapshotBodies', 'snapshotsKept'] as const) {
        await db.deleteFrom(table).where('timeline', '=', timeline).execute();
      }
    },
    size: async (timeline) => {
      const { rows } = await sql<KeptSize>`
        select (select count(*) from snapshot_history where timeline = ${timeline}) as lines,
          (select coalesce(sum(octet_length(body)), 0)::bigint from snapshot_bodies where timeline = ${timeline}) as bytes
        `.execute(db);
      return rows[0]!;
    },
  };
}
