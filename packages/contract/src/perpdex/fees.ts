/** Fees of the perp venue: a static schedule, the same for every perp. */

import { fieldsOf, record } from '../fields.ts';

/** Fees of one volume tier, fractions of the notional. */
interface FeeTier {
  /** Lower bound of the 14-day volume, exclusive, USD; spot counts twice. */
  readonly volume: number;
  readonly perps: { readonly taker: number; readonly maker: number };
  readonly spot: { readonly taker: number; readonly maker: number };
}

/** Fee schedule. Add a constant instead of changing a number. */
export interface FeeSchedule {
  readonly version: `perp-fees/${string}`;
  /** Day on which the schedule was looked up, epoch ms. */
  readonly asOf: number;
  /** By volume, base tier first. */
  readonly tiers: readonly [FeeTier, ...FeeTier[]];
}

const tier = (volume: number, perpTaker: number, perpMaker: number, spotTaker: number, spotMaker: number): FeeTier => ({
  volume,
  perps: { taker: perpTaker, maker: perpMaker },
  spot: { taker: spotTaker, maker: spotMaker },
});

/** @source the venue's published fee schedule: base rates before referral, staking and maker rebates, looked up 2026-11-22. */
export const PERP_FEES_V1: FeeSchedule = Object.freeze({
  version: 'perp-fees/1',
  asOf: Date.UTC(2026, 10, 22),
  tiers: [
    tier(0, 0.00045, 0.00015, 0.0007, 0.0004),
    tier(5e6, 0.0004, 0.00012, 0.0006, 0.0003),
    tier(25e6, 0.00035, 0.00008, 0.0005, 0.0002),
    tier(100e6, 0.0003, 0.00004, 0.0004, 0.0001),
    tier(500e6, 0.00028, 0, 0.00035, 0),
    tier(2e9, 0.00026, 0, 0.0003, 0),
    tier(7e9, 0.00024, 0, 0.00025, 0),
  ],
} as const satisfies FeeSchedule);

const SHARE = { minimum: 0, maximum: 1 };
const pairOf = fieldsOf<FeeTier['perps']>();
const pair = record(null, {
  taker: pairOf.number('Market orders and triggered exits, fraction of the notional.', ({ taker }) => taker, SHARE),
  maker: pairOf.number('Resting limit orders, fraction of the notional.', ({ maker }) => maker, SHARE),
});

const tierOf = fieldsOf<FeeTier>();
const feeTier = record(null, {
  min_volume_14d_usd: tierOf.number(
    'Volume of 14 days that the tier begins above; spot counts twice.',
    (t) => t.volume,
    {
      minimum: 0,
    },
  ),
  perps: tierOf.inner(pair, (t) => t.perps, 'Perps.'),
  spot: tierOf.inner(pair, (t) => t.spot, 'Spot.'),
});

const field = fieldsOf<FeeSchedule>();
/** The schedule on the wire. */
export const perpFees = record(
  'PerpFees',
  {
    perps: field.inner(pair, ({ tiers }) => tiers[0].perps, 'Perps, base tier.'),
    spot: field.inner(pair, ({ tiers }) => tiers[0].spot, 'Spot, base tier.'),
    volume_tiers: field.items(feeTier, 'By volume; the first is the base tier.', ({ tiers }) => tiers),
    as_of: field.moment('Day on which the schedule was looked up.', ({ asOf }) => asOf),
    source: field.text('Origin of the schedule.', () => 'published fee schedule of the perp venue'),
    note: field.text(
      'Meaning of the rates.',
      () =>
        'Fractions of the notional, the same for every perp, before rebates and discounts of an account. Funding is separate.',
    ),
  },
  'Fees: static, and the same for every perp.',
);
