/**
 * Volatility as an engine of the universe. It remembers one point of the index per UTC date; dates that this service did
 * not see are reconstructed from the days that trackers were told.
 */

import { encodeVolatilityIndexPoint, encodeVolatilityItem } from '@barograph/contract';
import { bucketOpen, DAY_MS, type Bar } from '@barograph/core';
import {
  createNotional30,
  createVolatilityTracker,
  indexAt,
  pastMarketDays,
  marketVolatility,
  variancePremium,
  VOLATILITY_INDEX_V1,
  VOLATILITY_REGIME_V1,
  volatilityScore,
  withIndexDay,
  withIndexSnapshot,
  type IndexHistory,
  type Notional30Snapshot,
  type PastRow,
  type VolatilityRow,
  type VolatilityTrackerSnapshot,
} from '@barograph/volatility';
import type { EngineDefinition, EngineTracker, SymbolFacts } from './engine.ts';

/** Coins that options are traded on. */
const MAJORS: ReadonlySet<string> = new Set(['BTC', 'ETH']);

/** What a completed day says of a coin, whatever the coin is called. */
type PastDay = Omit<PastRow, 'symbol' | 'isStable'>;

/** JSON-safe state of a follower. */
interface FollowerSnapshot {
  readonly version: 1;
  readonly regime: VolatilityTrackerSnapshot;
  readonly notional: Notional30Snapshot;
  readonly last: PastDay | null;
}

/** Follows the days of one coin. */
interface Follower extends EngineTracker {
  day(bar: Bar): void;
  row(about: SymbolFacts, asOf: number): VolatilityRow;
  /** The days that it was told since it was made, and the one before them; the last of them, oldest first. */
  readonly past: readonly PastDay[];
  snapshot(): FollowerSnapshot;
}

function createFollower(resume?: FollowerSnapshot): Follower {
  const regime = createVolatilityTracker(VOLATILITY_REGIME_V1, resume?.regime);
  const notional = createNotional30(resume?.notional);
  const past: PastDay[] = resume === undefined || resume.last === null ? [] : [resume.last];
  return {
    past,
    day: (bar) => {
      const { rvGk7, rvGk30, volPctile30, termStructureRatio, regime: label } = regime.day(bar);
      const mean = notional.next(bar);
      past.push({
        computedFrom: bar.time,
        regime: label,
        rvGk7,
        rvGk30,
        volPctile30,
        termStructureRatio,
        notional30: Number.isNaN(mean) ? null : mean,
      });
      if (past.length > VOLATILITY_INDEX_V1.percentile.days) past.shift();
    },
    row: (about, asOf) => regime.row({ ...about, notional30: past.at(-1)?.notional30 ?? null }, asOf),
    snapshot: () => ({
      version: 1,
      regime: regime.snapshot(),
      notional: notional.snapshot(),
      last: past.at(-1) ?? null,
    }),
  };
}

type Members = readonly { readonly about: SymbolFacts; readonly tracker: Follower; readonly row: VolatilityRow }[];

/** The past rows that are seen on dates after `from` and before `today`. */
function* pastRows(members: Members, from: number, today: number): Generator<PastRow> {
  for (const { about, tracker } of members) {
    for (const day of tracker.past) {
      const seenOn = day.computedFrom + DAY_MS;
      if (seenOn > from && seenOn < today) yield { ...day, symbol: about.symbol, isStable: about.pegged };
    }
  }
}

const rowsOf = (members: Members): VolatilityRow[] => members.map(({ row }) => row);

export const volatilityEngine: EngineDefinition<
  'volatility',
  Follower,
  VolatilityRow,
  Readonly<Record<string, never>>,
  IndexHistory
> = {
  name: 'volatility',
  snapshot: 'volatility-snapshot/2',
  version: VOLATILITY_REGIME_V1.version,
  needs: {},
  create: createFollower,
  row: (tracker, about, asOf) => tracker.row(about, asOf),
  encode: encodeVolatilityItem,
  market: {
    version: 'volatility-history/1',
    start: [],
    next: (history, members, asOf) => {
      const from = history.at(-1)?.date ?? -Infinity;
      const missed = pastMarketDays(pastRows(members, from, bucketOpen(asOf, DAY_MS)));
      const whole = missed.reduce((before, day) => withIndexDay(before, day, false), history);
      return withIndexSnapshot(whole, marketVolatility(rowsOf(members)), asOf);
    },
  },
  head: ({ members, warming, market: history, asOf }) => {
    const rows = rowsOf(members);
    const market = marketVolatility(rows);
    const index = indexAt(history, market, asOf);
    return {
      warming,
      market,
      index,
      score: volatilityScore(market, index.cviPctile30),
      majors: Object.fromEntries(
        rows.filter(({ symbol }) => MAJORS.has(symbol)).map((row) => [row.symbol, variancePremium(null, row.rvCc30)]),
      ),
      history: history.map(encodeVolatilityIndexPoint),
    };
  },
};
