/** The newest published state of each engine, for replicas that did not compute it. */

import type { Provenance } from '@barograph/contract';
import { sql, type Kysely } from 'kysely';
import { createEventLog, type NewEvent } from './events.ts';
import { joinedBytes } from './joined-bytes.ts';
import { CHANNELS } from './listener.ts';
import { jsonText } from './json-text.ts';
import type { Tables } from './schema.ts';

export interface StoredSnapshot {
  readonly name: string;
  /** Moment of the values, epoch ms. */
  readonly asOf: number;
  /** The version of what computed it. */
  readonly version: string;
  readonly head: unknown;
  readonly records: readonly unknown[];
  /** Sources of the values; not known when left out. */
  readonly provenance?: readonly Provenance[] | undefined;
}

/** A snapshot whose JSON is text: neither parsed nor written whole by the thread that answers requests. */
export interface StoredSnapshotText extends Omit<StoredSnapshot, 'head' | 'records'> {
  readonly head: string;
  readonly records: readonly string[];
}

/** A row of the table as it lies there, checked or not. */
export interface SnapshotRow extends StoredSnapshotText {
  /** False when the stored `records` are no JSON array, which every snapshot has; none are read then. */
  readonly isList: boolean;
  /** Changes with every change of the row. */
  readonly revision: string;
  /** Sources of the values; not known when left out. */
  readonly provenance?: readonly Provenance[] | undefined;
}

/** Place of the memory behind the events of a name, among the engine states. */
export interface ToldKey {
  readonly engine: string;
  readonly scope: string;
  readonly configVersion: string;
}

/** Events of a snapshot, and the memory to tell those of the next one with. */
export interface Told {
  readonly events: readonly NewEvent[];
  readonly memory: unknown;
}

/** Events that are stored with a snapshot, and the memory that they follow from. */
export interface SnapshotTelling {
  readonly key: ToldKey;
  /** @param memory of the snapshot before; undefined before the first. @returns undefined when nothing is new. */
  readonly tell: (memory: unknown) => Promise<Told | undefined>;
}

export interface Snapshots {
  /** Replaces the snapshot of that name and notifies the other replicas. @returns false when a newer one exists. */
  publish(snapshot: StoredSnapshot): Promise<boolean>;
  /**
   * The same of texts as `jsonText` makes them.
   *
   * @param telling its events are stored with the snapshot or not at all; the snapshots of a name tell one after the other.
   */
  publishTexts(snapshot: StoredSnapshotText, telling?: SnapshotTelling): Promise<boolean>;
  /** Replaces the sources of the snapshot of that name and moment, and notifies the other replicas. */
  publishProvenance(name: string, asOf: number, provenance: readonly Provenance[]): Promise<void>;
  latest(name: string): Promise<StoredSnapshot | undefined>;
  /** Row of a name as texts, when it is of that version and not before `asOf`; of `asOf` itself without head and records. */
  newerTexts(name: string, version: string, asOf: number): Promise<SnapshotRow | undefined>;
  /**
   * Moves a row to the name `aside/<name>`, where the last one that was set aside stays for a look.
   *
   * @returns false when the row was replaced or moved since it was read.
   */
  setAside(read: Pick<SnapshotRow, 'name' | 'revision'>): Promise<boolean>;
  /** Forgets a snapshot: the way back in time, for a replay that starts again. */
  remove(name: string): Promise<void>;
}

interface RecordRow extends Pick<SnapshotRow, 'asOf' | 'isList' | 'revision'> {
  /** Of the first row; empty of the others. */
  readonly head: string;
  readonly provenance: unknown;
  readonly record: string | null;
}

/** Written by {@link Snapshots.publishTexts} of this build or a later one; null of an earlier one. */
function originOf(provenance: unknown): Pick<StoredSnapshot, 'provenance'> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written from that very type
  return Array.isArray(provenance) ? { provenance: provenance as readonly Provenance[] } : {};
}

async function replaceProvenance(
  db: Kysely<Tables>,
  ...[name, asOf, provenance]: Parameters<Snapshots['publishProvenance']>
): Promise<void> {
  await sql`
    with told as (
      update snapshots set provenance = ${JSON.stringify(provenance)}::json
      where name = ${name} and as_of = ${asOf}::bigint
      returning name
    )
    select pg_notify(${CHANNELS.snapshots}, name) from told`.execute(db);
}

/** Tells of a snapshot whose row the transaction has locked. A memory of a later moment is of a replay that has begun again. */
async function tellOf(transaction: Kysely<Tables>, asOf: number, { key, tell }: SnapshotTelling): Promise<void> {
  const { engine, scope, configVersion } = key;
  const stored = await transaction
    .selectFrom('engineState')
    .select(['asOf', 'state'])
    .where('engine', '=', engine)
    .where('scope', '=', scope)
    .where('configVersion', '=', configVersion)
    .executeTakeFirst();
  const told = await tell(stored === undefined || stored.asOf > asOf ? undefined : stored.state);
  if (told === undefined) return;
  await sql`
    insert into engine_state (engine, scope, config_version, as_of, state)
    values (${engine}, ${scope}, ${configVersion}, ${asOf}::bigint, ${jsonText(told.memory)}::json)
    on conflict (engine, config_version, scope) do update set as_of = excluded.as_of, state = excluded.state`.execute(
    transaction,
  );
  // Last: the next writer of the log waits from here to the commit.
  await createEventLog(transaction).append(told.events);
}

export function createSnapshots(db: Kysely<Tables>): Snapshots {
  const replace = async (
    on: Kysely<Tables>,
    { name, asOf, version, head, records, provenance }: StoredSnapshotText,
  ): Promise<boolean> => {
    const origin = provenance === undefined ? null : JSON.stringify(provenance);
    const list = await joinedBytes(records, { open: '[', between: ',', close: ']' });
    const { rows } = await sql`
      with published as (
        insert into snapshots (name, as_of, version, head, records, provenance)
        values (${name}, ${asOf}::bigint, ${version}, ${head}::json, ${list}::json,
          ${origin}::json)
        on conflict (name) do update set
          as_of = excluded.as_of, version = excluded.version, head = excluded.head, records = excluded.records,
          provenance = excluded.provenance
        where snapshots.as_of <= excluded.as_of
        returning name
      )
      select pg_notify(${CHANNELS.snapshots}, name) from published`.execute(on);
    return rows.length > 0;
  };
  const publishTexts: Snapshots['publishTexts'] = async (snapshot, telling) => {
    if (telling === undefined) return replace(db, snapshot);
    return db.transaction().execute(async (transaction) => {
      const isPublished = await replace(transaction, snapshot);
      if (isPublished) await tellOf(transaction, snapshot.asOf, telling);
      return isPublished;
    });
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
    newerTexts: async (name, version, asOf) => {
      // A row for each record: the driver reads them as they come, a piece of the network's at a time.
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
    publishProvenance: async (...said) => replaceProvenance(db, ...said),
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
