/** Runs each row in a separate process, so that compiled code, detached buffers and crashes do not affect other rows. */

import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Row, RowResult } from './row.ts';

const ENTRY = fileURLToPath(new URL('../goals.bench.ts', import.meta.url));

/** A row with its result. */
export interface Ran {
  readonly key: string;
  readonly title: string;
  readonly seconds: number;
  /** undefined when the row failed. */
  readonly result: RowResult | undefined;
}

/** Runs a row. Never rejects, so that a failed row does not affect the others. */
export async function ran({ key, title }: Pick<Row, 'key' | 'title'>): Promise<Ran> {
  const begin = performance.now();
  const result = await new Promise<RowResult | undefined>((resolve) => {
    const child = fork(ENTRY, ['--row', key], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    let result: RowResult | undefined;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what `tellResult` sends
    child.on('message', (message) => (result = message as RowResult));
    child.on('error', () => resolve(undefined));
    child.on('close', () => resolve(result));
  });
  return { key, title, seconds: (performance.now() - begin) / 1e3, result };
}

/** Runs a row in its process and sends the result. */
export async function tellResult(row: Row): Promise<void> {
  // The parent has ended the run.
  process.once('disconnect', () => process.exit());
  const result = await row.run();
  process.send?.(result, () => process.disconnect());
}
