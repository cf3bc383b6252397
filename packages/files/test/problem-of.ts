/// <reference types="node" />

/** Files of bars with one thing wrong, and the problem that the reader tells of them. */

import { describeProblem, type DataProblem } from '@barograph/core';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect } from 'vitest';
import { readBars, readBarsStream } from '../src/read-bars.ts';

/** The problem of a file, which a pipe tells in the same words. */
export async function problemOf(content: string | Buffer): Promise<DataProblem> {
  const folder = mkdtempSync(join(tmpdir(), 'barograph-problem-'));
  try {
    const path = join(folder, 'bars.csv');
    writeFileSync(path, content);
    const fromFile = await readBars(path);
    const fromStream = await readBarsStream(Readable.from([Buffer.from(content)]), path);
    if (fromFile.ok) throw new Error('expected a problem, got bars');
    expect(fromStream, 'a pipe says the same').toStrictEqual(fromFile);
    expect(describeProblem(fromFile.error)).toContain(path);
    expect(describeProblem(fromFile.error)).not.toContain('\n');
    const { file, ...problem } = fromFile.error;
    expect(file).toBe(path);
    return problem;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Names of the columns. */
export const HEADER = 'timestamp,open,high,low,close,volume';
/** A good row of an hour. */
export const good = (hour: number): string => `${1_704_067_200_000 + hour * 3_600_000},3,4,1,2,9`;
/** Time of the third row. */
export const T2 = 1_704_074_400_000;
