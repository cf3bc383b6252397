/** Changes of positions: each cycle of accounts against the one before it, whichever replica had that. */

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

/** Accounts of a cycle as they are stored: what changes are made of, and nothing else. */
type StoredAccounts = readonly (readonly [
  address: string,
  positions: readonly (readonly [coin: string, size: number | null, entry: number | null])[],
])[];

/** Accounts of a moment, and their classes. */
export interface PositionsNow {
  /** Moment of the positions, epoch ms. */
  readonly time: number;
  /** All that were asked for, also those below the least notional. */
  readonly accounts: readonly AccountRecord[];
  readonly book: AccountBook;
  readonly classes: AccountClasses;
  readonly dataSource: DataSource;
}

/** Accounts as they are stored. A size or an entry that is no number stays as null: it says nothing of the position. */
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

/** The stored positions of the newest cycle that is not of the future. */
async function baselineOf({ load, asOf }: ProducerInput): Promise<StateText | undefined> {
  return (await load(KEY)).find((state) => state.scope === MARKET && state.asOf <= asOf);
}

/**
 * The positions of a cycle against the stored ones. The first cycle, and one after a pause, tells nothing: what changed
 * meanwhile did not happen now.
 *
 * @returns undefined for positions that were compared before: the source has no newer ones.
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
