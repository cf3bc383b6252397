/** Reads archive rows through a DuckDB process that starts with the first query and restarts after a crash. */

import type { TableCell } from '@barograph/files';
import type { ArchivedFile } from '@barograph/store';
import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { RunLog } from '../../producer.ts';
import type { FileRows, RowsAsked, TableReader } from '../table-reader.ts';
import { COLUMNS, type TableType } from '../tables.ts';
import type { DuckAnswer, DuckAsked, PackedRows } from './messages.ts';

/** Reader with its own process. */
export interface DuckReader extends TableReader {
  /** Process id while it runs. */
  pid(): number | undefined;
}

function startProcess(place: string, env: NodeJS.ProcessEnv): ChildProcess {
  const isSource = import.meta.url.endsWith('.ts');
  const entry = isSource
    ? new URL('../../archive-duckdb.ts', import.meta.url)
    : new URL('./archive-duckdb.js', import.meta.url); // beside the bundle that this is part of
  const execArgv = isSource ? ['--conditions=source', '--import', import.meta.resolve('tsx')] : [];
  const started = fork(fileURLToPath(entry), [place], {
    serialization: 'advanced',
    execArgv,
    env,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  started.unref();
  started.channel?.unref();
  return started;
}

interface Pending {
  readonly resolve: (rows: readonly PackedRows[]) => void;
  readonly reject: (error: Error) => void;
}

/** Number of leading files whose rows satisfy a limit. */
function filesFor({ files, skip, limit }: Pick<RowsAsked, 'files' | 'skip' | 'limit'>): number {
  let rows = -skip;
  const index = files.findIndex((file) => (rows += file.rows) >= limit);
  return index < 0 ? files.length : index + 1;
}

/** Columns that DuckDB reads: all except exchange and symbol, which the file index has. */
const columnsOf = (type: TableType) => COLUMNS[type].slice(2);

function* byFile(packed: readonly PackedRows[], { type, files }: RowsAsked): Generator<FileRows> {
  const flags = columnsOf(type).map((column) => column.type === 'flag');
  for (const { fileOf, places, columns } of packed) {
    const cellsAt = ({ exchange, symbol }: ArchivedFile, row: number): TableCell[] => {
      const cells: TableCell[] = [exchange, symbol];
      for (const [i, column] of columns.entries()) {
        const value = column[row]!;
        cells.push(Number.isNaN(value) ? null : flags[i] === true ? value === 1 : value);
      }
      return cells;
    };
    for (let from = 0; from < fileOf.length;) {
      let to = from;
      while (to < fileOf.length && fileOf[to] === fileOf[from]) to++;
      const file = files[fileOf[from]!]!;
      const first = from;
      yield {
        file,
        places: places.subarray(from, to),
        cells: Array.from({ length: to - from }, (_, i) => cellsAt(file, first + i)),
      };
      from = to;
    }
  }
}

/**
 * Creates a reader over DuckDB. Queries that the process cannot answer are logged and answered by `builtIn`.
 *
 * @param place folder or bucket of the archive
 * @param env environment of the process, with the keys of a bucket
 */
export function duckReader(place: string, builtIn: TableReader, env: NodeJS.ProcessEnv, log: RunLog): DuckReader {
  const pending = new Map<number, Pending>();
  let ids = 0;
  let child: ChildProcess | undefined;
  const running = (): ChildProcess => {
    if (child !== undefined) return child;
    const started = startProcess(place, env);
    const ended = (error: Error): void => {
      if (child !== started) return;
      child = undefined;
      for (const { reject } of pending.values()) reject(error);
      pending.clear();
    };
    started.on('message', (answer: DuckAnswer) => {
      const { resolve, reject } = pending.get(answer.id) ?? {};
      pending.delete(answer.id);
      if (pending.size === 0) started.channel?.unref();
      if ('rows' in answer) resolve?.(answer.rows);
      else reject?.(new Error(answer.error));
    });
    started.on('error', ended);
    started.on('exit', (code, signal) => ended(new Error(`the DuckDB process ended with ${signal ?? code}`)));
    child = started;
    return started;
  };
  const ask = async (request: Omit<DuckAsked, 'id'>): Promise<readonly PackedRows[]> =>
    new Promise((resolve, reject) => {
      const id = ++ids;
      pending.set(id, { resolve, reject });
      const process = running();
      process.channel?.ref();
      process.send({ ...request, id }, (error) => {
        if (error === null) return;
        pending.delete(id);
        reject(error);
      });
    });
  return {
    async *read(request, signal) {
      const { type, start, end } = request;
      let { files, skip, limit } = request;
      while (files.length > 0) {
        signal.throwIfAborted();
        const part = { ...request, files: files.slice(0, filesFor({ files, skip, limit })), skip, limit };
        let packed: readonly PackedRows[];
        try {
          packed = await ask({
            columns: columnsOf(type).map((column) => ({ name: column.name, isTime: column.type === 'timestamp' })),
            files: part.files.map(({ file, sha256 }) => ({ file, sha256 })),
            start: start === -Infinity ? null : start,
            end: end === Infinity ? null : end,
            skip,
            limit,
          });
        } catch (error) {
          log.warn({ reason: String(error) }, 'archive engine failed, files read without it');
          yield* builtIn.read({ ...request, files, skip, limit }, signal);
          return;
        }
        yield* byFile(packed, part);
        limit -= packed.reduce((sum, { fileOf }) => sum + fileOf.length, 0);
        // The statement may have reached its limit within these files.
        if (limit <= 0) return;
        files = files.slice(part.files.length);
        skip = 0;
      }
    },
    close: () => {
      child?.kill('SIGKILL');
      child = undefined;
    },
    pid: () => child?.pid,
  };
}
