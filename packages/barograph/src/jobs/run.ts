/** Runs work on the coins of a folder, in this thread or several; the output bytes are equal. */

import { QuantError } from '@barograph/core';
import { CommandError, say, type Io } from '../io.ts';
import { isHuman, writeOutput, writeRows } from '../output.ts';
import type { Progress } from '../progress.ts';
import { rowsForm, type Row, type TextFormat } from '../table.ts';
import type { TableFlags } from '../table-options.ts';
import { chosenRows } from '../chosen-rows.ts';
import { columnRows, isColumnRows } from '../column-rows.ts';
import { partAfter, type Pieces } from './coin-text.ts';
import { createSharedBars, type JobMessage, type TextForm } from './messages.ts';
import type { Work, WorkName } from './names.ts';
import { inOrder, type JobOutcome } from './pool.ts';
import { startJobs } from './start.ts';
import { createTextMemory, giveBack, roomBytes, type RoomText, type TextMemory } from './text-memory.ts';

/** Work on coins. */
export interface Job<Settings, Coin, Item> {
  /** undefined when only the main thread can run the work. */
  readonly name: WorkName | undefined;
  readonly work: Work<Settings, Coin, Item>;
  readonly settings: Settings;
  /** Number of threads; 1 runs in the main thread. */
  readonly threads: number;
}

/** A coin, and its file for error messages. */
export interface JobCoin<Coin> {
  readonly file: string;
  readonly symbol: string;
  readonly coin: Coin;
}

/** Result of a coin; absent when its thread exited. */
interface Made<Coin, Value> {
  readonly from: JobCoin<Coin>;
  readonly value: Value;
}

/** Results of all coins. */
export interface ItemsOfCoins<Coin, Item> {
  readonly made: readonly Made<Coin, readonly Item[]>[];
  /** Call after writing all results. @throws {CommandError} naming files whose thread exited. */
  readonly assertNoneLost: () => void;
}

/** Coins computed ahead of writing, per thread, so that threads do not wait for a long coin. */
const AHEAD = 2;

/**
 * Items of each coin, in coin order. Coins whose thread exited are skipped and reported.
 *
 * @throws {CommandError} naming the file whose work failed.
 */
export async function itemsOfCoins<Settings, Coin, Item>(
  io: Io,
  job: Job<Settings, Coin, Item>,
  coins: readonly JobCoin<Coin>[],
  progress: Progress,
): Promise<ItemsOfCoins<Coin, Item>> {
  const all: Made<Coin, readonly Item[]>[] = [];
  const lost: string[] = [];
  if (isHere(job)) {
    const work = await job.work(job.settings);
    for (const [i, from] of coins.entries()) {
      all.push({ from, value: [...naming(from.file, work(from.coin))] });
      progress.report(i + 1, coins.length);
    }
  } else {
    const items = produce<Coin, readonly Item[]>(io, { ...job, start: startJobs }, undefined, coins, progress, lost);
    for await (const item of items) all.push(item);
  }
  return { made: all, assertNoneLost: () => assertNoneLost(lost, coins.length) };
}

/**
 * Writes the rows of every coin, prefixed with its symbol. Threads format the text; the main thread formats Parquet and
 * rows that are sorted, limited or shown in a terminal.
 *
 * @param start starts threads; replaceable in tests.
 * @throws {CommandError} as {@link itemsOfCoins}, for invalid flags, and at the end naming skipped files.
 */
export async function writeRowsOfCoins<Settings, Coin>(
  io: Io,
  flags: TableFlags,
  columns: readonly string[],
  job: Job<Settings, Coin, Row>,
  coins: readonly JobCoin<Coin>[],
  progress: Progress,
  start: typeof startJobs = startJobs,
): Promise<void> {
  const { format, sort, limit } = flags;
  const names = ['symbol', ...columns];
  const needsRows = format === 'parquet' || sort !== undefined || limit !== undefined || isHuman(io, flags);
  if (isHere(job) || needsRows) {
    const work = await job.work(job.settings);
    return writeRows(io, flags, names, namedRows(work, coins, progress));
  }
  const chosen = chosenRows({ columns: names, rows: [] }, flags).columns;
  const memory = flags.out === undefined ? undefined : createTextMemory(Math.min(job.threads, coins.length));
  const form: TextForm = { format, memory, names, columns: flags.columns, times: flags.times ?? 'epoch' };
  const lost: string[] = [];
  const texts = produce<Coin, Pieces>(io, { ...job, start }, form, coins, progress, lost);
  await writeOutput(io, flags.out, fromRooms(joined(format, chosen, texts), memory));
  assertNoneLost(lost, coins.length);
}

const isHere = ({ name, threads }: Pick<Job<unknown, unknown, unknown>, 'name' | 'threads'>): boolean =>
  threads === 1 || name === undefined;

/** Rows prefixed with their symbol, computed lazily; columns when the work returns columns. */
function namedRows<Coin>(
  work: (coin: Coin) => Iterable<Row>,
  coins: readonly JobCoin<Coin>[],
  progress: Progress,
): Iterable<Row> {
  const begun = coins.map(({ coin }) => work(coin));
  const rows = named(coins, begun, progress, (symbol, row) => ({ symbol, ...row }));
  if (!begun.every((iterable) => isColumnRows(iterable))) return rows;
  const parts = begun.map((rows) => rows.parts);
  return columnRows(named(coins, parts, progress, partAfter), rows);
}

function* named<Item>(
  coins: readonly JobCoin<unknown>[],
  begun: readonly Iterable<Item>[],
  progress: Progress,
  after: (symbol: string, item: Item) => Item,
): Generator<Item> {
  for (const [i, { file, symbol }] of coins.entries()) {
    for (const item of naming(file, begun[i]!)) yield after(symbol, item);
    progress.report(i + 1, coins.length);
  }
}

/** Yields items; errors name the file. */
function* naming<Item>(file: string, items: Iterable<Item>): Generator<Item> {
  try {
    yield* items;
  } catch (error) {
    if (error instanceof QuantError) throw new CommandError(`${file}: ${error.message}`, { cause: error });
    throw error;
  }
}

async function* joined<Coin>(
  format: TextFormat,
  columns: readonly string[],
  texts: AsyncIterable<Made<Coin, Pieces>>,
): AsyncGenerator<Pieces[number]> {
  const { head, first, between, tail, none } = rowsForm(format, columns);
  yield head;
  let before: string | undefined;
  for await (const { value } of texts) {
    if (value.length === 0) continue;
    yield before ?? first;
    yield* value;
    before = between;
  }
  yield before === undefined ? none : tail;
}

/** Replaces room references by their bytes. Releases a room once written: before the second next piece is read. */
async function* fromRooms(
  pieces: AsyncIterable<Pieces[number]>,
  memory: TextMemory | undefined,
): AsyncGenerator<string | Uint8Array> {
  let last: RoomText | undefined;
  for await (const piece of pieces) {
    const isRoom = typeof piece === 'object' && 'room' in piece;
    yield isRoom ? roomBytes(memory!, piece) : piece;
    if (last !== undefined) giveBack(memory!, last);
    last = isRoom ? piece : undefined;
  }
}

/** Work for threads, and the function that starts them. */
interface Threaded extends Pick<Job<unknown, never, unknown>, 'name' | 'settings' | 'threads'> {
  readonly start: typeof startJobs;
}

/** Results of threads, in coin order. @param lost receives files whose thread exited. */
async function* produce<Coin, Value>(
  io: Io,
  { name, settings, threads, start }: Threaded,
  form: TextForm | undefined,
  coins: readonly JobCoin<Coin>[],
  progress: Progress,
  lost: string[],
): AsyncGenerator<Made<Coin, Value>, void, undefined> {
  const pool = start({ work: name!, settings, form }, Math.min(threads, coins.length));
  // `| head` closed the pipe: stop computing.
  const close = (): void => void pool.close();
  io.stdout.once('close', close).once('error', close);
  try {
    let at = 0;
    const releases: (() => void)[] = [];
    for await (const outcome of inOrder(pool, messages(coins, releases), AHEAD * threads)) {
      const from = coins[at]!;
      releases[at++]!();
      if (outcome.kind === 'lost') {
        lost.push(from.file);
        say(io, `left out ${from.file}: its thread ended (${outcome.why})`);
      } else {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the named work returns this type
        yield { from, value: valueOf(from.file, outcome) as Value };
      }
      progress.report(at, coins.length);
    }
  } finally {
    io.stdout.off('close', close).off('error', close);
    await pool.close();
  }
}

/** @throws {CommandError} when files were skipped; the rows of all others are written by then. */
function assertNoneLost(lost: readonly string[], total: number): void {
  if (lost.length === 0) return;
  throw new CommandError(`expected ${total} files, got ${total - lost.length}: without ${lost.join(', ')}`);
}

/** Yields a message per coin. @param releases receives functions that release each message's memory, in the same order. */
function* messages<Coin>(coins: readonly JobCoin<Coin>[], releases: (() => void)[]): Generator<JobMessage> {
  const memory = createSharedBars();
  for (const { symbol, coin } of coins) {
    const { value, release } = memory.lend(coin);
    releases.push(release);
    yield { symbol, coin: value };
  }
}

function valueOf(file: string, outcome: Exclude<JobOutcome, { kind: 'lost' }>): unknown {
  if (outcome.kind === 'done') return outcome.value;
  const { message, stack, isInput } = outcome;
  if (isInput) throw new CommandError(`${file}: ${message}`);
  const error = new Error(`${file}: ${message}`);
  if (stack !== undefined) error.stack = stack;
  throw error;
}
