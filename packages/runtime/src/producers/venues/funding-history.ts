/** Funding histories of the perp venue, fetched in the background; their status is stored. */

import { createRecent, type FundingHistory, type Settlement } from '@barograph/contract';
import { bucketOpen, HOUR_MS } from '@barograph/core';
import { hourlyLevels } from '@barograph/nowcast';
import {
  afterFundingFetch,
  FUNDING_HISTORY_START,
  FUNDING_HISTORY_V1,
  fundingHistoryStatus,
  type FundingHistoryState,
} from '@barograph/positioning';
import { type Clock, within, type Market } from '@barograph/sources';
import type { EngineStates } from '@barograph/store';
import { OTHER_VENUES_V1, type OtherVenuesConfig } from './config.ts';

/** Hours of a history that count as recent. */
const HOURS = FUNDING_HISTORY_V1.recentMs / HOUR_MS;

/** Dependencies of the histories. */
export interface FundingHistoryParts {
  readonly market: Pick<Market, 'has' | 'read'>;
  readonly clock: Clock;
  readonly states: Pick<EngineStates, 'load' | 'save'>;
  /** Market name in the store. */
  readonly timeline: string;
  /** Called with each error of the source or the store. */
  readonly report: (error: unknown) => void;
  readonly config?: OtherVenuesConfig;
}

interface Entry {
  state: FundingHistoryState;
  rows: readonly Settlement[];
  /** Time of the last complete fetch, epoch ms. */
  fetchedAt: number;
  fetching: Promise<void> | undefined;
}

/** Histories by coin. */
export function createFundingHistories(parts: FundingHistoryParts): (coin: string) => Promise<FundingHistory> {
  const { market, clock, states, timeline, report, config = OTHER_VENUES_V1 } = parts;
  const name = `funding-history@${timeline}`;
  const { version } = FUNDING_HISTORY_V1;
  const entries = createRecent<Entry>(config.kept);

  /** Status stored by any process or replica. */
  const stored = async (coin: string): Promise<FundingHistoryState | undefined> => {
    const found = (await states.load(name, version)).find(({ scope, asOf }) => scope === coin && asOf <= clock.now());
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- saved below under this version
    return found?.state as FundingHistoryState | undefined;
  };

  /** Settled hours; undefined when the fetch did not complete. */
  const fetched = async (coin: string, now: number): Promise<readonly Settlement[] | undefined> => {
    const to = bucketOpen(now, HOUR_MS);
    const answer = await market.read('funding', { symbol: coin, from: to - HOURS * HOUR_MS, to });
    if (!answer.ok) return answer.error.code === 'stale_source' ? undefined : [];
    const { time, rate1h } = answer.value;
    const rates = hourlyLevels({ time, value: rate1h }, to - HOUR_MS, HOURS);
    return Array.from(rates, (rate, i) => ({ time: to - (HOURS - 1 - i) * HOUR_MS, rate, intervalHours: 1 })).filter(
      ({ rate }) => !Number.isNaN(rate),
    );
  };

  const fetchInto = async (entry: Entry, coin: string): Promise<void> => {
    const at = clock.now();
    try {
      const rows = await fetched(coin, at);
      if (rows === undefined) return;
      const before = entry.state;
      entry.state = afterFundingFetch(before, rows.at(-1)?.time, at);
      if (rows.length > 0 || entry.state.phase === 'unavailable') entry.rows = rows;
      entry.fetchedAt = at;
      await states.save([{ engine: name, scope: coin, configVersion: version, asOf: at, state: entry.state }]);
    } catch (error) {
      report(error);
    } finally {
      entry.fetching = undefined;
    }
  };

  return async (coin) => {
    if (!market.has('funding')) return { status: 'unavailable', rows: [] };
    const entry: Entry = entries.get(coin) ?? { state: FUNDING_HISTORY_START, rows: [], fetchedAt: -Infinity, fetching: undefined }; // prettier-ignore
    entries.set(coin, entry);
    const now = clock.now();
    if (entry.state.phase === 'warming') {
      try {
        entry.state = (await stored(coin)) ?? entry.state;
      } catch (error) {
        report(error);
      }
    }
    // A clock that was set back, as in a replay, repeats the request.
    if (!(entry.fetchedAt <= now && now - entry.fetchedAt < config.keptMs.history)) {
      entry.fetching ??= fetchInto(entry, coin);
    }
    // Without requests for a day, the known history is too old to be ok, and the fetch decides.
    const isGood = entry.rows.length > 0 && fundingHistoryStatus(entry.state, now) === 'ok';
    if (entry.fetching !== undefined && !isGood) await within(config.historyWaitMs, entry.fetching);
    return { status: fundingHistoryStatus(entry.state, clock.now()), rows: entry.rows };
  };
}
