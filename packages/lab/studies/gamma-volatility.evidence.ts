/**
 * Whether states of the gamma analog foretell volatility: on the simulated market, whose makers are many enough for full coverage, the
 * realised volatility of the next 4 and 24 hours over that of the 30 days before, by state, and the correlation of its log with the
 * score; intervals of a bootstrap of weeks. The recorded moments have no funding and too few makers: no state there is of full
 * coverage, and nothing can be measured on them.
 *
 *     node --conditions=source --import tsx packages/lab/studies/gamma-volatility.evidence.ts [days]
 */

import { DAY_MS, HOUR_MS } from '@barograph/core';
import { accountBook, classify, gamma, ladderColumns, ladderOf, split, type CoinTerms, type GammaState } from '@barograph/positioning'; // prettier-ignore
import { SIMULATOR_V2 } from '@barograph/simulator';
import { openMarket } from '../../sources/src/market/market.ts';
import { createSimulatedSource } from '../../sources/src/simulated/source.ts';
import { bootstrapMean } from '../src/index.ts';

const DAYS = Number(process.argv[2] ?? 90);
const EVERY = 4;
const COINS = ['BTC', 'ETH', 'SOL', 'DOGE', 'XRP'];
const [FROM, MONTH] = [SIMULATOR_V2.start + 400 * DAY_MS, 720];

const listings = SIMULATOR_V2.listings.filter(({ coin, venue }) => venue === 'perpdex_perp' && COINS.includes(coin));
const market = openMarket([createSimulatedSource({ ...SIMULATOR_V2, listings })]);

async function rows<Rows extends object>(answer: Promise<{ ok: true; value: Rows } | { ok: false; error: { reason: string } }>): Promise<Rows> {
  const got = await answer;
  if (!got.ok) throw new Error(got.error.reason);
  return got.value;
} // prettier-ignore

/** Squares of the hourly returns of a coin, by hour from a month before the first cycle. */
async function squaresOf(symbol: string): Promise<Float64Array> {
  const asOf = FROM + (DAYS + 2) * DAY_MS;
  const window = { kind: 'range', from: FROM - (MONTH + 1) * HOUR_MS, to: asOf } as const;
  const { closed } = await rows(market.read('bars', { symbol, venue: 'perpdex_perp', interval: '1h', window, asOf }));
  return closed.close.slice(1).map((close, i) => Math.log(close / closed.close[i]!) ** 2);
}
const squares = new Map(await Promise.all(COINS.map(async (coin) => [coin, await squaresOf(coin)] as const)));
const meanOf = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0) / values.length;

interface Seen {
  readonly time: number;
  readonly state: string;
  readonly coverage: string;
  readonly score: number | null;
  /** ln of the volatility ahead over that of the month before, by hours ahead. */
  readonly ahead: Readonly<Record<'4' | '24', number>>;
}
const seen: Seen[] = [];
const machine = gamma();
const states = new Map<string, GammaState>();
let classes = classify().initial;
for (let hour = 0; hour < DAYS * 24; hour += EVERY) {
  const asOf = FROM + hour * HOUR_MS;
  const { perps } = await rows(market.read('contexts', { asOf }));
  const { accounts } = await rows(market.read('accounts', { asOf, also: [] }));
  const terms = perps.map(({ symbol: coin, mark, maxLeverage }): CoinTerms => ({
    coin,
    mark,
    tiers: [{ from: 0, maxLeverage }],
  }));
  const book = accountBook(accounts, terms);
  const classified = classify().step(classes, book);
  classes = classified.state;
  const columns = ladderColumns(book, classified.output);
  for (const { coin, byClass } of split(book, classified.output)) {
    const perp = perps.find(({ symbol }) => symbol === coin)!;
    const to = asOf - DAY_MS;
    const then = await rows(market.read('openInterest', { symbol: coin, from: to - HOUR_MS, to }));
    const before = then.contracts.at(-1);
    const input = {
      time: asOf,
      ladder: ladderOf(columns, coin)!,
      makers: byClass.market_maker,
      fundingRate: perp.fundingRate1h,
      openInterestChangePct: before === undefined ? null : 100 * (perp.openInterest / before - 1),
    };
    const { state, output } = machine.step(states.get(coin) ?? machine.initial, input);
    states.set(coin, state);
    const of = squares.get(coin)!;
    const month = meanOf(of.slice(hour, hour + MONTH));
    const ahead = (hours: number): number => Math.log(meanOf(of.slice(hour + MONTH, hour + MONTH + hours)) / month) / 2;
    const { regime } = output;
    seen.push({ time: asOf, state: regime.state, coverage: regime.coverage, score: regime.score, ahead: { 4: ahead(4), 24: ahead(24) } }); // prettier-ignore
  }
}

console.log(`${seen.length} cycles of ${COINS.length} coins, ${DAYS} days, every ${EVERY} hours\n`);
console.log('| state | coverage | cycles | volatility of 4 h over the month | of 24 h |\n|---|---|---:|---:|---:|');
const groups = new Map<string, Seen[]>();
for (const one of seen) {
  const key = `${one.state} | ${one.coverage}`;
  groups.set(key, [...(groups.get(key) ?? []), one]);
}
for (const [key, kept] of [...groups].sort(([a], [b]) => (a < b ? -1 : 1))) {
  const cell = (hours: '4' | '24'): string => {
    const { mean, low, high } = bootstrapMean(kept.map(({ time, ahead }) => ({ time, difference: ahead[hours] })));
    return [mean, low, high].map((log) => Math.exp(log).toFixed(2)).join(' / ');
  };
  console.log(`| ${key} | ${kept.length} | ${cell('4')} | ${cell('24')} |`);
}
for (const hours of ['4', '24'] as const) {
  const scored = seen.filter(({ score }) => score !== null);
  const [scores, logs] = [scored.map(({ score }) => score!), scored.map(({ ahead }) => ahead[hours])];
  const centred = (values: readonly number[]): number[] => {
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const deviation = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
    return values.map((value) => (value - mean) / deviation);
  };
  const [a, b] = [centred(scores), centred(logs)];
  const { mean, low, high } = bootstrapMean(scored.map(({ time }, i) => ({ time, difference: a[i]! * b[i]! })));
  console.log(
    `correlation of the score with the log ratio of ${hours} h: ${[mean, low, high].map((r) => r.toFixed(3)).join(' / ')}`,
  );
}
