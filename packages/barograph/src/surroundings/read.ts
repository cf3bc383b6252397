/** Reads a folder of reference data as market surroundings. */

import { describeProblem } from '@barograph/core';
import { readReference, type FileReference } from '@barograph/files';
import { coinOfProtocol, coinTable, isWithinDays, coinUnlocks, type CoinTable } from '@barograph/stress';
import {
  disclosedAt,
  MACRO_PRINTS,
  scheduledReleases,
  symbolsOfHack,
  topicOfHeadline,
  type UnlockEvent,
} from '@barograph/stress/risk';
import { CommandError, say, type Io } from '../io.ts';
import type { KnownRelease, Surroundings } from './feeds.ts';

/** Unlocks by the newest table and schedules known at a moment. */
function unlocksOf({ tables, schedules }: FileReference): Surroundings['unlocksAt'] {
  const known = schedules.map(({ protocol, ...rest }) => ({ ...rest, coin: coinOfProtocol(protocol) }));
  const built = new Map<number, CoinTable>();
  return (asOf, windowDays) => {
    const table = tables.findLast(({ knownAt }) => knownAt <= asOf);
    if (table === undefined || !known.some(({ knownAt }) => knownAt <= asOf)) return null;
    const { coins } = built.get(table.knownAt) ?? coinTable(table.rows);
    built.set(table.knownAt, { coins, faults: {} });
    const caps = new Map(coins.map(({ id, marketCap }) => [id, marketCap]));
    return [...coinUnlocks(coins, known, asOf).values()].flat().flatMap((unlock): UnlockEvent[] => {
      const { id, symbol, lastTime, usd, shareOfFloat } = unlock;
      if (usd === null || !isWithinDays(unlock, asOf, windowDays)) return [];
      return [{ symbol, time: lastTime, usd, dayNotional: null, marketCap: caps.get(id) ?? null, shareOfFloat }];
    });
  };
}

/** Releases of the shipped calendar and the operator's files. */
function releasesOf({ releases }: FileReference): readonly KnownRelease[] {
  const own = releases.map((release): KnownRelease => ({
    ...release,
    print: MACRO_PRINTS.find((print) => print === release.print) ?? 'other',
    withdrawnAt: null,
  }));
  // The operator's entry wins: it may state the expected move.
  const shipped = scheduledReleases()
    .filter(({ print, time }) => !own.some((release) => release.print === print && release.time === time))
    .map((release): KnownRelease => ({ ...release, expectedMoveBp: null }));
  return [...shipped, ...own].sort((a, b) => a.time - b.time);
}

/**
 * Reads a folder; reports skipped rows.
 *
 * @throws {CommandError} when the folder cannot be read.
 */
export async function readSurroundings(io: Io, folder: string | undefined): Promise<Surroundings> {
  if (folder === undefined) throw new CommandError('--reference: expected a folder of reference data, got nothing');
  const read = await readReference(folder, undefined, Date.now());
  if (!read.ok) throw new CommandError(describeProblem(read.error));
  for (const [what, count] of Object.entries(read.value.dropped)) say(io, `${folder}: left out ${count} rows: ${what}`);
  const { fearGreed, macro, stablecoinTotal, stablecoinSupplies, stablecoinPrices, hacks, headlines } = read.value;
  return {
    fearGreed,
    macro,
    releases: releasesOf(read.value),
    total: stablecoinTotal ?? null,
    supplies: stablecoinSupplies,
    prices: stablecoinPrices,
    hacks: (hacks ?? [])
      .map(({ name, time, lossUsd }) => ({
        name,
        time: disclosedAt(name, time),
        lossUsd,
        symbols: symbolsOfHack(name),
      }))
      .sort((a, b) => a.time - b.time),
    headlines: headlines.map(({ title, time }) => ({ title, time, topic: topicOfHeadline(title) })),
    unlocksAt: unlocksOf(read.value),
  };
}
