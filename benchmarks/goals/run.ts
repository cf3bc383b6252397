/** Rows, each in a process of its own: what one leaves behind (compiled code, detached buffers, a crash) meets no other. */

import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Row, RowResult } from './row.ts';

const ENTRY = fileURLToPath(new URL('../goals.bench.ts', import.meta.url));

/** A row, and how it went. */
export interface Ran {
  readonly key: string;
  readonly title: string;
  readonly seconds: number;
  /** undefined: it failed, and said why. */
  readonly result: RowResult | undefined;
}

/** Runs a row. Never rejects: a row that fails leaves the others theirs. */
export async function ran({ key, title }: Pick<Row, 'key' | 'title'>): Promise<Ran> {
  const begin = performance.now();
  const result = await new Promise<RowResult | undefined>((resolve) => {
    const child = fork(ENTRY, ['--row', key], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    let said: RowResult | undefined;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what `tellResult` sends
    child.on('message', (message) => (said = message as RowResult));
    child.on('error', () => resolve(undefined));
    child.on('close', () => resolve(said));
  });
  return { key, title, seconds: (performance.now() - begin) / 1e3, result };
}

/** In the process of a row: runs it and tells the result. */
export async function tellResult(row: Row): Promise<void> {
  // the run was ended: nobody listens any more
  process.once('disconnect', () => process.exit());
  const result = await row.run();
  process.send?.(result, () => process.disconnect());
}
