/**
 * Evidence on the meme rules over real meme perps: shares of the labels, changes a coin-year, lengths of spells, and
 * the score day by day.
 *
 * `node --conditions=source --import tsx packages/lab/studies/meme.evidence.ts [daily file of many symbols]`
 */

import { candlesOf, DAY_MS, quantile, type Bar, type Candles } from '@barograph/core';
import {
  createMemeTracker,
  isMeme,
  MEME_BANDS,
  MEME_SCORE_PARTS,
  MEME_V1,
  MEME_REGIMES,
  memeDays,
  memeScore,
  type MemeCoin,
  type MemeConfig,
  type MemeDay,
  type MemeRegime,
  type MemeScore,
} from '@barograph/stress';
import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

const FILE = process.argv[2] ?? '../shared/data/ohlcv_1d/hyperliquid_all_perps_1d.csv.gz';

/** Rows `timestamp,symbol,open,high,low,close,volume`. Bars before the first trade are no history of a market. */
function readUniverse(path: string): Map<string, Candles> {
  const bars = new Map<string, Bar[]>();
  for (const line of gunzipSync(readFileSync(path)).toString().trim().split('\n').slice(1)) {
    const [time, symbol = '', ...numbers] = line.split(',');
    const [open = NaN, high = NaN, low = NaN, close = NaN, volume = NaN] = numbers.map(Number);
    const known = bars.get(symbol) ?? [];
    if (volume === 0 && known.length === 0) continue;
    bars.set(symbol, known);
    known.push({
      time: Number(time),
      open,
      high: Math.max(high, open, close),
      low: Math.min(low, open, close),
      close,
      volume,
    });
  }
  return new Map([...bars].map(([symbol, list]) => [symbol, candlesOf(list.sort((a, b) => a.time - b.time))]));
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
const quantiles = (values: readonly number[], digits = 1): string =>
  [0.05, 0.25, 0.5, 0.75, 0.95].map((p) => quantile(values, p).toFixed(digits)).join(' / ');

function labels(histories: ReadonlyMap<string, readonly MemeDay[]>): void {
  const days = [...histories.values()].flatMap((list) => list.filter(({ regime }) => regime !== null));
  const flips = days.filter(({ regimeChanged }) => regimeChanged).length;
  console.log(
    `${histories.size} coins, ${days.length} coin-days with a regime, ${((365 * flips) / days.length).toFixed(1)} changes a coin-year`,
  );
  for (const regime of MEME_REGIMES) {
    const own = days.filter((day) => day.regime === regime);
    const spells: number[] = [];
    const ahead: number[] = [];
    for (const list of histories.values()) {
      list.forEach((day, i) => {
        if (day.regime !== regime) return;
        const next = list[i + 1];
        if (next !== undefined && next.regime !== regime) spells.push(day.daysInRegime!);
        const later = list[i + 7];
        if (later !== undefined) ahead.push(100 * (later.close / day.close - 1));
      });
    }
    const short = spells.filter((length) => length <= 3).length / spells.length;
    console.log(
      `${regime.padEnd(12)} ${percent(own.length / days.length).padStart(7)} of days; ${spells.length} spells, median ${quantile(spells, 0.5)} d, ${percent(short)} of 3 d or less; next 7 d ${quantiles(ahead, 0)} %`,
    );
  }
}

/** Share of days that keep their label when every threshold is moved by up to 15 %, each on its own. */
function robustness(universe: ReadonlyMap<string, Candles>): void {
  let state = 20;
  const moved = (value: number): number => {
    state = (state * 48_271) % 2_147_483_647;
    return value * (0.85 + (0.3 * state) / 2_147_483_647);
  };
  const memes = [...universe].filter(([symbol]) => isMeme(symbol)).map(([, bars]) => bars);
  const labelsOf = (config: MemeConfig): (MemeRegime | null)[] =>
    memes.flatMap((bars) => memeDays(bars, config).map(({ regime }) => regime));
  const standard = labelsOf(MEME_V1);
  const known = standard.filter((regime) => regime !== null).length;
  const agreement = Array.from({ length: 20 }, () => {
    const { euphoric, distribution, ignition, dormant, bleeding } = MEME_V1;
    const rules = { euphoric, distribution, ignition, dormant, bleeding };
    const perturbed = Object.entries(rules).map(([rule, numbers]) => [
      rule,
      Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, moved(value)])),
    ]);
    const labels = labelsOf({ ...MEME_V1, ...(Object.fromEntries(perturbed) as typeof rules) });
    return labels.filter((regime, i) => regime !== null && regime === standard[i]).length / known;
  });
  console.log(
    `thresholds moved by up to 15 %: ${percent(Math.min(...agreement))} to ${percent(Math.max(...agreement))} of labels stay, median ${percent(quantile(agreement, 0.5))}`,
  );
}

/** The score of every day, and what its parts are made of. */
function scores(universe: ReadonlyMap<string, Candles>): void {
  const memes = [...universe].filter(([symbol]) => isMeme(symbol));
  const trackers = new Map(memes.map(([symbol]) => [symbol, createMemeTracker()]));
  const next = new Map(memes.map(([symbol]) => [symbol, 0]));
  const btc = createMemeTracker();
  const btcBars = universe.get('BTC')!;
  const all: (MemeScore & { readonly score: number })[] = [];
  for (let k = 0; k < btcBars.length; k++) {
    const time = btcBars.time[k]!;
    const btcDay = btc.day(at(btcBars, k));
    const coins: MemeCoin[] = [];
    for (const [symbol, bars] of memes) {
      const tracker = trackers.get(symbol)!;
      const i = next.get(symbol)!;
      if (bars.time[i] === time) {
        tracker.day(at(bars, i));
        next.set(symbol, i + 1);
      }
      const facts = { symbol, source: 'perpdex_perp', pdSymbol: symbol, fundingRate: null, oiUsd: null } as const;
      coins.push({
        row: tracker.row(facts, time + DAY_MS),
        notional30: tracker.notional30,
        returns: tracker.returns(),
      });
    }
    const score = memeScore({ coins, btcRet30d: btcDay.ret30d, freshListings: null });
    if (score.score === null || score.coins < 5) continue;
    all.push({ ...score, score: score.score });
  }
  console.log(
    `${all.length} days with 5 coins or more; score 5/25/50/75/95 %: ${quantiles(all.map(({ score }) => score))}`,
  );
  for (const part of MEME_SCORE_PARTS) {
    const known = all.flatMap(({ subScores }) => subScores[part] ?? []);
    if (known.length > 0) console.log(`${part.padEnd(12)} ${quantiles(known, 0)}`);
  }
  for (const band of MEME_BANDS)
    console.log(
      `${band.padEnd(12)} ${percent(all.filter((day) => day.band === band).length / all.length).padStart(7)} of days`,
    );
  console.log(`season ${percent(all.filter(({ memeSeason }) => memeSeason).length / all.length)} of days`);
  console.log(
    `co-movement: ${quantiles(
      all.flatMap(({ coMovement }) => coMovement ?? []),
      2,
    )}`,
  );
}

function at(bars: Candles, i: number): Bar {
  const { time, open, high, low, close, volume } = bars;
  return { time: time[i]!, open: open[i]!, high: high[i]!, low: low[i]!, close: close[i]!, volume: volume[i]! };
}

if (existsSync(FILE)) {
  const universe = readUniverse(FILE);
  labels(new Map([...universe].filter(([symbol]) => isMeme(symbol)).map(([symbol, bars]) => [symbol, memeDays(bars)])));
  robustness(universe);
  scores(universe);
} else {
  console.log(`${FILE} is not there: nothing to show.`);
}
