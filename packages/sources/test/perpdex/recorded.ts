/** Recorded payloads of the venue, which stand beside the repository or not at all. */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = '../shared/data/api/hyperliquid';

/** Reason why tests of recorded payloads are left out; undefined when they are there. */
export const WITHOUT: string | undefined = existsSync(FOLDER) ? undefined : `no ${FOLDER}`;

/** A payload as it was recorded. */
export function recorded(file: string): unknown {
  return JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as unknown;
}

/** Frames as they were recorded, one a line. */
export function recordedLines(file: string): readonly unknown[] {
  const lines = readFileSync(join(FOLDER, file), 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as unknown);
}
