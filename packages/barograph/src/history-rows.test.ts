/** CSV of whole histories, written from columns, against the records that every other format has. */

import { candleColumns, candles, DAY_MS, useKernels, type Candles } from '@barograph/core';
import { MEME_V1 } from '@barograph/stress';
import { HEATMAP_V1, TECHNICAL_V1 } from '@barograph/indicators';
import { VOLATILITY_REGIME_V1, VOLUME_V1 } from '@barograph/volatility';
import { KERNELS } from '@barograph/kernels';
import * as fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Coin } from './coins.ts';
import { isColumnRows } from './column-rows.ts';
import { heatmapCommand } from './commands/heatmap.ts';
import { memeCommand } from './commands/meme.ts';
import { technicalCommand } from './commands/technical.ts';
import { volatilityCommand } from './commands/volatility.ts';
import { volumeCommand } from './commands/volume.ts';
import { columnsCsv, rowsText, type Row } from './table.ts';

/** Shape of a market, from one number for each of its turns. */
interface Shape {
  readonly length: number;
  readonly seed: number;
  readonly price: number;
  /** Size of a day's move. */
  readonly size: number;
  /** One day in so many is missing, has no volume, or does not move. */
  readonly odd: number;
}

const shape: fc.Arbitrary<Shape> = fc.record({
  length: fc.oneof(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 90, max: 420 })),
  seed: fc.integer({ min: 1, max: 2 ** 31 - 2 }),
  price: fc.constantFrom(1e-9, 0.37, 100, 60_000, 1e300),
  size: fc.constantFrom(0, 0.004, 0.03, 0.2),
  odd: fc.integer({ min: 3, max: 60 }),
});

/** Days with holes, silence and flat stretches; the same for the same shape. */
function daysOf({ length, seed, price, size, odd }: Shape): Candles {
  let state = seed;
  const next = (): number => (state = (state * 48_271) % (2 ** 31 - 1)) / (2 ** 31 - 1);
  const columns = candleColumns(length);
  let time = 0;
  let open = price;
  for (let i = 0; i < length; i++) {
    const isFlat = i % 50 < 50 / odd;
    const close = isFlat ? open : open * Math.exp(size * (2 * next() - 1));
    columns.time[i] = time;
    columns.open[i] = open;
    columns.close[i] = close;
    columns.high[i] = Math.max(open, close) * (isFlat ? 1 : 1 + size * next());
    columns.low[i] = Math.min(open, close) * (isFlat ? 1 : 1 - size * next());
    columns.volume[i] = next() < 1 / odd ? 0 : 1e6 * next();
    time += (next() < 1 / odd ? 1 + Math.floor(3 * next()) : 1) * DAY_MS;
    open = close;
  }
  return candles(columns);
}

const ENGINES = [
  ['technical', technicalCommand.all.columns, (coin: Coin) => technicalCommand.all.rows(coin, TECHNICAL_V1)],
  ['volatility', volatilityCommand.all.columns, (coin: Coin) => volatilityCommand.all.rows(coin, VOLATILITY_REGIME_V1)],
  ['volume', volumeCommand.all.columns, (coin: Coin) => volumeCommand.all.rows(coin, VOLUME_V1)],
  ['heatmap', heatmapCommand.all.columns, (coin: Coin) => heatmapCommand.all.rows(coin, HEATMAP_V1)],
  ['meme', memeCommand.all.columns, (coin: Coin) => memeCommand.all.rows(coin, MEME_V1)],
] as const;

const text = (pieces: Iterable<string | Uint8Array>): string =>
  Array.from(pieces, (piece) => (typeof piece === 'string' ? piece : Buffer.from(piece).toString())).join('');

describe.each(ENGINES)('%s, every completed day', (_, columns, rowsOf) => {
  it.each([
    ['the kernel', KERNELS],
    ['JavaScript', undefined],
  ])('has the same text from columns by %s as from records', (_by, kernels) => {
    const before = useKernels(kernels);
    onTestFinished(() => void useKernels(before));
    fc.assert(
      fc.property(shape, (given) => {
        const daily = daysOf(given);
        const hourly = candles(candleColumns(0));
        const rows: Iterable<Row> = rowsOf({
          symbol: 'A',
          file: 'A',
          source: 'perpdex_perp',
          pegged: false,
          hourly,
          daily,
        });
        if (!isColumnRows(rows)) throw new Error('expected columns');
        const records = [...rows];
        expect(records.length).toBe(daily.length);
        expect(text(columnsCsv(columns, rows))).toBe(text(rowsText('csv', columns, records)));
      }),
      { numRuns: 12 },
    );
  });
});
