/** `barograph doctor`: checks this machine and, with `--live`, every source against its venue. */

import type { Examination } from '@barograph/sources';
import { InvalidArgumentError, type Command } from 'commander';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { localChecks } from '../doctor/local.ts';
import { reportText } from '../doctor/report.ts';
import { CommandError, say, type Io } from '../io.ts';
import { writeOutput } from '../output.ts';
import { baseOf } from '../pull/loopback-flag.ts';
import { loadSources } from '../sources.ts';
import { writeWhole } from '../whole-file.ts';

/** Parsed flags. */
interface DoctorFlags {
  readonly live?: boolean;
  readonly source?: readonly string[];
  readonly loopback?: string;
  readonly patience?: number;
  readonly report: string;
  readonly payloads: string;
  readonly port: number;
  readonly dataDir: string;
}

/** Adds the command to the program. */
export function addDoctor(program: Command, io: Io): void {
  program
    .command('doctor')
    .summary('checks of this machine, and of live sources against their venues')
    .description(
      'Checks Node, disk, port, database, models and kernels. With --live it requests each feed of every source once, within ' +
        'its rate limit, and lists fields that are missing or new. Keys are read from the variables of the host ' +
        '(BAROGRAPH_CMC_KEY …); a source without its key is left out. The exit code is 2 when something is wrong.',
    )
    .option('--live', 'request every source')
    .option('--source <names...>', 'request only these')
    .option('--loopback <url>', 'base of a loopback venue to use instead, such as http://127.0.0.1:8790', baseOf)
    .option('--patience <seconds>', 'longest wait for data of a stream', secondsOf, 20)
    .option('--report <file>', 'report without keys, addresses and names, for a bug report', 'doctor-report.json')
    .option('--payloads <folder>', 'answers as the venues sent them, for a test', 'doctor-payloads')
    .option('--port <port>', 'port of the host', Number, 8787)
    .option('--data-dir <folder>', 'data folder of the host', 'data')
    .action(async (flags: DoctorFlags, command: Command) => runDoctor(io, flags, command.parent?.version() ?? ''));
}

/** @throws {InvalidArgumentError} unless the text is a number of seconds. */
function secondsOf(text: string): number {
  const seconds = Number(text);
  if (!(seconds > 0 && seconds <= 600)) throw new InvalidArgumentError('expected seconds above 0, at most 600.');
  return seconds;
}

/** Formats rows as a table with aligned columns. */
function tableOf(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows
    .map(
      (row) =>
        `${row
          .map((cell, column) => cell.padEnd(widths[column]!))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}

/** Reads source settings from the host's environment variables. @throws {CommandError} when a value is invalid. */
function settingsOf(
  { SOURCE_FIELDS }: Awaited<ReturnType<typeof loadSources>>,
  env: NonNullable<Io['env']>,
): Readonly<Record<string, unknown>> {
  const given = Object.entries(SOURCE_FIELDS).flatMap(([name, { env: variable, expected, parse }]) => {
    const text = env[variable];
    if (text === undefined) return [];
    const value = parse(text);
    if (value === undefined) throw new CommandError(`${variable}: expected ${expected}`);
    return [[name, value] as const];
  });
  return Object.fromEntries(given);
}

async function examined(io: Io, { source, loopback, patience = 20 }: DoctorFlags): Promise<Examination> {
  const sources = await loadSources();
  const ids = source ?? sources.SOURCES.map(({ id }) => id);
  const settings = settingsOf(sources, io.env ?? {});
  const options = { settings, patienceMs: 1000 * patience, ...(loopback === undefined ? {} : { loopback }) };
  say(io, `asking ${ids.length} sources, at most ${patience} s and a question for each feed`);
  const all = await Promise.all(ids.map(async (id) => sources.examineSource(id, options)));
  return { findings: all.flatMap(({ findings }) => findings), samples: all.flatMap(({ samples }) => samples) };
}

/** Writes one file per request with its answer. */
async function writeSamples(folder: string, samples: Examination['samples']): Promise<void> {
  for (const { source, path, body } of samples) {
    const file = path.replaceAll(/[^\w.-]+/g, '_').replace(/^_/, '');
    await mkdir(join(folder, source), { recursive: true });
    await writeWhole(join(folder, source, `${file}.txt`), [body]);
  }
}

/** Verdicts that do not count as a failure. */
const FINE: ReadonlySet<string> = new Set(['ok', 'silent', 'not_configured']);

async function runDoctor(io: Io, flags: DoctorFlags, version: string): Promise<void> {
  const node = process.versions.node;
  const checks = await localChecks({ node, env: io.env ?? {}, dataDir: flags.dataDir, port: flags.port });
  const rows = checks.map(({ name, isOk, detail }) => [name, isOk ? 'ok' : 'wrong', detail]);
  await writeOutput(io, undefined, [tableOf(rows)]);
  let findings: Examination['findings'] = [];
  if (flags.live === true) {
    const examination = await examined(io, flags);
    ({ findings } = examination);
    await writeOutput(io, undefined, [
      tableOf(
        findings.map(({ source, what, verdict, detail, ms }) => [
          source,
          what,
          verdict,
          ms === null ? '' : `${ms} ms`,
          detail,
        ]),
      ),
    ]);
    await writeSamples(flags.payloads, examination.samples);
    const platform = `${process.platform} ${process.arch}`;
    await writeWhole(flags.report, [
      reportText({ version: 'doctor/1', barograph: version, node, platform, checks, findings }),
    ]);
    say(io, `${flags.report} has this table without keys, addresses and names; ${flags.payloads} the answers`);
  }
  const wrong = [
    ...checks.filter(({ isOk }) => !isOk).map(({ name }) => name),
    ...findings.filter(({ verdict }) => !FINE.has(verdict)).map(({ source, what }) => `${source} ${what}`),
  ];
  if (wrong.length > 0) throw new CommandError(`${wrong.length} wrong: ${wrong.join(', ')}`);
}
