/** Rules that set weights: a factor, mixes, risk targets. */

import type { Decide } from '../backtester.ts';
import {
  closeTime,
  column,
  columnOn,
  deviation,
  isNewMonth,
  last,
  mean,
  perp,
  ranked,
  returns,
  spot,
  TEN,
  weights,
  yearly,
  type Rule,
} from '../rule.ts';

const lowBeta: Rule = {
  slug: 'low-beta-factor',
  every: 24,
  symbols: TEN,
  sides: 'neutral',
  costs: perp(5),
  // oxlint-disable-next-line eslint/max-lines-per-function -- a rule of many steps, read from top to bottom
  start: (panel): Decide => {
    const daily = panel.coins.map(returns);
    const market = daily[0]!.map((_, i) => mean(daily.map((x) => x[i]!)));
    const three = (x: Float64Array): Float64Array => x.map((_, i) => (i < 3 ? NaN : x[i]! + x[i - 1]! + x[i - 2]!));
    const long = { coins: daily.map(three), market: three(market) };
    const correlation = (x: Float64Array, y: Float64Array): number => {
      const [mx, my] = [mean(x), mean(y)];
      return (
        mean(x.map((value, k) => (value - mx) * (y[k]! - my))) / (deviation(x) * deviation(y)) / (1 - 1 / x.length)
      );
    };
    const betaOf = (coin: number, i: number): number => {
      const rho = correlation(last(long.coins[coin]!, i, 90), last(long.market, i, 90));
      return 0.6 * rho * (deviation(last(daily[coin]!, i, 30)) / deviation(last(market, i, 30))) + 0.4;
    };
    let betas: readonly number[] = [];
    return (i, { equity, units }) => {
      if (i < 95) return [];
      const positions = panel.coins.map(({ close }, coin) => (units[coin]! * close[i]!) / equity);
      if (!isNewMonth(panel, i)) {
        if (betas.length === 0) return [];
        const on = (side: number): number =>
          positions.reduce((sum, weight, coin) => sum + (weight * side > 0 ? weight * betas[coin]! : 0), 0);
        const [up, down] = [on(1), on(-1)];
        const longs = positions.filter((weight) => weight > 0).reduce((a, b) => a + b, 0);
        if (longs > 2.5)
          return weights(
            panel,
            i,
            equity,
            positions.map((weight) => weight / 2),
          );
        if (Math.abs(up + down) <= 0.15) return [];
        return weights(
          panel,
          i,
          equity,
          positions.map((weight) => (weight < 0 ? (weight * up) / -down : weight)),
        );
      }
      betas = panel.coins.map((_, coin) => betaOf(coin, i));
      const order = ranked(betas);
      const middle = (order.length - 1) / 2;
      // Low betas are the long side.
      const ranks = betas.map((_, coin) => middle - order.indexOf(coin));
      const scale = (side: number): number =>
        ranks.reduce((sum, rank, coin) => sum + (rank * side > 0 ? Math.abs(rank) * betas[coin]! : 0), 0);
      const [up, down] = [scale(1), scale(-1)];
      const raw = ranks.map((rank) => rank / (rank > 0 ? up : down));
      const past = Float64Array.from({ length: 90 }, (_, k) =>
        raw.reduce((sum, weight, coin) => sum + weight * daily[coin]![i - k]!, 0),
      );
      const longs = raw.filter((weight) => weight > 0).reduce((a, b) => a + b, 0);
      const factor = Math.min(0.6 / longs, 0.1 / (deviation(past) * Math.sqrt(365)));
      return weights(
        panel,
        i,
        equity,
        raw.map((weight) => weight * factor),
      );
    };
  },
};

const constantMix: Rule = {
  slug: 'constant-mix-rebalance',
  every: 24,
  symbols: ['BTC'],
  sides: 'long',
  costs: spot(5),
  start: (panel): Decide => {
    const bars = panel.coins[0]!;
    const risk = yearly(bars, 90);
    return (i, { equity, units }) => {
      if (Number.isNaN(risk[i]!)) return [];
      const weight = (units[0]! * bars.close[i]!) / equity;
      if (weight === 0) return weights(panel, i, equity, [0.5]);
      const width = Math.max(0.08, Math.min(0.18, 0.06 + 0.06 * (risk[i]! / 0.6)));
      return Math.abs(weight - 0.5) > width ? weights(panel, i, equity, [(weight + 0.5) / 2]) : [];
    };
  },
};

/** Weights of equal contributions to risk: the minimum of x·Cov·x/2 − Σ ln x / n, coordinate by coordinate, scaled to one. */
function equalContributions(covariance: readonly (readonly number[])[]): number[] {
  const n = covariance.length;
  const x = covariance.map((row, k) => 1 / Math.sqrt(n * row[k]!));
  for (let round = 0; round < 200; round++) {
    for (let k = 0; k < n; k++) {
      const others = x.reduce((sum, value, j) => sum + (j === k ? 0 : covariance[k]![j]! * value), 0);
      const own = covariance[k]![k]!;
      x[k] = (-others + Math.sqrt(others * others + (4 * own) / n)) / (2 * own);
    }
  }
  const total = x.reduce((a, b) => a + b, 0);
  return x.map((value) => value / total);
}

const equalRisk: Rule = {
  slug: 'equal-risk-contribution',
  every: 24,
  symbols: TEN.slice(0, 8),
  sides: 'long',
  costs: perp(5),
  start: (panel): Decide => {
    const daily = panel.coins.map(returns);
    const risks = panel.coins.map((bars) => yearly(bars, 60));
    let mondays = 0;
    return (i, { equity, units }) => {
      if (closeTime(panel, i, 24).getUTCDay() !== 1 || i < 121 || mondays++ % 2 === 1) return [];
      const z = daily.map((x) => {
        const window = last(x, i, 120);
        const [m, d] = [mean(window), deviation(window)];
        return window.map((value) => (value - m) / d);
      });
      const covariance = z.map((x, a) =>
        z.map((y, b) => (x.reduce((sum, value, k) => sum + value * y[k]!, 0) / 119) * risks[a]![i]! * risks[b]![i]!),
      );
      const x = equalContributions(covariance);
      const variance = x.reduce(
        (sum, value, a) => sum + x.reduce((s, other, b) => s + value * other * covariance[a]![b]!, 0),
        0,
      );
      const factor = Math.min(1.5, 0.15 / Math.sqrt(variance));
      return weights(
        panel,
        i,
        equity,
        x.map((value) => value * factor),
      ).filter(({ coin, units: target }) => {
        const position = units[coin]!;
        return position === 0 || Math.abs(target! / position - 1) > 0.2;
      });
    };
  },
};

const overlay: Rule = {
  slug: 'vol-target-overlay',
  every: 24,
  symbols: ['BTC', 'ETH'],
  sides: 'long',
  costs: perp(5),
  start: (panel): Decide => {
    // The portfolio beneath: half of each coin, never resized.
    const beneath = panel.time.map((_, i) => mean(panel.coins.map(({ close }) => close[i]! / close[0]!)));
    const risk = columnOn('ewma-volatility', beneath, panel.coins[0]!, { lambda: 0.5 ** (1 / 20), A: 365 });
    const yearlyFunding = panel.coins.map((bars) => column('funding-rate-annualised', bars));
    let inForce = 0;
    return (i, { equity }) => {
      if (i < 40) return [];
      const funding = mean(yearlyFunding.map((rate) => rate[i]!));
      const multiplier = Math.min(0.2 / Math.max(0.1, risk[i]!), funding > 20 ? 1 : 1.5);
      if (inForce > 0 && Math.abs(multiplier / inForce - 1) <= 0.1) return [];
      inForce = multiplier;
      const parts = panel.coins.map(({ close }) => close[i]! / close[0]! / 2 / beneath[i]!);
      return weights(
        panel,
        i,
        equity,
        parts.map((part) => part * multiplier),
      );
    };
  },
};

export const WEIGHTS: readonly Rule[] = [lowBeta, constantMix, equalRisk, overlay];
