/** Pulls the files of a folder, one after the other: the venue's budget is what limits them. */

import { mkdir, readFile, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describeProblem } from '@barograph/core';
import { readBars } from '@barograph/files';
import type { OpenedSource } from '@barograph/sources';
import { CommandError, say, type Io } from '../io.ts';
import { createProgress } from '../progress.ts';
import { forgetStaged, isAsPulled, pullFile, type PullParts } from './pull-file.ts';
import { ALSO, alsoOf, barsOf, type Also, type PulledSeries, type Rows } from './series.ts';
import { writeSidecar, type PulledFile, type Sidecar } from './sidecar.ts';

/** Shortest wait that is reported, ms. */
const TOLD_WAIT_MS = 4000;

/** A new folder, or more of one that is there. */
export interface Wanted {
  readonly sidecar: Sidecar;
  readonly symbols: readonly string[];
  /** Rows whose time lies within `[from, to)`, epoch ms. */
  readonly from: number;
  readonly to: number;
  readonly also: readonly Also[];
}

/** More of every file that is there. */
export type Update = Pick<Wanted, 'sidecar' | 'to'>;

/** A file and what it is to cover. */
interface Job {
  readonly series: PulledSeries;
  readonly from: number;
  readonly to: number;
  /** The line of the sidecar, where the file is there. */
  readonly had: PulledFile | undefined;
}

/** Files of bars have the format of the folder; funding and open interest are read from CSV alone. */
function jobsOf(io: Io, source: OpenedSource, wanted: Wanted | Update): readonly Job[] {
  const { sidecar, to } = wanted;
  const { files, interval, format } = sidecar;
  const seriesOf = (symbol: string, kind: string): PulledSeries | string => {
    if (kind === 'bars') return barsOf(source, symbol, interval, format);
    const also = ALSO.find((one) => one === kind);
    return also === undefined
      ? `${symbol}: expected bars or ${ALSO.join(' or ')}, got ${kind}`
      : alsoOf(source, also, symbol, 'csv', Date.now());
  };
  const asked =
    'symbols' in wanted
      ? wanted.symbols.flatMap((symbol) =>
          ['bars', ...wanted.also].map((kind) => ({ symbol, kind, from: wanted.from })),
        )
      : Object.values(files);
  return asked.flatMap(({ symbol, kind, from }): Job[] => {
    const series = seriesOf(symbol, kind);
    if (typeof series !== 'string') return [{ series, from, to, had: files[series.file] }];
    say(io, series);
    return [];
  });
}

/** Rows of a file that was pulled. @throws {CommandError} bars that cannot be read. */
async function rowsIn(path: string, { kind, columns }: PulledSeries): Promise<Rows> {
  if (kind !== 'bars') {
    const [, ...lines] = (await readFile(path, 'utf8')).trimEnd().split('\n');
    return lines.map((line) => line.split(',').map((cell) => (cell === '' ? NaN : Number(cell))));
  }
  const read = await readBars(path);
  if (!read.ok) throw new CommandError(describeProblem(read.error));
  const { time, open, high, low, close, volume } = read.value.candles;
  const all = [time, open, high, low, close, volume].slice(0, columns.length);
  return Array.from(time, (_, i) => all.map((column) => column[i]!));
}

/** Rows of the file that stay; undefined where it is not there, is not as it was pulled, or begins later than is wanted now. */
async function keptOf(folder: string, { series, from, had }: Job): Promise<{ rows: Rows; to: number } | undefined> {
  if (had === undefined || had.from > from || !(await isAsPulled(folder, series.file, had))) return undefined;
  return { rows: had.rows === 0 ? [] : await rowsIn(join(folder, series.file), series), to: had.to };
}

/** A moment to the minute. */
const day = (time: number | null): string => (time === null ? 'nothing' : new Date(time).toISOString().slice(0, 16));

/** One line for people. */
function summary(file: string, { from, rows, first, last, completeness, gaps }: PulledFile): string {
  const part = completeness === null ? '' : `, ${(100 * completeness).toFixed(completeness === 1 ? 0 : 2)} %`;
  const missing = gaps.reduce((sum, gap) => sum + gap.rows, 0);
  const holes = gaps.length === 0 ? '' : `, ${missing} missing in ${gaps.length} ${gaps.length === 1 ? 'gap' : 'gaps'}`;
  const isShort = first !== null && completeness !== null && first > from;
  const before = isShort ? `; the venue has none from ${day(from)} until then` : '';
  return `${file}: ${rows} rows, ${day(first)} to ${day(last)}${part}${holes}${before}`;
}

/**
 * Pulls every file and keeps the sidecar up to date after each.
 *
 * @throws {CommandError} a source that cannot bring a file; those before it are there, and the next run goes on.
 */
export async function pullFolder(io: Io, source: OpenedSource, folder: string, wanted: Wanted | Update): Promise<void> {
  await mkdir(folder, { recursive: true });
  const files: Record<string, PulledFile> = { ...wanted.sidecar.files };
  const jobs = jobsOf(io, source, wanted);
  const parts: PullParts = {
    folder,
    format: wanted.sidecar.format,
    now: Date.now,
    wait: async (ms, reason) => {
      if (ms >= TOLD_WAIT_MS) say(io, `${reason}; asking again in ${ms / 1000} s`);
      await sleep(ms);
    },
  };
  const unit = { name: 'days', size: 86_400_000 };
  const progress = createProgress(io, `pulling ${source.id}`, unit);
  const total = jobs.reduce((sum, { from, to }) => sum + to - from, 0);
  let done = 0;
  try {
    for (const job of jobs) {
      const { series, from, to } = job;
      const kept = await keptOf(folder, job);
      if (kept !== undefined && kept.to >= to) {
        await forgetStaged(folder, series.file);
        done += to - from;
        continue;
      }
      const before = done;
      const start = kept === undefined ? 0 : kept.to - from;
      const file = await pullFile(series, { from, to }, kept, parts, (ms) =>
        progress.report(before + start + ms, total),
      );
      done += to - from;
      if (file === undefined) {
        say(io, `${series.symbol}, ${series.kind}: ${source.id} has none in this time`);
        continue;
      }
      files[series.file] = file;
      await writeSidecar(folder, { ...wanted.sidecar, files });
      await forgetStaged(folder, series.file);
      say(io, summary(series.file, file));
    }
  } finally {
    progress.stop();
  }
  // What is left there is of files that failed, or of another pull.
  await rmdir(join(folder, '.pull')).catch(() => undefined);
  const count = Object.keys(files).length;
  say(io, `${folder}: ${count} ${count === 1 ? 'file' : 'files'}, bars of ${wanted.sidecar.interval}`);
}
