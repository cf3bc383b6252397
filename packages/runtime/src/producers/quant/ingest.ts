/** Ingests closed hours into the scopes of the nowcast, and once a month a coin's own transitions. */

import type { QuantHour } from '@barograph/contract';
import { firstAtOrAfter, HOUR_MS, sliceCandles } from '@barograph/core';
import type { NowcastModel } from '@barograph/nowcast';
import type { Listing } from '@barograph/sources';
import type { MarketReader } from '../../market-reader.ts';
import { QUANT_V2 } from './config.ts';
import { countsOwn, mixtureOf, monthOf, pooledMixture } from './mixture.ts';
import type { Scope } from './scope.ts';

/** Source of the hours, and the moment up to which to ingest. */
export interface IngestInput {
  readonly market: MarketReader;
  /** Time of the run, epoch ms. */
  readonly asOf: number;
}

/**
 * Ingests the hours that have closed by `until`.
 *
 * @param first first hour of a new scope, epoch ms.
 * @returns the hours to archive; an hour that closed an hour ago or longer is too late.
 */
export async function ingestHours(
  scope: Scope,
  listing: Listing,
  first: number,
  { market, asOf }: IngestInput,
  until: number = asOf,
): Promise<readonly QuantHour[]> {
  const from = scope.point === null ? first : scope.point.time + HOUR_MS;
  if (scope.point !== null && scope.shock === null) {
    // The state is from a build without shocks: its hours are read once more.
    const before = await market.closedBars(listing, '1h', Math.max(0, from - QUANT_V2.coinHours * HOUR_MS), from);
    if (before !== undefined) scope.warmShock(before);
  }
  if (from + HOUR_MS > until) return [];
  const bars = await market.closedBars(listing, '1h', Math.max(0, from), until);
  if (bars === undefined || bars.length === 0) return [];
  return scope.hours(bars, bars.provenance.kind).filter(({ time }) => asOf - (time + HOUR_MS) < HOUR_MS);
}

/** Hours of a coin, with the transitions of their month. */
export async function ingestCoin(
  model: NowcastModel,
  scope: Scope,
  listing: Listing,
  input: IngestInput,
): Promise<readonly QuantHour[]> {
  const { market, asOf } = input;
  const first = asOf - QUANT_V2.coinHours * HOUR_MS;
  const hours: QuantHour[] = [];
  const month = monthOf(asOf);
  if (!countsOwn(model)) {
    if (scope.mixture === null) scope.mix(pooledMixture(model, month));
  } else if (scope.mixture === null || scope.mixture.month < month) {
    // Remaining hours of the previous month use its own transitions.
    if (scope.mixture !== null) hours.push(...(await ingestHours(scope, listing, first, input, month)));
    const from = Math.max(0, month - QUANT_V2.mixtureHours * HOUR_MS);
    const bars = await market.closedBars(listing, '1h', from, asOf);
    if (bars !== undefined) scope.mix(mixtureOf(model, month, sliceCandles(bars, 0, firstAtOrAfter(bars, month))));
  }
  hours.push(...(await ingestHours(scope, listing, first, input)));
  return hours;
}
