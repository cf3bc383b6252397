/** Panel for training: a folder with a file of hourly bars per coin. */

import { describeProblem } from '@barograph/core';
import { coinOfFile, readBarsFolder } from '@barograph/files';
import type { PanelBars } from '@barograph/lab';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { readBy, type ColumnsFlag } from './columns-flag.ts';
import { sayAssumed, sayPartial } from './input.ts';
import { CommandError, say, type Io } from './io.ts';
import { sha256 } from './sha256.ts';
import { createProgress, FILES } from './progress.ts';

/**
 * Reads a panel, in file name order.
 *
 * @throws {CommandError} when a file cannot be read or is not hourly.
 */
export async function readPanel(io: Io, folder: string, columns?: ColumnsFlag): Promise<PanelBars> {
  const progress = createProgress(io, 'reading', FILES);
  const result = await readBarsFolder(folder, { ...readBy(columns), onProgress: progress.report });
  progress.stop();
  if (!result.ok) throw new CommandError(describeProblem(result.error));
  const { files, ignored } = result.value;
  if (ignored.length > 0) say(io, `${folder}: ignored ${ignored.join(', ')}`);
  sayAssumed(io, folder, files);
  for (const file of files) sayPartial(io, file);
  for (const { file, interval } of files) {
    if (interval !== '1h') throw new CommandError(`${file}: expected bars of 1h, got ${interval ?? 'another step'}`);
  }
  return {
    candles: files.map(({ candles }) => candles),
    names: files.map(({ symbol }) => coinOfFile(symbol)),
    files: await Promise.all(
      files.map(async ({ file }) => {
        const name = basename(file);
        return { file: name, sha256: sha256(await readFile(join(folder, name))) };
      }),
    ),
  };
}
