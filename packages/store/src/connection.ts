/** Database connections: one set of options for every connection, and errors that fit on a line. */

import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely';
import { Client, Pool, TypeOverrides, type ClientConfig } from 'pg';
import type { Logger } from 'pino';
import type { Tables } from './schema.ts';

/** The object id of PostgreSQL's bigint, which `pg` reads as text by default. */
const BIGINT = 20;

/** Connections to one database. */
export interface Engine {
  readonly kind: 'embedded' | 'external';
  readonly pool: Pool;
  readonly db: Kysely<Tables>;
  /** Location of the database, without the password: fit for a log. */
  readonly url: string;
  /** A connection of its own, not yet connected: for LISTEN. */
  client(): Client;
  close(): Promise<void>;
}

/** The options of every connection. Ids and times are below 2^53, so a bigint is read as a number. */
export function clientConfig(url: string): ClientConfig {
  const types = new TypeOverrides();
  types.setTypeParser(BIGINT, Number);
  return {
    connectionString: url,
    application_name: 'barograph',
    connectionTimeoutMillis: 5000,
    keepAlive: true,
    // A replica that stops in the middle of a transaction must not hold its locks for ever.
    idle_in_transaction_session_timeout: 10_000,
    types,
  };
}

/** One pool and the query builder over it. */
export function createPool(url: string, log: Logger): { readonly pool: Pool; readonly db: Kysely<Tables> } {
  const pool = new Pool({ ...clientConfig(url), max: 10 });
  const lost = (error: Error): void => log.warn({ reason: messageOf(error) }, 'database connection lost');
  pool.on('error', lost);
  // The pool listens to idle connections only; one that breaks while it is in use would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  });
  return { pool, db };
}

/** A connection of its own whose breaking ends nothing. */
export function createClient(url: string): Client {
  const client = new Client(clientConfig(url));
  client.on('error', () => undefined);
  return client;
}

/** The URL without its password. */
export function withoutPassword(url: URL): string {
  const shown = new URL(url);
  shown.password = '';
  shown.searchParams.delete('password');
  return shown.href;
}

/** One line of an error, also of those that carry theirs inside (a name with several addresses). */
export function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(messageOf).join('; ');
  const text = error instanceof Error ? error.message : String(error);
  return text.replaceAll(/\s*\n\s*/g, ' ').trim();
}

/** The SQLSTATE or system code of an error, when it has one. */
export function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
