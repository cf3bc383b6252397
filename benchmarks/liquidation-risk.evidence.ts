/**
 * Evidence on the head of liquidation risk with depth, on the simulator, whose forced closes and cascades are known: log
 * loss and Brier score of its buckets, of the notional that was closed by force within 4 and 24 hours over the depth at
 * the origin, against the shares of the buckets on the earlier half (base rate); and of `elevated` or `severe` as a
 * warning of a cascade. Run by hand; it prints figures and writes nothing.
 *
 * `prior`: forced notional from open interest, as the host has it without positioning. `ladder`: from the ladder of all
 * accounts, as it has it with positioning. `levels`: the positions of the simulator within the band, bin or no bin.
 *
 * `version 2`: the same ratio under the lines of `heads/liquidation-risk-2`, which the script fits on the earlier half and prints.
 *
 *     node --import tsx --conditions source benchmarks/liquidation-risk.evidence.ts [coins, comma list] [days]
 */

import { ladderRow, type PositioningRecordWire } from '@barograph/contract';
import { DAY_MS, HOUR_MS } from '@barograph/core';
import {
  HORIZONS,
  LIQUIDATION_RISK_V1,
  LIQUIDATION_RISK_V2,
  LIQUIDATION_RISKS,
  liquidationBand,
  liquidationRiskOutlook,
  returnVolatility,
  type Horizon,
} from '@barograph/nowcast';
import { bootstrapMean, fitLogitMap } from '@barograph/lab';
import { accountBook, classesNow, ladderColumns, ladderOf, split, type CoinTerms } from '@barograph/positioning';
import {
  createAccounts,
  createObservations,
  SIMULATOR_V2,
  type ForcedClose,
  type Position,
} from '@barograph/simulator';
import { depthWithin } from '@barograph/stress';
import { openMarket } from '../packages/sources/src/market/market.ts';
import { createSimulatedAccounts } from '../packages/sources/src/simulated/accounts.ts';
import { createSimulatedSource } from '../packages/sources/src/simulated/source.ts';
import { createBookCounts } from '../packages/runtime/src/producers/liquidity/book-counts.ts';
import { measureBook } from '../packages/runtime/src/producers/liquidity/measure.ts';
import { ladderForced, type ForcedFor } from '../packages/runtime/src/producers/quant/ladder-forced.ts';
import { openSampled } from '../packages/runtime/test/producers/liquidity/sampled.ts';

const [coins = 'BTC,ETH,SOL,XRP,DOGE,LINK,AVAX,kPEPE', days = '400'] = process.argv.slice(2);
const START = SIMULATOR_V2.start + 40 * DAY_MS;
const END = START + Number(days) * DAY_MS;
/** The base rate is counted before, everything is scored after. */
const SPLIT = START + (END - START) / 2;
/** Between origins: horizons of one coin overlap, so figures of 24 hours rest on fewer independent days. */
const STEP = 4 * HOUR_MS;
const INPUTS = ['prior', 'ladder', 'levels', 'prior, version 2', 'ladder, version 2'] as const;
type Inputs = (typeof INPUTS)[number];

/** One origin of one coin and horizon. */
interface Origin {
  readonly at: number;
  readonly horizon: Horizon;
  readonly bucket: number;
  readonly cascade: boolean;
  readonly said: Readonly<Record<Inputs, readonly number[]>>;
}

const { truth, flow } = openSampled(SIMULATOR_V2);
const observations = createObservations(truth);
const books = openMarket([createSimulatedSource(SIMULATOR_V2)]);
const counts = createBookCounts();
const symbols = coins.split(',');
const feed = createSimulatedAccounts(createAccounts(truth, observations)).accounts!;

/** Forced notional as the host reads it from the ladders of a moment; kept, for all coins ask at the same ones. */
const forcedBy = new Map<number, ForcedFor>();
async function forcedAt(at: number): Promise<ForcedFor> {
  const known = forcedBy.get(at);
  if (known !== undefined) return known;
  const answer = await feed.pull({ asOf: at });
  if (!answer.ok) throw new Error(answer.error.reason);
  const perps = observations.symbols.flatMap((symbol) => observations.perp(symbol, at) ?? []);
  const terms = perps.map(({ symbol, mark, maxLeverage }): CoinTerms => {
    return { coin: symbol, mark, tiers: [{ from: 0, maxLeverage }] };
  });
  const book = accountBook(answer.value.rows.accounts, terms);
  const classes = classesNow(book);
  const columns = ladderColumns(book, classes);
  const holders = new Map(split(book, classes).map((row) => [row.coin, row.all]));
  const records = perps.flatMap(({ symbol, openInterest, mark }) => {
    const all = holders.get(symbol);
    if (!symbols.includes(symbol) || all === undefined) return [];
    const ladder = ladderOf(columns, symbol)!;
    const share = { long: all.long / (openInterest * mark), short: all.short / (openInterest * mark) };
    const wire = ladderRow.encode({ ladder, classes, dropped: book.dropped, time: at, asOf: at });
    // What the rule reads of a record.
    return [{ symbol, split: { open_interest_share: share }, ladder: wire } as unknown as PositioningRecordWire];
  });
  const forced = ladderForced(records, at);
  forcedBy.set(at, forced);
  return forced;
}

const notional = (closes: readonly ForcedClose[], side: 'long' | 'short'): number =>
  closes.reduce((sum, close) => sum + (close.side === side ? close.notional : 0), 0);
/** Positions of a side whose level lies within a move of the price. */
const within = (positions: readonly Position[], side: 'long' | 'short', price: number, move: number): number =>
  positions.reduce((sum, { side: own, level, size }) => {
    const isHit = side === 'long' ? level >= price * (1 - move) : level <= price * (1 + move);
    return sum + (own === side && isHit ? size * level : 0);
  }, 0);

async function originsOf(symbol: string): Promise<readonly Origin[]> {
  const bars = truth.candles(symbol, 'perpdex_perp', '1h', 0, END);
  if (bars.length === 0) return [];
  const { h48 } = returnVolatility(bars.close);
  const first = bars.time[0]!;
  const starts = flow.cascades(symbol, START, END).map(({ start }) => start);
  const origins: Origin[] = [];
  for (let at = START; at + DAY_MS <= END; at += STEP) {
    const row = (at - first) / HOUR_MS - 1;
    const volatility = h48[row] ?? NaN;
    if (Number.isNaN(volatility)) continue;
    const book = await measureBook(books, symbol, at, counts);
    if (book === undefined) continue;
    const { openInterest, mark } = observations.perp(symbol, at)!;
    const positions = truth.positions(symbol, at);
    const laddered = await forcedAt(at);
    for (const horizon of ['h4', 'h24'] as const) {
      const until = at + HORIZONS[horizon] * HOUR_MS;
      const { move, depth: measured } = liquidationBand(volatility, horizon);
      const depth = depthWithin(book.depth, measured);
      if (depth === null) continue;
      const forced = {
        longs: within(positions, 'long', mark, move),
        shorts: within(positions, 'short', mark, move),
      };
      const probabilities = (known: typeof forced | null, config = LIQUIDATION_RISK_V1): readonly number[] =>
        liquidationRiskOutlook({ volatility, forced: known, depth, openInterest: openInterest * mark }, horizon, config)
          .probabilities!;
      const bins = laddered(symbol, volatility, horizon);
      const grown = measured === 0 ? 1 : Math.sqrt(move / measured);
      const closes = flow.forcedCloses(symbol, at, until);
      const ratio = Math.max(
        notional(closes, 'long') / (depth.bids * grown + 1),
        notional(closes, 'short') / (depth.asks * grown + 1),
      );
      origins.push({
        at,
        horizon,
        bucket: LIQUIDATION_RISK_V1.cuts.filter((cut) => ratio > cut).length,
        cascade: starts.some((start) => start > at && start <= until),
        said: {
          prior: probabilities(null),
          ladder: probabilities(bins),
          levels: probabilities(forced),
          'prior, version 2': probabilities(null, LIQUIDATION_RISK_V2),
          'ladder, version 2': probabilities(bins, LIQUIDATION_RISK_V2),
        },
      });
    }
  }
  return origins;
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
/** A share of 0 costs no more than one of half an origin. */
const logLoss = (p: number, count: number): number => -Math.log(Math.max(p, 0.5 / count));
const brier = (probabilities: readonly number[], bucket: number): number =>
  probabilities.reduce((sum, p, k) => sum + (p - Number(k === bucket)) ** 2, 0);
const fixed = (value: number): string => value.toFixed(4);

const all: Origin[] = [];
for (const symbol of symbols) all.push(...(await originsOf(symbol)));

console.log(
  '| horizon | origins scored | shares of the buckets | | log loss | Brier | gain over the base rate, nats |',
);
console.log('|---|---|---|---|---|---|---|');
const warnings: string[] = [];
const fits: string[] = [];
/**
 * Lines of version 2 on the earlier half: the slope of being above the lowest cut, and intercepts that give each cut its share. The
 * ratio is read back from the chance of the lowest bucket.
 */
const fitOf = (before: readonly Origin[], inputs: Inputs) => {
  const { cuts, slope: first } = LIQUIDATION_RISK_V1;
  const ratios = before.map(({ said }) => cuts[0] * (1 / said[inputs][0]! - 1) ** (1 / first));
  const above = (k: number): number[] => before.map(({ bucket }) => Number(bucket > k));
  const { slope } = fitLogitMap(
    ratios.map((ratio) => ratio / (1 + ratio)),
    above(0),
    0.001,
  );
  const intercepts = cuts.map((_, k) => {
    const share = (above(k).reduce((a, b) => a + b, 0) + 1) / (before.length + 2);
    const shareAt = (intercept: number): number =>
      mean(ratios.map((ratio) => 1 / (1 + Math.exp(-intercept) * Math.max(ratio, 0.001) ** -slope)));
    let [low, high] = [-50, 50];
    while (high - low > 1e-9)
      [low, high] = shareAt((low + high) / 2) < share ? [(low + high) / 2, high] : [low, (low + high) / 2];
    return Number(low.toFixed(4));
  });
  return { slope: Number(slope.toFixed(4)), intercepts };
};
for (const horizon of ['h4', 'h24'] as const) {
  const own = all.filter((origin) => origin.horizon === horizon);
  const [before, after] = [own.filter(({ at }) => at < SPLIT), own.filter(({ at }) => at >= SPLIT)];
  const rates = LIQUIDATION_RISKS.map((_, k) => mean(before.map(({ bucket }) => Number(bucket === k))));
  const shares = LIQUIDATION_RISKS.map((_, k) => mean(after.map(({ bucket }) => Number(bucket === k))));
  const seen = `${after.length} | ${shares.map((share) => (100 * share).toFixed(1)).join(' / ')} %`;
  const line = (name: string, forecastOf: (origin: Origin) => readonly number[]): void => {
    const loss = mean(after.map((origin) => logLoss(forecastOf(origin)[origin.bucket]!, before.length)));
    const score = mean(after.map((origin) => brier(forecastOf(origin), origin.bucket)));
    const gain = bootstrapMean(
      after.map((origin) => {
        const [own, base] = [forecastOf(origin), rates].map((p) => logLoss(p[origin.bucket]!, before.length));
        return { time: origin.at, difference: base! - own! };
      }),
    );
    const interval = `${fixed(gain.mean)} (${fixed(gain.low)} … ${fixed(gain.high)})`;
    console.log(`| ${horizon} | ${seen} | ${name} | ${fixed(loss)} | ${fixed(score)} | ${interval} |`);
  };
  line('base rate', () => rates);
  for (const inputs of INPUTS) line(inputs, ({ said }) => said[inputs]);
  for (const inputs of ['prior', 'ladder'] as const)
    fits.push(`${inputs} ${horizon}: ${JSON.stringify(fitOf(before, inputs))}`);

  const rate = mean(before.map(({ cascade }) => Number(cascade)));
  const warned = (name: string, chanceOf: (origin: Origin) => number): void => {
    const loss = mean(
      after.map((origin) => logLoss(origin.cascade ? chanceOf(origin) : 1 - chanceOf(origin), before.length)),
    );
    const score = mean(after.map((origin) => (chanceOf(origin) - Number(origin.cascade)) ** 2));
    const hits = after.filter(({ cascade }) => cascade).map(chanceOf);
    const quiet = after.filter(({ cascade }) => !cascade).map(chanceOf);
    warnings.push(
      `| ${horizon} | ${hits.length} of ${after.length} | ${name} | ${fixed(loss)} | ${fixed(score)} | ${fixed(mean(hits))} | ${fixed(mean(quiet))} | ${fixed(rankedAbove(hits, quiet))} |`,
    );
  };
  warned('base rate', () => rate);
  for (const inputs of INPUTS) warned(inputs, ({ said }) => said[inputs][2]! + said[inputs][3]!);
}
for (const line of fits) console.log(line);
console.log('\n| horizon | origins before a cascade | | log loss | Brier | mean before one | mean otherwise | AUC |');
console.log('|---|---|---|---|---|---|---|---|');
for (const line of warnings) console.log(line);

/** Share of pairs in which the one before a cascade is the larger; ties count half. */
function rankedAbove(hits: readonly number[], quiet: readonly number[]): number {
  const sorted = [...quiet].sort((a, b) => a - b);
  const below = (value: number, inclusive: boolean): number => {
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (sorted[middle]! < value || (inclusive && sorted[middle] === value)) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return mean(hits.map((hit) => (below(hit, false) + below(hit, true)) / 2 / sorted.length));
}
