/** The tables of news, as Kysely types them. */

import type { JsonColumn } from './json-column.ts';

export interface NewsItemsTable {
  readonly timeline: string;
  readonly id: string;
  readonly revision: number;
  readonly symbol: string;
  readonly published: number;
  readonly knownAt: number;
  readonly impact: number;
  readonly body: JsonColumn;
}

export interface NewsHoursTable {
  readonly timeline: string;
  readonly hour: number;
  readonly ingested: number;
  readonly droppedNoise: number;
  readonly droppedNoCatalyst: number;
  readonly droppedNoEntity: number;
  readonly droppedBelowThreshold: number;
  readonly qualified: number;
  readonly coverage: JsonColumn;
}

export interface NewsSourcesTable {
  readonly timeline: string;
  readonly name: string;
  readonly seenAt: number;
  readonly lastSuccessAt: number | null;
  readonly lastErrorAt: number | null;
  readonly lastError: string | null;
  readonly about: JsonColumn;
  /** Opening of the source that its counts are of, those counts, and the sum of all openings before. */
  readonly run: string;
  readonly ofRun: JsonColumn;
  readonly beforeRun: JsonColumn;
}

export interface NewsResponsesTable {
  readonly timeline: string;
  readonly id: string;
  readonly symbol: string;
  readonly horizon: '15m' | '1h' | '4h';
  readonly knownAt: number;
  readonly body: JsonColumn;
}
