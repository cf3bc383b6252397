/** DuckDB process of a host: answers queries for archive rows until its host exits. */

import { createRequire } from 'node:module';
import { ARCHIVE_DUCKDB_V1 } from './archive/duckdb/config.ts';
import { localFiles } from './archive/duckdb/local-files.ts';
import type { DuckAnswer, DuckAsked } from './archive/duckdb/messages.ts';
import { quoted, rowsOf, type DuckConnection, type DuckDb } from './archive/duckdb/query.ts';

const { threads, memoryMb, cacheBytes } = ARCHIVE_DUCKDB_V1;
const files = localFiles(process.argv[2]!, process.env, cacheBytes);

async function connected(): Promise<DuckConnection> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the part of an optional package in use
  const { DuckDBInstance } = createRequire(import.meta.url)('@duckdb/node-api') as DuckDb;
  const instance = await DuckDBInstance.create(':memory:', {
    threads: String(threads),
    memory_limit: `${memoryMb}MB`,
  });
  const connection = await instance.connect();
  // Statements cannot read outside the archive, whatever the name of a file.
  await connection.run(`set allowed_directories = [${quoted(files.folder)}]`);
  await connection.run('set enable_external_access = false');
  return connection;
}
const connection = connected();
connection.catch(() => undefined);

async function answerTo(request: DuckAsked): Promise<DuckAnswer> {
  const { id } = request;
  try {
    const paths = await Promise.all(request.files.map(async (file) => files.path(file)));
    return { id, rows: await rowsOf(await connection, request, paths) };
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) };
  }
}

let turn: Promise<unknown> = Promise.resolve();
process.on('message', (request: DuckAsked) => {
  // One statement at a time, so that memory is bounded by one page.
  turn = turn.then(async () => process.send?.(await answerTo(request)));
});
process.on('disconnect', () => process.exit());
