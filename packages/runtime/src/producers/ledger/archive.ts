/** Ledger of a market behind the contract's port. */

import type { LedgerArchive } from '@barograph/contract';
import type { LedgerStore } from '@barograph/store';

/**
 * Creates the port of the ledger over its store.
 * @param timeline market name in the store.
 */
export function createLedgerArchive(store: LedgerStore, timeline: string): LedgerArchive {
  return {
    grades: async (query) => store.grades(timeline, query),
    stated: async (query) => store.stated(timeline, query),
    rows: async (query) => store.rows(timeline, query),
    digests: async (query) => store.digests(timeline, query),
  };
}
