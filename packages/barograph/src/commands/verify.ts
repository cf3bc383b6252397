/** `barograph verify`: checks that a host's ledger was not edited, and recomputes its grades. */

import { LEDGER_ORIGINS, utcDate, type ClosesOf, type LedgerOrigin } from '@barograph/contract';
import { bucketOpen, DAY_MS, firstAtOrAfter, HOUR_MS, type Candles } from '@barograph/core';
import { readBarsOrThrow } from '@barograph/files';
import type { NowcastModel } from '@barograph/nowcast';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { CommandError, type Io } from '../io.ts';
import { momentOf } from '../moment.ts';
import { loadShippedModel, readManifest, shippedModels } from '../shipped-models.ts';
import { askOver } from '../verify/ask-ledger.ts';
import { createBarsVerifier } from '../verify/verify-bars.ts';
import { verifyLedger } from '../verify/verify-ledger.ts';

/** Parsed flags. */
interface VerifyFlags {
  readonly url: string;
  readonly from: number;
  readonly to: number;
  readonly origin: LedgerOrigin;
  readonly key?: string;
  readonly digest?: string;
  readonly bars?: string;
  readonly scope: string;
}

/** Maximum days per run: one answer of digests. */
const MOST_DAYS = 398;

/** Adds the command to the program. */
export function addVerify(program: Command, io: Io): void {
  program
    .command('verify')
    .summary('proves that the ledger of a host was not edited')
    .description(
      'Fetches the digests and rows of a range of days. Computes every digest again, and every grade from its forecast and outcome; ' +
        'with --bars also the outcomes, and those parts of market forecasts that follow from bars alone. Compares forecasts with the ' +
        'snapshots that they name, if the host still has them and the key may read them. Reports what was checked, and the first ' +
        'difference with exit code 2. Rows of the last 30 days need a key whose tier sees them. For days more than 400 days ago the ' +
        'host keeps only digests. Store the last digest: with --digest a later run proves that nothing up to that day has changed.',
    )
    .requiredOption('--url <url>', 'address of the host, such as http://127.0.0.1:8787', urlOf)
    .requiredOption('--from <day>', 'first UTC day', momentOf)
    .requiredOption('--to <day>', 'last UTC day', momentOf)
    .addOption(new Option('--origin <chain>', 'chain of rows').choices(LEDGER_ORIGINS).default('live'))
    .option('--key <key>', 'key of the service; the variable BAROGRAPH_KEY when left out')
    .option('--digest <hex>', 'digest of the last day that you kept', digestOf)
    .option('--bars <file>', 'your own hourly bars of the scope')
    .option('--scope <scope>', 'scope of the bars', 'market')
    .action(async (flags: VerifyFlags) => run(io, flags));
}

/** @throws {InvalidArgumentError} unless the text is the URL of a host. */
function urlOf(text: string): string {
  if (URL.canParse(text) && /^https?:/.test(text)) return text;
  throw new InvalidArgumentError('expected an address such as http://127.0.0.1:8787.');
}

/** @throws {InvalidArgumentError} unless the text is a digest; a malformed one would look like an edited ledger. */
function digestOf(text: string): string {
  if (/^[\da-f]{64}$/i.test(text)) return text.toLowerCase();
  throw new InvalidArgumentError('expected 64 hexadecimal digits.');
}

/** Looks up closes in bars; unknown outside their span. */
function closesOfBars(bars: Candles, scope: string): ClosesOf {
  const [begin, end] = [bars.time[0] ?? Infinity, bars.time[bars.length - 1] ?? -Infinity];
  return (subject, first, last) => {
    if (subject !== scope || first < begin || last > end) return undefined;
    const closes = Array.from({ length: (last - first) / HOUR_MS + 1 }, () => NaN);
    for (let i = firstAtOrAfter(bars, first); i < bars.length && bars.time[i]! <= last; i++) {
      closes[(bars.time[i]! - first) / HOUR_MS] = bars.close[i]!;
    }
    return closes;
  };
}

/** Shipped model of a version; undefined when that version is not shipped. */
async function shippedModel(version: string): Promise<NowcastModel | undefined> {
  const isShipped = (await readManifest(shippedModels())).some(
    (entry) => entry.id === 'nowcast' && entry.version === version,
  );
  return isShipped ? loadShippedModel(version) : undefined;
}

async function run(io: Io, flags: VerifyFlags): Promise<void> {
  const [from, to] = [bucketOpen(flags.from, DAY_MS), bucketOpen(flags.to, DAY_MS)];
  if (to < from || to - from > MOST_DAYS * DAY_MS) {
    throw new CommandError(
      `--from: expected a day not after --to (${utcDate(to)}), and at most ${MOST_DAYS} days, got ${utcDate(from)}`,
    );
  }
  const { origin, digest, bars, scope, key = io.env?.['BAROGRAPH_KEY'] } = flags;
  const candles = bars === undefined ? undefined : (await readBarsOrThrow(bars)).candles;
  const closesOf = candles === undefined ? undefined : closesOfBars(candles, scope);
  const ofBars = candles === undefined || scope !== 'market' ? undefined : createBarsVerifier(candles, shippedModel);
  const { difference, days, pruned, rows, regraded, fromBars, snapshots } = await verifyLedger(
    askOver(flags.url, key),
    {
      origin,
      from,
      to,
      digest,
      closesOf,
      bars: ofBars,
    },
  );
  io.stdout.write(`days ${days}, rows ${rows}, grades computed again ${regraded}, of them from bars ${fromBars}, by digest alone ${rows - regraded}\n`); // prettier-ignore
  if (pruned > 0)
    io.stdout.write(`days whose rows are no longer kept ${pruned}: only their places in the chain were checked\n`);
  const { compared, notKept, notShown, refusal } = snapshots;
  io.stdout.write(`forecasts compared with their snapshots ${compared}, snapshots no longer kept ${notKept}, not shown ${notShown}${refusal === undefined ? '' : ` (${refusal})`}\n`); // prettier-ignore
  for (const [kind, { same, unreached, undetermined }] of ofBars?.counts() ?? []) {
    io.stdout.write(`${kind} made again from bars ${same}, its state not to be had from these bars ${unreached}, not determined by bars ${undetermined}\n`); // prettier-ignore
  }
  if (difference !== undefined) {
    const { date, id, reason } = difference;
    throw new CommandError(`${date}${id === null ? '' : ` ${id}`}: ${reason}`);
  }
  io.stdout.write(days === 0 ? 'no closed day in this stretch\n' : 'no difference\n');
}
