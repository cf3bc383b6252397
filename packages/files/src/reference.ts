/** Reference data, read: tables of coins, raw categories, unlock schedules, macro series and moods. */

import type { EventRows } from './events-rows.ts';
import type { MacroRows } from './macro-rows.ts';

/** A row of a table of coins. Numbers are NaN where the file says nothing; nothing is judged here. */
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

/** A table of coins of one day. */
export interface FileCoinTable {
  /** Epoch ms: the end of the day that it is of. */
  readonly knownAt: number;
  readonly rows: readonly FileReferenceCoin[];
}

/** Names of raw categories of one day. */
export interface FileCategories {
  /** Epoch ms, as of {@link FileCoinTable}. */
  readonly knownAt: number;
  readonly names: readonly string[];
}

/** Unlock schedule of a protocol. */
export interface FileSchedule {
  /** As the file names the protocol. */
  readonly protocol: string;
  /** Epoch ms. */
  readonly knownAt: number;
  readonly tranches: readonly {
    /** Epoch ms. */
    readonly time: number;
    readonly tokens: number;
    readonly section: string;
    readonly kind: 'cliff' | 'step';
  }[];
  /** Unlocked evenly from one moment to another, epoch ms. */
  readonly streams: readonly { readonly from: number; readonly to: number; readonly tokens: number }[];
}

/** Everything of a folder. */
export interface FileReference extends MacroRows, EventRows {
  /** Oldest first. */
  readonly tables: readonly FileCoinTable[];
  /** Oldest first. */
  readonly categories: readonly FileCategories[];
  /** In order of protocol and moment. */
  readonly schedules: readonly FileSchedule[];
  /** Rows of schedules that were left out because a number in them cannot be. */
  readonly badRows: number;
}

/** Settings of the reader. */
export interface ReferenceFilesConfig {
  readonly version: `reference-files/${string}`;
  /** Moment at which the schedules of a file without a column `known_at` became known, epoch ms. */
  readonly schedulesKnownAt: number;
}

/** 2026-04-03: the schedules that these files were made for are as of that day. */
export const REFERENCE_FILES_V1: ReferenceFilesConfig = Object.freeze({
  version: 'reference-files/1',
  schedulesKnownAt: 1_775_174_400_000,
});
