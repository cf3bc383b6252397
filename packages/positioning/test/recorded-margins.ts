/**
 * Recorded positions with what is known of their margins: the venue's tiers, 59 moments of a leaderboard with the venue's
 * liquidation prices but no margin mode, and the positions that were closed against the losing side on 2025-10-10. `data` is the
 * folder of the recorded files.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { liquidationPrice, maintenanceMargin, type MarginTable, type MarginTier } from '../src/index.ts';

type Row = Readonly<Record<string, string>>;
/** Rows of a gzipped CSV file, by column. */
export function rowsOf(data: string, path: string): Row[] {
  const [header = '', ...lines] = gunzipSync(readFileSync(join(data, path)))
    .toString()
    .trim()
    .split('\n');
  const names = header.split(',');
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, i) => [names[i]!, cell])));
}

/** Response of the venue about its coins. */
interface Meta {
  readonly universe: readonly { readonly name: string; readonly maxLeverage: number; readonly marginTableId: number }[];
  readonly marginTables: readonly (readonly [
    id: number,
    { readonly marginTiers: readonly { readonly lowerBound: string; readonly maxLeverage: number }[] },
  ])[];
}

/** Tiers of the coins in a recorded response; a table that is not listed is one tier at the largest leverage. */
export function recordedTiers(data: string): Map<string, readonly MarginTier[]> {
  const file = join(data, 'api/hyperliquid/meta__2025-12-13T2123Z_ca89.json');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a recorded answer
  const { universe, marginTables } = JSON.parse(readFileSync(file, 'utf8')) as Meta;
  const tables = new Map(
    marginTables.map(([id, { marginTiers }]) => [
      id,
      marginTiers.map(({ lowerBound, maxLeverage }) => ({ from: Number(lowerBound), maxLeverage })),
    ]),
  );
  return new Map(
    universe.map(({ name, maxLeverage, marginTableId }) => [
      name,
      tables.get(marginTableId) ?? [{ from: 0, maxLeverage }],
    ]),
  );
}

/** A position of a snapshot. */
export interface Held {
  readonly moment: string;
  readonly wallet: string;
  readonly coin: string;
  readonly size: number;
  readonly entry: number;
  readonly leverage: number;
  readonly notional: number;
  readonly mark: number;
  /** NaN where the venue gave no price. */
  readonly liquidation: number;
}

/** Positions at the 59 moments of the leaderboard. */
export function snapshotPositions(data: string): Held[] {
  return rowsOf(data, 'snapshots/hyperliquid_leaderboard_positions_2026-02.csv.gz').map((row) => {
    const [size, notional] = [Number(row['size']), Number(row['position_value_usd'])];
    return {
      moment: row['snapshot_ms']!,
      wallet: row['wallet']!,
      coin: row['coin']!,
      size: size * Number(row['sign']),
      entry: Number(row['entry_px']),
      leverage: Number(row['leverage']),
      notional,
      mark: notional / size,
      liquidation: row['liquidation_px'] === '' ? NaN : Number(row['liquidation_px']),
    };
  });
}

/** Margin above all maintenance, derived from the liquidation price of one position, USD. */
export function freeMargin({ size, mark, notional, liquidation }: Held, table: MarginTable): number {
  const backing = maintenanceMargin(table, Math.abs(size) * liquidation) - size * (liquidation - mark);
  return backing - maintenanceMargin(table, notional);
}

/** A position, and its liquidation price derived from the largest position of its account. */
export interface Guess {
  readonly position: Held;
  /** Distance from the price of the venue, as a fraction of it; Infinity when no price is found. */
  readonly error: number;
  /** Error of the price derived as for an isolated position with its first margin. */
  readonly isolatedError: number;
  /** Largest leverage with a maintenance that gives exactly the price of the venue: half of one over the rate. */
  readonly impliedLeverage: number;
}

/** Largest leverages the venue has or had. */
export const LEVERAGES = [3, 5, 10, 15, 20, 25, 40, 50];

/** All positions except the largest priced one of each account. */
export function guessOthers(positions: readonly Held[], tables: ReadonlyMap<string, MarginTable>): Guess[] {
  const known = positions.filter(({ liquidation }) => liquidation > 0);
  if (known.length < 2) return [];
  const first = known.reduce((a, b) => (b.notional > a.notional ? b : a));
  const free = freeMargin(first, tables.get(first.coin)!);
  return known.flatMap((position) => {
    if (position === first) return [];
    const { size, mark, notional, liquidation, entry, leverage } = position;
    const table = tables.get(position.coin)!;
    const cross = liquidationPrice({ size, price: mark, margin: free + maintenanceMargin(table, notional), table });
    const own = liquidationPrice({ size, price: entry, margin: (Math.abs(size) * entry) / leverage, table });
    const error = (price: number): number => (Number.isNaN(price) ? Infinity : Math.abs(price / liquidation - 1));
    const rate = (free + size * (liquidation - mark)) / (Math.abs(size) * (liquidation - mark));
    return [{ position, error: error(cross), isolatedError: error(own), impliedLeverage: 1 / (2 * rate) }];
  });
}

/** Share of each wallet's prices with an error of at most `most`. */
export function sharesByWallet(guesses: readonly Guess[], most: number): readonly number[] {
  const wallets = new Map<string, { hits: number; count: number }>();
  for (const { position, error } of guesses) {
    const of = wallets.get(position.wallet) ?? { hits: 0, count: 0 };
    wallets.set(position.wallet, { hits: of.hits + Number(error <= most), count: of.count + 1 });
  }
  return [...wallets.values()].map(({ hits, count }) => hits / count);
}

/** Leverages counted together, each bucket by its largest. */
export const BUCKETS = [1, 2, 3, 5, 10, 20, 40] as const;

/** Groups positions by a key. */
export function groupsOf(positions: readonly Held[], key: (position: Held) => string): Map<string, Held[]> {
  const groups = new Map<string, Held[]>();
  for (const position of positions) {
    const group = groups.get(key(position));
    if (group === undefined) groups.set(key(position), [position]);
    else group.push(position);
  }
  return groups;
}

/**
 * Positions with a table, by moment and wallet. Margin above all maintenance is one number of the account; it includes
 * positions with unknown tiers.
 */
export function byAccount(positions: readonly Held[], tables: ReadonlyMap<string, MarginTable>): Held[][] {
  const known = positions.filter(({ coin }) => tables.has(coin));
  return [...groupsOf(known, ({ moment, wallet }) => `${moment} ${wallet}`).values()];
}

/** A row of the positions closed against the losing side. */
export interface Deleveraged {
  /** `used`, or the reason against it. */
  readonly use: string;
  /** Whether the unrealised profit is size · (price − entry). */
  readonly isResultSound: boolean;
  readonly judged?: {
    readonly user: string;
    readonly price: number;
    /** Solved from the equity; NaN when there is no price. */
    readonly liquidation: number;
    /** Whether the liquidation price is still beyond the price of the close. */
    readonly isAlive: boolean;
    /** Whether its equity covers the maintenance at that price. */
    readonly isSolvent: boolean;
  };
}

/**
 * Rows of 2025-10-10 with entry, size and equity. No liquidation price was observed for them: they were the winning
 * side.
 */
export function deleveragedRows(data: string, tables: ReadonlyMap<string, MarginTable>): Deleveraged[] {
  return rowsOf(data, 'liquidations/hl_adl_2025-10-10_high_leverage_positions.csv.gz').map((row): Deleveraged => {
    const n = (name: string): number => Number(row[name]);
    const [size, entry, price, equity] = [n('position_size'), n('entry_price'), n('adl_price'), n('total_equity')];
    const own = n('position_unrealized_pnl');
    const isResultSound = Math.abs(size * (price - entry) - own) <= 1e-6 * Math.abs(size) * entry;
    const table = tables.get(row['coin']!);
    const others = Math.abs(n('total_unrealized_pnl') - own);
    if (!(entry > 0) || size === 0) return { use: 'no entry or no size', isResultSound };
    if (table === undefined) return { use: 'largest leverage of the coin not known', isResultSound };
    if (others > 0.01 * Math.abs(size) * price) {
      return { use: 'the account holds more than this position, and the rest is not in the table', isResultSound };
    }
    const liquidation = liquidationPrice({ size, price, margin: equity, table });
    const isAlive = Number.isNaN(liquidation) || (size > 0 ? liquidation < price : liquidation > price);
    const isSolvent = equity > maintenanceMargin(table, Math.abs(size) * price);
    return { use: 'used', isResultSound, judged: { user: row['user']!, price, liquidation, isAlive, isSolvent } };
  });
}
