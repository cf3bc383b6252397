/**
 * Skill of the direction heads on hours after those learnt from, for the market and for every coin of a panel, with
 * intervals of whole weeks; and the base rates of its classes. Fits are of Bitcoin alone, one a year, β given.
 * `node --conditions=source --import tsx packages/lab/studies/nowcast-direction.evidence.ts [--iterations 30] [--every 1] [--last]`; `--last` is the
 * last unseen year alone, 2024-08 to 2025-07, forecast by one fit of the hours before it.
 */

import { parseArgs } from 'node:util';
import { describeProblem, HOUR_MS } from '@barograph/core';
import { readBars, readBarsFolder } from '@barograph/files';
import { applyLogistic, DIRECTIONS, HORIZONS, observe, type Horizon } from '@barograph/nowcast';
import { directionInputs } from '@barograph/nowcast/parts';
import {
  bootstrapMean,
  createHistory,
  fitLogistic,
  fitRegimes,
  HEADS_V2,
  TRAINING_V2,
  type History,
} from '../src/index.ts';

/** Names of the inputs of the heads are not looked at here. */
const DIRECTION_NAMES = Array.from({ length: 14 }, (_, i) => String(i));

const DATA = '../shared/data/ohlcv_1h';
const { values: flags } = parseArgs({
  options: {
    iterations: { type: 'string', default: '30' },
    every: { type: 'string', default: '1' },
    last: { type: 'boolean' },
  },
});
/** Hours between learning and testing. */
const PURGE = 120;
/** Hours between two origins that are scored. */
const STRIDE = 4;
const FROM = Date.UTC(2019, 0, 1);
const TO = Date.UTC(2025, 7, 1);
/** Ends of learning; each is tested until the next. */
const CUTS = flags.last === true ? [Date.UTC(2024, 7, 1)] : [2020, 2021, 2022, 2023, 2024, 2025].map((year) => Date.UTC(year, 0, 1)); // prettier-ignore

type Row = { readonly time: number; readonly difference: number };

const market = await readBars(`${DATA}/binance_spot/BTCUSDT.csv.gz`);
if (!market.ok) throw new Error(describeProblem(market.error));
const folder = await readBarsFolder(`${DATA}/binance_usdm_perp`);
if (!folder.ok) throw new Error(describeProblem(folder.error));
const btc = observe(market.value.candles);
const coins = folder.value.files
  .filter((_, i) => i % Number(flags.every) === 0)
  .map(({ file, candles }) => ({ name: file.replace(/^.*\/|USDT.*$/g, ''), hours: observe(candles) }));

const rows = new Map<string, Row[]>();
const shares = new Map<string, number[]>();

/** Origins of a history within a span, of which the outcome is known. */
function origins({ time, length, ready }: History, from: number, to: number, steps: number): number[] {
  return Array.from({ length }, (_, t) => t).filter(
    (t) => t % STRIDE === 0 && time[t]! >= from && t + steps < length && time[t + steps]! < to && ready(t),
  );
}

function sharesOf(history: History, at: readonly number[], steps: number): number[] {
  const counts = DIRECTIONS.map(() => 1);
  for (const t of at) counts[history.direction(t, steps)]!++;
  return counts.map((count) => count / (at.length + DIRECTIONS.length));
}

const horizons = Object.entries(HORIZONS) as [Horizon, number][];
for (const [index, cut] of CUTS.entries()) {
  const end = CUTS[index + 1] ?? TO;
  const name = new Date(cut).toISOString().slice(0, 7);
  const to = cut - PURGE * HOUR_MS;
  const config = { ...TRAINING_V2, beta: 0.16, maxIterations: Number(flags.iterations) };
  const fit = fitRegimes(btc, { version: `direction/${name}`, to, config });
  const model = { parameters: fit.parameters, standardization: fit.standardization };
  const history = createHistory(model, btc);
  const from = btc.time[TRAINING_V2.warmUpBars]!;
  const heads = horizons.map(([horizon, steps]) => {
    const at = origins(history, from, to, steps);
    const options = { classes: DIRECTIONS, inputs: DIRECTION_NAMES, c: HEADS_V2.directionC };
    const head = fitLogistic(
      at.map((t) => directionInputs(history.view(t, steps))),
      at.map((t) => history.direction(t, steps)),
      options,
    );
    return { horizon, steps, head, base: sharesOf(history, at, steps) };
  });
  const panel = coins.map(({ name, hours }) => ({ name, of: createHistory(model, hours) }));
  // what would stand in the place of a coin's head: shares of coins in the hours before
  const baseOfCoins = heads.map(({ steps, base }) => {
    const known = panel.map(({ of }) => ({ of, at: origins(of, from, to, steps) })).filter(({ at }) => at.length > 500);
    const each = known.map(({ of, at }) => sharesOf(of, at, steps));
    return each.length === 0
      ? base
      : DIRECTIONS.map((_, k) => each.reduce((sum, one) => sum + one[k]!, 0) / each.length);
  });
  for (const { name: scope, of } of [{ name: 'market', of: history }, ...panel]) {
    for (const [i, { horizon, steps, head, base: baseOfMarket }] of heads.entries()) {
      const base = scope === 'market' ? baseOfMarket : baseOfCoins[i]!;
      const key = `${scope} ${horizon}`;
      const kept = rows.get(key) ?? [];
      rows.set(key, kept);
      for (const t of origins(of, cut, end, steps)) {
        const came = of.direction(t, steps);
        const p = applyLogistic(head, directionInputs(of.view(t, steps)))!;
        kept.push({ time: of.time[t]!, difference: Math.log(p[came]! / base[came]!) });
      }
      if (cut !== CUTS.at(-1)) continue;
      const at = origins(of, FROM, TO, steps);
      if (at.length > 1_000) shares.set(key, sharesOf(of, at, steps));
    }
  }
  console.error(`${name}: ${fit.objective.length} iterations`);
}

console.log('| | origins | gain in log loss over the base rate, nats (95 %, weeks) |');
for (const horizon of ['h4', 'h24']) {
  const named = [...rows].filter(([key, kept]) => key.endsWith(` ${horizon}`) && kept.length > 500);
  const of = (kept: readonly Row[]): string => {
    const { mean, low, high } = bootstrapMean(kept);
    return `${kept.length} | ${mean.toFixed(4)} (${low.toFixed(4)} … ${high.toFixed(4)})`;
  };
  for (const [key, kept] of named) console.log(`| ${key} | ${of(kept)} |`);
  console.log(
    `| all coins ${horizon} | ${of(named.filter(([key]) => !key.startsWith('market')).flatMap(([, kept]) => kept))} |`,
  );
  const intervals = named.filter(([key]) => !key.startsWith('market')).map(([, kept]) => bootstrapMean(kept));
  console.log(
    `| of ${intervals.length} coins better, worse ${horizon} | | ${intervals.filter(({ low }) => low > 0).length}, ${intervals.filter(({ high }) => high < 0).length} |`,
  );
}
for (const [horizon] of horizons) {
  const text = (of: readonly number[]): string => of.map((share) => share.toFixed(4)).join(', ');
  const pooled = [...shares].filter(([key]) => key.endsWith(` ${horizon}`) && !key.startsWith('market'));
  console.log(`base rates of the market, ${horizon}: ${text(shares.get(`market ${horizon}`)!)}`);
  const mean = DIRECTIONS.map((_, k) => pooled.reduce((sum, [, of]) => sum + of[k]!, 0) / pooled.length);
  console.log(`mean of ${pooled.length} coins, ${horizon}: ${text(mean)}`);
}
