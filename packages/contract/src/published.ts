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

/** Source of the data of one kind, and whether they are fresh. */
export interface Provenance {
  readonly feed: FeedKind;
  /** Name of the source; unique in a host. */
  readonly source: string;
  readonly kind: DataSource;
  /** Moment up to which the source knew all of it, epoch ms. */
  readonly asOf: number;
  /** False while the source fails, and when it served older data instead of current. */
  readonly isFresh: boolean;
}

/**
 * One block for each source and kind of data, in the order of the first of each: `asOf` is the oldest, `isFresh` that all
 * are.
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

/** A value on the wire and its JSON text, made once. */
export interface Encoded<Value> {
  readonly value: Value;
  readonly json: string;
}

/** One published state of an engine. Never changed after it was published. */
export interface Published<Row, Head> {
  /** The moment of the values, epoch ms. */
  readonly asOf: number;
  readonly head: Head;
  readonly records: readonly Encoded<Row>[];
  /** Origin of the values; the host's kind of source when left out. */
  readonly dataSource?: DataSource;
  /** Sources of the values, by kind of data; not known when left out. */
  readonly provenance?: readonly Provenance[];
}

/** Schemas of a stored snapshot: a row that another build or a hand wrote is data from outside. */
export interface StoredShape {
  readonly head: TSchema;
  readonly record: TSchema;
}

/** A number of a head; null where it was not measurable. */
export const storedNumber = nullable(Type.Number());

/** Schema of a {@link SymbolsHead} with more. */
export function symbolsHead(more: Readonly<Record<string, TSchema>> = {}): TSchema {
  const symbols = Type.Array(Type.String());
  return Type.Object({ warming: symbols, pending: Type.Optional(symbols), ...more });
}

/**
 * The name under which something is published, with the types of what is.
 *
 * @typeParam Row a record.
 * @typeParam Head what belongs to all records.
 */
export interface Publication<Row, Head> {
  readonly name: string;
  /** Version of the stored shape, such as `meme-snapshot/1`; another version is not read, but for answers of the past. */
  readonly snapshot: string;
  /** Schemas of that version. */
  readonly shape: StoredShape;
  /** The head for a caller who sees these coins only. Without it no operation may scope coins and read the head. */
  scopeHead?(head: Head, coins: readonly string[]): Head;
  /** Records of earlier versions as this one has them, by version: answers of the past are made of them. The head is the same. */
  readonly earlier?: Readonly<Record<string, (record: unknown) => Row>>;
  /** Never there: carries the types of what is published. */
  readonly types?: { readonly row: Row; readonly head: Head };
}

/** The head of records that are of symbols, at least. */
export interface SymbolsHead {
  /** Symbols with too little history for a record. */
  readonly warming: readonly string[];
  /** Symbols whose first bars have not been fetched yet; none when left out. */
  readonly pending?: readonly string[];
}

/** Part of a publication that a caller may see. The same object for the same publication, operation and tier. */
export interface View<Row, Head> extends Published<Row, Head> {
  /** Kind of the source of the bars. */
  readonly dataSource: DataSource;
  /** Of a host with several sources only. */
  readonly provenance?: readonly Provenance[];
  /** Records that count as the universe: all of them under a coin scope, the visible ones under a row scope. */
  readonly universeSize: number;
}

/**
 * A publication that is no engine of the universe.
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
