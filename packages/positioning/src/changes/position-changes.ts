/** Changes of positions between two cycles: entries, exits, and changes of size. */

import type { AccountRecord, PositionRecord } from '../accounts/records.ts';
import { checkPositionChangesConfig, POSITION_CHANGES_V1, type PositionChangesConfig } from './config.ts';

/** Kinds of change. */
export const POSITION_ACTIONS = ['entry', 'exit', 'increase', 'decrease'] as const;
/** Kind of change. */
export type PositionAction = (typeof POSITION_ACTIONS)[number];

/** Change of one position of an account. */
export interface PositionChange {
  readonly address: string;
  readonly coin: string;
  readonly action: PositionAction;
  /** Side of the position; for an exit, the side it had. */
  readonly side: 'long' | 'short';
  /** Size after the change in base units, positive; 0 after an exit. */
  readonly size: number;
  /** Entry price that values the change, USD: that of the remaining position, or of the closed one. */
  readonly entry: number;
  /** Changed base units times the entry price, USD. */
  readonly usd: number;
  /** Changed base units over the previous size, percent, positive; null for an entry. */
  readonly changePct: number | null;
}

/** Position with known size and entry price. */
interface Held {
  readonly size: number;
  readonly entry: number;
}

/** An account's state in a coin: a position, none, or unreadable data. */
type Said = Held | 'none' | 'unreadable';

/** Valid accounts by address; undefined for an address that occurs twice, because either record may be right. */
function byAddress(records: readonly AccountRecord[]): Map<string, AccountRecord | undefined> {
  const found = new Map<string, AccountRecord | undefined>();
  for (const record of records) found.set(record.address, found.has(record.address) ? undefined : record);
  return found;
}

function heldOf({ size, entry }: PositionRecord): Said {
  if (size === 0) return 'none';
  if (!Number.isFinite(size) || entry === null || !(entry > 0 && entry < Infinity)) return 'unreadable';
  return { size, entry };
}

/** States of an account by coin. A coin that occurs twice is unreadable. */
function byCoin({ positions }: AccountRecord): Map<string, Said> {
  const found = new Map<string, Said>();
  for (const position of positions) {
    found.set(position.coin, found.has(position.coin) ? 'unreadable' : heldOf(position));
  }
  return found;
}

/** Changes of one position: at most one, or an exit and an entry when the side flipped. */
function changesOf(address: string, coin: string, before: Said, after: Said): PositionChange[] {
  if (before === 'unreadable' || after === 'unreadable') return [];
  const from = before === 'none' ? 0 : before.size;
  const to = after === 'none' ? 0 : after.size;
  if (from === to) return [];
  const change = (
    action: PositionAction,
    size: number,
    { size: signed, entry }: Held,
    moved: number,
  ): PositionChange => ({
    address,
    coin,
    action,
    side: signed > 0 ? 'long' : 'short',
    size,
    entry,
    usd: moved * entry,
    changePct: action === 'entry' ? null : (100 * moved) / Math.abs(from),
  });
  const isKept = from > 0 === to > 0 && from !== 0 && to !== 0;
  if (isKept && after !== 'none') {
    const [was, is] = [Math.abs(from), Math.abs(to)];
    return [change(is > was ? 'increase' : 'decrease', is, after, Math.abs(is - was))];
  }
  const changes: PositionChange[] = [];
  if (before !== 'none') changes.push(change('exit', 0, before, Math.abs(from)));
  if (after !== 'none') changes.push(change('entry', Math.abs(to), after, Math.abs(to)));
  return changes;
}

/**
 * Finds the changes of positions between two cycles. A position that flipped is an exit and an entry.
 *
 * Only accounts in both cycles are compared: the positions of a missing one are unknown. So pass all tracked accounts,
 * including those below the least notional of a book. Unknown too are a position without a valid size and entry price,
 * a coin twice in an account, and an address twice in a cycle.
 *
 * @param config parameters. @default POSITION_CHANGES_V1
 * @returns changes by address, then by coin, the exit of a flip before its entry; independent of the order of accounts
 * and positions.
 * @throws {UsageError} when the config is invalid.
 * @example
 * const holding = (size: number) => [{ address: '0xa', equity: 1e6, positions: [{ coin: 'BTC', size, entry: 6e4 }] }];
 * positionChanges(holding(2), holding(3)).map(({ action, side }) => [action, side]); // → [ [ 'increase', 'long' ] ]
 */
export function positionChanges(
  before: readonly AccountRecord[],
  after: readonly AccountRecord[],
  config: PositionChangesConfig = POSITION_CHANGES_V1,
): PositionChange[] {
  const { leastUsd } = checkPositionChangesConfig(config);
  const was = byAddress(before);
  const changes: PositionChange[] = [];
  for (const [address, account] of byAddress(after)) {
    const previous = was.get(address);
    if (account === undefined || previous === undefined) continue;
    const [old, now] = [byCoin(previous), byCoin(account)];
    for (const coin of new Set([...old.keys(), ...now.keys()])) {
      changes.push(...changesOf(address, coin, old.get(coin) ?? 'none', now.get(coin) ?? 'none'));
    }
  }
  // The sort is stable: an exit stays before the entry of the same flip.
  return changes.filter(({ usd }) => usd >= leastUsd).sort(byAddressAndCoin);
}

function byAddressAndCoin(a: PositionChange, b: PositionChange): number {
  const [left, right] = a.address === b.address ? [a.coin, b.coin] : [a.address, b.address];
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
