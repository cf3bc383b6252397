/** Staged rows: one line per complete stretch of time, readable after a kill at any time. */

import { appendFile, mkdir, readFile, truncate } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Rows } from './series.ts';

/** A stretch of time, `[from, to)`, epoch ms, with its rows. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly rows: Rows;
}

/** Contiguous stretches since the start. */
export interface Staged {
  readonly stretches: readonly Stretch[];
  /** Appends the next stretch; a partial write is dropped on the next open. */
  add(stretch: Stretch): Promise<void>;
}

function stretchOf(line: string): Stretch | undefined {
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- checked below
    const { from, to, rows } = JSON.parse(line) as Stretch;
    const isSound = Number.isInteger(from) && Number.isInteger(to) && from < to && Array.isArray(rows);
    // JSON has no NaN: an unknown value is null.
    return isSound
      ? { from, to, rows: rows.map((row: readonly (number | null)[]) => row.map((cell) => cell ?? NaN)) }
      : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Opens the stretches of an earlier run.
 *
 * @param from requested start, epoch ms; stretches staged for another start are dropped.
 */
export async function openStaged(path: string, from: number): Promise<Staged> {
  await mkdir(dirname(path), { recursive: true });
  const text = await readFile(path, 'utf8').catch(() => '');
  const stretches: Stretch[] = [];
  let length = 0;
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', length)) {
    const stretch = stretchOf(text.slice(length, end));
    if (stretch === undefined || stretch.from !== (stretches.at(-1)?.to ?? from)) break;
    stretches.push(stretch);
    length = end + 1;
  }
  // Drop the incomplete last line.
  if (length < text.length) await truncate(path, Buffer.byteLength(text.slice(0, length)));
  return {
    stretches,
    add: async (stretch) => {
      await appendFile(path, `${JSON.stringify(stretch)}\n`);
      stretches.push(stretch);
    },
  };
}
