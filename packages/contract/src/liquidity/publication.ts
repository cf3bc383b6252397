/** Publication of the sampler: each tracked coin after its newest sample, and their market. */

import { Type } from 'typebox';
import { fieldsOf, record, type WireOf } from '../fields.ts';
import { publication } from '../published.ts';
import type { CoinLiquidity } from './coin.ts';
import { divergenceRow } from './divergence-row.ts';
import { liquidityMarketBody, type LiquidityMarketWire } from './market-body.ts';
import { liquidityRegimeRow } from './regime-row.ts';
import { depthSampleRow } from './sample-row.ts';

const field = fieldsOf<CoinLiquidity>();
/** Rows of a coin, one for each operation. */
export const liquidityRecord = record(null, {
  symbol: field.text('Base coin.', ({ sample }) => sample.symbol),
  sample: field.inner(depthSampleRow, ({ sample }) => sample),
  divergence: field.inner(divergenceRow, (coin) => coin),
  regime: field.inner(liquidityRegimeRow, (coin) => coin),
});
/** Liquidity of one coin, in the form that is published. */
export type LiquidityRecordWire = WireOf<typeof liquidityRecord>;

/** Coin that is no longer tracked. */
interface LeftCoin {
  readonly symbol: string;
  /** Epoch ms. */
  readonly at: number;
}

/** Head of the rows. */
export interface LiquidityHead {
  readonly market: LiquidityMarketWire;
  /** Largest first. */
  readonly tracked: readonly string[];
  /** Tracked coins without a current sample. */
  readonly waiting: readonly string[];
  /** Removed coins whose samples are still readable. */
  readonly left: readonly LeftCoin[];
}

const symbols = Type.Array(Type.String());

/** Publication of depth, labels and fragility of the tracked coins. */
export const liquidityPublication = publication<LiquidityRecordWire, LiquidityHead>(
  'liquidity',
  'liquidity-snapshot/1',
  {
    head: Type.Object({
      market: liquidityMarketBody.schema,
      tracked: symbols,
      waiting: symbols,
      left: Type.Array(Type.Object({ symbol: Type.String(), at: Type.Integer() })),
    }),
    record: liquidityRecord.schema,
  },
);
