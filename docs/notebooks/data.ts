/**
 * Bars of the notebooks: of the simulator, or of `BAROGRAPH_DATA`, a folder with a file of hourly bars for each coin
 * (`npm run notebooks -- --data FOLDER`).
 */

import { DAY_MS, readBarsOrThrow, resample, sliceCandles, symbolOf, firstAtOrAfter, type Candles } from 'barograph';
import { createMarket, SIMULATOR_V2, type Market } from '@barograph/simulator';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const folder = process.env['BAROGRAPH_DATA'] ?? '';

/** Whether the bars are made up. */
export const simulated: boolean = folder === '';

/** Option of every picture: it then says that its bars are made up. */
export const mark: { readonly simulated: boolean } = { simulated };

/** The market behind simulated bars, with its truth. Its seed is part of its config: the same bars every time. */
export const market: Market = createMarket();

/** Days of simulated bars unless a notebook asks for fewer. */
const DAYS = 550;

/** Moments of a span, epoch ms; all that there is unless given. */
export interface Span {
  readonly from?: number;
  readonly to?: number;
}

/** Large coins in the order in which notebooks take them. */
const MAJORS = 'BTC ETH SOL XRP DOGE ADA AVAX LINK LTC DOT BCH ATOM NEAR APT ARB OP BNB UNI AAVE MATIC XLM'.split(' ');

/** Symbols of large coins that there are bars of, BTC first. */
export function symbols(most: number = 12): readonly string[] {
  const perps = SIMULATOR_V2.listings.filter(({ venue, listedAfter }) => venue === 'perpdex_perp' && listedAfter === 0);
  const known = new Set(simulated ? perps.map(({ symbol }) => symbol) : files().keys());
  return MAJORS.filter((symbol) => known.has(symbol)).slice(0, most);
}

/** Closed hourly bars of a coin, oldest first. */
export async function hoursOf(symbol: string, { from = 0, to = Infinity }: Span = {}): Promise<Candles> {
  if (simulated) {
    const { start } = SIMULATOR_V2;
    return market.candles(symbol, 'perpdex_perp', '1h', Math.max(from, start), Math.min(to, start + DAYS * DAY_MS));
  }
  const path = files().get(symbol);
  if (path === undefined) throw new Error(`no file of ${symbol} in ${folder}`);
  const { candles: bars } = await readBarsOrThrow(path);
  return sliceCandles(bars, firstAtOrAfter(bars, from), firstAtOrAfter(bars, to));
}

/** Daily bars of a coin, made of whole days. */
export async function daysOf(symbol: string, span: Span = {}): Promise<Candles> {
  return resample(await hoursOf(symbol, span), '1h', '1d').bars;
}

/** Files of the folder by symbol, in the order of the alphabet. */
function files(): ReadonlyMap<string, string> {
  const names = readdirSync(folder).filter((name) => /\.(csv|ndjson|parquet)(\.gz)?$/.test(name));
  return new Map(names.sort().map((name) => [symbolOf(name).replace(/USD[TC]?$/, ''), join(folder, name)]));
}
