/** An entry of the catalogue of indicators. */

/** Groups of indicators, in the order of the catalogue. */
export const INDICATOR_GROUP_SLUGS = [
  'moving-averages',
  'trend',
  'momentum',
  'volatility',
  'volume',
  'channels-levels',
  'statistics',
  'cycles',
  'breadth',
  'derivatives',
  'order-flow',
  'on-chain',
] as const;
/** One of them. */
export type IndicatorGroupSlug = (typeof INDICATOR_GROUP_SLUGS)[number];

/** A group of indicators. */
export interface IndicatorGroup {
  readonly slug: IndicatorGroupSlug;
  readonly name: string;
  readonly description: string;
}

/** Data that an indicator reads. `peers`: bars of many coins, aligned; `benchmark`: those of one other series, the first beside. */
export const INDICATOR_INPUTS = [
  'open',
  'high',
  'low',
  'close',
  'volume',
  'funding',
  'open_interest',
  'peers',
  'benchmark',
  'trades',
  'book',
  'positions',
  'options',
  'futures',
  'venues',
  'chain',
] as const;
/** One of them. */
export type IndicatorInput = (typeof INDICATOR_INPUTS)[number];

/** Unit and bounds of an indicator. */
export interface IndicatorRange {
  /** As in `price`, `percent`, `fraction`, `ratio`, `count`, `score`, `volume`, `log return`. */
  readonly unit: string;
  /** Bounds that no value leaves; absent where there is none. */
  readonly least?: number;
  readonly most?: number;
}

/** Origin of the computation. The umbrella package resolves each name. */
export type Implementation =
  /** A computation of this package, under the slug of the entry. */
  | { readonly by: 'catalogue' }
  /** An export of another package of ours, as in `{ package: 'indicators', name: 'adx' }`. */
  | { readonly by: 'barograph'; readonly package: string; readonly name: string }
  /** A function of the library of that name. */
  | { readonly by: 'technicalindicators'; readonly name: string }
  /** Nobody: bars, funding and open interest do not suffice. */
  | { readonly by: 'none'; readonly reason: string };

/** An indicator. */
export interface Indicator {
  /** Stable: never given to another. */
  readonly slug: string;
  readonly name: string;
  readonly group: IndicatorGroupSlug;
  /** One or two sentences: what it tells a reader, and what it does not. */
  readonly summary: string;
  /** Other names and abbreviations. */
  readonly aliases: readonly string[];
  /** In plain text; every symbol but the inputs (O, H, L, C, V, F funding, OI) is in {@link symbols} or {@link parameters}. */
  readonly formula: string;
  /** Meaning of each symbol that the formula defines. */
  readonly symbols: Readonly<Record<string, string>>;
  readonly inputs: readonly IndicatorInput[];
  /** Defaults, by the name that the formula uses. */
  readonly parameters: Readonly<Record<string, number>>;
  /** Parameters that count the bars of a span: their defaults are those of the usual bars of the entry, others follow the bars. */
  readonly counts?: Readonly<Record<string, 'day' | 'week' | 'month' | 'year'>>;
  /** Index of the first value with the defaults, or bars before it where nobody computes it. */
  readonly lookback: number;
  readonly range: IndicatorRange;
  readonly difficulty: 'beginner' | 'intermediate' | 'advanced';
  readonly tags: readonly string[];
  /** Identifiers of references, the defining one first. */
  readonly sources: readonly string[];
  /** Departures of this formula from its source, or which of competing definitions it is; absent where neither. */
  readonly note?: string;
  /** Paths of operations that serve it or what it is made of, as in `/indicators/technical`. */
  readonly endpoints: readonly string[];
  readonly implementedBy: Implementation;
}
