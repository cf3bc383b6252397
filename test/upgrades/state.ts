/** State of an earlier version, as `write.ts` has written it. */

import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { Client } from 'pg';
import { createClient } from '../../packages/store/src/connection.ts';
import type { Used } from './use.ts';

const FIXTURES = new URL('../../fixtures/upgrades/', import.meta.url);

/** A version that left its state. */
export interface OldState {
  readonly name: string;
  readonly used: Used;
  /** Texts of SQL that it sends. */
  readonly statements: readonly string[];
  /** Puts its database into an empty one. */
  restore(databaseUrl: string): Promise<void>;
}

// oxlint-disable typescript/no-unsafe-type-assertion -- written by `write.ts`
/** The versions, oldest first. */
export function oldStates(): readonly OldState[] {
  return readdirSync(FIXTURES)
    .toSorted()
    .map((name) => {
      const read = (file: string): Buffer => readFileSync(new URL(`${name}/${file}`, FIXTURES));
      return {
        name,
        used: JSON.parse(read('used.json').toString()) as Used,
        statements: JSON.parse(gunzipSync(read('statements.json.gz')).toString()) as readonly string[],
        restore: async (databaseUrl) =>
          connected(databaseUrl, async (client) => {
            await client.query(gunzipSync(read('database.sql.gz')).toString());
          }),
      };
    });
}
// oxlint-enable typescript/no-unsafe-type-assertion

/** Runs `work` with a connection of its own. */
export async function connected<T>(databaseUrl: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = createClient(databaseUrl);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** A column, and whether a row needs a value of its writer. */
export interface Column {
  readonly type: string;
  readonly isRequired: boolean;
}

/** Schema that statements of a version depend on: columns, and the conditions on rows. */
export interface Schema {
  readonly columns: ReadonlyMap<string, Column>;
  /** Keys, checks and references, each with its table. */
  readonly conditions: ReadonlySet<string>;
}

/** The schema of a database, without that of the job queue, whose library migrates it. */
export async function schemaOf(databaseUrl: string): Promise<Schema> {
  return connected(databaseUrl, async (client) => {
    const { rows: columns } = await client.query<{ name: string; type: string; required: boolean }>(
      `select table_name || '.' || column_name as name, data_type as type,
         is_nullable = 'NO' and column_default is null and is_identity = 'NO' as required
       from information_schema.columns where table_schema = 'public'`,
    );
    const { rows: conditions } = await client.query<{ text: string }>(
      `select conrelid::regclass || ' ' || pg_get_constraintdef(oid) as text from pg_constraint
       where connamespace = 'public'::regnamespace and conrelid <> 0 and contype <> 'n'
       union all
       select indrelid::regclass || ' ' || regexp_replace(pg_get_indexdef(indexrelid), '^.* USING ', 'unique ') from pg_index
       where indisunique and indrelid::regclass::text !~ '\\.'
         and indrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)`,
    );
    return {
      columns: new Map(columns.map(({ name, type, required }) => [name, { type, isRequired: required }])),
      conditions: new Set(conditions.map(({ text }) => text)),
    };
  });
}

/** Changes between two schemas that statements of the older version may fail by. */
export function breaksOf(before: Schema, after: Schema): readonly string[] {
  const tables = new Set([...before.columns.keys()].map((name) => name.split('.')[0]!));
  const breaks: string[] = [];
  for (const [name, { type }] of before.columns) {
    const now = after.columns.get(name);
    if (now === undefined) breaks.push(`${name} is gone`);
    else if (now.type !== type) breaks.push(`${name} was ${type}, is ${now.type}`);
  }
  for (const [name, { isRequired }] of after.columns) {
    const isOfBefore = tables.has(name.split('.')[0]!);
    if (isOfBefore && isRequired && before.columns.get(name)?.isRequired !== true) breaks.push(`${name} is required`);
  }
  for (const condition of after.conditions) {
    const isOfBefore = tables.has(condition.split(' ')[0]!);
    if (isOfBefore && !before.conditions.has(condition)) breaks.push(`new condition: ${condition}`);
  }
  return breaks;
}
