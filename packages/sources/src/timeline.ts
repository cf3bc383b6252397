/**
 * Name of a market. Hosts on the same market share its states, snapshots and slots; other hosts do not touch them.
 * For files the name depends on their content, so that a corrected history is recomputed, never resumed. For the
 * simulator it depends on the config version, because each version is a different market.
 */

import { createHash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Identity of a market: folders of bar files, the simulator's seed, or the address of a venue. */
export interface TimelineConfig {
  /** Base URL of the venue; undefined when not live. */
  readonly liveUrl: string | undefined;
  readonly data: string | undefined;
  readonly spot: string | undefined;
  readonly repair: boolean;
  readonly layout?: string | undefined;
  readonly seed: string;
}

/** Files of a folder with path, size and modification time. */
function filesOf(folder: string | undefined): readonly (readonly [string, number, number])[] {
  if (folder === undefined) return [];
  return readdirSync(folder)
    .sort()
    .map((name) => resolve(join(folder, name)))
    .map((path) => {
      const { size, mtimeMs } = statSync(path);
      return [path, size, mtimeMs] as const;
    });
}

/**
 * Returns the name of the market that a configuration selects.
 * @throws when a folder cannot be read.
 */
export async function timelineOf(config: TimelineConfig): Promise<string> {
  const { liveUrl, data, spot, repair, layout, seed } = config;
  if (liveUrl !== undefined) return named('live', liveUrl);
  if (data === undefined && spot === undefined) {
    const { SIMULATOR_V2 } = await import('@barograph/simulator');
    return named('simulated', [SIMULATOR_V2.version, seed]);
  }
  return named('files', [filesOf(data), filesOf(spot), repair, ...(layout === undefined ? [] : [layout])]);
}

function named(kind: string, input: unknown): string {
  return `${kind}-${createHash('sha256').update(JSON.stringify(input)).digest('hex').slice(0, 16)}`;
}
