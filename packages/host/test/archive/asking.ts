/** An archive with its own database and folder, for tests of pages, links and files. */

import type { ArchiveTypeName } from '@barograph/contract';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Blobs } from '../../../runtime/src/archive/blobs.ts';
import { folderBlobs } from '../../../runtime/src/archive/folder-blobs.ts';
import { createManualClock } from '../../../sources/src/clock.ts';
import type { Store } from '../../../store/src/open-store.ts';
import { library } from '../../../../test/apart.ts';
import { startTestServer } from '../../../store/test/test-support.ts';
import { archiveOver, keepDays, type Archived } from './samples.ts';

/** The part of DuckDB in use. */
interface DuckDb {
  readonly DuckDBInstance: {
    create(path: string, options: object): Promise<{ connect(): Promise<Connection>; closeSync(): void }>;
  };
}
interface Connection {
  runAndReadAll(sql: string): Promise<{ getRowObjects(): readonly Row[] }>;
  closeSync(): void;
}

export type Row = Readonly<Record<string, unknown>>;
interface Page {
  readonly items: readonly Row[];
  readonly next_cursor: string | null;
}
interface Link {
  readonly download_url: string;
  readonly file: string;
  readonly sha256: string;
  readonly rows: number;
  readonly bytes: number;
}

/** A database server and a folder, on which replicas of an archive are opened; links end by `wall`. */
export async function startArchives() {
  const server = await startTestServer();
  const folder = await mkdtemp(join(tmpdir(), 'barograph-archive-'));
  const wall = createManualClock(Date.UTC(2026, 5, 1));
  return {
    wall,
    /** Replicas over one database with the samples of all days in it, and a folder of their own. */
    async replicas(count: number, now: number, blobsOf: (blobs: Blobs) => Blobs = (blobs) => blobs) {
      const url = await server.database();
      const stores: Store[] = [];
      for (let i = 0; i < count; i++) stores.push(await server.open(url));
      await keepDays(stores[0]!);
      const place = await mkdtemp(join(folder, 'files-'));
      const blobs = blobsOf(folderBlobs(place));
      return { place, stores, of: stores.map((store) => archiveOver(store, blobs, now, wall)) };
    },
    /** Rows of a Parquet file, by a reader that is not ours. */
    async independently(bytes: Uint8Array): Promise<readonly Row[]> {
      const path = join(folder, `${createHash('sha256').update(bytes).digest('hex')}.parquet`);
      await writeFile(path, bytes);
      const { DuckDBInstance } = await library<DuckDb>('.ci/peers', '@duckdb/node-api');
      const database = await DuckDBInstance.create(':memory:', { threads: '1' });
      const connection = await database.connect();
      try {
        const read = await connection.runAndReadAll(
          `select * replace (epoch_ms("timestamp")::double as "timestamp") from read_parquet('${path}')`,
        );
        return read.getRowObjects();
      } finally {
        connection.closeSync();
        database.closeSync();
      }
    },
    async stop(): Promise<void> {
      await server.stop();
      await rm(folder, { recursive: true });
    },
  };
}

export const asked = async (archive: Archived, id: string, query: Row = {}): Promise<Page> =>
  archive.json<Page>(`backtesting.${id}`, { tier: 'pro_plus', query });
export const status = async (archive: Archived, id: string, query: Row, path: Row = {}): Promise<number> => {
  const done = await archive.outcome(`backtesting.${id}`, { tier: 'pro_plus', query, path });
  return done.ok ? 200 : done.error.status;
};

/** All pages of a question, joined. @param between runs after each page. */
export async function joined(
  archive: Archived,
  id: string,
  query: Row,
  between: () => Promise<void> = async () => undefined,
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const page = await asked(archive, id, cursor === undefined ? query : { ...query, cursor });
    rows.push(...page.items);
    cursor = page.next_cursor;
    await between();
  }
  return rows;
}

export async function download(archive: Archived, query: { readonly data_type: ArchiveTypeName } & Row): Promise<Link> {
  return archive.json<Link>('backtesting.archives_download', { tier: 'pro_plus', query });
}
export async function opened(archive: Archived, link: string): Promise<Uint8Array | undefined> {
  const { searchParams } = new URL(link);
  const query = { ...Object.fromEntries(searchParams), expires: Number(searchParams.get('expires')) };
  const done = await archive.outcome('backtesting.archives_file', { query });
  return done.ok ? done.value.json : undefined;
}
