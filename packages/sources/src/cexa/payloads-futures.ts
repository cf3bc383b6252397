/** Parsers of futures payloads into feed rows. */

import { HOUR_MS, MINUTE_MS } from '@barograph/core';
import type { Parsed } from '../upstream/payload/parsed.ts';
import { type Faults, createFaults, decimal, epochTime, whole } from '../upstream/payload/values.ts';
import type { VenuePerp } from '../market/venues.ts';
import type {
  AccountsRow,
  OpenInterestNow,
  OpenInterestRow,
  PremiumRow,
  SettlementRow,
  TermsRow,
  TickerRow,
} from './payloads.ts';
import { perpCoin } from './symbols.ts';

/** State of a perp as one call returns it. */
export type Premium = Pick<VenuePerp, 'symbol' | 'coin' | 'mark' | 'index' | 'fundingRate' | 'nextFundingAt'>;

/**
 * @returns trading USDT perps without duplicates, in answer order. Dated futures and delisted perps have no next settlement:
 *   the venue writes 0.
 */
export function parsePremiums(payload: readonly PremiumRow[]): Parsed<readonly Premium[]> {
  const faults = createFaults();
  const perps = new Map<string, Premium>();
  for (const [i, row] of payload.entries()) {
    const { symbol } = row;
    if (typeof symbol !== 'string' || symbol === '' || perps.has(symbol)) {
      faults.add(`[${i}].symbol`, 'a name of its own', symbol);
      continue;
    }
    const perp = /^[^_]+USDT$/.test(symbol) ? perpCoin(symbol) : undefined;
    if (perp === undefined || row.nextFundingTime === 0) continue;
    const { coin, factor } = perp;
    const at = (name: string): string => `${symbol}.${name}`;
    perps.set(symbol, {
      symbol,
      coin,
      mark: decimal(row.markPrice, 'above zero', at('markPrice'), faults) / factor,
      index: decimal(row.indexPrice, 'above zero', at('indexPrice'), faults) / factor,
      fundingRate: decimal(row.lastFundingRate, 'any', at('lastFundingRate'), faults),
      nextFundingAt: epochTime(row.nextFundingTime, at('nextFundingTime'), faults),
    });
  }
  return { rows: [...perps.values()], fault: faults.summary() };
}

/** Settlement intervals of the venue, hours. */
const INTERVAL_HOURS: ReadonlySet<unknown> = new Set([1, 2, 4, 8]);

/** @returns hours between settlements by perp, for the perps that the venue lists. */
export function parseTerms(payload: readonly TermsRow[]): Parsed<ReadonlyMap<string, number>> {
  const faults = createFaults();
  const hours = new Map<string, number>();
  for (const [i, { symbol, fundingIntervalHours: interval }] of payload.entries()) {
    if (typeof symbol !== 'string' || symbol === '') faults.add(`[${i}].symbol`, 'a name', symbol);
    else if (!INTERVAL_HOURS.has(interval)) faults.add(`${symbol}.fundingIntervalHours`, '1, 2, 4 or 8', interval);
    else hours.set(symbol, Number(interval));
  }
  return { rows: hours, fault: faults.summary() };
}

/** @returns 24-hour notional by future, USD. */
export function parsePerpTickers(payload: readonly TickerRow[]): Parsed<ReadonlyMap<string, number>> {
  const faults = createFaults();
  const notional = new Map<string, number>();
  for (const [i, { symbol, quoteVolume }] of payload.entries()) {
    if (typeof symbol !== 'string' || symbol === '') faults.add(`[${i}].symbol`, 'a name', symbol);
    else notional.set(symbol, decimal(quoteVolume, 'zero or more', `${symbol}.quoteVolume`, faults));
  }
  return { rows: notional, fault: faults.summary() };
}

/** A settlement. */
export interface SettlementPrint {
  /** Epoch ms. The venue prints it some ms after the hour. */
  readonly time: number;
  readonly rate: number;
}

/** Longest delay of a settlement print after the hour. */
const PRINT_MS = MINUTE_MS;

/** @returns settlements in time order, one per hour. */
export function parseSettlements(payload: readonly SettlementRow[]): Parsed<readonly SettlementPrint[]> {
  const faults = createFaults();
  const rows = new Map<number, SettlementPrint>();
  for (const { fundingTime, fundingRate } of payload) {
    const printed = epochTime(fundingTime, 'fundingTime', faults);
    const rate = decimal(fundingRate, 'any', `${printed}.fundingRate`, faults);
    if (Number.isNaN(printed) || Number.isNaN(rate)) continue;
    const late = printed % HOUR_MS;
    const time = late < PRINT_MS ? printed - late : printed;
    rows.set(time, { time, rate });
  }
  return { rows: [...rows.values()].sort((a, b) => a.time - b.time), fault: faults.summary() };
}

/** A sample of open interest. */
export interface OpenInterestSample {
  readonly time: number;
  /** Units of the coin. */
  readonly contracts: number;
  /** USD; NaN when the venue does not state it. */
  readonly notional: number;
}

/** Reads a timestamp that the venue writes as a number or as text. */
function moment(value: unknown, field: string, faults: Faults): number {
  return whole(typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value, field, faults);
}

/** @returns current open interest; empty when the answer is invalid. */
export function parseOpenInterest({ openInterest, time }: OpenInterestNow): Parsed<readonly OpenInterestSample[]> {
  const faults = createFaults();
  const contracts = decimal(openInterest, 'zero or more', 'openInterest', faults);
  const at = moment(time, 'time', faults);
  const isKnown = !Number.isNaN(contracts) && !Number.isNaN(at);
  return { rows: isKnown ? [{ time: at, contracts, notional: NaN }] : [], fault: faults.summary() };
}

/** Sorts rows by time and drops duplicates. */
function byTime<Row extends { readonly time: number }>(rows: readonly Row[]): readonly Row[] {
  return [...new Map(rows.map((row) => [row.time, row])).values()].sort((a, b) => a.time - b.time);
}

/** @returns valid samples in time order, without duplicates. */
export function parseOpenInterestHistory(payload: readonly OpenInterestRow[]): Parsed<readonly OpenInterestSample[]> {
  const faults = createFaults();
  const samples = payload.map(({ timestamp, sumOpenInterest, sumOpenInterestValue }) => ({
    time: moment(timestamp, 'timestamp', faults),
    contracts: decimal(sumOpenInterest, 'zero or more', `${String(timestamp)}.sumOpenInterest`, faults),
    notional: decimal(sumOpenInterestValue, 'zero or more', `${String(timestamp)}.sumOpenInterestValue`, faults),
  }));
  const known = samples.filter(({ time, contracts }) => !Number.isNaN(time) && !Number.isNaN(contracts));
  return { rows: byTime(known), fault: faults.summary() };
}

/** A sample of accounts. */
export interface AccountsSample {
  readonly time: number;
  /** Fraction of accounts that are net long. */
  readonly long: number;
}

/** Both shares are rounded to four digits. */
const ROUNDING = 0.0011;

/** @returns samples in time order, without duplicates; drops samples whose shares do not sum to 1. */
export function parseAccounts(payload: readonly AccountsRow[]): Parsed<readonly AccountsSample[]> {
  const faults = createFaults();
  const samples: AccountsSample[] = [];
  for (const { timestamp, longAccount, shortAccount } of payload) {
    const time = moment(timestamp, 'timestamp', faults);
    const long = decimal(longAccount, 'zero or more', `${String(timestamp)}.longAccount`, faults);
    const short = decimal(shortAccount, 'zero or more', `${String(timestamp)}.shortAccount`, faults);
    if ([time, long, short].some(Number.isNaN)) continue;
    if (long > 1 || Math.abs(long + short - 1) > ROUNDING) {
      faults.add(`${String(timestamp)}.longAccount`, `a share that leaves ${short}`, longAccount);
    } else samples.push({ time, long });
  }
  return { rows: byTime(samples), fault: faults.summary() };
}
