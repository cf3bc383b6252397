/**
 * Transfer of a store to another engine: every table as gzipped JSON lines, and a manifest with checksums. The job queue,
 * batches of blocks and the service record are not exported, because they belong to processes of the old engine; nor are
 * rates, which refill within seconds.
 */

import { err, ok, shown, type Result } from '@barograph/core';
import { specialFile } from '@barograph/files';
import { createHash, type Hash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { sql, type Kysely, type Transaction } from 'kysely';
import { codeOf, messageOf } from './connection.ts';
import { SCHEMA_VERSION } from './migrate.ts';
import type { Tables } from './schema.ts';
import { TABLES as WRITTEN } from './tables.ts';

/** Tables with the order of their rows. */
const TABLES: readonly (readonly [name: string, order: string])[] = [
  ['keys', 'id'],
  ['usage', 'key_id, day'],
  ['event_counter', 'one'],
  ['events', 'id'],
  ['kept_events', 'id'],
  ['snapshots', 'name'],
  ['engine_state', 'engine, config_version, scope'],
  ['observations', 'series, key, valid_time, revision'],
  ['archives', 'timeline, type, date, file'],
  ['archive_days', 'timeline, type, date'],
  ['slots', 'job, slot'],
  ['leases', 'scope, holder'],
  ['brakes', 'scope, ends_at'],
  ...Object.values(WRITTEN).flatMap(({ exported }) => exported),
  ['snapshot_bodies', 'timeline, hash'],
  ['snapshot_history', 'timeline, name, known_at'],
  ['snapshots_kept', 'timeline'],
  ['webhooks', 'id'],
  ['payments', 'network, asset, payer, nonce'],
  ['test_balances', 'address'],
  ['test_transfers', 'payer, nonce'],
];

const MANIFEST = 'manifest.json';
const BATCH = 1000;

export interface ExportedTable {
  readonly table: string;
  readonly file: string;
  readonly rows: number;
  /** SHA-256 of the file, hexadecimal. */
  readonly sha256: string;
}

/** Content of `manifest.json`. */
export interface ExportManifest {
  readonly format: 'barograph-store/1';
  readonly schema: string;
  readonly tables: readonly ExportedTable[];
}

function hashing(hash: Hash): Transform {
  return new Transform({
    transform: (chunk: Buffer, _, done) => {
      hash.update(chunk);
      done(null, chunk);
    },
  });
}

async function* linesOf(transaction: Transaction<Tables>, table: string, order: string): AsyncGenerator<string> {
  await sql
    .raw(`declare exported no scroll cursor for select row_to_json(t)::text as line from ${table} t order by ${order}`)
    .execute(transaction);
  for (;;) {
    const { rows } = await sql.raw<{ line: string }>(`fetch ${BATCH} from exported`).execute(transaction);
    for (const { line } of rows) yield `${line}\n`;
    if (rows.length < BATCH) break;
  }
  await sql.raw('close exported').execute(transaction);
}

/**
 * Exports every table to a folder from one database snapshot, while the host keeps running.
 *
 * @param folder created when missing; files of an earlier export are overwritten.
 */
export async function exportStore(db: Kysely<Tables>, folder: string): Promise<ExportManifest> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const tables = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (transaction) => {
      // A slow disk must not time the transaction out.
      await sql.raw('set local idle_in_transaction_session_timeout = 0').execute(transaction);
      const done: ExportedTable[] = [];
      for (const [table, order] of TABLES) {
        const file = `${table}.ndjson.gz`;
        const hash = createHash('sha256');
        let rows = 0;
        const counted = async function* (): AsyncGenerator<string> {
          for await (const line of linesOf(transaction, table, order)) {
            rows++;
            yield line;
          }
        };
        const target = createWriteStream(join(folder, file), { mode: 0o600 });
        await pipeline(Readable.from(counted()), createGzip(), hashing(hash), target);
        done.push({ table, file, rows, sha256: hash.digest('hex') });
      }
      return done;
    });
  const manifest: ExportManifest = { format: 'barograph-store/1', schema: SCHEMA_VERSION, tables };
  await writeFile(join(folder, MANIFEST), `${JSON.stringify(manifest, undefined, 2)}\n`);
  return manifest;
}

function isExported(value: unknown): value is ExportedTable {
  if (typeof value !== 'object' || value === null) return false;
  if (!('table' in value && 'file' in value && 'rows' in value && 'sha256' in value)) return false;
  const { table, file, rows, sha256 } = value;
  return [table, file, sha256].every((text) => typeof text === 'string') && typeof rows === 'number';
}

async function readManifest(folder: string): Promise<Result<readonly ExportedTable[], string>> {
  const path = join(folder, MANIFEST);
  const special = specialFile(path);
  if (special !== undefined) return err(`${path}: expected the manifest of an export, got ${special}`);
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    const code = codeOf(error) ?? 'no file';
    return err(`${path}: expected the manifest of an export, got ${code === 'ENOENT' ? 'no such file' : code}`);
  }
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return err(`${path}: expected JSON, got ${shown(text.trim())}`);
  }
  const fields = typeof read === 'object' && read !== null ? read : {};
  if (!('format' in fields) || fields.format !== 'barograph-store/1')
    return err(`${MANIFEST}: expected barograph-store/1`);
  if (!('schema' in fields) || fields.schema !== SCHEMA_VERSION) {
    const got = 'schema' in fields ? shown(fields.schema) : 'none';
    const way = 'start this version on the store that it came from, which migrates it, and export again';
    return err(`${MANIFEST}: expected tables of schema ${SCHEMA_VERSION}, got ${got}; ${way}`);
  }
  const tables = 'tables' in fields && Array.isArray(fields.tables) ? fields.tables.filter(isExported) : [];
  const missing = TABLES.find(([name]) => !tables.some(({ table }) => table === name));
  return missing === undefined ? ok(tables) : err(`${MANIFEST}: expected the table ${missing[0]}`);
}

/** First table with rows; undefined when all are empty. A new store has one row: the counter at 0. */
async function firstFull(db: Kysely<Tables>): Promise<string | undefined> {
  for (const [table] of TABLES) {
    const filter = table === 'event_counter' ? 'where last_id > 0' : '';
    const { rows } = await sql.raw(`select from ${table} ${filter} limit 1`).execute(db);
    if (rows.length > 0) return table;
  }
  return undefined;
}

async function* linesIn(stream: Readable): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of stream.setEncoding('utf8')) {
    const lines = (rest + String(chunk)).split('\n');
    rest = lines.pop()!;
    yield* lines;
  }
  if (rest !== '') yield rest;
}

/** Thrown to roll the import back; its message is the problem. */
class Refused extends Error {}

/** SHA-256 of a file, hexadecimal; undefined when the file does not exist. */
async function sha256Of(path: string): Promise<string | undefined> {
  const hash = createHash('sha256');
  try {
    await pipeline(createReadStream(path), hash);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
  return hash.digest('hex');
}

async function importTable(transaction: Transaction<Tables>, folder: string, exported: ExportedTable): Promise<void> {
  const { table, file, rows, sha256 } = exported;
  // Checked before decompression, so that a damaged file is reported as damaged and not as a decoder error.
  const path = join(folder, file);
  const found = specialFile(path) ?? (await sha256Of(path));
  if (found !== sha256)
    throw new Refused(`${file}: expected the sha256 of ${MANIFEST}, got ${found ?? 'no such file'}`);
  const unpacked = createGunzip();
  const reading = pipeline(createReadStream(path), unpacked);
  // Its error is checked below, after the lines have ended for the same reason.
  reading.catch(() => undefined);
  let batch: string[] = [];
  let count = 0;
  const flush = async (): Promise<void> => {
    const records = `[${batch.join(',')}]`;
    batch = [];
    await sql`insert into ${sql.raw(table)}
      select * from json_populate_recordset(null::${sql.raw(table)}, ${records}::json)`.execute(transaction);
  };
  for await (const line of linesIn(unpacked)) {
    count++;
    if (batch.push(line) >= BATCH) await flush();
  }
  await reading;
  await flush();
  if (count !== rows) throw new Refused(`${file}: expected ${rows} rows, got ${count}`);
}

/** Imports an export into an empty store, atomically: a file that does not match the manifest changes nothing. */
export async function importStore(db: Kysely<Tables>, folder: string): Promise<Result<void, string>> {
  const manifest = await readManifest(folder);
  if (!manifest.ok) return manifest;
  try {
    await db.transaction().execute(async (transaction) => {
      await sql.raw('set local idle_in_transaction_session_timeout = 0').execute(transaction);
      const locked = TABLES.map(([table]) => table).join(', ');
      await sql.raw(`lock table ${locked} in exclusive mode`).execute(transaction);
      const full = await firstFull(transaction);
      if (full !== undefined) throw new Refused(`expected an empty store, got rows in ${full}`);
      await transaction.deleteFrom('eventCounter').execute();
      for (const [table] of TABLES) {
        await importTable(
          transaction,
          folder,
          manifest.value.find((exported) => exported.table === table)!,
        );
      }
    });
    return ok(undefined);
  } catch (error) {
    return err(error instanceof Refused ? error.message : `cannot import ${folder}: ${messageOf(error)}`);
  }
}
