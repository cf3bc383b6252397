/** Publications of engines: rows computed and encoded once, with their common head. */

import { Type, type TSchema } from 'typebox';
import type { DataSource } from './parameters.ts';
import { nullable } from './scalar.ts';

/** Kind of market data. */
export type FeedKind =
  | 'bars'
  | 'funding'
  | 'openInterest'
  | 'contexts'
  | 'mids'
  | 'book'
  | 'trades'
  | 'liquidations'
  | 'accounts'
  | 'leaderboard'
  | 'account'
  | 'accountFills'
  | 'implied'
  | 'options'
  | 'spotTickers'
  | 'spotPairs'
  | 'pairBars'
  | 'venuePerps'
  | 'settlements'
  | 'venueOpenInterest'
  | 'longShort'
  | 'forcedCloses'
  | 'coins'
  | 'categories'
  | 'unlocks'
  | 'pools'
  | 'tokenPools'
  | 'promotions'
  | 'tokenSecurity'
  | 'fearGreed'
  | 'macro'
  | 'macroCalendar'
  | 'stablecoins'
  | 'pegs'
  | 'hacks'
  | 'media'
  | 'headlines'
  | 'etfFlows'
  | 'transfers'
  | 'news';

/** Source of a kind of data, and its freshness. */
export interface Provenance {
  readonly feed: FeedKind;
  /** Name of the source; unique in a host. */
  readonly source: string;
  readonly kind: DataSource;
  /** Time up to which the source had complete data, epoch ms. */
  readonly asOf: number;
  /** False while the source fails, or after it served older data instead of current. */
  readonly isFresh: boolean;
}

/**
 * Joins blocks by source and kind of data, in order of first appearance: `asOf` is the oldest, and `isFresh` requires all to be
 * fresh.
 *
 * @example
 * const bars5m = { feed: 'bars', source: 'simulator', kind: 'simulated', asOf: 5_000, isFresh: true } as const;
 * const [{ asOf, isFresh }] = joinProvenance([bars5m, { ...bars5m, asOf: 3_000, isFresh: false }]);
 * [asOf, isFresh]; // → [ 3000, false ]
 */
export function joinProvenance(blocks: readonly Provenance[]): readonly Provenance[] {
  const joined = new Map<string, Provenance>();
  for (const block of blocks) {
    const key = `${block.feed}/${block.source}`;
    const known = joined.get(key);
    const asOf = Math.min(block.asOf, known?.asOf ?? block.asOf);
    joined.set(key, { ...block, asOf, isFresh: block.isFresh && (known?.isFresh ?? true) });
  }
  return [...joined.values()];
}

/** Wire value with its cached JSON text. */
export interface Encoded<Value> {
  readonly value: Value;
  readonly json: string;
}

/** One published state of an engine; immutable after publication. */
export interface Published<Row, Head> {
  /** Time of the values, epoch ms. */
  readonly asOf: number;
  readonly head: Head;
  readonly records: readonly Encoded<Row>[];
  /** Origin of the values. @default the host's kind of source */
  readonly dataSource?: DataSource;
  /** Sources of the values, by kind of data. @default unknown */
  readonly provenance?: readonly Provenance[];
}

/** Schemas of a stored snapshot, which is validated because another build may have written it. */
export interface StoredShape {
  readonly head: TSchema;
  readonly record: TSchema;
}

/** Number of a head; null when not measurable. */
export const storedNumber = nullable(Type.Number());

/** Schema of a {@link SymbolsHead} with additional fields. */
export function symbolsHead(more: Readonly<Record<string, TSchema>> = {}): TSchema {
  const symbols = Type.Array(Type.String());
  return Type.Object({ warming: symbols, pending: Type.Optional(symbols), ...more });
}

/**
 * Name and types of a publication.
 *
 * @typeParam Row type of a record.
 * @typeParam Head fields common to all records.
 */
export interface Publication<Row, Head> {
  readonly name: string;
  /** Version of the stored shape, such as `meme-snapshot/1`. Other versions are read only for past answers. */
  readonly snapshot: string;
  /** Schemas of this version. */
  readonly shape: StoredShape;
  /** Restricts the head to the coins visible to a caller. Required for operations that scope coins and read the head. */
  scopeHead?(head: Head, coins: readonly string[]): Head;
  /** Converts records of earlier versions to this version, by version, for past answers. The head is unchanged. */
  readonly earlier?: Readonly<Record<string, (record: unknown) => Row>>;
  /** Type marker, never set. */
  readonly types?: { readonly row: Row; readonly head: Head };
}

/** Minimum head of records by symbol. */
export interface SymbolsHead {
  /** Symbols with too little history for a record. */
  readonly warming: readonly string[];
  /** Symbols whose first bars have not been fetched yet. @default none */
  readonly pending?: readonly string[];
}

/** Part of a publication visible to a caller; the same object for the same publication, operation and tier. */
export interface View<Row, Head> extends Published<Row, Head> {
  /** Kind of the source of the bars. */
  readonly dataSource: DataSource;
  /** Present only when the host has several sources. */
  readonly provenance?: readonly Provenance[];
  /** Records that count as the universe: all of them under a coin scope, the visible ones under a row scope. */
  readonly universeSize: number;
}

/**
 * Declares a publication that is not an engine of the universe.
 *
 * @example
 * const { query, reply } = operationNamed('health.get');
 * publication('mine', 'mine/1', { head: query, record: reply }).snapshot; // → 'mine/1'
 */
export function publication<Row, Head>(
  name: string,
  snapshot: string,
  shape: StoredShape,
  scopeHead?: (head: Head, coins: readonly string[]) => Head,
  earlier?: Publication<Row, Head>['earlier'],
): Publication<Row, Head> {
  const more = { ...(scopeHead === undefined ? {} : { scopeHead }), ...(earlier === undefined ? {} : { earlier }) };
  return Object.freeze({ name, snapshot, shape, ...more });
}
