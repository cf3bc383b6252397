/** The entry of a thread of the command line: one work, coin by coin. */

import { QuantError } from '@barograph/core';
import { parentPort, workerData } from 'node:worker_threads';
import { CommandError } from './io.ts';
import { received, type JobData, type JobMessage, type TextForm } from './jobs/messages.ts';
import type { JobAnswer } from './jobs/pool.ts';
import { openWork } from './jobs/work.ts';
import { formedRows } from './output.ts';
import { rowsForm, type Row } from './table.ts';

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- started by `startJobs` alone
const { work, settings, form, kernels } = workerData as JobData;

async function opened(): Promise<(coin: unknown) => Iterable<unknown>> {
  if (kernels) (await import('@barograph/kernels')).installKernels();
  return openWork(work, settings);
}
const open = opened();
// The first coin says what is wrong with it.
open.catch(() => undefined);

/** Characters from which on a piece of text is sent on by itself: no text of a coin is too long for one. */
const PIECE_CHARS = 1 << 20;

/** Text of the rows of a coin in pieces, without what is before the first row and after the last. */
function textOf(all: Iterable<Row>, { format, names, ...flags }: TextForm): readonly string[] {
  const { columns, rows } = formedRows(names, all, flags);
  const { line, between } = rowsForm(format, columns);
  const pieces: string[] = [];
  let text = '';
  let before = '';
  for (const row of rows) {
    text += before + line(row);
    before = between;
    if (text.length < PIECE_CHARS) continue;
    pieces.push(text);
    text = '';
  }
  return text === '' ? pieces : [...pieces, text];
}

function* named(symbol: string, items: Iterable<unknown>): Generator<Row> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only work that makes rows is given a form
  for (const row of items as Iterable<Row>) yield { symbol, ...row };
}

async function answer({ symbol, coin }: JobMessage): Promise<JobAnswer> {
  try {
    const items = (await open)(received(coin));
    return { kind: 'done', value: form === undefined ? [...items] : textOf(named(symbol, items), form) };
  } catch (error) {
    const { message, stack } = error instanceof Error ? error : new Error(String(error));
    const isInput = error instanceof QuantError || error instanceof CommandError;
    return { kind: 'failed', message, stack, isInput };
  }
}

parentPort!.on('message', (message: JobMessage) => {
  void answer(message).then((one) => parentPort!.postMessage(one, []));
});
