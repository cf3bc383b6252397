/**
 * Traders cycle: every five minutes the positions of large accounts, and profiles of the leaderboard's traders from the fills of
 * a few of them, longest waiting first.
 */

import {
  traderRecord,
  tradersPublication,
  walletRow,
  walletsOf,
  walletsPublication,
  type ProfiledFills,
  type Trader,
  type TradersHead,
  type WalletsHead,
} from '@barograph/contract';
import {
  accountBook,
  CLASSIFIER_V2026_11_1,
  traderProfile,
  TRADERS_V1,
  type ClassifierState,
  type TraderClass,
} from '@barograph/positioning';
import {
  SourceError,
  LEADERBOARD_WINDOWS,
  type LeaderboardRow,
  type LeaderboardWindow,
  CADENCES_V1,
} from '@barograph/sources';
import { jsonText } from '@barograph/store';
import type { Produced, Producer, ProducerInput, SnapshotText, StateKey } from '../../producer.ts';
import { parsedState, stateText } from '../../resume.ts';
import { CLASSES } from '../positioning/memory.ts';
import { POSITIONING_PRODUCER, termsOf } from '../positioning/producer.ts';
import { TRADER_CYCLE_V1 } from './config.ts';

/** Name of the producer. */
export const TRADERS_PRODUCER = 'traders';

const MARKET = 'market';
const STATE: StateKey = { name: 'traders', version: `${TRADER_CYCLE_V1.version}+${TRADERS_V1.version}` };

/** Leaderboard numbers as JSON stores them: unknown ones are null. */
type StoredRow = Pick<LeaderboardRow, 'address' | 'displayName'> & {
  readonly accountValue: number | null;
  readonly windows: Readonly<Record<LeaderboardWindow, readonly (number | null)[]>>;
};

/** State for the next cycle; plain JSON. */
interface TradersState {
  /** Null before the first leaderboard. */
  readonly board: {
    /** Time of its request, epoch ms. */
    readonly askedAt: number;
    readonly readAt: number;
    readonly listed: number;
    readonly source: string;
    readonly rows: readonly StoredRow[];
  } | null;
  readonly fills: Readonly<Record<string, ProfiledFills>>;
}
const FRESH: TradersState = { board: null, fills: {} };

function storedRow({ address, displayName, accountValue, windows }: LeaderboardRow): StoredRow {
  const numbers = (name: LeaderboardWindow): readonly number[] => {
    const { pnl, roi, volume } = windows[name];
    return [pnl, roi, volume];
  };
  const entries = LEADERBOARD_WINDOWS.map((name) => [name, numbers(name)] as const);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys are those of the list
  return { address, displayName, accountValue, windows: Object.fromEntries(entries) as StoredRow['windows'] };
}

/** Leaderboard to use: the known one until it is an hour old, or while the source has no other. */
async function boardOf(
  { asOf, market, log }: ProducerInput,
  known: TradersState['board'],
): Promise<TradersState['board']> {
  const { leaderboardMs, tracked } = TRADER_CYCLE_V1;
  if (known !== null && known.askedAt <= asOf && asOf - known.askedAt < leaderboardMs) return known;
  const answer = await market.read('leaderboard', { asOf });
  if (!answer.ok) {
    log.warn({ reason: answer.error.reason }, 'no leaderboard');
    return known;
  }
  const { rows, listed, readAt, provenance } = answer.value;
  // A duplicate row is the same trader.
  const first = new Map(rows.toReversed().map((row) => [row.address, row]));
  const largest = [...first.values()].sort((a, b) => b.accountValue - a.accountValue).slice(0, tracked);
  return { askedAt: asOf, readAt, listed, source: provenance.source, rows: largest.map(storedRow) };
}

/** Addresses whose fills are fetched now: those without fills by account value, then the oldest. */
function dueOf(addresses: readonly string[], fills: TradersState['fills'], asOf: number): readonly string[] {
  const { perCycle, refreshMs } = TRADER_CYCLE_V1;
  const fetched = (address: string): number => fills[address]?.fetchedAt ?? -Infinity;
  return addresses
    .filter((address) => !(asOf - fetched(address) < refreshMs))
    .sort((a, b) => (fetched(a) === fetched(b) ? 0 : fetched(a) - fetched(b)))
    .slice(0, perCycle);
}

/** Profiles of the tracked traders, with new fills of a few. */
async function fillsOf(
  { asOf, market, log }: ProducerInput,
  addresses: readonly string[],
  known: TradersState['fills'],
): Promise<TradersState['fills']> {
  const fills = Object.fromEntries(
    addresses.flatMap((address) => (known[address] === undefined ? [] : [[address, known[address]] as const])),
  );
  const from = Math.max(0, asOf - TRADER_CYCLE_V1.windowMs);
  for (const address of dueOf(addresses, known, asOf)) {
    const answer = await market.read('accountFills', { address, from, to: asOf });
    if (!answer.ok) {
      // The next cycle retries; a source without fills has none for the others either.
      log.warn({ address, reason: answer.error.reason }, 'no fills');
      break;
    }
    fills[address] = { profile: traderProfile(answer.value), fetchedAt: asOf, from, since: answer.value.since };
  }
  return fills;
}

/** Number in a state. */
const known = (value: number | null): number => value ?? NaN;

function tradersOf(
  { rows }: NonNullable<TradersState['board']>,
  fills: TradersState['fills'],
  classOf: (address: string) => TraderClass | null,
): readonly Trader[] {
  const traders = rows.map(({ address, displayName, accountValue, windows }, i): Trader => {
    const figures = (name: LeaderboardWindow): Trader['windows'][LeaderboardWindow] => {
      const [pnl, roi, volume] = windows[name].map(known);
      return { pnl: pnl!, roi: roi!, volume: volume! };
    };
    const [day, week, month, allTime] = LEADERBOARD_WINDOWS.map(figures);
    return {
      address,
      displayName,
      traderClass: classOf(address),
      accountValue: known(accountValue),
      valueRank: i + 1,
      windows: { day: day!, week: week!, month: month!, allTime: allTime! },
      fills: fills[address],
    };
  });
  const score = ({ fills: own }: Trader): number => own?.profile?.score ?? -1;
  return traders.sort((a, b) => {
    const better = score(b) - score(a);
    return better === 0 ? a.valueRank - b.valueRank : better;
  });
}

function tradersSnapshot(
  state: TradersState,
  classOf: (address: string) => TraderClass | null,
): SnapshotText | undefined {
  const { board, fills } = state;
  if (board === null) return undefined;
  const fetched = Object.values(fills).map(({ fetchedAt }) => fetchedAt);
  const head: TradersHead = {
    readAt: board.readAt,
    listed: board.listed,
    profiled: fetched.length,
    oldestProfile: fetched.length === 0 ? null : Math.min(...fetched),
    windowMs: TRADER_CYCLE_V1.windowMs,
    perCycle: TRADER_CYCLE_V1.perCycle,
  };
  const records = tradersOf(board, fills, classOf).map((trader) => jsonText(traderRecord.encode(trader)));
  return { name: tradersPublication.name, head: jsonText(head), records };
}

/**
 * Positions of the largest accounts at current marks; undefined before the source's first complete cycle.
 *
 * @throws {SourceError} when the source failed.
 */
async function walletsSnapshot(
  { asOf, market }: ProducerInput,
  classOf: (address: string) => TraderClass | null,
): Promise<SnapshotText | undefined> {
  const contexts = await market.read('contexts', { asOf });
  if (!contexts.ok) throw new SourceError(`contexts of perps: ${contexts.error.reason}`);
  const states = await market.read('accounts', { asOf });
  if (!states.ok && states.error.isWarming === true) return undefined;
  if (!states.ok) throw new SourceError(`states of accounts: ${states.error.reason}`);
  const terms = contexts.value.perps.flatMap(termsOf);
  const { tracked, leftOut, provenance } = states.value;
  const book = accountBook(states.value.accounts, terms, { leastNotional: 0 });
  // Accounts with an unknown value come last.
  const value = (equity: number): number => (Number.isNaN(equity) ? -Number.MAX_VALUE : equity);
  const largest = walletsOf(book, classOf, provenance.asOf)
    .toSorted((a, b) => {
      const larger = value(b.equity) - value(a.equity);
      return larger === 0 ? b.gross - a.gross : larger;
    })
    .slice(0, TRADER_CYCLE_V1.wallets);
  const head: WalletsHead = {
    positionsAsOf: provenance.asOf,
    tracked,
    leftOut,
    terms: terms.map(({ coin, mark, tiers }) => ({
      coin,
      mark,
      ...(tiers === undefined ? {} : { tiers: [...tiers] }),
    })),
  };
  const records = largest.map((wallet) => jsonText(walletRow.encode(wallet)));
  return { name: walletsPublication.name, head: jsonText(head), records };
}

/** Classes after the newest cycle of positions; null for unknown accounts. */
async function classesOf({ load, asOf }: ProducerInput): Promise<(address: string) => TraderClass | null> {
  const stored = (await load(CLASSES)).find((state) => state.scope === MARKET && state.asOf <= asOf);
  if (stored === undefined) return () => null;
  const { state } = parsedState<ClassifierState>(stored);
  if (state.version !== CLASSIFIER_V2026_11_1.version) return () => null;
  const classes = new Map(state.accounts.map(({ address, held }) => [address, held]));
  return (address) => classes.get(address) ?? null;
}

/** State to resume from: the newest that is not in the future. */
async function stateOf({ load, asOf }: ProducerInput): Promise<TradersState> {
  const stored = (await load(STATE)).find((state) => state.scope === MARKET && state.asOf <= asOf);
  return stored === undefined ? FRESH : parsedState<TradersState>(stored).state;
}

/** Every run reads the stored state, so that replicas continue from each other. */
export function tradersProducer(): Producer {
  return {
    name: TRADERS_PRODUCER,
    cadence: CADENCES_V1.every5Minutes,
    makeUp: { kind: 'latest' },
    reads: ['accounts', 'contexts', 'leaderboard', 'accountFills'],
    needs: [POSITIONING_PRODUCER],
    publishes: [walletsPublication.name, tradersPublication.name],
    isHeavy: true,
    create:
      () =>
      async (input): Promise<Produced> => {
        const before = await stateOf(input);
        const classOf = await classesOf(input);
        const wallets = await walletsSnapshot(input, classOf);
        const board = await boardOf(input, before.board);
        const addresses = board?.rows.map(({ address }) => address) ?? [];
        const state: TradersState = { board, fills: await fillsOf(input, addresses, before.fills) };
        const traders = tradersSnapshot(state, classOf);
        return {
          states: board === null ? [] : [stateText(STATE, MARKET, input.asOf, state)],
          published: [wallets, traders].filter((snapshot) => snapshot !== undefined),
          facts: {
            wallets: wallets?.records.length ?? 0,
            traders: addresses.length,
            profiled: Object.keys(state.fills).length,
          },
        };
      },
  };
}
