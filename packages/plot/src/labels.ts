/** Names, codes and colours of labels. A name or a code accompanies every colour. */

import { mixed, seriesColors, type Theme, type Tone } from './theme.ts';

/** Appearance of a label. */
export interface LabelStyle {
  readonly name: string;
  /** Two letters or a number, for spans too short for the name. */
  readonly code: string;
  readonly color: string;
}

interface Known {
  readonly name: string;
  readonly code: string;
  readonly tone: Tone;
  /** Share of ink when positive, of paper when negative, which distinguishes labels of one tone. */
  readonly shade?: number;
}

const known = (name: string, code: string, tone: Tone, shade: number = 0): Known => ({ name, code, tone, shade });

/** Labels of the engines: SIGNUM, the six-state nowcast, and the ten long-horizon regimes by their names. */
const KNOWN: Readonly<Record<string, Known>> = {
  green: known('Green', 'G', 'up'),
  grey: known('Grey', '–', 'range'),
  red: known('Red', 'R', 'down'),
  strong_trend_bull: known('Strong uptrend', 'UP', 'up'),
  strong_trend_bear: known('Strong downtrend', 'DN', 'down'),
  range_low_vol: known('Quiet range', 'RG', 'range'),
  choppy_high_vol: known('Choppy, high volatility', 'CH', 'choppy'),
  vol_spike: known('Volatility spike', 'SP', 'spike'),
  squeeze: known('Compression', 'SQ', 'squeeze'),
  'Structural Shock': known('Structural Shock', '1', 'spike'),
  'Established Bear': known('Established Bear', '2', 'down'),
  Capitulation: known('Capitulation', '3', 'down', 0.45),
  Bottoming: known('Bottoming', '4', 'range'),
  'Early Recovery': known('Early Recovery', '5', 'squeeze'),
  'BTC-Led Bull': known('BTC-Led Bull', '6', 'up', -0.6),
  'Broadening Bull': known('Broadening Bull', '7', 'up', -0.3),
  'Broad Bull': known('Broad Bull', '8', 'up'),
  'Speculative Euphoria': known('Speculative Euphoria', '9', 'choppy'),
  'Distribution / Deleveraging': known('Distribution / Deleveraging', '10', 'down', -0.45),
};

/** Known labels, in the order of legends. @internal */
export const KNOWN_LABELS: readonly string[] = Object.keys(KNOWN);

/** Style of every label, in the given order; unknown labels take the series colours in turn. */
export function labelStyles(labels: Iterable<string>, theme: Theme): ReadonlyMap<string, LabelStyle> {
  const styles = new Map<string, LabelStyle>();
  const spare = seriesColors(theme);
  let strangers = 0;
  for (const label of labels) {
    if (styles.has(label)) continue;
    if (!Object.hasOwn(KNOWN, label)) {
      const color = spare[strangers++ % spare.length]!;
      styles.set(label, { name: label, code: Array.from(label).slice(0, 2).join('').toUpperCase(), color });
      continue;
    }
    const { name, code, tone, shade = 0 } = KNOWN[label]!;
    const color = mixed(theme.tones[tone], shade > 0 ? theme.ink : theme.paper, Math.abs(shade));
    styles.set(label, { name, code, color });
  }
  return styles;
}
