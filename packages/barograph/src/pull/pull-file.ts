/** Pulls one file: stretch by stretch from where an earlier run ended, then all of it at once under its name. */

import { mkdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { TableColumn } from '@barograph/files';
import { CommandError } from '../io.ts';
import { sha256 } from '../sha256.ts';
import { writeWhole } from '../whole-file.ts';
import type { PulledSeries, Rows } from './series.ts';
import { gapsOf, type PulledFile, type Sidecar } from './sidecar.ts';
import { openStaged } from './staged.ts';

/** Path of the rows of a file that are not written under its name yet. */
const stagedPath = (folder: string, file: string): string => join(folder, '.pull', `${file.replaceAll('/', '-')}.part`);

/** Waits before a question is put again, ms. A source retries each request by itself before it gives up. */
const AGAIN_MS = [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000];

/** Part of the work that is done. */
export type Report = (doneMs: number) => void;

/** Surroundings of a pull. */
export interface PullParts {
  readonly folder: string;
  readonly format: Sidecar['format'];
  readonly now: () => number;
  /** Waits before a question is put again. @param reason why it has to be. */
  readonly wait: (ms: number, reason: string) => Promise<void>;
}

/** Rows of a stretch; asks again while the source says that it cannot now. @throws {CommandError} when it stays so. */
async function rowsOf(series: PulledSeries, from: number, to: number, wait: PullParts['wait']): Promise<Rows> {
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

/** Rows by time, once each: the first of two, for a page may repeat the last row of the one before. */
function ordered(rows: Rows): Rows {
  const byTime = new Map(rows.toReversed().map((row) => [row[0]!, row]));
  return [...byTime.values()].sort((a, b) => a[0]! - b[0]!);
}

/** An unknown value is an empty cell. */
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
 * Pulls a file. A kill at any moment leaves the file as it was; the next run continues after the last stretch.
 *
 * @param span what is wanted: rows whose time lies within `[from, to)`, epoch ms.
 * @param had rows of the file that is there, and what it covers: they stay, and what follows is added.
 * @returns the line of the sidecar; undefined where the source has no rows of that time, and no file is written.
 * @throws {CommandError} a source that cannot bring it; what was brought stays staged.
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

/** Forgets what was staged of a file, once the sidecar has its line. */
export async function forgetStaged(folder: string, file: string): Promise<void> {
  await rm(stagedPath(folder, file), { force: true });
}

/** Whether a file is the one that the sidecar tells of. */
export async function isAsPulled(folder: string, file: string, { sha256: expected }: PulledFile): Promise<boolean> {
  const bytes = await readFile(join(folder, file)).catch(() => undefined);
  return bytes !== undefined && sha256(bytes) === expected;
}
