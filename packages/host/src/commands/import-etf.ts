/** `import-etf DIR`: imports an operator's daily flows of spot ETFs into the store, also while hosts run on it. */

import { ETF_ASSETS, ETF_IMPORT } from '@barograph/contract';
import { ok, type Result } from '@barograph/core';
import { liveUrl, ETF_V1, readEtfFolder } from '@barograph/sources';
import type { HostConfig } from '../host-config.ts';
import { etfSeries, keptFlow, keptFlows } from '@barograph/runtime';
import type { Observations } from '@barograph/store';
import { timelineOf } from '@barograph/sources';

/** The lines of the help. */
export const IMPORT_ETF_HELP: readonly string[] = [
  'import-etf DIR\n      Reads btc.csv, eth.csv and sol.csv, daily net flows of spot ETFs, into the store of the market that the flags name (--live, --data …). A day that differs from the stored one becomes a new revision. A running host publishes it within a quarter of an hour.',
];

/**
 * Time from which an imported day is known. Live: now, because point-in-time reads must not find it earlier. In a
 * replay: the usual time of the report, because the replay's clock is not the time of this command.
 */
function knownAtOf({ from, data, spot }: HostConfig, day: number, now: number): number {
  const isReplay = from !== undefined || data !== undefined || spot !== undefined;
  return isReplay ? day + ETF_V1.reportMs : now;
}

/**
 * Imports a folder, completely or not at all.
 *
 * @param now epoch ms.
 * @returns lines with the result, or one line with the error.
 */
export async function importEtf(
  folder: string,
  config: HostConfig,
  observations: Pick<Observations, 'append' | 'asOf'>,
  now: number,
): Promise<Result<readonly string[], string>> {
  const read = await readEtfFolder(folder);
  if (!read.ok) return read;
  const timeline = await timelineOf({ ...config, liveUrl: liveUrl(config) });
  const knownAt = Number.MAX_SAFE_INTEGER;
  const kept = keptFlows(await observations.asOf(etfSeries(timeline), { knownAt }));
  const isReported = new Set(kept.flatMap((flow) => (flow.netFlowUsd === null ? [] : [`${flow.asset} ${flow.day}`])));
  // A table without a value for a day does not delete a report that is stored.
  const days = read.value.filter((flow) => flow.netFlowUsd !== null || !isReported.has(`${flow.asset} ${flow.day}`));
  const { added, unchanged, late } = await observations.append(
    days.map((flow) => keptFlow(timeline, flow, knownAtOf(config, flow.day, now), ETF_IMPORT)),
  );
  const found = ETF_ASSETS.map((asset) => [asset, read.value.filter((flow) => flow.asset === asset).length] as const);
  return ok([
    ...found.flatMap(([asset, count]) => (count === 0 ? [] : [`${asset}: ${count} days`])),
    `${added} new or corrected, ${unchanged} as they were`,
    ...(late === 0 ? [] : [`${late} left out: this market learned something else of them later`]),
  ]);
}
