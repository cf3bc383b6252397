/** Volatility as an engine of the universe. It stores one index point per UTC date. */

import {
  createIndexTracker,
  indexAt,
  marketVolatility,
  variancePremium,
  VOLATILITY_REGIME_V2,
  volatilityScore,
  withIndexDays,
  type IndexHistory,
  type IndexTracker,
  type MarketVolatility,
  type VolatilityIndexPoint,
  type VolatilityRow,
  type VolatilityScore,
} from '@barograph/volatility';
import type { Engine } from '../engine.ts';
import type { SymbolsHead } from '../published.ts';
import { volatilityHead } from './stored-head.ts';
import { OPTION_COINS } from './implied-row.ts';
import { indexPoint, type IndexPointWire } from './index-row.ts';
import type { Majors } from './premium.ts';
import { isReady, volatilityRow, type VolatilityRowWire } from './row.ts';

const MAJORS: ReadonlySet<string> = new Set(OPTION_COINS);

/** Head of the volatility rows under engine names; null when not measurable. */
export interface VolatilityHead extends SymbolsHead {
  readonly market: MarketVolatility;
  readonly index: VolatilityIndexPoint;
  readonly score: VolatilityScore;
  readonly majors: Majors;
  /** Wire form, oldest first. */
  readonly history: readonly IndexPointWire[];
}

type NoRows = Readonly<Record<string, never>>;

/** Rows use bars alone: implied volatility is published separately and joined in the answers. */
export const volatilityEngine: Engine<
  VolatilityRowWire,
  VolatilityHead,
  IndexTracker,
  VolatilityRow,
  NoRows,
  IndexHistory
> = {
  name: 'volatility',
  version: VOLATILITY_REGIME_V2.version,
  snapshot: 'volatility-snapshot/2',
  shape: { head: volatilityHead, record: volatilityRow.schema },
  needs: {},
  scopeHead: (head, coins) => ({
    ...head,
    majors: Object.fromEntries(Object.entries(head.majors).filter(([coin]) => coins.includes(coin))),
  }),
  create: (resume) => createIndexTracker(VOLATILITY_REGIME_V2, resume),
  row: (tracker, about, asOf) => tracker.row(about, asOf),
  encode: (row) => (isReady(row) ? volatilityRow.encode(row) : undefined),
  market: {
    version: 'volatility-history/1',
    start: [],
    next: (history, members, asOf) =>
      withIndexDays(
        history,
        members.map(({ row, tracker }) => ({ row, past: tracker.past })),
        asOf,
      ),
  },
  head: ({ members, warming, market: history, asOf }) => {
    const rows = members.map(({ row }) => row);
    const market = marketVolatility(rows);
    const index = indexAt(history, market, asOf);
    const majors = rows.filter(({ symbol }) => MAJORS.has(symbol));
    return {
      warming,
      market,
      index,
      score: volatilityScore(market, index.cviPctile30),
      majors: Object.fromEntries(majors.map((row) => [row.symbol, variancePremium(null, row.rvCc30)])),
      history: history.map(indexPoint.encode),
    };
  },
};
