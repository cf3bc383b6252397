/** Pictures of the metrics of a walk-forward. */

import { REGIMES, type Observations } from '@barograph/nowcast';
import type { Score, WalkForwardBlock, WalkForwardMetrics } from '@barograph/nowcast/train';
import { chart, COLORS, ticks } from './svg.ts';

const QUARTERS = [0, 0.25, 0.5, 0.75, 1];
const percentText = (share: number): string => `${Math.round(100 * share)} %`;

/** Every plot of the metrics, by the name of its file. */
export function metricPlots(metrics: WalkForwardMetrics): Readonly<Record<string, string>> {
  const { nextRegime, confidence, simulation, stability } = metrics;
  return {
    'reliability-next-regime.svg': reliabilityPlot('Next regime: stated and observed', [
      ['in 4 hours', nextRegime.h4.direct],
      ['in 24 hours', nextRegime.h24.direct],
    ]),
    'reliability-confidence.svg': reliabilityPlot('Confidence: stated, and confirmed by a day of hindsight', [
      ['raw', confidence.raw],
      ['calibrated', confidence.calibrated],
    ]),
    'reliability-drawdown.svg': reliabilityPlot('Fall of more than 5 % within 24 hours: stated and observed', [
      ['simulated', simulation.drawdown.raw],
      ['recalibrated', simulation.drawdown.calibrated],
    ]),
    'dwell.svg': dwellPlot(stability),
    'dwell-by-label.svg': dwellByLabelPlot(stability),
    'pit.svg': pitPlot(simulation),
  };
}

/** Stated against observed frequency; the area of a dot is the share of forecasts. */
function reliabilityPlot(title: string, curves: readonly (readonly [string, Score])[]): string {
  const axis = { from: 0, to: 1, ticks: ticks(QUARTERS, percentText) };
  const legend = curves.map(([name], i) => ({ name, color: COLORS[i]! }));
  const frame = {
    title,
    x: { ...axis, label: 'stated probability' },
    y: { ...axis, label: 'how often it came' },
    legend,
  };
  return chart(frame, ({ line, dot }) => [
    line(
      [
        [0, 0],
        [1, 1],
      ],
      '#8c959f',
      true,
    ),
    ...curves.flatMap(([, { reliability, rows }], i) => [
      line(
        reliability.map(({ stated, came }) => [stated, came] as const),
        COLORS[i]!,
      ),
      ...reliability.map((bin) => dot(bin.stated, bin.came, 2 + 10 * Math.sqrt(bin.rows / rows), COLORS[i]!)),
    ]),
  ]);
}

/** Lengths are drawn to 2⁹ hours. */
const LONGEST = 9;
const DOUBLES = ticks(
  Array.from({ length: LONGEST }, (_, i) => i),
  (power) => String(2 ** power),
);

/** Regimes by their length, in bins that double. */
function dwellPlot({ dwells }: WalkForwardMetrics['stability']): string {
  const bins = Array.from({ length: LONGEST }, () => 0);
  for (const hours of dwells) {
    const bin = Math.min(LONGEST - 1, Math.floor(Math.log2(hours)));
    bins[bin] = bins[bin]! + 1 / dwells.length;
  }
  const most = Math.ceil(Math.max(...bins) * 10) / 10;
  const steps = Array.from({ length: Math.round(most * 10) + 1 }, (_, i) => i / 10);
  const frame = {
    title: `Length of ${dwells.length} regimes`,
    x: {
      from: 0,
      to: LONGEST,
      label: 'hours (the last bin is open)',
      ticks: DOUBLES,
    },
    y: { from: 0, to: most, label: 'share of regimes', ticks: ticks(steps, percentText) },
  };
  return chart(frame, ({ box }) => bins.map((share, bin) => box(bin + 0.06, 0, bin + 0.94, share, '#afb8c1')));
}

/** Each label's lengths: from the 10 % to the 90 % quantile, a dot at the median. */
function dwellByLabelPlot({ regimes }: WalkForwardMetrics['stability']): string {
  const rows = REGIMES.map((regime, i) => ({ at: REGIMES.length - i, text: regime }));
  const frame = {
    title: 'Length of regimes by label: median, and 10 % to 90 %',
    x: { from: 0, to: LONGEST, label: 'hours', ticks: DOUBLES },
    y: { from: 0, to: REGIMES.length + 1, label: '', ticks: rows },
    left: 140,
  };
  return chart(frame, ({ line, dot }) =>
    REGIMES.flatMap((regime, i) => {
      const { p10, p50, p90 } = regimes[regime];
      if (p10 === null || p50 === null || p90 === null) return [];
      const [from, middle, to] = [Math.log2(p10), Math.log2(p50), Math.min(LONGEST, Math.log2(p90))];
      const at = REGIMES.length - i;
      return [
        line(
          [
            [from, at],
            [to, at],
          ],
          COLORS[i]!,
        ),
        dot(middle, at, 6, COLORS[i]!),
      ];
    }),
  );
}

/** PIT histogram of outcomes in the simulated distribution: flat is perfect. */
function pitPlot({ pit, origins }: WalkForwardMetrics['simulation']): string {
  const fair = 1 / pit.length;
  const most = Math.max(2 * fair, Math.ceil(Math.max(...pit) * 50) / 50);
  return chart(
    {
      title: `Place of ${origins} day returns among the simulated ones`,
      x: { from: 0, to: 1, label: 'share of simulated returns below', ticks: ticks(QUARTERS, percentText) },
      y: { from: 0, to: most, label: 'share of outcomes', ticks: ticks([0, fair, 2 * fair], percentText) },
    },
    ({ box, line }) => [
      ...pit.map((share, bin) => box(bin * fair + 0.003, 0, (bin + 1) * fair - 0.003, share, COLORS[5])),
      line(
        [
          [0, fair],
          [1, fair],
        ],
        '#57606a',
        true,
      ),
    ],
  );
}

/** Labels as a ribbon under the price. Contains price data: do not commit. */
export function ribbonPlot({ time, close }: Observations, blocks: readonly WalkForwardBlock[]): string {
  const labels = blocks.flatMap(({ scores }) => Array.from(scores.labels));
  const start = time.indexOf(blocks[0]!.from);
  const logs = Array.from(close.subarray(start), Math.log10);
  const low = logs.reduce((least, value) => Math.min(least, value), Infinity);
  const high = logs.reduce((most, value) => Math.max(most, value), -Infinity);
  const band = (high - low) / 10;
  const prices = [1_000, 3_000, 10_000, 30_000, 100_000, 300_000].filter(
    (price) => Math.log10(price) >= low && Math.log10(price) <= high,
  );
  const years = ticks(
    Array.from({ length: 50 }, (_, i) => Date.UTC(2015 + i)).filter((at) => at >= time[start]! && at <= time.at(-1)!),
    (at) => String(new Date(at).getUTCFullYear()),
  );
  return chart(
    {
      title: `Published regime and price: ${REGIMES.join(', ')}`,
      x: { from: time[start]!, to: time.at(-1)!, label: '', ticks: years },
      y: {
        from: low - band,
        to: high,
        label: 'close, USD',
        ticks: prices.map((price) => ({ at: Math.log10(price), text: String(price) })),
      },
    },
    ({ box, line }) => {
      const marks: string[] = [];
      for (let from = 0, to = 0; from < labels.length; from = to) {
        while (to < labels.length && labels[to] === labels[from]) to++;
        const color = COLORS[labels[from]!];
        if (color !== undefined)
          marks.push(box(time[start + from]!, low - band, time[start + to - 1]!, low - band / 5, color));
      }
      // A point a day is more than the picture has pixels.
      const days = logs.map((value, i) => [time[start + i]!, value] as const).filter((_, i) => i % 24 === 0);
      return [...marks, line(days, '#24292f')];
    },
  );
}
