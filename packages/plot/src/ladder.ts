/** Liquidation ladder: the liquidations at each price, with mark and flip. */

import * as Plot from '@observablehq/plot';
import { ticksBetween } from './axis.ts';
import { checkNumber, optionalNumber, refuse } from './columns.ts';
import { compose, themeOf, type PictureOptions } from './compose.ts';
import { endLabels, roomFor, type EndLabel } from './end-labels.ts';
import { dollars, percent, plain, price } from './format.ts';
import type { Picture } from './picture.ts';

/** Ladder, as `ladderOf` returns it. */
export interface LadderRecord {
  readonly coin: string;
  /** Mark price, USD. */
  readonly mark: number;
  /** Bins, ascending; bounds in USD, notional in USD at mark. */
  readonly bins: readonly {
    readonly low: number;
    readonly high: number;
    readonly long: number;
    readonly short: number;
  }[];
  /** Price where the notional below equals that above, USD; null without a flip. */
  readonly flip: number | null;
  /** The same without market makers and vaults, USD; null without a flip. @default not drawn */
  readonly flipDirectional?: number | null;
}

/** Options of {@link plotLadder}. */
export interface LadderOptions extends PictureOptions {
  /** Range on both sides of mark, percent, 1…50. @default 20 */
  readonly span?: number;
}

/**
 * Plots the notional of liquidations by price: longs below mark, shorts above; at the flip they balance.
 *
 * @throws {UsageError} when no bin is within the span, or a bin or price is invalid; the message names it.
 * @example
 * const bins = [
 *   { low: 90_000, high: 90_500, long: 4e6, short: 0 },
 *   { low: 108_000, high: 108_500, long: 0, short: 7e6 },
 * ];
 * plotLadder({ coin: 'BTC', mark: 100_000, bins, flip: 108_250 }).title; // → 'BTC: liquidation ladder'
 */
export function plotLadder(ladder: LadderRecord, options: LadderOptions = {}): Picture {
  const { coin, mark, bins } = ladder;
  const { span = 20 } = options;
  check(ladder, span);
  const theme = themeOf(options);
  const [low, high] = [mark * (1 - span / 100), mark * (1 + span / 100)];
  const shown = bins.filter((bin) => bin.high > low && bin.low < high);
  if (shown.length === 0) refuse('bins', `a bin within ${span} % of mark`, bins.length);
  const most = Math.max(...shown.map(({ long, short }) => long + short)) * 1.05;
  const lines = linesOf(ladder, theme).filter(({ value }) => value > low && value < high);
  const steps = [-0.75, -0.5, -0.25, 0.25, 0.5, 0.75].map((share) => mark * (1 + (share * span) / 100));
  const [longs, shorts] = [sum(shown.map(({ long }) => long)), sum(shown.map(({ short }) => short))];
  return compose(
    {
      title: `${coin}: liquidation ladder`,
      subtitle: `Within ${plain(span)} % of mark: ${dollars(longs)} USD of longs, ${dollars(shorts)} USD of shorts`,
      description: `${linesOf(ladder, theme)
        .map(({ text }) => text)
        .join(', ')}. Longs ${dollars(longs)} USD, shorts ${dollars(shorts)} USD within ${span} % of mark.`,
      legend: [
        { name: 'longs forced to sell', color: theme.tones.up },
        { name: 'shorts forced to buy', color: theme.tones.down },
      ],
      right: roomFor(lines),
      panels: [
        {
          caption: 'Price, USD, and distance from mark',
          height: 440,
          x: {
            domain: [0, most],
            ticks: ticksBetween(0, most, 4),
            format: dollars,
            isGridded: true,
            label: 'Notional of the bin, USD at mark',
          },
          y: { domain: [low, high], ticks: steps, format: (value) => `${price(value)}  ${signed(value / mark - 1)}` },
          marks: ({ height }) => [
            // below the bars, which are hardly wider than a line
            ...lines.map(({ value, color, dash }) =>
              Plot.ruleY([value], {
                stroke: color,
                strokeWidth: 1.5,
                ...(dash === '' ? {} : { strokeDasharray: dash }),
              }),
            ),
            Plot.rect(
              shown.map((bin) => within(bin, low, high)),
              { x1: 0, x2: 'long', y1: 'low', y2: 'high', fill: theme.tones.up, insetTop: 0.5, insetBottom: 0.5 },
            ),
            Plot.rect(
              shown.map((bin) => within(bin, low, high)),
              {
                x1: 'long',
                x2: ({ long, short }: { long: number; short: number }) => long + short,
                y1: 'low',
                y2: 'high',
                fill: theme.tones.down,
                insetTop: 0.5,
                insetBottom: 0.5,
              },
            ),
            Plot.ruleX([0], { stroke: theme.rule }),
            ...endLabels(lines, (value) => ((value - low) / (high - low)) * height, height),
          ],
        },
      ],
    },
    { width: 720, ...options },
  );
}

/** Mark and flips with their texts. */
export function linesOf(
  { mark, flip, flipDirectional = null }: Pick<LadderRecord, 'mark' | 'flip' | 'flipDirectional'>,
  { ink, accent }: { readonly ink: string; readonly accent: string },
): readonly (EndLabel & { readonly dash: string })[] {
  const at = (name: string, value: number | null, color: string, dash: string) =>
    value === null ? [] : [{ value, text: `${name} ${price(value)} (${signed(value / mark - 1)})`, color, dash }];
  return [
    { value: mark, text: `mark ${price(mark)}`, color: ink, dash: '' },
    ...at('flip', flip, accent, '6 4'),
    ...at('flip, directional', flipDirectional === flip ? null : flipDirectional, accent, '2 3'),
  ];
}

/** Formats a signed share as percent. */
export function signed(share: number): string {
  return `${share > 0 ? '+' : ''}${percent(share)}`;
}

function within<T extends { readonly low: number; readonly high: number }>(bin: T, low: number, high: number): T {
  return { ...bin, low: Math.max(bin.low, low), high: Math.min(bin.high, high) };
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

function check({ mark, bins, flip, flipDirectional }: LadderRecord, span: number): void {
  checkNumber('span', span, 1, 50);
  checkNumber('mark', mark, Number.MIN_VALUE);
  optionalNumber('flip', flip);
  optionalNumber('flipDirectional', flipDirectional);
  bins.forEach(({ low, high, long, short }, i) => {
    checkNumber(`bins[${i}].low`, low, i === 0 ? 0 : bins[i - 1]!.low);
    checkNumber(`bins[${i}].high`, high, low);
    checkNumber(`bins[${i}].long`, long, 0);
    checkNumber(`bins[${i}].short`, short, 0);
  });
}
