/** Database connections: common options, and one-line error messages. */

import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely';
import { Client, Pool, TypeOverrides, type ClientConfig } from 'pg';
import type { Logger } from 'pino';
import type { Tables } from './schema.ts';

/** OID of PostgreSQL's bigint, which `pg` returns as text by default. */
const BIGINT = 20;

/** Connections to one database. */
export interface Engine {
  readonly kind: 'embedded' | 'external';
  readonly pool: Pool;
  readonly db: Kysely<Tables>;
  /** Location of the database without the password, for logs. */
  readonly url: string;
  /** Dedicated client for LISTEN, not yet connected. */
  client(): Client;
  close(): Promise<void>;
}

/** Options of every connection. Ids and times are below 2^53, so a bigint is parsed as a number. */
export function clientConfig(url: string): ClientConfig {
  const types = new TypeOverrides();
  types.setTypeParser(BIGINT, Number);
  return {
    connectionString: url,
    application_name: 'barograph',
    connectionTimeoutMillis: 5000,
    keepAlive: true,
    // Releases the locks of a replica that stalls inside a transaction.
    idle_in_transaction_session_timeout: 10_000,
    types,
  };
}

/** Creates a pool and the query builder on top of it. */
export function createPool(url: string, log: Logger): { readonly pool: Pool; readonly db: Kysely<Tables> } {
  const pool = new Pool({ ...clientConfig(url), max: 10 });
  const lost = (error: Error): void => log.warn({ reason: messageOf(error) }, 'database connection lost');
  pool.on('error', lost);
  // The pool handles errors of idle connections only. Without this handler an error of a busy one would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  });
  return { pool, db };
}

/** Creates a dedicated client whose connection errors do not end the process. */
export function createClient(url: string): Client {
  const client = new Client(clientConfig(url));
  client.on('error', () => undefined);
  return client;
}

/** Removes the password from a URL. */
export function withoutPassword(url: URL): string {
  const shown = new URL(url);
  shown.password = '';
  shown.searchParams.delete('password');
  return shown.href;
}

/** One-line message of an error, including aggregate errors (a host name with several addresses). */
export function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(messageOf).join('; ');
  const text = error instanceof Error ? error.message : String(error);
  return text.replaceAll(/\s*\n\s*/g, ' ').trim();
}

/** SQLSTATE or system code of an error; undefined without one. */
export function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
