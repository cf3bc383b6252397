/** Entry of the worker thread that reads files, so that a hanging decoder can be killed. */

import { parentPort } from 'node:worker_threads';
import { readAccountBytesHere, readAccountsHere } from './read-accounts-here.ts';
import { readBarsHere, readBytesHere } from './read-bars-here.ts';
import { readSeriesHere } from './read-series-here.ts';
import type { AccountsRequest, BarsRequest, SeriesRequest, WorkerAnswer, WorkerRequest } from './worker-messages.ts';

function tell(answer: WorkerAnswer, transfer: readonly ArrayBuffer[] = []): void {
  parentPort!.postMessage(answer, [...transfer]);
}

/** Distinct buffers of columns. */
function memoryOf(columns: readonly Float64Array[]): readonly ArrayBuffer[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the readers allocate columns in plain memory
  return [...new Set(columns.map((column) => column.buffer as ArrayBuffer))];
}

async function answerBars({ file, bytes, how, withProgress }: BarsRequest): Promise<void> {
  const onProgress = (read: number, total: number | undefined): void => tell({ kind: 'progress', read, total });
  const options = withProgress ? { ...how, onProgress } : how;
  const result = await (bytes === undefined ? readBarsHere(file, options, true) : readBytesHere(bytes, file, options));
  if (!result.ok) return tell({ kind: 'bars', result });
  const value = result.value.map(({ candles: { time, open, high, low, close, volume }, ...about }) => ({
    about,
    columns: { time, open, high, low, close, volume },
  }));
  tell({ kind: 'bars', result: { ok: true, value } }, memoryOf(value.flatMap(({ columns }) => Object.values(columns))));
}

async function answerSeries({ file, columns }: SeriesRequest): Promise<void> {
  const result = await readSeriesHere(file, columns);
  tell({ kind: 'series', result }, result.ok ? memoryOf([result.value.time, result.value.value]) : []);
}

async function answerAccounts({ file, bytes }: AccountsRequest): Promise<void> {
  const result = await (bytes === undefined ? readAccountsHere(file) : readAccountBytesHere(bytes, file));
  tell({ kind: 'accounts', result });
}

async function answer(request: WorkerRequest): Promise<void> {
  if (request.kind === 'bars') return answerBars(request);
  return request.kind === 'series' ? answerSeries(request) : answerAccounts(request);
}

parentPort!.on('message', (request: WorkerRequest) => {
  void answer(request).catch((error: unknown) => tell({ kind: 'failed', error }));
});
tell({ kind: 'ready' });
