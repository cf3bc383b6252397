/** Webhook conditions: composite expressions over the numbers of an event and published numbers of the market. */

import { EVENT_NUMBERS, MARKET } from '@barograph/contract';
import { err, ok, type Result } from '@barograph/core';
import type { SnapshotStore } from '../../snapshots/snapshot-store.ts';
import { COMPOSITE_INPUTS, numberAt, type CompositeInput } from './inputs.ts';

/** Compiled condition. */
export interface Condition {
  /**
   * Whether the condition holds now; false when a number is unknown.
   *
   * @param event symbol and the wire fields of its type.
   */
  holds(event: ConditionEvent): boolean;
}

/** Event as a condition reads it. */
export interface ConditionEvent {
  /** Base coin, or `MARKET`. */
  readonly symbol: string | null;
  readonly payload: unknown;
}

/** Published number; read for the coin of the event when it differs by coin. */
interface PublishedNumber extends Pick<CompositeInput, 'name' | 'publication'> {
  readonly read: (snapshot: Parameters<CompositeInput['read']>[0], symbol: string | null) => number | null;
}

/** Drawdown expected by the nowcast for the event's coin, or for the market when the event has no coin. */
const DRAWDOWN: PublishedNumber = {
  name: 'p_drawdown_5',
  publication: 'quant',
  read: ({ head, records }, symbol) => {
    if (symbol === null || symbol === MARKET) return numberAt(head, ['market', '24h', 'monte_carlo', 'p_drawdown_5']);
    const record = records.find(({ value }) => isOf(value, symbol));
    return numberAt(record?.value, ['coin', 'monte_carlo', 'p_drawdown_5']);
  },
};
function isOf(record: unknown, symbol: string): boolean {
  return typeof record === 'object' && record !== null && 'symbol' in record && record.symbol === symbol;
}
/** Published numbers by name. */
const PUBLISHED = new Map<string, PublishedNumber>(
  [...COMPOSITE_INPUTS, DRAWDOWN].map((number) => [number.name, number]),
);

/** Names available in conditions: fields of the event first, then published numbers. */
export const CONDITION_NUMBERS: readonly string[] = [...new Set([...EVENT_NUMBERS, ...PUBLISHED.keys()])];

/**
 * Compiles a condition. The expression parser is loaded with the first one.
 *
 * @returns the condition, or a one-line error.
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
  const numberOf = (name: string, { symbol, payload }: ConditionEvent): number => {
    const own = EVENT_NUMBERS.includes(name) ? numberAt(payload, [name]) : null;
    const published = PUBLISHED.get(name);
    if (own !== null || published === undefined) return own ?? NaN;
    const snapshot = snapshots.latest(published.publication);
    return snapshot === undefined ? NaN : (published.read(snapshot, symbol) ?? NaN);
  };
  return ok({
    holds: (event) => {
      const value = evaluate(Object.fromEntries(inputs.map((name) => [name, numberOf(name, event)])));
      return !Number.isNaN(value) && value !== 0;
    },
  });
}
