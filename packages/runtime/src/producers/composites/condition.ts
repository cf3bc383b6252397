/** Conditions of webhooks: expressions of composites over the numbers of an event and the published numbers of the market. */

import { EVENT_NUMBERS } from '@barograph/contract';
import { err, ok, type Result } from '@barograph/core';
import type { SnapshotStore } from '../../snapshots/snapshot-store.ts';
import { COMPOSITE_INPUTS, input, numberAt } from './inputs.ts';

/** A condition that is ready to be asked. */
export interface Condition {
  /**
   * Whether it holds now: false where a number that it needs is not known.
   *
   * @param payload fields of the event on the wire.
   */
  holds(payload: unknown): boolean;
}

/** Drawdown that the nowcast expects of the market. */
const DRAWDOWN = input(
  'quant',
  'p_drawdown_5',
  'Probability that the market falls by more than 5 % within 24 hours.',
  'market',
  '24h',
  'monte_carlo',
  'p_drawdown_5',
);
/** Published numbers by name. */
const PUBLISHED = new Map([...COMPOSITE_INPUTS, DRAWDOWN].map((one) => [one.name, one]));

/** Names that a condition may read: of the event first, then of the market. */
export const CONDITION_NUMBERS: readonly string[] = [...new Set([...EVENT_NUMBERS, ...PUBLISHED.keys()])];

/**
 * Reads a condition. Nothing of the parser of expressions is loaded before the first one.
 *
 * @returns the condition, or one line that says what is wrong with the text.
 */
export async function readCondition(
  text: string,
  snapshots: Pick<SnapshotStore, 'latest'>,
): Promise<Result<Condition, string>> {
  const { readExpression } = await import('@barograph/stress/user');
  const read = readExpression(text, CONDITION_NUMBERS);
  if (!read.ok) {
    const { expected, got, position } = read.error;
    return err(`expected ${expected}, got ${got} at character ${position}`);
  }
  const { inputs, evaluate } = read.value;
  const numberOf = (name: string, payload: unknown): number => {
    const own = EVENT_NUMBERS.includes(name) ? numberAt(payload, [name]) : null;
    const published = PUBLISHED.get(name);
    if (own !== null || published === undefined) return own ?? NaN;
    const snapshot = snapshots.latest(published.publication);
    return snapshot === undefined ? NaN : (published.read(snapshot) ?? NaN);
  };
  return ok({
    holds: (payload) => {
      const value = evaluate(Object.fromEntries(inputs.map((name) => [name, numberOf(name, payload)])));
      return !Number.isNaN(value) && value !== 0;
    },
  });
}
