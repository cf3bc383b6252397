/** Conditions of webhooks: expressions of composites over the numbers of an event and the published numbers of the market. */

import { EVENT_NUMBERS, MARKET } from '@barograph/contract';
import { err, ok, type Result } from '@barograph/core';
import type { SnapshotStore } from '../../snapshots/snapshot-store.ts';
import { COMPOSITE_INPUTS, numberAt, type CompositeInput } from './inputs.ts';

/** A condition that is ready to be asked. */
export interface Condition {
  /**
   * Whether it holds now: false where a number that it needs is not known.
   *
   * @param event its symbol, and the fields of its type on the wire.
   */
  holds(event: ConditionEvent): boolean;
}

/** An event as a condition reads it. */
export interface ConditionEvent {
  /** Base coin, or `MARKET`. */
  readonly symbol: string | null;
  readonly payload: unknown;
}

/** A published number; one that differs by coin is read for the coin of the event. */
interface PublishedNumber extends Pick<CompositeInput, 'name' | 'publication'> {
  readonly read: (snapshot: Parameters<CompositeInput['read']>[0], symbol: string | null) => number | null;
}

/** Drawdown that the nowcast expects: of the coin of the event, and of the market for an event of no coin. */
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
const PUBLISHED = new Map<string, PublishedNumber>([...COMPOSITE_INPUTS, DRAWDOWN].map((one) => [one.name, one]));

/** Names that a condition may read: of the event first, then published ones. */
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
