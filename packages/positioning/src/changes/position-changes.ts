/** Changes of positions between two cycles: entries, exits, and changes of size. */

import type { AccountRecord, PositionRecord } from '../accounts/records.ts';
import { checkPositionChangesConfig, POSITION_CHANGES_V1, type PositionChangesConfig } from './config.ts';

/** Kinds of a change. */
export const POSITION_ACTIONS = ['entry', 'exit', 'increase', 'decrease'] as const;
/** One of {@link POSITION_ACTIONS}. */
export type PositionAction = (typeof POSITION_ACTIONS)[number];

/** A change of one position of one account. */
export interface PositionChange {
  readonly address: string;
  readonly coin: string;
  readonly action: PositionAction;
  /** Side of the position: of an exit the one that it had. */
  readonly side: 'long' | 'short';
  /** Base units after the change, positive; 0 after an exit. */
  readonly size: number;
  /** Price of entry that the change is valued at: of what is left, after an exit of what there was. USD. */
  readonly entry: number;
  /** Base units changed times the entry price, USD. */
  readonly usd: number;
  /** Base units changed over the size before, percent, positive; null on an entry. */
  readonly changePct: number | null;
}

/** A position whose size and price of entry are known. */
interface Held {
  readonly size: number;
  readonly entry: number;
}

/** Statement of an account on a coin: a position, none, or something that cannot be read. */
type Said = Held | 'none' | 'unreadable';

/** Sound accounts by address; undefined for one that comes twice, for which of the two holds is not known. */
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

/** Statements of an account, by coin. A coin that comes twice cannot be read. */
function byCoin({ positions }: AccountRecord): Map<string, Said> {
  const found = new Map<string, Said>();
  for (const position of positions) {
    found.set(position.coin, found.has(position.coin) ? 'unreadable' : heldOf(position));
  }
  return found;
}

/** Changes of one position: none, one, or an exit and an entry where it turned. */
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
 * Changes of the positions between two cycles. A position that turned is an exit and an entry.
 *
 * Only accounts of both cycles are compared: one that is missing was not asked for, or could not be, and says nothing of
 * its positions. So give all tracked accounts, those below the least notional of a book included. A position without a
 * sound size and price of entry, a coin twice in an account and an address twice in a cycle say nothing either.
 *
 * @returns by address, then by coin, the exit of a turn before its entry. The order of accounts and positions moves
 *   nothing.
 * @throws {UsageError} a bad config.
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
  // The sort is stable: an exit stays before the entry that came with it.
  return changes.filter(({ usd }) => usd >= leastUsd).sort(byAddressAndCoin);
}

function byAddressAndCoin(a: PositionChange, b: PositionChange): number {
  const [left, right] = a.address === b.address ? [a.coin, b.coin] : [a.address, b.address];
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
