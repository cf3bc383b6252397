/** Plots of walk-forward metrics. */

import { type Observations, REGIMES } from '@barograph/nowcast';
import type { WalkForwardMetrics } from './train/walk-forward-metrics.ts';
import type { WalkForwardBlock } from './train/walk-forward.ts';
import { plotHistogram, plotRanges, plotRegimes, plotReliability } from '@barograph/plot';

/** SVG texts of all metric plots, by file name. */
export function metricPlots(metrics: WalkForwardMetrics): Readonly<Record<string, string>> {
  const { nextRegime, confidence, simulation, stability } = metrics;
  const pictures = {
    'reliability-next-regime.svg': plotReliability(
      [
        { name: 'in 4 hours', ...nextRegime.h4.direct },
        { name: 'in 24 hours', ...nextRegime.h24.direct },
      ],
      { title: 'Next regime: stated and observed' },
    ),
    'reliability-confidence.svg': plotReliability(
      [
        { name: 'raw', ...confidence.raw },
        { name: 'calibrated', ...confidence.calibrated },
      ],
      { title: 'Confidence: stated, and confirmed by a day of hindsight' },
    ),
    'reliability-drawdown.svg': plotReliability(
      [
        { name: 'simulated', ...simulation.drawdown.raw },
        { name: 'recalibrated', ...simulation.drawdown.calibrated },
      ],
      { title: 'Fall of more than 5 % within 24 hours: stated and observed' },
    ),
    'dwell.svg': dwellPlot(stability),
    'dwell-by-label.svg': plotRanges(
      REGIMES.map((name) => {
        const { p10, p50, p90 } = stability.regimes[name];
        return { name, low: p10, middle: p50, high: p90 };
      }),
      'hours',
      { title: 'Length of regimes by label: median, and 10 % to 90 %' },
    ),
    'pit.svg': pitPlot(simulation),
  };
  return Object.fromEntries(Object.entries(pictures).map(([name, picture]) => [name, picture.svg()]));
}

/** Lengths are drawn to 2⁹ hours. */
const LONGEST = 9;

/** Regimes by their length, in bins that double. */
function dwellPlot({ dwells }: WalkForwardMetrics['stability']) {
  const shares = Array.from({ length: LONGEST }, () => 0);
  for (const hours of dwells) {
    const bin = Math.min(LONGEST - 1, Math.floor(Math.log2(hours)));
    shares[bin] = shares[bin]! + 1 / dwells.length;
  }
  const edges = [...shares.map((_, power) => String(2 ** power)), ''];
  const title = `Length of ${dwells.length} regimes`;
  return plotHistogram({ shares, edges, label: 'hours (the last bin is open)' }, { title });
}

/** PIT histogram of outcomes in the simulated distribution: flat is perfect. */
function pitPlot({ pit, origins }: WalkForwardMetrics['simulation']) {
  const edges = [...pit, 1].map((_, i) => ((4 * i) % pit.length === 0 ? `${(100 * i) / pit.length} %` : ''));
  return plotHistogram(
    { shares: pit, edges, label: 'share of simulated returns below', reference: 1 / pit.length },
    {
      title: `Place of ${origins} day returns among the simulated ones`,
      subtitle: 'On the dashed line all places are alike.',
    },
  );
}

/** SVG text of published labels as a ribbon under the price. Contains price data: do not commit. */
export function ribbonPlot({ time, close }: Observations, blocks: readonly WalkForwardBlock[]): string {
  const label = blocks.flatMap(({ scores }) => Array.from(scores.labels));
  const start = time.indexOf(blocks[0]!.from);
  const rows = {
    time: time.slice(start, start + label.length),
    close: close.slice(start, start + label.length),
    label,
  };
  return plotRegimes({ ...rows, names: REGIMES }, { title: 'Published regime and price' }).svg();
}
