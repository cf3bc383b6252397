/** Body of a book risk request, and the book that it describes. */

import { UsageError } from '@barograph/core';
import type { RiskBook, RiskHorizon, RiskPosition } from '@barograph/risk';
import { Type, type Static } from 'typebox';
import { QUANT_HORIZONS } from '../quant/classes.ts';

/** Maximum positions of a book. */
const MOST_POSITIONS = 100;

const above0 = { exclusiveMinimum: 0 } as const;
const usd = (description: string) => Type.Optional(Type.Number({ minimum: 0, description }));

const position = Type.Object(
  {
    coin: Type.String({
      minLength: 1,
      maxLength: 32,
      description: 'Coin of a perp, as quant/coins lists it.',
      examples: ['BTC'],
    }),
    side: Type.Enum(['long', 'short'], { type: 'string', examples: ['long'] }),
    size: Type.Optional(Type.Number({ ...above0, description: 'Coins. Either this or notional_usd.' })),
    notional_usd: Type.Optional(
      Type.Number({ minimum: 0, description: 'USD at the last close. Either this or size.', examples: [10_000] }),
    ),
    entry: Type.Optional(
      Type.Number({ ...above0, description: 'Average price of entry, USD; the last close when left out.' }),
    ),
    leverage: Type.Optional(Type.Number({ minimum: 1, description: 'Leverage at entry.', examples: [5] })),
    margin: Type.Optional(
      Type.Enum(['cross', 'isolated'], {
        type: 'string',
        description: 'cross when left out: backed by the whole account.',
      }),
    ),
    collateral_usd: usd(
      'Isolated: put behind the position at entry, USD; notional at entry over leverage when left out.',
    ),
    funding_hourly: Type.Optional(
      Type.Number({
        minimum: -1,
        maximum: 1,
        description: 'Funding that a long pays per hour, as a fraction of the notional; the rate of now when left out.',
      }),
    ),
  },
  { title: 'RiskPosition' },
);

/** The body. */
export const riskRequest = Type.Object(
  {
    positions: Type.Array(position, { maxItems: MOST_POSITIONS, description: 'Open positions.' }),
    collateral_usd: usd(
      'Balance behind the cross positions without their unrealised result, USD. When left out, the initial margins of the cross positions if all have a leverage; else chances of liquidation are null.',
    ),
    horizon: Type.Optional(
      Type.Enum([...QUANT_HORIZONS], { type: 'string', description: 'How far ahead; 24h when left out.' }),
    ),
    unknown: Type.Optional(
      Type.Enum(['refuse', 'leave_out'], {
        type: 'string',
        description: 'What becomes of coins without a forecast: refuse when left out, or they are named in left_out.',
      }),
    ),
    seed: Type.Optional(
      Type.String({ minLength: 1, maxLength: 128, description: 'Seed of the draws; that of the hour when left out.' }),
    ),
    hedge: Type.Optional(
      Type.Number({
        minimum: 0.01,
        maximum: 0.99,
        description: 'Share of the 5 % shortfall that a hedge is to remove; none is searched when left out.',
      }),
    ),
    target_usd: Type.Optional(
      Type.Number({
        ...above0,
        description: '5 % shortfall that the book is to have: the answer has the factor of its sizes.',
      }),
    ),
  },
  {
    title: 'RiskBookRequest',
    examples: [
      {
        collateral_usd: 20_000,
        positions: [
          { coin: 'BTC', side: 'long', size: 0.5, entry: 50_000 },
          { coin: 'ETH', side: 'short', notional_usd: 15_000, leverage: 5, margin: 'isolated' },
        ],
        hedge: 0.25,
      },
    ],
  },
);
/** Checked body of a request for the risk of a book. */
export type RiskRequest = Static<typeof riskRequest>;

/** Names of horizons in the engine. */
export const HORIZON_NAMES: Readonly<Record<(typeof QUANT_HORIZONS)[number], RiskHorizon>> = {
  '4h': 'h4',
  '24h': 'h24',
};

type WirePosition = RiskRequest['positions'][number];

/** Checks amounts under the names of the request. @throws {UsageError} */
function checkAmounts({ size, notional_usd: notional, margin, collateral_usd: own }: WirePosition, name: string): void {
  if ((size === undefined) === (notional === undefined)) {
    const got = size === undefined ? 'neither' : 'both';
    throw new UsageError(`"${name}" expected either size or notional_usd, got ${got}`);
  }
  if (margin === 'isolated' || own === undefined) return;
  throw new UsageError(`"${name}.collateral_usd" expected none of a cross position: the account has it, got ${own}`);
}

/**
 * Builds the book of a request.
 *
 * @param funding current rates by coin; 0 for others.
 * @throws {UsageError} when a position has both or neither of size and notional, or a cross position has its own collateral.
 */
export function bookOf(
  { positions, collateral_usd: collateral }: Pick<RiskRequest, 'positions' | 'collateral_usd'>,
  funding: ReadonlyMap<string, number>,
): RiskBook {
  return {
    collateral,
    positions: positions.map((position, i): RiskPosition => {
      checkAmounts(position, `positions[${i}]`);
      const { notional_usd: notional, collateral_usd: own, funding_hourly: paid, ...rest } = position;
      return { ...rest, notional, collateral: own, funding: paid ?? funding.get(rest.coin) ?? 0 };
    }),
  };
}
