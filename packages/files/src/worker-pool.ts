/** Worker threads that read files: started on demand, reused for the next file, killed when they hang. */

import { ok, unsafeCandles, UsageError, type DataProblem, type Result } from '@barograph/core';
import type { Worker } from 'node:worker_threads';
import type { AccountsFile } from './accounts-file.ts';
import type { BarsFile, ReadBarsOptions } from './bars-file.ts';
import type { Series } from './series.ts';
import type {
  AccountsRequest,
  BarsRequest,
  ReadColumns,
  SeriesRequest,
  WorkerAnswer,
  WorkerRequest,
} from './worker-messages.ts';

/** Time an idle worker is kept, ms: it takes tens of ms to start and some megabytes of memory, and a folder has a next file. */
const IDLE_MS = 2_000;

/** Readers leave little on the heap, so more room would only stay allocated. */
const YOUNG = { maxYoungGenerationSizeMb: 6 } as const;

/** Worker, whether it still runs, and its current listener, absent while idle. */
interface Reader {
  readonly worker: Worker;
  hears: { readonly answer: (answer: WorkerAnswer) => void; readonly fails: (error: WorkerError) => void } | undefined;
  /** Timer that ends an idle worker. */
  timer: NodeJS.Timeout | undefined;
}

type WorkerError = Error & { readonly code?: string };

const idle: Reader[] = [];

/**
 * In a source tree (tests, development) the worker is TypeScript, and needs the loader that this thread may lack. Node modules are
 * loaded on demand, because importing the package would otherwise wait for them without reading a file.
 */
async function startWorker(): Promise<Worker> {
  const { Worker } = await import('node:worker_threads');
  if (!import.meta.url.endsWith('.ts')) {
    return new Worker(new URL('./read-worker.js', import.meta.url), { resourceLimits: YOUNG });
  }
  const [{ createRequire }, { pathToFileURL }] = await Promise.all([import('node:module'), import('node:url')]);
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx/package.json'));
  const loader = new URL('dist/esm/api/index.mjs', tsx).href;
  const entry = new URL('./read-worker.ts', import.meta.url).href;
  const load = `import('${loader}').then(({ register }) => (register(), import('${entry}')))`;
  return new Worker(load, { eval: true, execArgv: ['--conditions=source'] });
}

/** Takes a worker for a file; it keeps the process alive until it is returned. */
async function take(): Promise<Reader> {
  const kept = idle.pop();
  if (kept !== undefined) {
    clearTimeout(kept.timer);
    kept.worker.ref();
    return kept;
  }
  const worker = await startWorker();
  const reader: Reader = { worker, hears: undefined, timer: undefined };
  await new Promise<void>((ready, fails) => {
    reader.hears = { answer: ({ kind }) => (kind === 'ready' ? ready() : undefined), fails };
    worker.on('message', (answer: WorkerAnswer) => reader.hears?.answer(answer));
    worker.on('error', (error: WorkerError) => {
      drop(reader);
      reader.hears?.fails(error);
    });
  });
  return reader;
}

function drop(reader: Reader): void {
  const at = idle.indexOf(reader);
  if (at !== -1) idle.splice(at, 1);
}

function giveBack(reader: Reader): void {
  reader.worker.unref();
  reader.timer = setTimeout(() => {
    drop(reader);
    void reader.worker.terminate();
  }, IDLE_MS);
  reader.timer.unref();
  idle.push(reader);
}

type Options = Pick<ReadBarsOptions, 'onProgress' | 'signal'>;
/** Outcome of a read; `late` when the worker was killed after the deadline. */
type Read<T> = Result<T, DataProblem> | 'late';
/** Final message of a worker about a file. */
type Done = Extract<WorkerAnswer, { readonly kind: 'bars' | 'series' | 'accounts' }>;

/**
 * Reads bars in a worker.
 *
 * @param deadlineMs time allowed since the worker starts reading.
 * @throws {unknown} the reason of `signal`, and bugs of the readers.
 */
export async function readBarsInWorker(
  request: BarsRequest,
  deadlineMs: number,
  options: Options,
): Promise<Read<readonly BarsFile[]>> {
  return readInWorker(request, deadlineMs, options, (done) =>
    done.kind === 'bars' ? asBarsFiles(done.result) : notAsked(done),
  );
}

/** Reads a series in a worker. */
export async function readSeriesInWorker(
  request: SeriesRequest,
  deadlineMs: number,
  options: Options,
): Promise<Read<Series>> {
  return readInWorker(request, deadlineMs, options, (done) => (done.kind === 'series' ? done.result : notAsked(done)));
}

/** Reads accounts in a worker. */
export async function readAccountsInWorker(
  request: AccountsRequest,
  deadlineMs: number,
  options: Options,
): Promise<Read<AccountsFile>> {
  return readInWorker(request, deadlineMs, options, (done) =>
    done.kind === 'accounts' ? done.result : notAsked(done),
  );
}

async function readInWorker<T>(
  request: WorkerRequest,
  deadlineMs: number,
  { onProgress, signal }: Options,
  resultOf: (done: Done) => Result<T, DataProblem>,
): Promise<Read<T>> {
  signal?.throwIfAborted();
  const reader = await take();
  return new Promise((resolve, reject) => {
    const settle = (act: () => void, isDead: boolean): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      reader.hears = undefined;
      if (isDead) void reader.worker.terminate();
      else giveBack(reader);
      act();
    };
    const abort = (): void => settle(() => reject(signal!.reason), true);
    const timer = setTimeout(() => settle(() => resolve('late'), true), deadlineMs);
    reader.hears = {
      answer: (answer) => {
        if (answer.kind === 'progress') onProgress?.(answer.read, answer.total);
        else if (answer.kind === 'failed') settle(() => reject(answer.error), false);
        else if (answer.kind !== 'ready') settle(() => resolve(resultOf(answer)), false);
      },
      fails: (error) => {
        const outOfMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
        settle(() => (outOfMemory ? resolve(tooLarge(request.file)) : reject(error)), true);
      },
    };
    if (signal?.aborted === true) return abort();
    signal?.addEventListener('abort', abort);
    const moved = request.kind !== 'series' && request.bytes !== undefined ? [request.bytes] : [];
    reader.worker.postMessage(request, moved);
  });
}

function notAsked({ kind }: Done): never {
  throw new UsageError(`expected the answer of another request, got ${kind}`);
}

function asBarsFiles(result: Result<readonly ReadColumns[], DataProblem>): Result<readonly BarsFile[], DataProblem> {
  return result.ok
    ? ok(result.value.map(({ about, columns }) => ({ ...about, candles: unsafeCandles(columns) })))
    : result;
}

function tooLarge(file: string): Result<never, DataProblem> {
  const got = 'more than there is';
  return { ok: false, error: { code: 'unreadable_file', file, expected: 'a file that fits into memory', got } };
}
