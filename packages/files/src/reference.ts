/** Parsed reference data: tables of coins, raw categories, unlock schedules, macro series and moods. */

import type { EventRows } from './events-rows.ts';
import type { MacroRows } from './macro-rows.ts';

/** Unvalidated row of a table of coins. Numbers are NaN when absent. */
export interface FileReferenceCoin {
  readonly id: string;
  readonly symbol: string;
  readonly name: string;
  readonly rank: number;
  /** USD. */
  readonly price: number;
  /** USD. */
  readonly marketCap: number;
  /** Tokens. */
  readonly circulating: number;
  readonly total: number;
  readonly max: number;
  /** Percent. */
  readonly change24h: number;
  readonly change7d: number;
  readonly categories: readonly string[];
  readonly contracts: readonly [];
}

/** Table of coins of a day. */
export interface FileCoinTable {
  /** End of its day, epoch ms. */
  readonly knownAt: number;
  readonly rows: readonly FileReferenceCoin[];
}

/** Raw category names of a day. */
export interface FileCategories {
  /** End of its day, epoch ms. */
  readonly knownAt: number;
  readonly names: readonly string[];
}

/** Unlock schedule of a protocol. */
export interface FileSchedule {
  /** Protocol name in the file. */
  readonly protocol: string;
  /** Epoch ms. */
  readonly knownAt: number;
  readonly tranches: readonly {
    /** Epoch ms. */
    readonly time: number;
    /** Number of tokens. */
    readonly tokens: number;
    readonly section: string;
    readonly kind: 'cliff' | 'step';
  }[];
  /** Linear unlocks between two times, epoch ms. */
  readonly streams: readonly { readonly from: number; readonly to: number; readonly tokens: number }[];
}

/** Contents of a folder. */
export interface FileReference extends MacroRows, EventRows {
  /** Oldest first. */
  readonly tables: readonly FileCoinTable[];
  /** Oldest first. */
  readonly categories: readonly FileCategories[];
  /** Ordered by protocol and time. */
  readonly schedules: readonly FileSchedule[];
  /** Number of schedule rows dropped for an invalid number. */
  readonly badRows: number;
}

/** Settings of the reader. */
export interface ReferenceFilesConfig {
  readonly version: `reference-files/${string}`;
  /** Known time of schedules in a file without a column `known_at`, epoch ms. */
  readonly schedulesKnownAt: number;
}

/** 2026-04-03, the date of the original schedule files. */
export const REFERENCE_FILES_V1: ReferenceFilesConfig = Object.freeze({
  version: 'reference-files/1',
  schedulesKnownAt: 1_775_174_400_000,
});
