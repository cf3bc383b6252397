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

/** A coin of a cycle. */
export interface CoinPositioning {
  readonly symbol: string;
  readonly split: SplitAt;
  readonly ladder: LadderSource;
  readonly gamma: CoinGamma;
}

const of = fieldsOf<CoinPositioning>();
/** Rows of a coin, one for each operation. */
export const positioningRecord = record(null, {
  symbol: of.text('Base coin.', ({ symbol }) => symbol),
  split: of.inner(splitRow, ({ split }) => split),
  ladder: of.inner(ladderRow, ({ ladder }) => ladder),
  gamma: of.inner(gammaRow, ({ gamma }) => gamma),
});
/** Those rows on the wire. */
export type PositioningRecordWire = WireOf<typeof positioningRecord>;

/** Head of the rows. */
export interface PositioningHead {
  /** Moment of the positions, epoch ms. */
  readonly positionsAsOf: number;
  /** Fields beside the splits, and beside the gamma rows, of all coins. */
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
