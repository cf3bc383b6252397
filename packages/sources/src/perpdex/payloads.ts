/**
 * Answers of the perp venue, as far as they are read. Values inside rows are of any type here: one that is wrong makes that
 * value unknown, where a wrong frame makes the whole answer one that cannot be read.
 *
 * @source the venue's public API reference (info endpoint, websocket), and its recorded answers of 2023 to 2026.
 */

import { Type, type TUnsafe } from 'typebox';
import { row, type Values } from '../upstream/payload/row.ts';

/** A perp of the universe. */
export type UniverseRow = Values<
  'name' | 'szDecimals' | 'maxLeverage' | 'isDelisted' | 'onlyIsolated' | 'marginTableId'
>;
/** Values of a perp now, as the venue states them. */
export type ContextRow = Values<
  'funding' | 'openInterest' | 'prevDayPx' | 'dayNtlVlm' | 'premium' | 'oraclePx' | 'markPx' | 'midPx'
>;
const universeRow: TUnsafe<UniverseRow> = row(
  ['name', 'szDecimals', 'maxLeverage', 'isDelisted', 'onlyIsolated', 'marginTableId'],
  ['marginMode', 'growthMode', 'lastGrowthModeChangeTime'],
);
const contextRow: TUnsafe<ContextRow> = row(
  ['funding', 'openInterest', 'prevDayPx', 'dayNtlVlm', 'premium', 'oraclePx', 'markPx', 'midPx'],
  ['impactPxs', 'dayBaseVlm'],
);

/** The contexts of all perps: rows of both lists belong together by their place. */
export type ContextsPayload = readonly [
  { readonly universe: readonly UniverseRow[]; readonly marginTables?: unknown },
  readonly ContextRow[],
];
export const contextsPayload: TUnsafe<ContextsPayload> = Type.Unsafe(
  Type.Tuple([
    Type.Object({
      universe: Type.Array(universeRow),
      marginTables: Type.Optional(Type.Unknown()),
      collateralToken: Type.Optional(Type.Unknown()),
    }),
    Type.Array(contextRow),
  ]),
);

/** Mid prices by name; names with `@` or a slash are spot pairs. */
export type MidsPayload = Readonly<Record<string, unknown>>;
export const midsPayload: TUnsafe<MidsPayload> = Type.Unsafe(Type.Record(Type.String(), Type.Unknown()));

/** A bar: `t` is its open. */
export type CandleRow = Values<'t' | 'o' | 'h' | 'l' | 'c' | 'v' | 's' | 'i'>;
export const candlePayload: TUnsafe<CandleRow> = row(['t', 'o', 'h', 'l', 'c', 'v', 's', 'i'], ['T', 'n']);
/** Bars, oldest first. */
export const candlesPayload: TUnsafe<readonly CandleRow[]> = Type.Unsafe(Type.Array(candlePayload));

/** Funding of an hour. */
export type FundingPrint = Values<'fundingRate' | 'time'>;
export const fundingPayload: TUnsafe<readonly FundingPrint[]> = Type.Unsafe(
  Type.Array(row(['fundingRate', 'time'], ['coin', 'premium'])),
);

/** A level of a book. */
export type LevelRow = Values<'px' | 'sz' | 'n'>;
/** A book: bids, then asks. */
export interface BookPayload {
  readonly coin?: unknown;
  readonly time?: unknown;
  readonly levels: readonly [readonly LevelRow[], readonly LevelRow[]];
}
const levels = Type.Array(row(['px', 'sz', 'n']));
export const bookPayload: TUnsafe<BookPayload> = Type.Unsafe(
  Type.Object({
    coin: Type.Optional(Type.Unknown()),
    time: Type.Optional(Type.Unknown()),
    levels: Type.Tuple([levels, levels]),
    spread: Type.Optional(Type.Unknown()),
  }),
);
