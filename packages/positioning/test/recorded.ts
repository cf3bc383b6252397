/** The recorded moments of the leaderboard's accounts (`../shared/data/snapshots`), as records of the account book. */

import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { AccountRecord, CoinTerms, PositionRecord } from '../src/accounts/records.ts';

/** One recorded moment. */
export interface Moment {
  /** Epoch ms. */
  readonly time: number;
  readonly accounts: readonly AccountRecord[];
  /** Mark of each coin: the median of value over size. Tiers are absent from the record. */
  readonly terms: readonly CoinTerms[];
}

/** Folder of the recording. */
export const SNAPSHOTS: URL = new URL('../../../../shared/data/snapshots/', import.meta.url);

function* rowsOf(name: string): Generator<string[]> {
  const text = gunzipSync(readFileSync(new URL(name, SNAPSHOTS))).toString('utf8');
  for (const line of text.split('\n').slice(1)) if (line !== '') yield line.split(',');
}

function numberOf(text: string | undefined): number | null {
  return text === undefined || text === '' ? null : Number(text);
}

function push<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!;
}

/**
 * The moments with positions, oldest first. An empty liquidation price means that the venue gave none. The recording
 * has no margin mode, and its account value is not the equity behind the perps.
 */
export function recordedMoments(): Moment[] {
  const equity = new Map<string, number | null>();
  for (const [time, wallet, value] of rowsOf('hyperliquid_leaderboard_accounts_2026-02.csv.gz')) {
    equity.set(`${time} ${wallet}`, numberOf(value));
  }
  const moments = new Map<string, Map<string, PositionRecord[]>>();
  const marks = new Map<string, Map<string, number[]>>();
  for (const row of rowsOf('hyperliquid_leaderboard_positions_2026-02.csv.gz')) {
    const [time, wallet, coin, sign, size, entry, leverage, value, , liquidation] = row as [
      string,
      string,
      string,
      ...string[],
    ]; // oxlint-disable-line typescript/no-unsafe-type-assertion -- the columns of the file
    if (!moments.has(time)) {
      moments.set(time, new Map());
      marks.set(time, new Map());
    }
    push(moments.get(time)!, wallet, {
      coin,
      size: Number(sign) * Number(size),
      entry: numberOf(entry),
      leverage: numberOf(leverage),
      liquidation: numberOf(liquidation),
    });
    push(marks.get(time)!, coin, Number(value) / Number(size));
  }
  return [...moments].map(([time, wallets]) => ({
    time: Number(time),
    accounts: [...wallets].map(([address, positions]) => ({
      address,
      equity: equity.get(`${time} ${address}`) ?? null,
      positions,
    })),
    terms: [...marks.get(time)!].map(([coin, values]) => ({ coin, mark: median(values) })),
  }));
}
