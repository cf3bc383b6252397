/** Publication of a positioning cycle: split, ladder and gamma analog of each coin, from one set of positions. */

import { Type } from 'typebox';
import { gammaMeta } from '../gamma/answer.ts';
import { gammaRow, type CoinGamma } from '../gamma/row.ts';
import { fieldsOf, record, type WireOf } from '../fields.ts';
import { publication } from '../published.ts';
import { fromFirstVersion } from './earlier.ts';
import { ladderRow, type LadderSource } from './ladder-row.ts';
import { positioningMeta } from './positioning-answer.ts';
import { splitRow, type SplitAt } from './split-row.ts';

/** Coin of a cycle. */
export interface CoinPositioning {
  readonly symbol: string;
  readonly split: SplitAt;
  readonly ladder: LadderSource;
  readonly gamma: CoinGamma;
}

const field = fieldsOf<CoinPositioning>();
/** Rows of a coin, one for each operation. */
export const positioningRecord = record(null, {
  symbol: field.text('Base coin.', ({ symbol }) => symbol),
  split: field.inner(splitRow, ({ split }) => split),
  ladder: field.inner(ladderRow, ({ ladder }) => ladder),
  gamma: field.inner(gammaRow, ({ gamma }) => gamma),
});
/** Positioning of one coin, in the form that is published. */
export type PositioningRecordWire = WireOf<typeof positioningRecord>;

/** Head of the rows. */
export interface PositioningHead {
  /** Time of the positions, epoch ms. */
  readonly positionsAsOf: number;
  /** Fields of all coins, next to the splits and next to the gamma rows. */
  readonly positioning: WireOf<typeof positioningMeta>;
  readonly gamma: WireOf<typeof gammaMeta>;
}

/** Publication of splits, ladders, gamma analogs and whales of a cycle. */
export const positioningPublication = publication<PositioningRecordWire, PositioningHead>(
  'positioning',
  'positioning-snapshot/2',
  {
    head: Type.Object({
      positionsAsOf: Type.Integer(),
      positioning: positioningMeta.schema,
      gamma: gammaMeta.schema,
    }),
    record: positioningRecord.schema,
  },
  undefined,
  { 'positioning-snapshot/1': fromFirstVersion },
);
