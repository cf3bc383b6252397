/** Newest published state of each engine, for replicas that did not compute it. */

import type { Provenance } from '@barograph/contract';
import { sql, type Kysely } from 'kysely';
import { appendEvents, type NewEvent } from './events.ts';
import { joinedBytes } from './joined-bytes.ts';
import { jsonText } from './json-text.ts';
import type { Tables } from './schema.ts';
import type { Wake } from './wake-ups.ts';

export interface StoredSnapshot {
  readonly name: string;
  /** Moment of the values, epoch ms. */
  readonly asOf: number;
  /** Version of the engine that computed it. */
  readonly version: string;
  readonly head: unknown;
  readonly records: readonly unknown[];
  /** Sources of the values; absent when unknown. */
  readonly provenance?: readonly Provenance[] | undefined;
}

/** Snapshot whose JSON is text, so that the request thread neither parses nor serialises it whole. */
export interface StoredSnapshotText extends Omit<StoredSnapshot, 'head' | 'records'> {
  readonly head: string;
  readonly records: readonly string[];
}

/** Stored row, possibly invalid. */
export interface SnapshotRow extends StoredSnapshotText {
  /** False when the stored `records` are not a JSON array; they are not read then. */
  readonly isList: boolean;
  /** Row version, which changes with every update. */
  readonly revision: string;
  /** Sources of the values; absent when unknown. */
  readonly provenance?: readonly Provenance[] | undefined;
}

/** Key of the event memory of a name, among the engine states. */
export interface ToldKey {
  readonly engine: string;
  readonly scope: string;
  readonly configVersion: string;
}

/** Events of a snapshot, and the memory for the next snapshot. */
export interface Told {
  readonly events: readonly NewEvent[];
  readonly memory: unknown;
}

/** Computes events that are stored together with a snapshot. */
export interface SnapshotTelling {
  readonly key: ToldKey;
  /** @param memory memory after the previous snapshot; undefined for the first. @returns undefined when there are no changes. */
  readonly tell: (memory: unknown) => Promise<Told | undefined>;
}

export interface Snapshots {
  /** Replaces the snapshot of its name and notifies the other replicas. @returns false when a newer one exists. */
  publish(snapshot: StoredSnapshot): Promise<boolean>;
  /**
   * Like `publish`, for texts produced by `jsonText`.
   *
   * @param telling computes events that are stored atomically with the snapshot; snapshots of a name are processed in order.
   */
  publishTexts(snapshot: StoredSnapshotText, telling?: SnapshotTelling): Promise<boolean>;
  /** Replaces the sources of a snapshot by name and moment, and notifies the other replicas. */
  publishProvenance(name: string, asOf: number, provenance: readonly Provenance[]): Promise<void>;
  latest(name: string): Promise<StoredSnapshot | undefined>;
  /** Row versions by name, to detect what another replica has published. */
  revisions(names: readonly string[]): Promise<readonly Pick<SnapshotRow, 'name' | 'revision'>[]>;
  /** Row as texts if it has the version and is not before `asOf`; a row exactly at `asOf` comes without head and records. */
  newerTexts(name: string, version: string, asOf: number): Promise<SnapshotRow | undefined>;
  /**
   * Renames a row to `aside/<name>` for inspection, replacing the previous one there.
   *
   * @returns false when the row was replaced or moved since it was read.
   */
  setAside(read: Pick<SnapshotRow, 'name' | 'revision'>): Promise<boolean>;
  /** Deletes a snapshot, so that a restarted replay can publish earlier ones. */
  remove(name: string): Promise<void>;
}

interface RecordRow extends Pick<SnapshotRow, 'asOf' | 'isList' | 'revision'> {
  /** Set in the first row; empty in the others. */
  readonly head: string;
  readonly provenance: unknown;
  readonly record: string | null;
}

/** Written by {@link Snapshots.publishTexts}; null in rows of earlier builds. */
function originOf(provenance: unknown): Pick<StoredSnapshot, 'provenance'> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written from that very type
  return Array.isArray(provenance) ? { provenance: provenance as readonly Provenance[] } : {};
}

async function replaceProvenance(
  db: Kysely<Tables>,
  ...[name, asOf, provenance]: Parameters<Snapshots['publishProvenance']>
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update snapshots set provenance = ${JSON.stringify(provenance)}::json
    where name = ${name} and as_of = ${asOf}::bigint`.execute(db);
  return numAffectedRows === 1n;
}

/**
 * Appends the events of a snapshot whose row the transaction has locked. A stored memory with a later moment comes from before
 * a replay was restarted and is ignored.
 *
 * @returns whether events were appended.
 */
async function tellOf(transaction: Kysely<Tables>, asOf: number, { key, tell }: SnapshotTelling): Promise<boolean> {
  const { engine, scope, configVersion } = key;
  const stored = await transaction
    .selectFrom('engineState')
    .select(['asOf', 'state'])
    .where('engine', '=', engine)
    .where('scope', '=', scope)
    .where('configVersion', '=', configVersion)
    .executeTakeFirst();
  const message = await tell(stored === undefined || stored.asOf > asOf ? undefined : stored.state);
  if (message === undefined) return false;
  await sql`
    insert into engine_state (engine, scope, config_version, as_of, state)
    values (${engine}, ${scope}, ${configVersion}, ${asOf}::bigint, ${jsonText(message.memory)}::json)
    on conflict (engine, config_version, scope) do update set as_of = excluded.as_of, state = excluded.state`.execute(
    transaction,
  );
  // Last, because the next writer of the log waits from here until the commit.
  return (await appendEvents(transaction, message.events)).length > 0;
}

/** Creates the table of snapshots. */
// oxlint-disable-next-line eslint/max-lines-per-function -- each method is a statement over the same table
export function createSnapshots(db: Kysely<Tables>, wake: Wake): Snapshots {
  const replace = async (
    on: Kysely<Tables>,
    { name, asOf, version, head, records, provenance }: StoredSnapshotText,
  ): Promise<boolean> => {
    const origin = provenance === undefined ? null : JSON.stringify(provenance);
    const list = await joinedBytes(records, { open: '[', between: ',', close: ']' });
    const { numAffectedRows } = await sql`
      insert into snapshots (name, as_of, version, head, records, provenance)
      values (${name}, ${asOf}::bigint, ${version}, ${head}::json, ${list}::json,
        ${origin}::json)
      on conflict (name) do update set
        as_of = excluded.as_of, version = excluded.version, head = excluded.head, records = excluded.records,
        provenance = excluded.provenance
      where snapshots.as_of <= excluded.as_of`.execute(on);
    return numAffectedRows === 1n;
  };
  const publishTexts: Snapshots['publishTexts'] = async (snapshot, telling) => {
    let hasEvents = false;
    const isPublished =
      telling === undefined
        ? await replace(db, snapshot)
        : await db.transaction().execute(async (transaction) => {
            if (!(await replace(transaction, snapshot))) return false;
            hasEvents = await tellOf(transaction, snapshot.asOf, telling);
            return true;
          });
    if (isPublished) void wake('snapshots', snapshot.name);
    if (hasEvents) void wake('events');
    return isPublished;
  };
  return {
    publish: async ({ head, records, ...about }) =>
      publishTexts({ ...about, head: jsonText(head), records: records.map((record) => jsonText(record)) }),
    publishTexts,
    latest: async (name) => {
      const row = await db.selectFrom('snapshots').selectAll().where('name', '=', name).executeTakeFirst();
      if (row === undefined) return undefined;
      const { provenance, records, ...about } = row;
      return { ...about, records: Array.isArray(records) ? records : [], ...originOf(provenance) };
    },
    revisions: async (names) => {
      const { rows } = await sql<Pick<SnapshotRow, 'name' | 'revision'>>`
        select name, xmin::text as revision from snapshots where name = any(${names}::text[])`.execute(db);
      return rows;
    },
    newerTexts: async (name, version, asOf) => {
      // One row per record, so that the driver parses them in chunks as they arrive.
      const { rows } = await sql<RecordRow>`
        select s.as_of, s.xmin::text as revision, json_typeof(s.records) = 'array' as is_list,
          case when coalesce(r.number, 1) = 1 and s.as_of > ${asOf}::bigint then s.head::text else '' end as head,
          s.provenance, r.value::text as record
        from snapshots s left join lateral
          json_array_elements(
            case when s.as_of > ${asOf}::bigint and json_typeof(s.records) = 'array' then s.records end
          ) with ordinality as r (value, number) on true
        where s.name = ${name} and s.version = ${version} and s.as_of >= ${asOf}::bigint
        order by r.number`.execute(db);
      const [first] = rows;
      if (first === undefined) return undefined;
      const records = rows.flatMap(({ record }) => record ?? []);
      const { asOf: moment, head, isList, revision, provenance } = first;
      return { name, version, asOf: moment, head, records, isList, revision, ...originOf(provenance) };
    },
    publishProvenance: async (name, asOf, provenance) => {
      if (await replaceProvenance(db, name, asOf, provenance)) void wake('snapshots', name);
    },
    setAside: async ({ name, revision }) =>
      db.transaction().execute(async (transaction) => {
        const aside = `aside/${name}`;
        const { rows } =
          await sql`select from snapshots where name = ${name} and xmin::text = ${revision} for update`.execute(
            transaction,
          );
        if (rows.length === 0) return false;
        await transaction.deleteFrom('snapshots').where('name', '=', aside).execute();
        await transaction.updateTable('snapshots').set({ name: aside }).where('name', '=', name).execute();
        return true;
      }),
    remove: async (name) => {
      await db.deleteFrom('snapshots').where('name', '=', name).execute();
    },
  };
}
