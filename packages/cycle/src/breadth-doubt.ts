/**
 * Doubt that the choice of a universe leaves: another universe as good as this one has other breadth signals, and where
 * those read another regime, the label is a matter of that choice.
 */

import type { BreadthConfig, BreadthNoise } from './breadth-signals.ts';
import { movedReader } from './moved-read.ts';
import { rawRead, type RawRead } from './raw.ts';
import type { CycleRules } from './rules.ts';
import type { CycleSignal, CycleSignals } from './signals.ts';
import type { CycleRegime } from './taxonomy.ts';

/**
 * Standing of breadth behind a read. `near_cutoff`: another universe may well read another regime. `unavailable`: too
 * few coins have the history, and the read is of Bitcoin's signals alone.
 */
export type BreadthStanding = 'available' | 'near_cutoff' | 'unavailable';

/** Breadth behind a read. */
export interface BreadthDoubt {
  readonly standing: BreadthStanding;
  /** Other regimes that the signals read when breadth is moved by the noise between universes, by id. */
  readonly otherReads: readonly CycleRegime[];
}

/**
 * Breadth behind the read of some signals.
 *
 * @param config with its noise; without one nothing is said to be near a cutoff.
 * @example
 * breadthDoubt(NO_SIGNALS, LONG_REGIME_V2, CYCLE_BREADTH_V3).standing; // → 'unavailable'
 * const bear = { ...NO_SIGNALS, d200: -0.3, slope200: -0.1, ddAth: -0.6, b200: 5, b50: 5 };
 * breadthDoubt(bear, LONG_REGIME_V2, CYCLE_BREADTH_V3).standing; // → 'available'
 */
export function breadthDoubt(signals: CycleSignals, rules: CycleRules, config: BreadthConfig): BreadthDoubt {
  return doubtOf(signals, rawRead(signals, rules), rules, config);
}

/** {@link breadthDoubt} of signals that were read. */
export function doubtOf(
  signals: CycleSignals,
  raw: RawRead,
  rules: CycleRules,
  { noise }: BreadthConfig,
): BreadthDoubt {
  if (signals.b200 === null) return { standing: 'unavailable', otherReads: [] };
  if (noise === undefined) return { standing: 'available', otherReads: [] };
  const read = movedReader(signals, raw, rules);
  const reads = new Set<CycleRegime>();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the record
  const names = Object.keys(noise) as (keyof BreadthNoise)[];
  const other: { -readonly [Name in CycleSignal]: CycleSignals[Name] } = { ...signals };
  // Each breadth signal is moved either way alone, and all of them at once; one that is not known stays so.
  for (const moved of [...names.map((name) => [name]), names]) {
    for (const sign of [-1, 1]) {
      for (const name of moved) if (signals[name] !== null) other[name] = signals[name] + sign * noise[name];
      const found = read(other, moved);
      if (found !== null && found !== raw.regime) reads.add(found);
    }
    for (const name of moved) other[name] = signals[name];
  }
  const otherReads = [...reads].sort((a, b) => a - b);
  return { standing: otherReads.length > 0 ? 'near_cutoff' : 'available', otherReads };
}
