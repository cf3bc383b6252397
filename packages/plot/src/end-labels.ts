/** Texts at the right end of lines, spread to avoid overlap. */

import * as Plot from '@observablehq/plot';
import { textWidth } from './text.ts';

/** Text at a height of the vertical axis. */
export interface EndLabel {
  readonly value: number;
  readonly text: string;
  readonly color: string;
}

/** Distance between two texts, pixels. */
const APART = 15;

/** Space that the texts need right of a panel, pixels. */
export function roomFor(labels: readonly EndLabel[]): number {
  return Math.ceil(Math.max(0, ...labels.map(({ text }) => textWidth(text, 12)))) + 20;
}

/**
 * Marks of the texts. @param up height of a value above the lower end of the axis, pixels. @param height height of the
 * panel, pixels.
 */
export function endLabels(
  labels: readonly EndLabel[],
  up: (value: number) => number,
  height: number,
): readonly Plot.Markish[] {
  const placed = labels.map((label) => ({ ...label, down: height - up(label.value) })).sort((a, b) => a.down - b.down);
  for (let i = 1; i < placed.length; i++) placed[i]!.down = Math.max(placed[i]!.down, placed[i - 1]!.down + APART);
  let lowest = height;
  for (const label of placed.toReversed()) {
    label.down = Math.min(label.down, lowest);
    lowest = label.down - APART;
  }
  return placed.map(({ text, color, down }) =>
    Plot.text([text], {
      text: String,
      frameAnchor: 'top-right',
      textAnchor: 'start',
      lineAnchor: 'middle',
      dx: 8,
      dy: down,
      fill: color,
    }),
  );
}
