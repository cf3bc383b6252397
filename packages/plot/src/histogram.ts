/** Shares of bins as bars. */

import * as Plot from '@observablehq/plot';
import { ticksBetween } from './axis.ts';
import { checkNumber, refuse } from './columns.ts';
import { compose, themeOf, type PictureOptions } from './compose.ts';
import { percent } from './format.ts';
import type { Picture } from './picture.ts';

/** Histogram: bars of equal width on the axis, whatever their bounds mean. */
export interface Histogram {
  /** Share of each bin, 0…1. */
  readonly shares: readonly number[];
  /** Texts at the edges of the bins, one more than bins; empty texts are not drawn. */
  readonly edges: readonly string[];
  /** Name and unit of the binned quantity. */
  readonly label: string;
  /** Share of the dashed reference line. @default none */
  readonly reference?: number;
}

/**
 * Plots a histogram, such as that of a probability integral transform, where flat is perfect.
 *
 * @throws {UsageError} when a bin is invalid; the message names it.
 * @example
 * const shares = [0.24, 0.26, 0.27, 0.23];
 * const edges = ['0', '0.25', '0.5', '0.75', '1'];
 * plotHistogram({ shares, edges, label: 'share of simulated returns below', reference: 0.25 }).title; // → 'Histogram'
 */
export function plotHistogram({ shares, edges, label, reference }: Histogram, options: PictureOptions = {}): Picture {
  if (shares.length === 0) refuse('shares', 'at least one bin', 0);
  if (edges.length !== shares.length + 1) refuse('edges', `${shares.length + 1} texts`, edges.length);
  shares.forEach((share, i) => checkNumber(`shares[${i}]`, share, 0, 1));
  if (reference !== undefined) checkNumber('reference', reference, 0, 1);
  const theme = themeOf(options);
  const most = Math.max(Number.MIN_VALUE, ...shares, reference ?? 0) * 1.08;
  const gap = Math.min(0.06, 0.02 * Math.sqrt(shares.length));
  return compose(
    {
      title: 'Histogram',
      description: `${label}: ${shares.map((share, i) => `${edges[i]!} to ${edges[i + 1]!} ${percent(share)}`).join(', ')}.`,
      panels: [
        {
          caption: 'Share',
          height: 280,
          x: {
            domain: [0, shares.length],
            ticks: edges.flatMap((text, i) => (text === '' ? [] : [i])),
            format: (edge) => edges[edge]!,
            label,
          },
          y: { domain: [0, most], ticks: ticksBetween(0, most, 5), format: percent, isGridded: true },
          marks: () => [
            Plot.rect(shares, {
              x1: (_: number, i: number) => i + gap,
              x2: (_: number, i: number) => i + 1 - gap,
              y1: 0,
              y2: (share: number) => share,
              fill: theme.tones.squeeze,
            }),
            ...(reference === undefined
              ? []
              : [Plot.ruleY([reference], { stroke: theme.ink, strokeDasharray: '4 4' })]),
          ],
        },
      ],
    },
    { width: 640, ...options },
  );
}
