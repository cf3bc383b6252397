/** What is said of the volatility of the whole market: the index and its history, the score, implied volatility. */

import {
  encodeVolatilityImplied,
  encodeVolatilityIndex,
  encodeVolatilityIndexHistory,
  encodeVolatilityScore,
  type DataSource,
  type Majors,
  type VolatilityImpliedWire,
  type VolatilityIndexHistoryWire,
  type VolatilityIndexWire,
  type VolatilityScoreWire,
} from '@barograph/contract';
import { VOLATILITY_INDEX_V1 } from '@barograph/volatility';
import type { Answer } from '../answer.ts';
import type { SnapshotStore } from '../ports/snapshot-store.ts';
import { createReadyHead, type ReadyHead } from './ready-head.ts';

/** Said of implied volatility until a source of options is connected. */
const NO_OPTIONS = 'No source of options is connected.';

/** The coins of an answer that a caller may see; undefined: all. */
type Coins = readonly string[] | undefined;

/** Undefined before the first refresh. */
export interface VolatilityMarket {
  readonly index: ReadyHead<Coins, VolatilityIndexWire>;
  readonly implied: ReadyHead<{ readonly coins: Coins; readonly detail: boolean }, VolatilityImpliedWire>;
  readonly history: ReadyHead<{ readonly days: number }, VolatilityIndexHistoryWire>;
  readonly score: () => Answer<VolatilityScoreWire> | undefined;
}

const visible = (majors: Majors, coins: Coins): Majors =>
  Object.fromEntries(Object.entries(majors).filter(([coin]) => coins === undefined || coins.includes(coin)));

export function createVolatilityMarket(store: SnapshotStore, dataSource: DataSource): VolatilityMarket {
  const score = createReadyHead(store, 'volatility', ({ head, asOf }) =>
    encodeVolatilityScore({ score: head.score, asOf, dataSource }),
  );
  return {
    index: createReadyHead(store, 'volatility', ({ head, asOf }, coins) =>
      encodeVolatilityIndex({
        market: head.market,
        point: head.index,
        majors: visible(head.majors, coins),
        configVersion: VOLATILITY_INDEX_V1.version,
        asOf,
        dataSource,
      }),
    ),
    implied: createReadyHead(store, 'volatility', ({ head, asOf }, { coins, detail }) =>
      encodeVolatilityImplied({
        coins: Object.fromEntries(
          Object.entries(visible(head.majors, coins)).map(([coin, one]) => [
            coin,
            { ...one, termStructure: [], history: [] },
          ]),
        ),
        detail,
        reason: NO_OPTIONS,
        asOf,
        dataSource,
      }),
    ),
    history: createReadyHead(store, 'volatility', ({ head, asOf }, { days }) =>
      encodeVolatilityIndexHistory({ points: head.history, days, asOf, dataSource }),
    ),
    score: () => score(undefined),
  };
}
