/** Rules over many coins at once: momentum, reversal, a pair. */

import type { Decide } from '../backtester.ts';
import {
  closeTime,
  columnOn,
  deviation,
  isNewMonth,
  last,
  mean,
  perp,
  quantile,
  ranked,
  spot,
  TEN,
  weights,
  type Rule,
} from '../rule.ts';

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
      // Filled at the close after the ranking close, which is the open after next.
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
      const clipped = gains.map((gain) => centre + Math.max(-3, Math.min(3, (gain - centre) / spread)) * spread);
      const raw = clipped.map((gain) => -(gain - mean(clipped)) / gains.length);
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

export const ACROSS: readonly Rule[] = [dual, nullCheck, contrarian, ratio];
