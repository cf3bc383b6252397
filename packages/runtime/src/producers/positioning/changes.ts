/** Position changes: each cycle of accounts compared with the previous one, of any replica. */

import { encodeEvent, type PositionCycle, type WalletChange, type WhalePositionEvent } from '@barograph/contract';
import {
  positionChanges,
  POSITION_CHANGES_V1,
  TRADER_CLASSES,
  type AccountBook,
  type AccountClasses,
  type AccountRecord,
  type TraderClass,
} from '@barograph/positioning';
import type { DataSource } from '@barograph/contract';
import { VENUE } from '../../events/minute-events.ts';
import type { ComparedCycle } from '@barograph/store';
import type { ProducerInput, StateKey, StateText } from '../../producer.ts';
import { parsedState, stateText } from '../../resume.ts';
import { KEPT_CHANGES_V1 } from './config.ts';

const MARKET = 'market';
const KEY: StateKey = { name: 'compared-positions', version: POSITION_CHANGES_V1.version };

/** Stored accounts of a cycle, reduced to the inputs of changes. */
type StoredAccounts = readonly (readonly [
  address: string,
  positions: readonly (readonly [coin: string, size: number | null, entry: number | null])[],
])[];

/** Accounts at a moment, and their classes. */
export interface PositionsNow {
  /** Moment of the positions, epoch ms. */
  readonly time: number;
  /** All requested accounts, including those below the minimum notional. */
  readonly accounts: readonly AccountRecord[];
  readonly book: AccountBook;
  readonly classes: AccountClasses;
  readonly dataSource: DataSource;
}

/** Accounts as stored. Sizes and entries that are not numbers are stored as null. */
function storedOf(accounts: readonly AccountRecord[]): StoredAccounts {
  const known = (value: number | null): number | null => (Number.isFinite(value) ? value : null);
  return accounts.map(({ address, positions }) => [
    address,
    positions.map(({ coin, size, entry }) => [coin, known(size), known(entry)]),
  ]);
}

function accountsOf(stored: StoredAccounts): readonly AccountRecord[] {
  return stored.map(([address, positions]) => ({
    address,
    equity: null,
    positions: positions.map(([coin, size, entry]) => ({ coin, size: size ?? NaN, entry })),
  }));
}

function classesByAddress({ accounts }: AccountBook, { classOf }: AccountClasses): ReadonlyMap<string, TraderClass> {
  return new Map(accounts.address.map((address, i) => [address, TRADER_CLASSES[classOf[i]!]!]));
}

/** Stored positions of the newest cycle that is not in the future. */
async function baselineOf({ load, asOf }: ProducerInput): Promise<StateText | undefined> {
  return (await load(KEY)).find((state) => state.scope === MARKET && state.asOf <= asOf);
}

/**
 * Compares a cycle with the stored positions. The first cycle, and one after a pause, gives no changes, because their time is
 * unknown.
 *
 * @returns undefined for positions that were compared before, when the source has no newer ones.
 */
export async function comparedPositions(
  input: ProducerInput,
  { time, accounts, book, classes, dataSource }: PositionsNow,
): Promise<ComparedCycle | undefined> {
  const stored = await baselineOf(input);
  if (stored !== undefined && stored.asOf >= time) return undefined;
  const isNext = stored !== undefined && time - stored.asOf <= KEPT_CHANGES_V1.nextWithinMs;
  const classOf = classesByAddress(book, classes);
  const found = isNext ? positionChanges(accountsOf(parsedState<StoredAccounts>(stored).state), accounts) : [];
  const changes = found.map((change): WalletChange => ({
    ...change,
    traderClass: classOf.get(change.address) ?? null,
  }));
  const cycle: PositionCycle = { time, before: isNext ? stored.asOf : null, changes };
  return {
    cycle,
    baseline: stateText(KEY, MARKET, time, storedOf(accounts)),
    replaces: stored?.asOf ?? null,
    events: changes.map((change) => encodeEvent(eventOf(change, { time, recvTs: input.asOf, dataSource }))),
  };
}

interface Seen {
  readonly time: number;
  readonly recvTs: number;
  readonly dataSource: DataSource;
}

function eventOf(change: WalletChange, { time, ...seen }: Seen): WhalePositionEvent {
  const { coin, action, side, size, usd, address, changePct, traderClass } = change;
  const head = { type: 'whale_position', ts: time, venue: VENUE, symbol: coin, ...seen } as const;
  return { ...head, action, side, size, usd, address, changePct, traderClass };
}
