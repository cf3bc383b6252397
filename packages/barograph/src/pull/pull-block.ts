/** Blocks of a pull: stretches of a file's time, which workers request from the venue. */

import type { Interval } from '@barograph/core';
import type { Kind, NamedInput, Spread } from '../queue/kind.ts';
import { loadSources } from '../sources.ts';
import { rowsOf, toldWait } from './pull-file.ts';
import { seriesOf, type PulledSeries, type Rows } from './series.ts';

/** Requests a block makes at most: 20,000 bars are one megabyte. */
const REQUESTS = 20;

/** Venue and settings of all blocks of a pull. */
export interface PullShared {
  readonly source: string;
  readonly loopback: string | undefined;
  readonly interval: Interval;
  /** Epoch ms, which bounds the history of open interest. */
  readonly now: number;
}

/** Rows of `symbol` within `[from, to)`, epoch ms. */
export interface PullInput {
  readonly symbol: string;
  readonly kind: string;
  readonly from: number;
  readonly to: number;
}

/** Rows one after the other, `width` cells each. */
export interface PullOutput {
  readonly width: number;
  readonly cells: Float64Array;
}

/** A file's missing time. */
export interface Missing {
  readonly series: PulledSeries;
  readonly from: number;
  readonly to: number;
}

/** Cuts missing time into blocks. The requests of a block are those that a pull without blocks makes. */
export function pullInputs({ series, from, to }: Missing): readonly NamedInput<PullInput>[] {
  const { file, symbol, kind, chunkMs } = series;
  const inputs: NamedInput<PullInput>[] = [];
  for (let begin = from; begin < to; begin += REQUESTS * chunkMs) {
    const input = { symbol, kind, from: begin, to: Math.min(begin + REQUESTS * chunkMs, to) };
    inputs.push({ name: `${file} from ${new Date(begin).toISOString().slice(0, 16)}`, input });
  }
  return inputs;
}

/** The series with stretches that are read from the blocks of {@link pullInputs}. @param first index of the first block. */
export function spreadSeries(
  { series, from }: Missing,
  blocks: Pick<Spread<PullOutput>, 'result'>,
  first: number,
): PulledSeries {
  const chunkMs = REQUESTS * series.chunkMs;
  return {
    ...series,
    chunkMs,
    pull: async (begin) => ({ ok: true, rows: rowsIn(await blocks.result(first + (begin - from) / chunkMs)) }),
  };
}

function rowsIn({ width, cells }: PullOutput): Rows {
  return Array.from({ length: cells.length / width }, (_, i) => [...cells.subarray(i * width, (i + 1) * width)]);
}

export const PULL_BLOCK: Kind<PullShared, PullInput, PullOutput> = {
  version: 'pull_block/1',
  fault: ({ symbol, from, to }) => {
    if (typeof symbol !== 'string') return `symbol: expected a text, got ${String(symbol)}`;
    return Number.isInteger(from) && to > from ? undefined : `from: expected a time before ${to}, got ${from}`;
  },
  open: async (io, { source: id, loopback, interval, now }) => {
    const { openSource } = await loadSources();
    const source = await openSource(id, loopback === undefined ? {} : { loopback });
    return {
      run: async ({ symbol, kind, from, to }) => {
        const series = seriesOf(source, symbol, kind, { interval, format: 'csv' }, now);
        if (typeof series === 'string') throw new Error(series);
        return blockOf(series, from, to, toldWait(io));
      },
      close: async () => source.close(),
    };
  },
};

/** Rows of a stretch of time. */
export async function blockOf(
  series: PulledSeries,
  from: number,
  to: number,
  wait: (ms: number, reason: string) => Promise<void>,
): Promise<PullOutput> {
  const rows: number[][] = [];
  for (let begin = from; begin < to; begin += series.chunkMs) {
    for (const row of await rowsOf(series, begin, Math.min(begin + series.chunkMs, to), wait)) rows.push([...row]);
  }
  return { width: series.columns.length, cells: Float64Array.from(rows.flat()) };
}
