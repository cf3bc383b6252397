/** Cases that every database engine must pass. */

import type { Store } from '../../src/open-store.ts';

/** Replicas on one new database. */
export interface Replicas {
  /** One more. */
  readonly open: () => Promise<Store>;
}

export interface StoreCase {
  readonly name: string;
  readonly run: (replicas: Replicas) => Promise<void>;
}

/** 2026-01-01T00:00Z, a day's first moment. */
export const MIDNIGHT = 1_767_225_600_000;
export const MINUTE_MS = 60_000;
export const DAY_MS = 86_400_000;
