/** `import-etf DIR`: days of flows of spot ETFs of an operator, into the store, also while hosts run on it. */

import { ETF_ASSETS, ETF_IMPORT } from '@barograph/contract';
import { ok, type Result } from '@barograph/core';
import { liveUrl, ETF_V1, readEtfFolder } from '@barograph/sources';
import type { HostConfig } from '../host-config.ts';
import { etfSeries, keptFlow, keptFlows } from '@barograph/runtime';
import type { Observations } from '@barograph/store';
import { timelineOf } from '@barograph/sources';

/** The lines of the help. */
export const IMPORT_ETF_HELP: readonly string[] = [
  'import-etf DIR\n      Reads btc.csv, eth.csv and sol.csv, daily net flows of spot ETFs, into the store of the market that the flags name (--live, --data …). What differs from a day that is there is a new revision of it; nothing is replaced. A host that runs publishes it within a quarter of an hour.',
];

/**
 * Moment from which on an imported day is known: now, for who asks what was known before must not find it; in a replay when its report
 * usually comes, for the replay stands at another time than this command.
 */
function knownAtOf({ from, data, spot }: HostConfig, day: number, now: number): number {
  const isReplay = from !== undefined || data !== undefined || spot !== undefined;
  return isReplay ? day + ETF_V1.reportMs : now;
}

/**
 * Imports a folder, all of it or nothing.
 *
 * @param now epoch ms.
 * @returns lines that say what came of it, or one that says what is wrong.
 */
export async function importEtf(
  folder: string,
  config: HostConfig,
  observations: Pick<Observations, 'append' | 'asOf'>,
  now: number,
): Promise<Result<readonly string[], string>> {
  const read = await readEtfFolder(folder);
  if (!read.ok) return read;
  const timeline = timelineOf({ ...config, liveUrl: liveUrl(config) });
  const knownAt = Number.MAX_SAFE_INTEGER;
  const kept = keptFlows(await observations.asOf(etfSeries(timeline), { knownAt }));
  const isReported = new Set(kept.flatMap((one) => (one.netFlowUsd === null ? [] : [`${one.asset} ${one.day}`])));
  // A report is not taken back by a table that has none of that day yet.
  const days = read.value.filter((one) => one.netFlowUsd !== null || !isReported.has(`${one.asset} ${one.day}`));
  const { added, unchanged, late } = await observations.append(
    days.map((flow) => keptFlow(timeline, flow, knownAtOf(config, flow.day, now), ETF_IMPORT)),
  );
  const found = ETF_ASSETS.map((asset) => [asset, read.value.filter((one) => one.asset === asset).length] as const);
  return ok([
    ...found.flatMap(([asset, count]) => (count === 0 ? [] : [`${asset}: ${count} days`])),
    `${added} new or corrected, ${unchanged} as they were`,
    ...(late === 0 ? [] : [`${late} left out: this market learned something else of them later`]),
  ]);
}
