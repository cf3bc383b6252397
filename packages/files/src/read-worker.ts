/** The entry of a worker thread that reads files of bars: a decoder that spins here can be killed. */

import { parentPort } from 'node:worker_threads';
import { readBarsHere, readBytesHere } from './read-bars-here.ts';
import type { WorkerAnswer, WorkerRequest } from './worker-messages.ts';

function tell(answer: WorkerAnswer, transfer: readonly ArrayBuffer[] = []): void {
  parentPort!.postMessage(answer, [...transfer]);
}

async function answerTo({ file, bytes, repair }: WorkerRequest): Promise<void> {
  const options = {
    repair,
    onProgress: (read: number, total: number | undefined): void => tell({ kind: 'progress', read, total }),
  };
  const result = await (bytes === undefined ? readBarsHere(file, options) : readBytesHere(bytes, file, options));
  if (!result.ok) return tell({ kind: 'done', result });
  const { candles, ...about } = result.value;
  const { time, open, high, low, close, volume } = candles;
  const columns = { time, open, high, low, close, volume };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the readers make their columns in plain memory
  const memory = new Set(Object.values(columns).map((column) => column.buffer as ArrayBuffer));
  tell({ kind: 'done', result: { ok: true, value: { about, columns } } }, [...memory]);
}

parentPort!.on('message', (request: WorkerRequest) => {
  void answerTo(request).catch((error: unknown) => tell({ kind: 'failed', error }));
});
tell({ kind: 'ready' });
