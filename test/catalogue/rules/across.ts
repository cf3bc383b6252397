/** Rules over many coins at once: momentum, reversal, pairs, factors, weights. */

import type { Decide, Order, Panel } from '../backtester.ts';
import {
  closeTime,
  column,
  columnOn,
  deviation,
  last,
  market,
  mean,
  perp,
  quantile,
  returns,
  spot,
  TEN,
  yearly,
  type Rule,
} from '../rule.ts';

const isNewMonth = (panel: Panel, i: number): boolean => closeTime(panel, i, 24).getUTCDate() === 1;
const weights = (panel: Panel, i: number, equity: number, of: readonly number[]): Order[] =>
  of.map((weight, coin) => market(coin, (weight * equity) / panel.coins[coin]!.close[i]!));
const ranked = (scores: readonly number[]): number[] =>
  scores.map((_, coin) => coin).sort((a, b) => scores[a]! - scores[b]!);

/** Yearly rate of bills in a market that has none: a constant of the test. */
const BILLS = 0.04;

const dual: Rule = {
  slug: 'dual-momentum-switch',
  every: 24,
  symbols: ['BTC', 'ETH'],
  sides: 'long',
  costs: spot(15),
  start: (panel): Decide => {
    return (i, { equity, units }) => {
      if (i < 365 || !isNewMonth(panel, i)) return [];
      const gains = panel.coins.map(({ close }) => close[i]! / close[i - 365]! - 1);
      const best = Math.max(...gains);
      const chosen = best > BILLS ? gains.indexOf(best) : -1;
      if (chosen >= 0 && units[chosen]! > 0) return [];
      return weights(
        panel,
        i,
        equity,
        gains.map((_, coin) => (coin === chosen ? 1 : 0)),
      );
    };
  },
};

const nullCheck: Rule = {
  slug: 'crypto-momentum-null-check',
  every: 24,
  symbols: TEN,
  sides: 'both',
  costs: perp(25),
  start: (panel): Decide => {
    let monthOpen = -1;
    let decided: readonly number[] | undefined;
    return (i, { equity }) => {
      // Filled at the close after the one that ranks, which is the next open but one.
      if (decided !== undefined) {
        const now = decided;
        decided = undefined;
        return weights(panel, i, equity, now);
      }
      if (!isNewMonth(panel, i)) return [];
      if (monthOpen >= 0) {
        const order = ranked(panel.coins.map(({ close }) => close[i]! / close[monthOpen]! - 1));
        const side = Math.floor(0.2 * order.length);
        decided = panel.coins.map((_, coin) => {
          const rank = order.indexOf(coin);
          return rank < side ? -Math.min(0.01, 0.5 / side) : rank >= order.length - side ? 0.5 / side : 0;
        });
      }
      monthOpen = i;
      return [];
    };
  },
};

const contrarian: Rule = {
  slug: 'weekly-contrarian-reversal',
  every: 24,
  symbols: TEN,
  sides: 'neutral',
  costs: perp(8),
  start:
    (panel): Decide =>
    (i, { equity }) => {
      // The close of Wednesday is the open of Thursday.
      if (i < 7 || closeTime(panel, i, 24).getUTCDay() !== 4) return [];
      const gains = panel.coins.map(({ close }) => close[i]! / close[i - 7]! - 1);
      const centre = mean(gains);
      const spread = deviation(gains);
      const held = gains.map((gain) => centre + Math.max(-3, Math.min(3, (gain - centre) / spread)) * spread);
      const raw = held.map((gain) => -(gain - mean(held)) / gains.length);
      const gross = raw.reduce((sum, weight) => sum + Math.abs(weight), 0);
      return weights(
        panel,
        i,
        equity,
        raw.map((weight) => weight / gross),
      );
    },
};

const ratio: Rule = {
  slug: 'ratio-eth-btc-range',
  every: 24,
  symbols: ['BTC', 'ETH'],
  sides: 'neutral',
  costs: perp(5),
  start: (panel): Decide => {
    const [btc, eth] = panel.coins;
    const price = eth!.close.map((close, i) => close / btc!.close[i]!);
    const z = columnOn('z-score', price, eth!, { n: 20 });
    let side = 0;
    let entered = NaN;
    let since = NaN;
    return (i, { equity, units }) => {
      if (i < 365) return [];
      const year = last(price, i, 365);
      const now = price[i]!;
      if (side !== 0) {
        const isBack = (now - quantile(year, 0.5)) * side >= 0;
        if (isBack || (now / entered - 1) * side <= -0.08 || i - since >= 90) {
          side = 0;
          return weights(panel, i, equity, [0, 0]);
        }
        const [b, e] = panel.coins.map(({ close }, coin) => Math.abs(units[coin]! * close[i]!));
        return Math.abs(b! / e! - 1) > 0.1 ? weights(panel, i, equity, [-0.2 * side, 0.2 * side]) : [];
      }
      const turn = Math.sign(z[i]! - z[i - 1]!);
      const isLow = now < quantile(year, 0.1) && z[i - 1]! < -1.5 && turn > 0;
      const isHigh = now > quantile(year, 0.9) && z[i - 1]! > 1.5 && turn < 0;
      if (!isLow && !isHigh) return [];
      side = isLow ? 1 : -1;
      entered = now;
      since = i;
      return weights(panel, i, equity, [-0.2 * side, 0.2 * side]);
    };
  },
};

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
      const held = panel.coins.map(({ close }, coin) => (units[coin]! * close[i]!) / equity);
      if (!isNewMonth(panel, i)) {
        if (betas.length === 0) return [];
        const on = (side: number): number =>
          held.reduce((sum, weight, coin) => sum + (weight * side > 0 ? weight * betas[coin]! : 0), 0);
        const [up, down] = [on(1), on(-1)];
        const longs = held.filter((weight) => weight > 0).reduce((a, b) => a + b, 0);
        if (longs > 2.5)
          return weights(
            panel,
            i,
            equity,
            held.map((weight) => weight / 2),
          );
        if (Math.abs(up + down) <= 0.15) return [];
        return weights(
          panel,
          i,
          equity,
          held.map((weight) => (weight < 0 ? (weight * up) / -down : weight)),
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
        const held = units[coin]!;
        return held === 0 || Math.abs(target! / held - 1) > 0.2;
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

export const ACROSS: readonly Rule[] = [dual, nullCheck, contrarian, ratio, lowBeta, constantMix, equalRisk, overlay];
