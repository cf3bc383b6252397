/** Moves that followed states, against moves after any hour. States predict nothing and have no score. */

import { LEAST_GRADED } from './kinds.ts';
import type { LedgerStated } from './port.ts';

/** Mean moves over graded hours. */
export interface MeanFollowed {
  /** Percent. */
  readonly return: number;
  /** Annualised percent. */
  readonly volatility: number;
  /** Largest fall of a close from an earlier one, percent. */
  readonly fall: number;
}

/** State with the moves that followed it. */
export interface StateCard {
  /** Name: shock, long_regime, signum_color, flip_alert. */
  readonly state: string;
  readonly value: string;
  /** Hours with that state whose following moves are known. */
  readonly graded: number;
  /** Hours with that state whose following moves can no longer be known. */
  readonly unknown: number;
  /** null with fewer than {@link LEAST_GRADED} graded hours. */
  readonly followed: MeanFollowed | null;
  /** The same over all hours that name the state, whatever its value. */
  readonly normal: MeanFollowed | null;
}

function meanOf(rows: readonly LedgerStated[]): MeanFollowed | null {
  const known = rows.filter(({ followed }) => followed.return !== null);
  if (known.length < LEAST_GRADED) return null;
  const mean = (figure: keyof MeanFollowed): number => known.reduce((sum, { followed }) => sum + (followed[figure] ?? 0), 0) / known.length; // prettier-ignore
  return { return: mean('return'), volatility: mean('volatility'), fall: mean('fall') };
}

/**
 * Cards of states, sorted by name and value.
 *
 * @param rows of one scope, horizon and origin, in any order.
 */
export function stateCardsOf(rows: readonly LedgerStated[]): readonly StateCard[] {
  const names = [...new Set(rows.flatMap(({ states }) => Object.keys(states)))].toSorted();
  return names.flatMap((state) => {
    const named = rows.filter(({ states }) => states[state] !== undefined);
    const normal = meanOf(named);
    const values = [...new Set(named.map(({ states }) => states[state]!))].toSorted();
    return values.map((value): StateCard => {
      const own = named.filter(({ states }) => states[state] === value);
      const graded = own.filter(({ followed }) => followed.return !== null).length;
      return { state, value, graded, unknown: own.length - graded, followed: meanOf(own), normal };
    });
  });
}
