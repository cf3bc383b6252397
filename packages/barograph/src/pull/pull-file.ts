/** Pulls one file: stages stretches since the last run, then replaces the file atomically. */

import { mkdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TableColumn } from '@barograph/files';
import { CommandError, say, type Io } from '../io.ts';
import { sha256 } from '../sha256.ts';
import { writeWhole } from '../whole-file.ts';
import type { PulledSeries, Rows } from './series.ts';
import { gapsOf, type PulledFile, type Sidecar } from './sidecar.ts';
import { openStaged } from './staged.ts';

/** Path of a file's staged rows. */
const stagedPath = (folder: string, file: string): string => join(folder, '.pull', `${file.replaceAll('/', '-')}.part`);

/** Waits between retries, ms, in addition to the source's own retries. */
const AGAIN_MS = [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000];

/** Shortest wait that is reported, ms. */
const TOLD_WAIT_MS = 4000;

/** Waits before retries, and says why when a wait is long. */
export function toldWait(io: Io): PullParts['wait'] {
  return async (ms, reason) => {
    if (ms >= TOLD_WAIT_MS) say(io, `${reason}; asking again in ${ms / 1000} s`);
    await sleep(ms);
  };
}

/** Reports progress. @param doneMs time span pulled so far, ms. */
export type Report = (doneMs: number) => void;

/** Surroundings of a pull. */
export interface PullParts {
  readonly folder: string;
  readonly format: Sidecar['format'];
  readonly now: () => number;
  /** Waits before a retry. @param reason why the request failed. */
  readonly wait: (ms: number, reason: string) => Promise<void>;
}

/** Requests the rows of a stretch; retries while the source is unavailable. @throws {CommandError} when all retries fail. */
export async function rowsOf(series: PulledSeries, from: number, to: number, wait: PullParts['wait']): Promise<Rows> {
  for (let tries = 0; ; tries++) {
    const pulled = await series.pull(from, to);
    if (pulled.ok) return pulled.rows;
    const { code, reason } = pulled.problem;
    const again = AGAIN_MS[tries];
    if (code !== 'stale_source' || again === undefined) {
      throw new CommandError(`${series.symbol}, ${series.kind}: ${reason}`);
    }
    await wait(again, `${series.symbol}, ${series.kind}: ${reason}`);
  }
}

/** Time after which rows are neither in the file nor staged, epoch ms. @param begin start of what the file lacks. */
export async function stagedTo(folder: string, file: string, begin: number): Promise<number> {
  return (await openStaged(stagedPath(folder, file), begin)).stretches.at(-1)?.to ?? begin;
}

/** Sorts rows by time and keeps the first of duplicates: a page may repeat the previous page's last row. */
function ordered(rows: Rows): Rows {
  const byTime = new Map(rows.toReversed().map((row) => [row[0]!, row]));
  return [...byTime.values()].sort((a, b) => a[0]! - b[0]!);
}

/** CSV of rows; an unknown value is an empty cell. */
function csvOf(columns: readonly string[], rows: Rows): string {
  const cells = (row: readonly number[]): string => row.map((cell) => (Number.isNaN(cell) ? '' : String(cell))).join();
  return [columns.join(), ...rows.map(cells), ''].join('\n');
}

async function bytesOf(columns: readonly string[], rows: Rows, format: Sidecar['format']): Promise<Uint8Array> {
  if (format === 'csv') return new TextEncoder().encode(csvOf(columns, rows));
  const { parquetTable } = await import('@barograph/files/parquet');
  const typed = columns.map((name, i): TableColumn => ({ name, type: i === 0 ? 'timestamp' : 'number' }));
  return Buffer.concat([...parquetTable(typed, rows)]);
}

/**
 * Pulls a file. A kill at any time leaves the file unchanged; the next run continues after the last staged stretch.
 *
 * @param span requested rows: those with times in `[from, to)`, epoch ms.
 * @param had rows and span of the existing file; they stay, and new rows are appended.
 * @returns the sidecar entry; undefined when the source has no rows in the span and no file is written.
 * @throws {CommandError} when the source fails; rows pulled so far stay staged.
 */
export async function pullFile(
  series: PulledSeries,
  span: { readonly from: number; readonly to: number },
  had: { readonly rows: Rows; readonly to: number } | undefined,
  { folder, format, now, wait }: PullParts,
  report: Report,
): Promise<PulledFile | undefined> {
  const { file, symbol, kind, columns, step, chunkMs } = series;
  const begin = had?.to ?? span.from;
  const staged = await openStaged(stagedPath(folder, file), begin);
  for (let from = staged.stretches.at(-1)?.to ?? begin; from < span.to;) {
    report(from - begin);
    const to = Math.min(from + chunkMs, span.to);
    await staged.add({ from, to, rows: await rowsOf(series, from, to, wait) });
    from = to;
  }
  report(span.to - begin);
  const rows = ordered([...(had?.rows ?? []), ...staged.stretches.flatMap((stretch) => stretch.rows)]);
  if (rows.length === 0) return undefined;
  const path = join(folder, file);
  await mkdir(dirname(path), { recursive: true });
  const bytes = await bytesOf(columns, rows, kind === 'bars' ? format : 'csv');
  await writeWhole(path, [bytes]);
  const times = rows.map(([time]) => time!);
  const first = times[0] ?? null;
  const expected = step === undefined || first === null ? undefined : Math.max(1, Math.floor((span.to - first) / step));
  return {
    symbol,
    kind,
    from: span.from,
    to: Math.max(span.to, had?.to ?? 0),
    first,
    last: times.at(-1) ?? null,
    rows: rows.length,
    completeness: expected === undefined ? null : Math.min(1, rows.length / expected),
    gaps: step === undefined ? [] : gapsOf(times, step),
    sha256: sha256(bytes),
    pulledAt: now(),
  };
}

/** Deletes a file's staged rows, once the sidecar lists it. */
export async function forgetStaged(folder: string, file: string): Promise<void> {
  await rm(stagedPath(folder, file), { force: true });
}

/** Whether a file matches its checksum in the sidecar. */
export async function isAsPulled(folder: string, file: string, { sha256: expected }: PulledFile): Promise<boolean> {
  const bytes = await readFile(join(folder, file)).catch(() => undefined);
  return bytes !== undefined && sha256(bytes) === expected;
}
