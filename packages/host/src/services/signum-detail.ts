/** SIGNUM_RGG details: the ready row with its histories, made when first asked for, kept until the next refresh. */

import {
  encodeSignumDetail,
  problem,
  type DataSource,
  type Problem,
  type SignumDetail,
  type SignumDetailWire,
  type SignumItemWire,
} from '@barograph/contract';
import { err, MINUTE_MS, ok, type Interval, type Result } from '@barograph/core';
import { signumHistory, type SignumHistoryPoint } from '@barograph/indicators';
import { answerOf, type Answer } from '../answer.ts';
import type { Clock } from '../clock.ts';
import type { CandleSource } from '../ports/candle-source.ts';
import type { Snapshot, SnapshotStore } from '../ports/snapshot-store.ts';
import { createRecent } from '../recent.ts';
import { closedBars } from './closed-bars.ts';

/** What a detail carries, and how often its 1h bars are pulled. */
export interface SignumDetailConfig {
  readonly version: `signum-detail/${string}`;
  readonly days: number;
  readonly intradayBars: number;
  readonly h4Bars: number;
  readonly intradayPullEveryMs: number;
}

/** A changed number is a new constant. */
export const SIGNUM_DETAIL_V1: SignumDetailConfig = Object.freeze({
  version: 'signum-detail/1',
  days: 60,
  intradayBars: 60 * 24,
  h4Bars: 90,
  intradayPullEveryMs: 30 * MINUTE_MS,
});

const DETAILS_KEPT = 512;

/** Which histories a detail carries besides the daily one. */
export interface DetailQuery {
  readonly intraday: boolean;
  readonly h4: boolean;
}

/** The row of a name: exact first (kPEPE is the perp), then without regard to case. */
function findRow(snapshot: Snapshot<'signum'>, name: string): SignumItemWire | undefined {
  const rows = snapshot.records.map(({ value }) => value);
  const upper = name.toUpperCase();
  return (
    rows.find(({ symbol }) => symbol === name) ??
    rows.find(({ symbol }) => symbol === upper) ??
    rows.find(({ symbol }) => symbol.toUpperCase() === upper)
  );
}

function noRow(snapshot: Snapshot<'signum'>, name: string): Problem {
  const upper = name.toUpperCase();
  const isNamed = (symbol: string): boolean => symbol.toUpperCase() === upper;
  if (snapshot.head.warming.some(isNamed)) {
    return problem('too_little_history', `${name} is listed, but has too few completed days for a color.`);
  }
  const near = snapshot.records
    .map(({ value }) => value.symbol)
    .filter((symbol) => symbol.toUpperCase() === `K${upper}` || `K${symbol.toUpperCase()}` === upper);
  const hint = near.length === 0 ? '' : ` There is ${near.join(', ')}.`;
  return problem('unknown_symbol', `No SIGNUM_RGG row is named ${name}.${hint}`, { suggestions: near });
}

/** @returns what answers a detail; undefined before the first refresh. */
export function createSignumDetail(
  source: CandleSource,
  clock: Clock,
  store: SnapshotStore,
): (name: string, query: DetailQuery) => Promise<Result<Answer<SignumDetailWire>, Problem> | undefined> {
  const config = SIGNUM_DETAIL_V1;
  const dataSource: DataSource = source.kind;
  const details = createRecent<Promise<Answer<SignumDetailWire>>>(DETAILS_KEPT);
  const pulls = createRecent<{ readonly at: number; readonly history: Promise<SignumDetail['intraday']> }>(
    DETAILS_KEPT,
  );

  const historyOf = async (
    row: SignumItemWire,
    interval: Interval,
    count: number,
    asOf: number,
  ): Promise<readonly SignumHistoryPoint[]> => {
    const bars = await closedBars(source, { symbol: row.symbol, venue: row.source }, interval, 0, asOf);
    return bars === undefined ? [] : signumHistory(bars, count);
  };

  /** At most one pull per symbol per half hour; one that failed does not count. */
  const intradayOf = async (row: SignumItemWire, asOf: number): Promise<SignumDetail['intraday']> => {
    const key = `${row.source}:${row.symbol}`;
    const now = clock.now();
    const known = pulls.get(key);
    if (known !== undefined && now - known.at < config.intradayPullEveryMs) return known.history;
    const history = historyOf(row, '1h', config.intradayBars, asOf).then((points) => ({ asOf, history: points }));
    history.catch(() => pulls.delete(key));
    pulls.set(key, { at: now, history });
    return history;
  };

  const make = async (row: SignumItemWire, query: DetailQuery, asOf: number): Promise<Answer<SignumDetailWire>> =>
    answerOf(
      encodeSignumDetail({
        row,
        history: await historyOf(row, '1d', config.days, asOf),
        intraday: query.intraday ? await intradayOf(row, asOf) : undefined,
        h4: query.h4 ? await historyOf(row, '4h', config.h4Bars, asOf) : undefined,
        asOf,
        dataSource,
      }),
    );

  let current: Snapshot<'signum'> | undefined;
  let generation = 0;
  return async (name, query) => {
    const snapshot = store.latest('signum');
    if (snapshot === undefined) return undefined;
    if (snapshot !== current) {
      current = snapshot;
      generation++;
    }
    const row = findRow(snapshot, name);
    if (row === undefined) return err(noRow(snapshot, name));
    const key = `${generation}|${row.source}:${row.symbol}|${query.intraday}|${query.h4}`;
    let answer = details.get(key);
    if (answer === undefined) {
      answer = make(row, query, snapshot.asOf);
      answer.catch(() => details.delete(key));
      details.set(key, answer);
    }
    return ok(await answer);
  };
}
