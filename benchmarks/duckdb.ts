/** DuckDB: bars of a file into the same typed columns, without checks, on one thread. */

import { library } from '../test/apart.ts';

/** Part of the DuckDB API in use. Vectors hold the items of a chunk, here without nulls. */
interface DuckDb {
  readonly DuckDBInstance: {
    create(path: string, options: object): Promise<{ connect(): Promise<Connection>; closeSync(): void }>;
  };
}
interface Connection {
  run(sql: string): Promise<unknown>;
  stream(sql: string): Promise<{ fetchChunk(): Promise<Chunk | null> }>;
  closeSync(): void;
}
interface Chunk {
  readonly rowCount: number;
  getColumnVector(at: number): { readonly items: Float64Array | BigInt64Array };
}

/** An open database in memory. */
export interface Duck {
  readonly run: (sql: string) => Promise<unknown>;
  /** Reads the columns of bars. @param from a table or a file. @throws when the number of rows differs from the expected one. */
  readonly readBars: (from: string, rows: number) => Promise<void>;
  readonly close: () => void;
}

/** Opens a database. */
export async function openDuck(): Promise<Duck> {
  const { DuckDBInstance } = await library<DuckDb>('.ci/peers', '@duckdb/node-api');
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  const connection = await instance.connect();
  return {
    run: async (sql) => connection.run(sql),
    readBars: async (from, rows) => readBars(connection, from, rows),
    close: () => {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

async function readBars(connection: Connection, from: string, expected: number): Promise<void> {
  const result = await connection.stream(`select timestamp, open, high, low, close, volume from ${from}`);
  const columns = Array.from({ length: 6 }, () => new Float64Array(expected));
  let rows = 0;
  for (;;) {
    const chunk = await result.fetchChunk();
    if (chunk === null || chunk.rowCount === 0) break;
    for (const [at, column] of columns.entries()) {
      const { items } = chunk.getColumnVector(at);
      if (items instanceof Float64Array) column.set(items.subarray(0, chunk.rowCount), rows);
      else for (let i = 0; i < chunk.rowCount; i++) column[rows + i] = Number(items[i]);
    }
    rows += chunk.rowCount;
  }
  if (rows !== expected) throw new Error(`expected ${expected} rows of ${from}, got ${rows}`);
}
