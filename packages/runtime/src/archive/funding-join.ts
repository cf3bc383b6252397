/** Funding and open interest joined to bars: the values known at the open of each bar. */

import type { FundingBarRow } from '@barograph/contract';
import { DAY_MS } from '@barograph/core';
import type { ArchivedFile } from '@barograph/store';
import { dayOf, openOf } from './days.ts';
import type { MakerParts } from './made-files.ts';
import type { RowReader } from './row-pages.ts';
import { fundingOf, momentOf, type Cells, type FundingSample } from './tables.ts';
import { readRows } from './write-file.ts';

/**
 * Joins each bar with the newest sample known at its open.
 *
 * @param samples in any order.
 * @param freshMs maximum age of a sample at the open, ms; older samples are ignored.
 */
export function joined(
  bars: readonly Cells[],
  samples: readonly FundingSample[],
  freshMs: number,
): readonly FundingBarRow[] {
  const known = samples.toSorted((a, b) => a.knownAt - b.knownAt);
  let next = 0;
  return bars.map((bar): FundingBarRow => {
    const timestamp = momentOf(bar);
    while (next < known.length && known[next]!.knownAt <= timestamp) next++;
    const sample = known[next - 1];
    const isKnown = sample !== undefined && timestamp - sample.knownAt <= freshMs;
    const { fundingRate = null, openInterest = null, mark = null, knownAt = null } = isKnown ? sample : {};
    return { exchange: String(bar[0]), symbol: String(bar[1]), timestamp, fundingRate, openInterest, mark, knownAt };
  });
}

/** Reader of bars with funding. Samples of the previous day count for the first bars. */
export function fundingBars(
  parts: Pick<MakerParts, 'archives' | 'blobs' | 'timeline'>,
  freshMs: number,
): RowReader<FundingBarRow> {
  const samplesOf = async (
    file: ArchivedFile,
    upTo: number,
    signal: AbortSignal,
  ): Promise<readonly FundingSample[]> => {
    const { timeline, archives, blobs } = parts;
    const { date, exchange, symbol } = file;
    const from = dayOf(openOf(date) - DAY_MS);
    const files = await archives.list({ timeline, type: 'funding', exchange, symbol, from, to: date, upTo });
    const days = await Promise.all(files.map(async (file) => readRows(blobs, file, 'funding', signal)));
    return days.flat().map(fundingOf);
  };
  return {
    name: 'pd-funding-bars',
    type: 'klines',
    rowsOf: async (rows, file, upTo, signal) => joined(rows, await samplesOf(file, upTo, signal), freshMs),
  };
}
