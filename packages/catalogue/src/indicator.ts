/** Entry of the catalogue of indicators. */

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
/** Slug of an indicator group. */
export type IndicatorGroupSlug = (typeof INDICATOR_GROUP_SLUGS)[number];

/** Group of indicators. */
export interface IndicatorGroup {
  readonly slug: IndicatorGroupSlug;
  readonly name: string;
  readonly description: string;
}

/**
 * Data that an indicator reads. `peers`: aligned bars of many coins; `benchmark`: those of a single other series, the
 * first of the peers.
 */
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
/** Kind of data that an indicator reads. */
export type IndicatorInput = (typeof INDICATOR_INPUTS)[number];

/** Unit and bounds of an indicator. */
export interface IndicatorRange {
  /** Unit, such as `price`, `percent`, `fraction`, `ratio`, `count`, `score`, `volume`, `log return`. */
  readonly unit: string;
  /** Range of possible values; absent when unbounded. */
  readonly least?: number;
  /** Highest possible value; absent when unbounded. */
  readonly most?: number;
}

/** Origin of the computation. The umbrella package resolves each name. */
export type Implementation =
  /** Computation of this package, under the slug of the entry. */
  | { readonly by: 'catalogue' }
  /** Export of another of our packages, such as `{ package: 'indicators', name: 'adx' }`. */
  | { readonly by: 'barograph'; readonly package: string; readonly name: string }
  /** Function of the library of that name. */
  | { readonly by: 'technicalindicators'; readonly name: string }
  /** No computation: bars, funding and open interest do not suffice. */
  | { readonly by: 'none'; readonly reason: string };

/** Indicator. */
export interface Indicator {
  /** Slug; stable and never reused. */
  readonly slug: string;
  readonly name: string;
  readonly group: IndicatorGroupSlug;
  /** One or two sentences on what it shows, and what it does not. */
  readonly summary: string;
  /** Other names and abbreviations. */
  readonly aliases: readonly string[];
  /**
   * Formula in plain text; every symbol except the inputs (O, H, L, C, V, F funding, OI) is in {@link symbols} or
   * {@link parameters}.
   */
  readonly formula: string;
  /** Meaning of each symbol that the formula defines. */
  readonly symbols: Readonly<Record<string, string>>;
  readonly inputs: readonly IndicatorInput[];
  /** Default parameters, by their names in the formula. */
  readonly parameters: Readonly<Record<string, number>>;
  /** Parameters that count the bars of a time span: defaults fit the usual bars of the entry; other bars scale them. */
  readonly counts?: Readonly<Record<string, 'day' | 'week' | 'month' | 'year'>>;
  /** Index of the first value with the defaults; for an entry without computation, the bars it needs before it. */
  readonly lookback: number;
  readonly range: IndicatorRange;
  readonly difficulty: 'beginner' | 'intermediate' | 'advanced';
  readonly tags: readonly string[];
  /** Reference identifiers, the defining one first. */
  readonly sources: readonly string[];
  /** Differences from the source, or the chosen one of competing definitions; absent without either. */
  readonly note?: string;
  /** Paths of operations that serve the indicator or its inputs, such as `/indicators/technical`. */
  readonly endpoints: readonly string[];
  readonly implementedBy: Implementation;
}
