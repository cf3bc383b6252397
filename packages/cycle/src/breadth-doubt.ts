/**
 * Doubt from the choice of universe: an equally good universe has other breadth signals, and if those read another
 * regime, the label depends on that choice.
 */

import type { BreadthConfig, BreadthNoise } from './breadth-signals.ts';
import { movedReader } from './moved-read.ts';
import { rawRead, type RawRead } from './raw.ts';
import type { CycleRules } from './rules.ts';
import type { CycleSignal, CycleSignals } from './signals.ts';
import type { CycleRegime } from './taxonomy.ts';

/**
 * Status of breadth behind a read. `near_cutoff`: another universe may read another regime. `unavailable`: too few
 * coins have the history, and the read uses Bitcoin's signals only.
 */
export type BreadthStanding = 'available' | 'near_cutoff' | 'unavailable';

/** Breadth behind a read. */
export interface BreadthDoubt {
  readonly standing: BreadthStanding;
  /** Ids of other regimes that the signals read when breadth moves by the noise between universes. */
  readonly otherReads: readonly CycleRegime[];
}

/**
 * Assesses the breadth behind the read of some signals.
 *
 * @param config config with its noise; without noise no read counts as near a cutoff.
 * @example
 * breadthDoubt(NO_SIGNALS, LONG_REGIME_V2, CYCLE_BREADTH_V3).standing; // → 'unavailable'
 * const bear = { ...NO_SIGNALS, d200: -0.3, slope200: -0.1, ddAth: -0.6, b200: 5, b50: 5 };
 * breadthDoubt(bear, LONG_REGIME_V2, CYCLE_BREADTH_V3).standing; // → 'available'
 */
export function breadthDoubt(signals: CycleSignals, rules: CycleRules, config: BreadthConfig): BreadthDoubt {
  return doubtOf(signals, rawRead(signals, rules), rules, config);
}

/** Applies {@link breadthDoubt} to signals whose read is already computed. */
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
  // Moves each known breadth signal alone in both directions, then all together.
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
