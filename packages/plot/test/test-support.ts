/** Pictures of the simulated market, one of each kind, for the tests of this package. */

import { HOUR_MS, resample, type Candles } from '@barograph/core';
import { cycleDays, marketDays } from '@barograph/cycle';
import { signum } from '@barograph/indicators';
import { REGIMES } from '@barograph/nowcast';
import { createMarket, SIMULATOR_V2 } from '@barograph/simulator';
import { volatilityCone } from '@barograph/volatility';
import type { PictureOptions } from '../src/compose.ts';
import { plotCone } from '../src/cone.ts';
import { plotCycle } from '../src/cycle.ts';
import { plotGamma } from '../src/gamma.ts';
import { plotHeatTables } from '../src/heat-table.ts';
import { plotHistogram } from '../src/histogram.ts';
import { plotLadder, type LadderRecord } from '../src/ladder.ts';
import { plotNowcast } from '../src/nowcast.ts';
import type { Picture } from '../src/picture.ts';
import { plotProbabilities } from '../src/probabilities.ts';
import { plotRanges } from '../src/ranges.ts';
import { plotRegimes } from '../src/regimes.ts';
import { plotReliability } from '../src/reliability.ts';
import { plotScores } from '../src/scores.ts';

/** Draws a picture of the simulated market. */
export type Draw = (options?: PictureOptions) => Picture;

const { start } = SIMULATOR_V2;
const END = start + 420 * 24 * HOUR_MS;

/** One picture of each kind, by name. */
export function simulatedPictures(): Readonly<Record<string, Draw>> {
  const market = createMarket();
  const hours = market.candles('BTC', 'perpdex_perp', '1h', start, END);
  const days = resample(hours, '1h', '1d').bars;
  const track = market.regimes(END);
  const { kept, time, label, posterior } = believed(
    track.time,
    track.regime.map((name) => REGIMES.indexOf(name)),
  );
  const last = { first: time.length - 21 * 24, columns: { time, label, probabilities: posterior, names: REGIMES } };
  const from = time[last.first]!;
  const cycle = cycleDays(marketDays(days, [{ symbol: 'BTC', daily: days }]));
  const ladder = ladderAt(market.positions('BTC', END), hours.close.at(-1)!);
  const rank = rankOf(days);
  return {
    regimes: (options) => plotRegimes({ ...days, label: signum(days).color }, { symbol: 'BTC', ...options }),
    probabilities: (options) => plotProbabilities(last.columns, { from, ...options }),
    nowcast: (options) =>
      plotNowcast(
        { ...last.columns, close: kept.map((row) => hours.close[row]!) },
        { symbol: 'BTC', from, ...options },
      ),
    reliability: (options) => plotReliability([{ name: 'believed', reliability: binsOf(posterior, label) }], options),
    cone: (options) => plotCone(volatilityCone(days), { symbol: 'BTC', ...options }),
    ladder: (options) => plotLadder(ladder, options),
    gamma: (options) => plotGamma({ ...ladder, profile: profileOf(ladder) }, options),
    scores: (options) =>
      plotScores({ time: days.time, score: rank(7), parts: { month: rank(30), season: rank(90) } }, options),
    cycle: (options) => plotCycle({ days: cycle, close: days.close }, { symbol: 'BTC', ...options }),
    heat: (options) =>
      plotHeatTables(
        ['share', 'days\nin all'],
        ['first', 'second'].map((caption, table) => ({
          caption,
          rows: sharesOf(label).map((share, i) => ({
            name: REGIMES[i]!,
            cells: [
              { text: share.toFixed(3), shade: share, isMarked: i === table },
              { text: '–', shade: null },
            ],
          })),
        })),
        options,
      ),
    histogram: (options) =>
      plotHistogram({ shares: sharesOf(label), edges: [...REGIMES.map(String), ''], label: 'regime' }, options),
    ranges: (options) =>
      plotRanges(
        REGIMES.map((name, i) => ({ name, low: i + 1, middle: 2 * i + 2, high: 9 * i + 9 })),
        'hours',
        options,
      ),
  };
}

/** A posterior that follows the truth with a lag: unknown on the first day, missing for one hour of every thousand. */
function believed(times: Float64Array, truth: readonly number[]) {
  const kept = Array.from(times.keys()).filter((row) => row % 1000 < 997);
  const belief = new Float64Array(REGIMES.length).fill(1 / REGIMES.length);
  const [label, posterior]: [number[], number[]] = [[], []];
  times.forEach((_, row) => {
    belief.forEach((share, k) => (belief[k] = 0.9 * share + (truth[row] === k ? 0.1 : 0)));
    if (row % 1000 >= 997) return;
    label.push(row < 24 ? -1 : belief.indexOf(Math.max(...belief)));
    posterior.push(...Array.from(belief, (share) => (row < 24 ? NaN : share)));
  });
  return { kept, time: Float64Array.from(kept, (row) => times[row]!), label, posterior };
}

function binsOf(posterior: readonly number[], label: readonly number[]) {
  const bins = Array.from({ length: 10 }, () => ({ rows: 0, stated: 0, came: 0 }));
  label.slice(24, -1).forEach((_, i) => {
    const row = i + 24;
    const stated = posterior[6 * row]!;
    const bin = bins[Math.min(9, Math.floor(10 * stated))]!;
    bin.rows++;
    bin.stated += stated;
    bin.came += label[row + 1] === 0 ? 1 : 0;
  });
  return bins
    .filter(({ rows }) => rows > 0)
    .map(({ rows, stated, came }) => ({ rows, stated: stated / rows, came: came / rows }));
}

function sharesOf(label: readonly number[]): readonly number[] {
  return REGIMES.map((_, k) => label.filter((one) => one === k).length / label.length);
}

/** Rank of the close within its last days, 0…100: a score with a warm-up. */
function rankOf({ close }: Candles): (window: number) => Float64Array {
  return (window) =>
    close.map((value, i) =>
      i < window ? NaN : (100 * close.subarray(i - window, i).filter((one) => one < value).length) / window,
    );
}

function ladderAt(
  positions: readonly { readonly side: 'long' | 'short'; readonly level: number; readonly size: number }[],
  mark: number,
): LadderRecord {
  const bins = Array.from({ length: 200 }, (_, i) => ({
    low: mark * (0.5 + i * 0.005),
    high: mark * (0.5 + (i + 1) * 0.005),
    long: 0,
    short: 0,
  }));
  for (const { side, level, size } of positions) {
    const bin = bins[Math.floor((level / mark - 0.5) / 0.005)];
    if (bin !== undefined) bin[side] += size * mark;
  }
  return { coin: 'BTC', mark, bins: bins.filter(({ long, short }) => long + short > 0), flip: mark * 0.973 };
}

function profileOf({ bins, mark }: LadderRecord) {
  return Array.from({ length: 40 }, (_, i) => {
    const distPct = -10 + (i + 0.5) * 0.5;
    const at = mark * (1 + distPct / 100);
    const { long = 0, short = 0 } = bins.find(({ low, high }) => low <= at && at < high) ?? {};
    return { distPct, long, short };
  });
}
