/** Reliability: stated probabilities against observed frequencies. */

import * as Plot from '@observablehq/plot';
import { checkNumber, refuse } from './columns.ts';
import { compose, themeOf, type PictureOptions } from './compose.ts';
import { percent, plain } from './format.ts';
import type { Picture } from './picture.ts';
import { seriesColors } from './theme.ts';

/** Forecasts by stated probability, as in a `Score` of a walk-forward. */
export interface ReliabilityCurve {
  readonly name: string;
  /** Bins: number of forecasts, their mean stated probability, and the observed frequency. */
  readonly reliability: readonly { readonly rows: number; readonly stated: number; readonly came: number }[];
  /** Expected calibration error, for the legend. @default not shown */
  readonly ece?: number;
}

/** Radius of a dot with all forecasts, and of the smallest visible dot, pixels. */
const [LARGEST, LEAST] = [14, 1.5];

/**
 * Plots stated against observed frequency, one line per curve; the area of a dot is its bin's share of the forecasts.
 * Forecasts on the dashed diagonal are calibrated.
 *
 * @throws {UsageError} when a bin is invalid; the message names curve and bin.
 * @example
 * const reliability = [{ rows: 400, stated: 0.55, came: 0.52 }, { rows: 300, stated: 0.8, came: 0.83 }];
 * plotReliability([{ name: 'calibrated', reliability, ece: 0.03 }]).title; // → 'Reliability: stated and observed'
 */
export function plotReliability(curves: readonly ReliabilityCurve[], options: PictureOptions = {}): Picture {
  if (curves.length === 0) refuse('curves', 'at least one', 0);
  curves.forEach(check);
  const theme = themeOf(options);
  const colors = seriesColors(theme);
  const names = curves.map(({ name, ece }) => (ece === undefined ? name : `${name} (ECE ${plain(ece, 3)})`));
  const axis = { domain: [0, 1] as const, ticks: [0, 0.25, 0.5, 0.75, 1], format: percent, isGridded: true };
  return compose(
    {
      title: 'Reliability: stated and observed',
      subtitle: 'The area of a dot is its share of the forecasts; on the dashed line they are calibrated.',
      description: curves.map(words).join(' '),
      legend: names.map((name, i) => ({ name, color: colors[i % colors.length]! })),
      panels: [
        {
          caption: 'How often it came',
          height: 400,
          x: { ...axis, label: 'Stated probability' },
          y: axis,
          marks: () => [
            Plot.line([0, 1], {
              x: (end: number) => end,
              y: (end: number) => end,
              stroke: theme.rule,
              strokeDasharray: '4 4',
            }),
            ...curves.flatMap(({ reliability }, i) => curveMarks(reliability, colors[i % colors.length]!, theme.paper)),
          ],
        },
      ],
    },
    { width: 560, ...options },
  );
}

type Bins = ReliabilityCurve['reliability'];

function curveMarks(bins: Bins, color: string, paper: string): readonly Plot.Markish[] {
  const all = bins.reduce((sum, { rows }) => sum + rows, 0);
  const radius = ({ rows }: { readonly rows: number }): number => Math.max(LEAST, LARGEST * Math.sqrt(rows / all));
  return [
    Plot.line(bins, { x: 'stated', y: 'came', stroke: color, strokeWidth: 1.5 }),
    Plot.dot(
      bins.map((bin) => ({ ...bin, radius: radius(bin) })),
      // a radius channel has a scale of its own, which would equalise the largest dots of all curves
      {
        x: 'stated',
        y: 'came',
        r: { value: 'radius', scale: null },
        fill: color,
        fillOpacity: 0.85,
        stroke: paper,
        strokeWidth: 0.75,
      },
    ),
  ];
}

function check({ name, reliability }: ReliabilityCurve): void {
  reliability.forEach(({ rows, stated, came }, i) => {
    checkNumber(`${name}.reliability[${i}].rows`, rows, 1);
    checkNumber(`${name}.reliability[${i}].stated`, stated, 0, 1);
    checkNumber(`${name}.reliability[${i}].came`, came, 0, 1);
  });
}

function words({ name, reliability }: ReliabilityCurve): string {
  const bins = reliability.map(({ stated, came }) => `${percent(stated)} stated, ${percent(came)} came`);
  return `${name}: ${bins.join('; ')}.`;
}
