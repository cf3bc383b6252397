/** External engine: any PostgreSQL of version 15 or later, by URL. */

import { err, ok, type Result } from '@barograph/core';
import type { Logger } from 'pino';
import type { Retry } from './start-retry.ts';
import { createClient, createPool, messageOf, withoutPassword, type Engine } from './connection.ts';

/** Oldest server version that the SQL is written for and tested on. */
const OLDEST_VERSION = 150_000;

function parseUrl(text: string): URL | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  return url.protocol === 'postgres:' || url.protocol === 'postgresql:' ? url : undefined;
}

/** Reads the server version on a dedicated connection. */
async function serverVersion(databaseUrl: string): Promise<number> {
  const probe = createClient(databaseUrl);
  try {
    await probe.connect();
    const { rows } = await probe.query<{ version: string }>(`select current_setting('server_version_num') as version`);
    return Number(rows[0]!.version);
  } finally {
    await probe.end().catch(() => undefined);
  }
}

/** @returns the engine after a first connection, or a one-line reason (never with the password). */
export async function openExternal(databaseUrl: string, log: Logger, retry: Retry): Promise<Result<Engine, string>> {
  const parsed = parseUrl(databaseUrl);
  if (parsed === undefined) return err('DATABASE_URL: expected postgresql://user:password@host:port/database');
  const url = withoutPassword(parsed);
  try {
    const version = await retry(async () => serverVersion(databaseUrl));
    if (version < OLDEST_VERSION) {
      return err(`DATABASE_URL: expected PostgreSQL 15 or later at ${url}, got ${Math.floor(version / 10_000)}`);
    }
  } catch (error) {
    return err(`DATABASE_URL: cannot use ${url}: ${messageOf(error)}`);
  }
  const { pool, db } = createPool(databaseUrl, log);
  return ok({
    kind: 'external',
    pool,
    db,
    url,
    client: () => createClient(databaseUrl),
    close: async () => pool.end(),
  });
}
