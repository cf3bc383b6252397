/** Market and clock of a configuration with files. */

import { describeProblem, err, ok, type Result } from '@barograph/core';
import { coinOfFile, partialNote, readBarsFolder, readTakerBuy } from '@barograph/files';
import { CADENCES_V1, slotAfter } from '../cadence.ts';
import { createReplayClock } from '../clock.ts';
import { calendarFeed } from '../macro/calendar.ts';
import type { MarketConfig } from '../market-config.ts';
import type { Venue } from '../market/listing.ts';
import { openMarket } from '../market/market.ts';
import { heldBy, isoOf, type Brought, type Opened } from '../opened.ts';
import { misalignedRow, spanOf, type BarSeries } from './bars.ts';
import { readDerivatives } from './derivatives.ts';
import { createFilesSource } from './source.ts';

/** Options for reading files. */
type Reading = Pick<MarketConfig, 'repair' | 'skipBad' | 'layout'> & { readonly signal: AbortSignal | undefined };

interface VenueFiles {
  readonly series: readonly BarSeries[];
  readonly skipped: readonly string[];
}

async function readVenue(folder: string, venue: Venue, reading: Reading): Promise<Result<VenueFiles, string>> {
  const { repair, skipBad, layout, signal } = reading;
  const how = { repair, skipBad, layout, layoutFlag: '--layout' };
  const read = await readBarsFolder(folder, { ...how, ...(signal === undefined ? {} : { signal }) });
  if (!read.ok) return err(describeProblem(read.error));
  const series: BarSeries[] = [];
  const fileOf = new Map<string, string>();
  for (const { file, symbol: base, interval, candles } of read.value.files) {
    if (interval === undefined) return err(`${file}: expected bars of 1m, 5m, 15m, 30m, 1h, 4h, 1d or 1w`);
    const symbol = coinOfFile(base);
    const other = fileOf.get(symbol);
    if (other !== undefined) return err(`${file}: expected one file for ${symbol}, got ${other} too`);
    fileOf.set(symbol, file);
    const takerBuy =
      venue === 'cexa_spot' ? await readTakerBuy(file, candles, signal === undefined ? {} : { signal }) : ok(undefined);
    if (!takerBuy.ok) return err(describeProblem(takerBuy.error));
    const beside = takerBuy.value === undefined ? {} : { takerBuy: takerBuy.value };
    const barSeries = { symbol, venue, interval, bars: candles, ...beside };
    const problem = misalignedRow(barSeries);
    if (problem !== undefined) return err(describeProblem({ ...problem, file }));
    series.push(barSeries);
  }
  const partial = read.value.files.map(partialNote).filter((note) => note !== undefined);
  return ok({ series, skipped: [...read.value.bad.map(describeProblem), ...partial] });
}

/**
 * Opens a replay of files.
 *
 * @param brought sources of files other than bars.
 * @param signal aborts the reading.
 */
export async function openFiles(
  config: MarketConfig,
  brought: Brought,
  signal: AbortSignal | undefined,
): Promise<Result<Opened, string>> {
  const series: BarSeries[] = [];
  const skipped: string[] = [];
  const folders = [
    ['perpdex_perp', config.data],
    ['cexa_spot', config.spot],
  ] as const;
  for (const [venue, folder] of folders) {
    if (folder === undefined) continue;
    const read = await readVenue(folder, venue, { ...config, signal });
    if (!read.ok) return read;
    series.push(...read.value.series);
    skipped.push(...read.value.skipped);
  }
  const span = spanOf(series);
  if (!span.ok) return err(`data: expected bars, got ${span.error}`);
  const { first, last } = span.value;
  // Reference data may begin after the last bar, and a replay can start there.
  const end = Math.max(last, brought.lastKnownAt ?? last);
  const from = config.from ?? last;
  if (from <= first || from > end) {
    return err(`from: expected a moment within ${isoOf(first)}…${isoOf(end)}, got ${isoOf(from)}`);
  }
  const ending = signal === undefined ? {} : { signal };
  const derivatives = config.derivatives === undefined ? ok({}) : await readDerivatives(config.derivatives, ending);
  if (!derivatives.ok) return derivatives;
  const calendar = heldBy(brought).has('macroCalendar') ? {} : { macroCalendar: calendarFeed() };
  // The replay ends at the first slot after the last bar, so that rows still include it.
  const speed = config.speed ?? (config.from === undefined ? 0 : 1);
  return ok({
    market: openMarket([createFilesSource(series, { ...calendar, ...derivatives.value }), ...brought.sources]),
    clock: createReplayClock({ from, speed, until: slotAfter(CADENCES_V1.hourly, Math.max(last, from)) }),
    skipped,
  });
}
