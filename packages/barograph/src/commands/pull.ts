/** `barograph pull`: downloads bars, funding and open interest of a venue into a folder for other commands. */

import { bucketOpen, INTERVALS, stepMs, type Interval } from '@barograph/core';
import type { OpenedSource } from '@barograph/sources';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { CommandError, type Io } from '../io.ts';
import { momentOf } from '../moment.ts';
import { baseOf } from '../pull/loopback-flag.ts';
import { addQueue, type QueueFlags } from '../queue/flags.ts';
import { pullFolder, type Wanted } from '../pull/pull-folder.ts';
import { ALSO, type Also } from '../pull/series.ts';
import { emptySidecar, readSidecar, SIDECAR } from '../pull/sidecar.ts';
import { loadSources } from '../sources.ts';

const WITH_BARS = ['perpdex', 'cexa', 'dexb'] as const;

/** Parsed flags. */
interface PullFlags extends QueueFlags {
  readonly interval?: Interval;
  readonly from?: number;
  readonly to?: number;
  readonly also?: readonly Also[];
  readonly out?: string;
  readonly format?: 'csv' | 'parquet';
  readonly top?: number;
  readonly update?: string;
  readonly loopback?: string;
}

/** Adds the command to the program. */
export function addPull(program: Command, io: Io): void {
  const command = program
    .command('pull')
    .summary('bars of a venue into a folder, with funding and open interest')
    .description(
      'Downloads bars from a venue, within its rate limit, into one file for each symbol. The other commands read these files. ' +
        `The same command resumes a run that ended early. ${SIDECAR} in the folder says where each file comes from, ` +
        'what it covers, what is missing, and its checksum. Needs @barograph/sources, which is installed separately.',
    )
    .argument('[source]', WITH_BARS.join(', '))
    .argument('[symbols...]', 'coins as the venue writes them, such as BTC ETH kPEPE')
    .addOption(new Option('--interval <interval>', 'length of a bar (default: 1h)').choices(INTERVALS))
    .option('--from <time>', 'first bar (epoch ms, epoch s or ISO-8601)', momentOf)
    .option('--to <time>', 'end of the last bar (default: now)', momentOf)
    .option('--also <kinds>', `${ALSO.join(',')}: files in the folders funding and open-interest`, kindsOf)
    .option('--out <folder>', 'folder for the files')
    .addOption(new Option('--format <format>', 'format of the bars (default: csv)').choices(['csv', 'parquet']))
    .option('--top <n>', 'download the symbols with the largest volume of the last 24 hours', countOf)
    .option('--update <folder>', 'add new bars to a folder that was pulled before')
    .option('--loopback <url>', 'base of a loopback venue to use instead, such as http://127.0.0.1:8790', baseOf)
    .addHelpText(
      'after',
      `
Examples:
  $ barograph pull perpdex BTC ETH SOL --from 2026-06-01 --out bars
  $ barograph pull cexa --top 30 --interval 1d --from 2021-01-01 --also funding --out days
  $ barograph pull --update bars
  $ DATABASE_URL=postgres://… barograph pull cexa --top 100 --from 2021-01-01 --out hours --queue`,
    )
    .action(async (source: string | undefined, symbols: readonly string[], flags: PullFlags) =>
      runPull(io, source, symbols, flags),
    );
  addQueue(command);
}

/** @throws {InvalidArgumentError} when a kind is unknown. */
function kindsOf(text: string): readonly Also[] {
  return text.split(',').map((word) => {
    const kind = ALSO.find((kind) => kind === word.trim());
    if (kind === undefined) throw new InvalidArgumentError(`expected ${ALSO.join(' or ')}, separated by commas.`);
    return kind;
  });
}

/** @throws {InvalidArgumentError} unless the text is a count. */
function countOf(text: string): number {
  const count = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (count < 1) throw new InvalidArgumentError('expected a whole number from 1 to 9999.');
  return count;
}

/** Perps of a venue that does not list bars. @throws {CommandError} when the venue is unavailable. */
async function perpsOf(
  source: OpenedSource,
): Promise<readonly { readonly symbol: string; readonly dayNotional: number }[]> {
  const pulled = await source.read('venuePerps', {});
  if (!pulled.ok) throw new CommandError(`${source.id}: ${pulled.error.reason}`);
  return pulled.value.perps.map(({ coin, dayNotional }) => ({ symbol: coin, dayNotional }));
}

/** Symbols by 24-hour volume, largest first. */
async function largest(source: OpenedSource, count: number): Promise<readonly string[]> {
  const listed = source.has('bars') ? await source.listings(Date.now()) : await perpsOf(source);
  const byVolume = listed.toSorted((a, b) => (b.dayNotional ?? 0) - (a.dayNotional ?? 0));
  return byVolume.slice(0, count).map(({ symbol }) => symbol);
}

/** Contents of a new folder. @throws {CommandError} when a required flag is missing. */
function wantedOf(symbols: readonly string[], flags: PullFlags): Omit<Wanted, 'sidecar'> & { readonly folder: string } {
  const { interval = '1h', from, to, also = [], out, top } = flags;
  if (out === undefined) throw new CommandError('--out: expected a folder');
  if (from === undefined) throw new CommandError('--from: expected a time');
  if (symbols.length === 0 && top === undefined) throw new CommandError('symbols: expected some, or --top, got none');
  if (symbols.length > 0 && top !== undefined) throw new CommandError('--top: expected symbols or --top, got both');
  const step = stepMs(interval);
  const end = bucketOpen(Math.min(to ?? Infinity, Date.now()), step);
  const begin = bucketOpen(from + step - 1, step);
  if (begin >= end) throw new CommandError(`--from: expected a time before ${new Date(end).toISOString()}`);
  return { folder: out, symbols, from: begin, to: end, also };
}

async function runPull(io: Io, id: string | undefined, symbols: readonly string[], flags: PullFlags): Promise<void> {
  const { update, loopback, interval = '1h', format = 'csv', top } = flags;
  const queue = flags.queue === true ? { flags, loopback } : undefined;
  const { openSource } = await loadSources();
  const open = async (name: string): Promise<OpenedSource> =>
    openSource(name, loopback === undefined ? {} : { loopback });
  if (update !== undefined) {
    if (id !== undefined) throw new CommandError(`--update: expected no source beside it, got ${id}`);
    const sidecar = await readSidecar(update);
    if (sidecar === undefined) throw new CommandError(`--update: expected a folder with ${SIDECAR}, got ${update}`);
    const to = bucketOpen(Math.min(flags.to ?? Infinity, Date.now()), stepMs(sidecar.interval));
    return withSource(await open(sidecar.source), async (source) =>
      pullFolder(io, source, update, { sidecar, to }, queue),
    );
  }
  if (!WITH_BARS.some((source) => source === id)) {
    throw new CommandError(`source: expected ${WITH_BARS.join(', ')}, got ${id ?? 'none'}`);
  }
  const { folder, ...wanted } = wantedOf(symbols, flags);
  const sidecar = (await readSidecar(folder)) ?? emptySidecar(id!, interval, format);
  const differs = (['source', 'interval', 'format'] as const).find(
    (name) => sidecar[name] !== { source: id, interval, format }[name],
  );
  if (differs !== undefined) {
    throw new CommandError(
      `--out: expected a folder without files of another ${differs}, got ${folder} with ${sidecar[differs]}`,
    );
  }
  return withSource(await open(id!), async (source) => {
    const coins = top === undefined ? symbols : await largest(source, top);
    await pullFolder(io, source, folder, { ...wanted, symbols: coins, sidecar }, queue);
  });
}

async function withSource(source: OpenedSource, work: (source: OpenedSource) => Promise<void>): Promise<void> {
  try {
    await work(source);
  } finally {
    await source.close();
  }
}
