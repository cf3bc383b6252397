/**
 * The name of a market: hosts on the same one share its states, snapshots and slots; hosts on another do not touch them.
 * Of files the name changes with their content, so that a corrected history is computed again and never resumed; of the
 * simulator with the version of its config, for another version is another market.
 */

import { SIMULATOR_V2 } from '@barograph/simulator';
import { createHash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Identity of a market: folders of bar files, the simulator's seed, or the address of a venue. */
export interface TimelineConfig {
  /** Base of the venue's requests; undefined: not live. */
  readonly liveUrl: string | undefined;
  readonly data: string | undefined;
  readonly spot: string | undefined;
  readonly repair: boolean;
  readonly layout?: string | undefined;
  readonly seed: string;
}

/** Every file of a folder as path, size and time of change. */
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

/** @throws when a folder cannot be read. */
export function timelineOf({ liveUrl, data, spot, repair, layout, seed }: TimelineConfig): string {
  if (liveUrl !== undefined) return named('live', liveUrl);
  if (data === undefined && spot === undefined) return named('simulated', [SIMULATOR_V2.version, seed]);
  return named('files', [filesOf(data), filesOf(spot), repair, ...(layout === undefined ? [] : [layout])]);
}

function named(kind: string, made: unknown): string {
  return `${kind}-${createHash('sha256').update(JSON.stringify(made)).digest('hex').slice(0, 16)}`;
}
