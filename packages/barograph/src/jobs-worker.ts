/** Worker thread entry: runs one kind of work, coin by coin. */

import { QuantError } from '@barograph/core';
import { parentPort, workerData } from 'node:worker_threads';
import { CommandError } from './io.ts';
import { coinText } from './jobs/coin-text.ts';
import { received, type JobData, type JobMessage } from './jobs/messages.ts';
import type { JobAnswer } from './jobs/pool.ts';
import { openWork } from './jobs/work.ts';
import type { Row } from './table.ts';

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- started by `startJobs` alone
const { work, settings, form, kernels } = workerData as JobData;

async function opened(): Promise<(coin: unknown) => Iterable<unknown>> {
  if (kernels) (await import('@barograph/kernels')).installKernels();
  return openWork(work, settings);
}
const open = opened();
// A failed open is reported with the first coin.
open.catch(() => undefined);

async function answer({ symbol, coin }: JobMessage): Promise<JobAnswer> {
  try {
    const items = (await open)(received(coin));
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only work that returns rows has a form
    return { kind: 'done', value: form === undefined ? [...items] : coinText(symbol, items as Iterable<Row>, form) };
  } catch (error) {
    const { message, stack } = error instanceof Error ? error : new Error(String(error));
    const isInput = error instanceof QuantError || error instanceof CommandError;
    return { kind: 'failed', message, stack, isInput };
  }
}

parentPort!.on('message', (message: JobMessage) => {
  void answer(message).then((answer) => parentPort!.postMessage(answer, []));
});
