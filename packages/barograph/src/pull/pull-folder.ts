/**
 * Pulls the files of a folder sequentially, because the venue's rate limit is the bottleneck. With a queue, workers make the
 * requests, each within the limit of its own address.
 */

import { mkdir, readFile, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describeProblem } from '@barograph/core';
import { readBars } from '@barograph/files';
import type { OpenedSource } from '@barograph/sources';
import { CommandError, say, type Io } from '../io.ts';
import { createProgress } from '../progress.ts';
import { spread } from '../queue/batch.ts';
import type { DatabaseFlag } from '../queue/flags.ts';
import {
  pullInputs,
  spreadSeries,
  type Missing,
  type PullInput,
  type PullOutput,
  type PullShared,
} from './pull-block.ts';
import { forgetStaged, isAsPulled, pullFile, stagedTo, toldWait, type PullParts } from './pull-file.ts';
import { seriesOf, type Also, type PulledSeries, type Rows } from './series.ts';
import { writeSidecar, type PulledFile, type Sidecar } from './sidecar.ts';

/** Request for a new folder, or for more of an existing one. */
export interface Wanted {
  readonly sidecar: Sidecar;
  readonly symbols: readonly string[];
  /** Rows whose time lies within `[from, to)`, epoch ms. */
  readonly from: number;
  readonly to: number;
  readonly also: readonly Also[];
}

/** Request to extend every existing file. */
export type Update = Pick<Wanted, 'sidecar' | 'to'>;

/** Queue whose workers make the requests. */
export interface PullQueue {
  readonly flags: DatabaseFlag;
  readonly loopback: string | undefined;
}

/** A file and its requested span. */
interface Job extends Missing {
  /** Sidecar entry of an existing file. */
  readonly had: PulledFile | undefined;
}

/** Files to pull. Bars use the folder's format; funding and open interest are always CSV. */
function jobsOf(io: Io, source: OpenedSource, wanted: Wanted | Update, now: number): readonly Job[] {
  const { sidecar, to } = wanted;
  const { files } = sidecar;
  const targets =
    'symbols' in wanted
      ? wanted.symbols.flatMap((symbol) =>
          ['bars', ...wanted.also].map((kind) => ({ symbol, kind, from: wanted.from })),
        )
      : Object.values(files);
  return targets.flatMap(({ symbol, kind, from }): Job[] => {
    const series = seriesOf(source, symbol, kind, sidecar, now);
    if (typeof series !== 'string') return [{ series, from, to, had: files[series.file] }];
    say(io, series);
    return [];
  });
}

/** Rows of a pulled file. @throws {CommandError} when its bars cannot be read. */
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

/** Entry of a file that is kept; undefined when it is missing, was changed, or begins after the requested start. */
async function validOf(folder: string, { series, from, had }: Job): Promise<PulledFile | undefined> {
  return had !== undefined && had.from <= from && (await isAsPulled(folder, series.file, had)) ? had : undefined;
}

/** Rows to keep; undefined without a valid file. */
async function keptOf(folder: string, job: Job): Promise<{ rows: Rows; to: number } | undefined> {
  const had = await validOf(folder, job);
  if (had === undefined) return undefined;
  return { rows: had.rows === 0 ? [] : await rowsIn(join(folder, job.series.file), job.series), to: had.to };
}

/** Queues the requests of all files, and replaces each series by one that reads the results. */
async function queued(
  io: Io,
  { flags, loopback }: PullQueue,
  folder: string,
  jobs: readonly Job[],
  shared: Omit<PullShared, 'loopback'>,
): Promise<{ readonly jobs: readonly Job[]; readonly end: () => Promise<void> }> {
  const missing: Missing[] = [];
  for (const job of jobs) {
    const from = await stagedTo(folder, job.series.file, (await validOf(folder, job))?.to ?? job.from);
    missing.push({ series: job.series, from, to: job.to });
  }
  const inputs = missing.map(pullInputs);
  const all: PullShared = { ...shared, loopback };
  const batch = await spread<PullInput, PullOutput>(io, flags, 'pull', all, inputs.flat());
  let first = 0;
  const spreadJobs = jobs.map((job, i): Job => {
    const series = spreadSeries(missing[i]!, batch, first);
    first += inputs[i]!.length;
    return { ...job, series };
  });
  return { jobs: spreadJobs, end: batch.end };
}

/** Formats a time to the minute. */
const day = (time: number | null): string => (time === null ? 'nothing' : new Date(time).toISOString().slice(0, 16));

/** One-line report of a file. */
function summary(file: string, { from, rows, first, last, completeness, gaps }: PulledFile): string {
  const part = completeness === null ? '' : `, ${(100 * completeness).toFixed(completeness === 1 ? 0 : 2)} %`;
  const missing = gaps.reduce((sum, gap) => sum + gap.rows, 0);
  const holes = gaps.length === 0 ? '' : `, ${missing} missing in ${gaps.length} ${gaps.length === 1 ? 'gap' : 'gaps'}`;
  const isShort = first !== null && completeness !== null && first > from;
  const before = isShort ? `; the venue has none from ${day(from)} until then` : '';
  return `${file}: ${rows} rows, ${day(first)} to ${day(last)}${part}${holes}${before}`;
}

/**
 * Pulls every file, and updates the sidecar after each.
 *
 * @throws {CommandError} when the source fails; earlier files are complete, and the next run continues.
 */
export async function pullFolder(
  io: Io,
  source: OpenedSource,
  folder: string,
  wanted: Wanted | Update,
  queue?: PullQueue,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const files: Record<string, PulledFile> = { ...wanted.sidecar.files };
  const now = Date.now();
  const all = jobsOf(io, source, wanted, now);
  const shared = { source: wanted.sidecar.source, interval: wanted.sidecar.interval, now };
  const { jobs, end } =
    queue === undefined ? { jobs: all, end: undefined } : await queued(io, queue, folder, all, shared);
  const parts: PullParts = {
    folder,
    format: wanted.sidecar.format,
    now: Date.now,
    wait: toldWait(io),
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
    await end?.();
  }
  // Fails while staged rows of failed files or another pull remain.
  await rmdir(join(folder, '.pull')).catch(() => undefined);
  const count = Object.keys(files).length;
  say(io, `${folder}: ${count} ${count === 1 ? 'file' : 'files'}, bars of ${wanted.sidecar.interval}`);
}
