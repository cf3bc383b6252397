/** Computations: candle patterns, each reported at the close of its last bar. */

import type { Computation } from './computation.ts';
import { columnOf, each, meanOver } from './series.ts';

/** Computations by slug. */
export const CANDLES: Readonly<Record<string, Computation>> = {
  'candlestick-engulfing': {
    columns: ['signal'],
    lookback: () => 1,
    compute: ({ open, close }) => ({
      signal: columnOf(close.length, (i) => {
        if (i === 0) return NaN;
        const [body, earlier] = [close[i]! - open[i]!, close[i - 1]! - open[i - 1]!];
        if (body * earlier >= 0 || Math.abs(body) <= Math.abs(earlier)) return 0;
        const isCovered =
          Math.max(open[i]!, close[i]!) >= Math.max(open[i - 1]!, close[i - 1]!) &&
          Math.min(open[i]!, close[i]!) <= Math.min(open[i - 1]!, close[i - 1]!);
        return isCovered ? Math.sign(body) : 0;
      }),
    }),
  },
  'candlestick-hammer': {
    columns: ['signal'],
    lookback: ({ n }) => n! + 1,
    compute: ({ open, high, low, close }, { ratio, n }) => ({
      signal: columnOf(close.length, (i) => {
        if (i < n! + 1) return NaN;
        const body = Math.abs(close[i]! - open[i]!);
        const under = Math.min(open[i]!, close[i]!) - low[i]!;
        const over = high[i]! - Math.max(open[i]!, close[i]!);
        if (body === 0 || under < ratio! * body || over > body) return 0;
        return -Math.sign(close[i - 1]! - close[i - 1 - n!]!) + 0;
      }),
    }),
  },
  'candlestick-star': {
    columns: ['signal'],
    lookback: ({ n }) => n! + 1,
    compute: ({ open, close }, { small, tolerance, n }) => {
      const body = each(close, (price, i) => Math.abs(price - open[i]!));
      const usual = meanOver(body, n!);
      return {
        signal: columnOf(close.length, (i) => {
          if (i < n! + 1) return NaN;
          if (body[i - 2]! <= usual[i - 2]! || body[i - 1]! >= small! * body[i - 2]!) return 0;
          const [begin, end] = [open[i - 2]!, close[i - 2]!];
          const side = Math.sign(begin - end);
          const nearest = side > 0 ? Math.max(open[i - 1]!, close[i - 1]!) : Math.min(open[i - 1]!, close[i - 1]!);
          const isBeyond = side > 0 ? nearest <= end * (1 + tolerance!) : nearest >= end * (1 - tolerance!);
          const isBack = side * (close[i]! - open[i]!) > 0 && side * (close[i]! - (begin + end) / 2) > 0;
          return isBeyond && isBack ? side : 0;
        }),
      };
    },
  },
};
