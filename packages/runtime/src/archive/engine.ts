/** Archive engine, by its name in the configuration. */

import { err, ok, type Result } from '@barograph/core';
import { createRequire } from 'node:module';
import type { RunLog } from '../producer.ts';
import type { Blobs } from './blobs.ts';
import { duckReader } from './duckdb/reader.ts';
import { builtInReader, type TableReader } from './table-reader.ts';

/** Engines of the archive. `duckdb` needs the optional package `@duckdb/node-api`. */
export const ARCHIVE_ENGINES = ['built-in', 'duckdb'] as const;
export type ArchiveEngine = (typeof ARCHIVE_ENGINES)[number];

/**
 * Opens the engine that reads the rows of pages.
 *
 * @param place folder or bucket of the archive, as configured
 * @param blobs its files
 * @param env keys of a bucket
 * @returns a one-line message when DuckDB is not installed.
 */
export function openArchiveEngine(
  engine: ArchiveEngine,
  place: string,
  blobs: Blobs,
  env: Readonly<Record<string, string | undefined>>,
  log: RunLog,
): Result<TableReader, string> {
  const builtIn = builtInReader(blobs);
  if (engine === 'built-in') return ok(builtIn);
  try {
    createRequire(import.meta.url).resolve('@duckdb/node-api');
  } catch {
    return err(
      'archiveEngine: expected the package @duckdb/node-api (npm install @duckdb/node-api@1.5.5-r.5), got none',
    );
  }
  return ok(duckReader(place, builtIn, env, log));
}
