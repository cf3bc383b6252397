/** Share of hours whose published label names the simulator's regime. */

import { HOUR_MS } from '@barograph/core';
import { createHmm, filter, labelProbabilities, nowcastHistory, REGIMES, type NowcastModel } from '@barograph/nowcast';
import { createMarket, SIMULATOR_V1 } from '@barograph/simulator';

/** Recovery of one label. */
export interface LabelRecovery {
  /** Hours of the simulator in this label; `called` counts published hours. */
  readonly hours: number;
  readonly called: number;
  /** Share of true hours published as this label; `precision` is the share of published hours that are right. NaN without hours. */
  readonly recall: number;
  readonly precision: number;
}

export interface Recovery {
  readonly hours: number;
  /** Share of the hours whose label is the simulator's. */
  readonly right: number;
  /** Share of right hours for a constant forecast of the most frequent label. */
  readonly constant: number;
  /** Mean recall of the labels: a sixth for guesses or a constant label. */
  readonly balanced: number;
  /** Share of right hours by minimum age of the regime, hours. */
  readonly settled: Readonly<Record<(typeof SETTLED)[number], number>>;
  /** Share of right hours with the truth shifted by half of the hours: agreement by chance. */
  readonly chance: number;
  readonly labels: readonly LabelRecovery[];
  /** Hours by true label and called label. */
  readonly confusion: readonly (readonly number[])[];
}

export const SETTLED = [0, 12, 24, 48, 72] as const;

/** Simulated market of a seed: Bitcoin's hours, and the regime of each. */
function marketOf(seed: string, to: number) {
  const market = createMarket({ ...SIMULATOR_V1, seed });
  const end = SIMULATOR_V1.start + to * HOUR_MS;
  return {
    bars: market.candles('BTC', 'perpdex_perp', '1h', SIMULATOR_V1.start, end),
    truth: market.regimes(end).regime.map((regime) => REGIMES.indexOf(regime)),
  };
}

/**
 * Recovery of a model.
 *
 * @param from first hour that counts; `to` is the hour after the last, both counted from the market's start.
 */
export function recovery(model: NowcastModel, seed: string, from: number, to: number): Recovery {
  const { bars, truth } = marketOf(seed, to);
  return scored(nowcastHistory(model, bars).label, truth, from, to);
}

/**
 * Best possible recovery: the likeliest label by a filter that knows the simulator's own chain, drifts, volatilities
 * and noise, but for its ranges' pull and its clustering. It sees returns alone, and needs no window.
 */
export function knowable(seed: string, from: number, to: number): Recovery {
  const { bars, truth } = marketOf(seed, to);
  const { regimes } = SIMULATOR_V1;
  const rows = REGIMES.map((regime) => {
    const { meanHours, next } = regimes[regime];
    const total = REGIMES.reduce((sum, other) => sum + (next[other] ?? 0), 0);
    return REGIMES.map((other) => (other === regime ? 1 - 1 / meanHours : (next[other] ?? 0) / total / meanHours));
  });
  const hmm = createHmm({
    version: SIMULATOR_V1.version,
    labels: REGIMES,
    features: ['return'],
    nu: NOISE_NU,
    beta: 1,
    states: REGIMES.map((regime, label) => ({
      label,
      mean: [regimes[regime].drift],
      // The noise has variance one: a t of ν degrees of freedom has ν / (ν − 2) of its scale.
      scaleCholesky: [[regimes[regime].volatility * Math.sqrt((NOISE_NU - 2) / NOISE_NU)]],
    })),
    initial: REGIMES.map(() => 1 / REGIMES.length),
    transition: rows,
  });
  const returns = bars.close.map((close, t) => (t === 0 ? NaN : Math.log(close / bars.close[t - 1]!)));
  const posterior = labelProbabilities(hmm, filter(hmm, [returns]));
  const label = Int32Array.from(returns, (_, t) => {
    const row = posterior.subarray(t * REGIMES.length, (t + 1) * REGIMES.length);
    return row.indexOf(Math.max(...row));
  });
  return scored(label, truth, from, to);
}

/** Degrees of freedom of the simulator's noise. */
const NOISE_NU = 5;

function scored(label: ArrayLike<number>, truth: readonly number[], from: number, to: number): Recovery {
  const hours = Array.from({ length: to - from }, (_, i) => from + i).filter((t) => label[t]! >= 0);
  const confusion = REGIMES.map(() => REGIMES.map(() => 0));
  for (const t of hours) confusion[truth[t]!]![label[t]!]!++;

  const share = (isCounted: (t: number) => boolean, among: readonly number[] = hours): number =>
    among.filter(isCounted).length / among.length;
  const isRight = (t: number): boolean => truth[t] === label[t];
  const age: number[] = [];
  truth.forEach((regime, t) => age.push(t > 0 && truth[t - 1] === regime ? age[t - 1]! + 1 : 1));
  const half = Math.floor(hours.length / 2);
  const labels = REGIMES.map((_, id): LabelRecovery => {
    const own = confusion[id]!.reduce((sum, count) => sum + count, 0);
    const called = confusion.reduce((sum, row) => sum + row[id]!, 0);
    const both = confusion[id]![id]!;
    return { hours: own, called, recall: both / own, precision: both / called };
  });
  const settled = (least: number): number =>
    share(
      isRight,
      hours.filter((t) => age[t]! >= least),
    );
  return {
    hours: hours.length,
    right: share(isRight),
    constant: Math.max(...labels.map((label) => label.hours)) / hours.length,
    balanced: labels.reduce((sum, { recall }) => sum + recall, 0) / labels.length,
    settled: { 0: settled(0), 12: settled(12), 24: settled(24), 48: settled(48), 72: settled(72) },
    chance: share((t) => truth[hours[(t - from + half) % hours.length]!] === label[t]),
    labels,
    confusion,
  };
}
