/** Publication of the sampler: each tracked coin after its newest sample, and the market of them. */

import { Type } from 'typebox';
import { fieldsOf, record, type WireOf } from '../fields.ts';
import { publication } from '../published.ts';
import type { CoinLiquidity } from './coin.ts';
import { divergenceRow } from './divergence-row.ts';
import { liquidityMarketBody, type LiquidityMarketWire } from './market-body.ts';
import { liquidityRegimeRow } from './regime-row.ts';
import { depthSampleRow } from './sample-row.ts';

const of = fieldsOf<CoinLiquidity>();
/** Rows of a coin, one for each operation. */
export const liquidityRecord = record(null, {
  symbol: of.text('Base coin.', ({ sample }) => sample.symbol),
  sample: of.inner(depthSampleRow, ({ sample }) => sample),
  divergence: of.inner(divergenceRow, (coin) => coin),
  regime: of.inner(liquidityRegimeRow, (coin) => coin),
});
/** Those rows on the wire. */
export type LiquidityRecordWire = WireOf<typeof liquidityRecord>;

/** A coin that is tracked no more. */
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
  /** Coins that left within the time that their samples stay readable. */
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
