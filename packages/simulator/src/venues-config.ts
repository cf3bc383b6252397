/** Parameters of the other venues, by version. */

import { deepFreeze, UsageError, within } from '@barograph/core';

/** Venue with known forced closes. */
export type SimulatedVenue = 'cexa' | 'cexb' | 'dexb';

/** Venue with perps of its own. */
export type PerpVenue = 'cexa' | 'dexb';

/** Perps of one venue. They follow the market's perp of the same name, or the spot listing in `extra`. */
export interface VenueLaw {
  /** Perps of the market that this venue does not list. */
  readonly unlisted: readonly string[];
  /** Spot listings for which this venue has a perp although the market has none. */
  readonly extra: readonly string[];
  /** Hours between settlements, for perps that do not settle every 8. */
  readonly intervalHours: Readonly<Record<string, 1 | 4>>;
  /**
   * Hourly funding: `mean`, plus `shared` of the market's own distance from it, plus a series of the venue that keeps
   * `persistence` of itself per hour and is moved by `noise`. A settlement is the sum of its hours.
   */
  readonly funding: {
    readonly mean: number;
    readonly shared: number;
    readonly persistence: number;
    readonly noise: number;
  };
  /**
   * Open interest: `share` of the market's own, or for `extra` that many days of quote volume, times an hourly series.
   */
  readonly openInterest: { readonly share: number; readonly persistence: number; readonly noise: number };
  /** Daily notional over that of the market's own perp, or of the spot listing. */
  readonly notional: number;
  /** Log of mark over index: an hourly series. */
  readonly basis: { readonly persistence: number; readonly noise: number };
}

/** Forced closes of one venue. */
export interface VenueForcedLaw {
  /** Share of the market's forced closes with a companion here, within `delayMs` after it. */
  readonly share: number;
  /** Median size over that of the market's own, and the scale of the logistic noise of its log. */
  readonly size: number;
  readonly noise: number;
  readonly delayMs: number;
}

/** The laws. */
export interface VenuesConfig {
  readonly version: 'venues/1';
  /** Takers of spot bars. */
  readonly taker: {
    /** Buy share: a half, plus `lean` times the hour's log return over its range, plus noise of this logistic scale. */
    readonly lean: number;
    readonly noise: number;
    /** Largest distance of an hour's share from a half, and of a minute's from its hour's; together at most 0.5. */
    readonly hour: number;
    readonly minute: number;
  };
  /** Mean trade, quote units. */
  readonly tradeSize: number;
  /**
   * Logit of the share of long accounts: `mean`, minus `lean` per unit of the day's log return, plus an hourly series.
   */
  readonly accounts: {
    readonly mean: number;
    readonly lean: number;
    readonly persistence: number;
    readonly noise: number;
  };
  readonly perps: Readonly<Record<PerpVenue, VenueLaw>>;
  readonly forced: Readonly<Record<SimulatedVenue, VenueForcedLaw>>;
}

/** Parameters of `venues/1`. Ratios are near those of the venues in 2026; the rest is invented. */
export const VENUES_V1: VenuesConfig = deepFreeze<VenuesConfig>({
  version: 'venues/1',
  taker: { lean: 0.12, noise: 0.02, hour: 0.3, minute: 0.1 },
  tradeSize: 1_500,
  accounts: { mean: 0.4, lean: 3, persistence: 0.97, noise: 0.03 },
  perps: {
    cexa: {
      unlisted: ['HYPE', 'OP'],
      extra: ['TRX', 'XMR', 'ALGO', 'VET'],
      intervalHours: { SUI: 4, TIA: 4, SEI: 4, INJ: 4, kBONK: 4, kPEPE: 4, KAS: 1, CRV: 1 },
      funding: { mean: 1.25e-5, shared: 0.6, persistence: 0.95, noise: 3e-6 },
      openInterest: { share: 2.4, persistence: 0.997, noise: 0.006 },
      notional: 3.5,
      basis: { persistence: 0.8, noise: 0.00008 },
    },
    dexb: {
      unlisted: ['CRV', 'MKR'],
      extra: ['TRX'],
      intervalHours: { TIA: 4, SEI: 4, kBONK: 4, HYPE: 1 },
      funding: { mean: 1.25e-5, shared: 0.5, persistence: 0.95, noise: 4e-6 },
      openInterest: { share: 1.3, persistence: 0.997, noise: 0.008 },
      notional: 1.5,
      basis: { persistence: 0.8, noise: 0.0001 },
    },
  },
  forced: {
    cexa: { share: 0.7, size: 1.6, noise: 0.4, delayMs: 900 },
    cexb: { share: 0.4, size: 0.7, noise: 0.4, delayMs: 1_500 },
    dexb: { share: 0.5, size: 0.9, noise: 0.4, delayMs: 1_200 },
  },
});

/** Checks the config. @throws {UsageError} when a field is invalid; the message names it. */
export function checkVenues(config: VenuesConfig): VenuesConfig {
  const { taker, tradeSize, accounts, perps, forced } = config;
  within('venues.taker.lean', taker.lean, 0, 10);
  within('venues.taker.noise', taker.noise, 0, 10);
  within('venues.taker.minute', taker.minute, 0, 0.25);
  within('venues.taker.hour', taker.hour, 0, 0.5 - 2 * taker.minute);
  within('venues.tradeSize', tradeSize, 1e-6, 1e12);
  within('venues.accounts.mean', accounts.mean, -5, 5);
  within('venues.accounts.lean', accounts.lean, 0, 100);
  within('venues.accounts.persistence', accounts.persistence, 0, 0.9999);
  within('venues.accounts.noise', accounts.noise, 0, 5);
  for (const [name, law] of Object.entries(perps)) {
    within(`venues.perps.${name}.funding.shared`, law.funding.shared, 0, 1);
    within(`venues.perps.${name}.funding.persistence`, law.funding.persistence, 0, 0.9999);
    within(`venues.perps.${name}.openInterest.share`, law.openInterest.share, 1e-6, 1e3);
    within(`venues.perps.${name}.openInterest.persistence`, law.openInterest.persistence, 0, 0.9999);
    within(`venues.perps.${name}.notional`, law.notional, 0, 1e3);
    within(`venues.perps.${name}.basis.persistence`, law.basis.persistence, 0, 0.9999);
  }
  for (const [name, law] of Object.entries(forced)) {
    within(`venues.forced.${name}.share`, law.share, 0, 1);
    within(`venues.forced.${name}.size`, law.size, 1e-6, 1e3);
    within(`venues.forced.${name}.noise`, law.noise, 0, 0.99);
    if (!Number.isInteger(within(`venues.forced.${name}.delayMs`, law.delayMs, 0, 60_000))) {
      throw new UsageError(`"venues.forced.${name}.delayMs" expected whole ms, got ${law.delayMs}`);
    }
  }
  return config;
}
