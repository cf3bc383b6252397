/**
 * Float: the circulating share of a coin's supply, and the part still locked.
 *
 * The basis is the maximum supply if capped, else the total supply; float = circulating / basis, and the locked rest as
 * a multiple of the market cap is 1 / float − 1.
 */

import type { CoinRecord } from './coin.ts';

/** Supplies of a coin, tokens; null when unknown. */
export type CoinSupply = Pick<CoinRecord, 'price' | 'marketCap' | 'circulating' | 'total' | 'max'>;

/** Kinds of basis. */
export const SUPPLY_BASES = ['max_supply', 'total_supply'] as const;

/** Quality of a float. */
export const FLOAT_QUALITIES = ['ok', 'circ_gt_basis', 'no_basis', 'no_circulating'] as const;
/** Quality of a float. */
export type FloatQuality = (typeof FLOAT_QUALITIES)[number];

/** Float of one coin. */
export interface FloatRow {
  /** Float, a fraction above 0 and up to 1; null without a basis or a circulating supply. */
  readonly floatPct: number | null;
  /** Basis, tokens; null when only the circulating supply is known. */
  readonly supplyBasis: number | null;
  readonly basis: (typeof SUPPLY_BASES)[number] | null;
  /** `1 / floatPct − 1`; null with it. */
  readonly dilutionOverhang: number | null;
  /** Value of locked tokens, USD; null without float or price. */
  readonly lockedUsd: number | null;
  /** Quality; `circ_gt_basis`: more circulates than the basis, and the float is 1. */
  readonly quality: FloatQuality;
}

const known = (value: number | null): number | null => (value !== null && value > 0 && value < Infinity ? value : null);

/**
 * Computes the float of a coin. A supply that is infinite or not above 0 is unknown.
 *
 * @example
 * floatRow({ price: 2, marketCap: 500, circulating: 250, total: 900, max: 1000 }).dilutionOverhang; // 3
 */
export function floatRow(coin: CoinSupply): FloatRow {
  const circulating = known(coin.circulating);
  const [max, total, price] = [known(coin.max), known(coin.total), known(coin.price)];
  const supplyBasis = max ?? total;
  const basis = max !== null ? 'max_supply' : total === null ? null : 'total_supply';
  if (supplyBasis === null || circulating === null) {
    const quality = supplyBasis === null ? 'no_basis' : 'no_circulating';
    return { floatPct: null, supplyBasis, basis, dilutionOverhang: null, lockedUsd: null, quality };
  }
  const isOver = circulating > supplyBasis;
  const floatPct = isOver ? 1 : circulating / supplyBasis;
  const overhang = 1 / floatPct - 1;
  // A share without a finite inverse comes from impossible numbers.
  if (overhang === Infinity) {
    return { floatPct: null, supplyBasis, basis, dilutionOverhang: null, lockedUsd: null, quality: 'no_circulating' };
  }
  const lockedUsd = price === null ? null : Math.max(0, supplyBasis - circulating) * price;
  return {
    floatPct,
    supplyBasis,
    basis,
    dilutionOverhang: overhang,
    lockedUsd: lockedUsd !== null && Number.isFinite(lockedUsd) ? lockedUsd : null,
    quality: isOver ? 'circ_gt_basis' : 'ok',
  };
}

/**
 * Orders by ascending float, unknown ones last; then larger market caps first, then by id. `marketCap` is in USD.
 * @returns negative when `a` comes first.
 *
 * @example
 * const rows = [{ id: 'a', floatPct: null, marketCap: 2e9 }, { id: 'b', floatPct: 0.2, marketCap: 1e9 }];
 * rows.toSorted(byFloat).map(({ id }) => id); // → [ 'b', 'a' ]
 */
export function byFloat(
  a: { readonly id: string; readonly floatPct: number | null; readonly marketCap: number | null },
  b: { readonly id: string; readonly floatPct: number | null; readonly marketCap: number | null },
): number {
  const [first, second] = [a.floatPct ?? Infinity, b.floatPct ?? Infinity];
  if (first !== second) return first < second ? -1 : 1;
  const [cap, other] = [a.marketCap ?? -1, b.marketCap ?? -1];
  if (cap !== other) return cap > other ? -1 : 1;
  return a.id < b.id ? -1 : Number(a.id > b.id);
}
