/** The buyer in the tests of sales, and an archive with one file per type to buy. */

import { ARCHIVE_TYPES, usdcUnits, type ArchiveFiles, type FileAsked } from '@barograph/contract';
import { HOUR_MS } from '@barograph/core';
import type { ManualClock } from '../../../sources/src/clock.ts';
import type { Host } from '../../src/compose.ts';
import type { Store } from '../../../store/src/open-store.ts';
import { NOW } from '../accounts/test-support.ts';
import { wallet, type Signing } from './test-support.ts';

/** The file that every call for one finds. */
export const FILE = {
  name: 'klines/perpdex/BTC/2026-11-17.parquet',
  format: 'parquet',
  bytes: 10,
  rows: 3,
  sha256: 'ab',
} as const;
/** An archive of one file a type. */
const isThere = ({ parameters: { date, month } }: FileAsked): boolean => date === '2026-11-17' || month === '2026-10';
export const files: ArchiveFiles = {
  has: async (asked) => isThere(asked),
  newest: async () => undefined,
  find: async (asked) => (isThere(asked) ? FILE : undefined),
  link: async ({ name }) => ({ url: `https://example.org/files/${name}?signature=x`, expiresAt: NOW + HOUR_MS }),
};
const FILE_VALUES = {
  exchange: 'perpdex',
  symbol: 'BTC',
  date: '2026-11-17',
  bundle: 'klines',
  snapshot_type: 'positioning',
  interval: '1h',
  month: '2026-10',
} as const;
/** A call for a file of a type that is there, or changed. */
export const fileLine = (type: keyof typeof ARCHIVE_TYPES, change: Readonly<Record<string, string>> = {}): string => {
  const own = Object.fromEntries(ARCHIVE_TYPES[type].parameters.map((name) => [name, FILE_VALUES[name]]));
  return `GET /backtesting/archives/purchase?${new URLSearchParams({ data_type: type, ...own, ...change }).toString()}`;
};

/** Has more than it can spend. */
export const rich = wallet(1);
/** Units that it has to begin with. */
export const RICH = 10n ** 12n;
/** Price of the smallest pass, in units. */
export const PASS = usdcUnits('1.5');

/** A host on the test ledger with its store and the time of its wall. */
export interface Shop {
  readonly host: Host;
  readonly store: Store;
  readonly wall: ManualClock;
}
/** A signature of the buyer that is right for so many units. */
export const signing = ({ wall }: Pick<Shop, 'wall'>, units: bigint, more: Partial<Signing> = {}): Signing => ({
  wallet: rich,
  units,
  now: wall.now(),
  ...more,
});
/** Units that an address has. */
export const balance = async ({ store }: Pick<Shop, 'store'>, address: string): Promise<bigint> =>
  store.testLedger.balance(address.toLowerCase());
