/** Tools over a folder of bar files, without a host: engines run through the `barograph` command line. */

import { coinOfFile, isSymbol, symbolOf } from '@barograph/files';
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Asked, Parameters } from './asking.ts';
import { toolAnswer, type ArgumentSchema, type Tool, type ToolAnswer } from './tools.ts';

/** A command of `barograph` as a tool. */
interface FolderTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Whether it takes all files at once. */
  readonly takesFolder: boolean;
  readonly args: (file: string) => readonly string[];
}

/** Commands for a folder of bars, which return the same rows as a host. */
const FOLDER_TOOLS: readonly FolderTool[] = [
  {
    name: 'signum',
    title: 'SIGNUM_RGG: the daily trend colour of coins.',
    description: 'Red, grey or green from ADX(14) and DMI with hysteresis, on completed daily bars.',
    takesFolder: true,
    args: (path) => ['signum', path, '--interval', '1d'],
  },
  {
    name: 'nowcast',
    title: 'The regime of the last closed hour of a coin, and what may follow.',
    description:
      'Label, calibrated confidence, probabilities of the next hours. Needs hourly bars of about 60 days; of Bitcoin it is the market.',
    takesFolder: false,
    args: (path) => ['nowcast', path],
  },
  {
    name: 'cycle',
    title: 'The long-horizon regime of the market, from the bars of Bitcoin and the breadth of the other files.',
    description:
      'One of ten regimes, with the signals, what is pending, and the thresholds nearest to a flip. Speaks of Bitcoin.',
    takesFolder: false,
    args: (path) => ['cycle', '--btc', path],
  },
  {
    name: 'volatility',
    title: 'The volatility regime of coins.',
    description:
      'vol_shock, mean_reverting, compressed, expanding or normal, from daily ranges; needs 89 completed days.',
    takesFolder: true,
    args: (path) => ['volatility', path],
  },
  {
    name: 'technical',
    title: 'The technical regime of coins.',
    description: 'Averages, RSI, squeeze, 20-day range, support and resistance.',
    takesFolder: true,
    args: (path) => ['technical', path],
  },
  {
    name: 'volume',
    title: 'What coins traded in the last 24 hours against what they trade on a day.',
    description: 'multiplier is over the mean of the last 30 settled days; needs bars of an hour or less.',
    takesFolder: true,
    args: (path) => ['volume', path],
  },
];

/** Maximum run time of a command, ms: it reads the whole folder, up to hundreds of files. */
const RUN_MS = 180_000;
const OUTPUT_MOST = 64 * 1024 * 1024;
const BARS = /\.(?:csv|ndjson|jsonl|parquet)(?:\.gz)?$/i;
/** `2024-08-05T12:00:00Z`, a date, or epoch ms. */
const MOMENT = /^[\dTZ:.+-]{4,40}$/;

/** Command line of the `barograph` installed next to this package. */
function commandFile(): string {
  return fileURLToPath(new URL('../bin/barograph.js', import.meta.resolve('barograph')));
}

/** Bar files by coin; ignores names that are not symbols. */
function coinsIn(folder: string): ReadonlyMap<string, string> {
  const files = readdirSync(folder).filter((name) => BARS.test(name) && isSymbol(symbolOf(name)));
  return new Map(files.toSorted().map((name) => [coinOfFile(symbolOf(name)), join(folder, name)]));
}

function refused(code: string, message: string, hints: Readonly<Record<string, unknown>> = {}): Asked {
  return { ok: false, error: { code, message, hints } };
}

async function runCommand(args: readonly string[]): Promise<Asked> {
  return new Promise((resolve) => {
    const options = { timeout: RUN_MS, maxBuffer: OUTPUT_MOST, encoding: 'utf8' as const };
    execFile(process.execPath, [commandFile(), ...args], options, (error, output, complaints) => {
      if (error !== null)
        return resolve(refused('bad_request', complaints.trim() === '' ? error.message : complaints.trim()));
      try {
        resolve({ ok: true, value: JSON.parse(output) });
      } catch {
        resolve(refused('internal_error', `expected JSON of ${args[0] ?? ''}, got ${output.slice(0, 200)}`));
      }
    });
  });
}

const SCHEMA: ArgumentSchema = {
  type: 'object',
  properties: {
    symbol: { type: 'string', description: 'A coin of the folder, as list_symbols names it.' },
    at: {
      type: 'string',
      description:
        'Speak of this moment (ISO-8601 or epoch ms): only bars closed by then. The last close when left out.',
    },
  },
  required: [],
  additionalProperties: false,
};

function toolOf(folder: string, { name, title, description, takesFolder, args }: FolderTool): Tool {
  const call = async ({ symbol, at, ...others }: Parameters): Promise<Asked> => {
    const strangers = Object.keys(others);
    if (strangers.length > 0)
      return refused('bad_request', `${strangers.join(', ')}: no such argument.`, { accepted: ['symbol', 'at'] });
    if (at !== undefined && (typeof at !== 'string' || !MOMENT.test(at)))
      return refused('bad_request', 'at: expected a moment.');
    if (symbol !== undefined && typeof symbol !== 'string') return refused('bad_request', 'symbol: expected a text.');
    const coins = coinsIn(folder);
    const wanted = symbol ?? (takesFolder ? undefined : 'BTC');
    const file =
      wanted === undefined
        ? folder
        : (coins.get(wanted) ?? coins.get(wanted.toUpperCase()) ?? coins.get(coinOfFile(wanted)));
    if (file === undefined) {
      return refused('unknown_symbol', `There are no bars of ${wanted ?? ''}.`, {
        suggestions: [...coins.keys()].slice(0, 50),
      });
    }
    const universe = name === 'cycle' && coins.size > 1 ? ['--universe', folder, '--skip-bad'] : [];
    const skip = file === folder ? ['--skip-bad'] : [];
    return runCommand([
      ...args(file),
      ...universe,
      ...skip,
      '--format',
      'json',
      ...(at === undefined ? [] : ['--at', at]),
    ]);
  };
  return {
    name,
    title,
    description: `${title} ${description}${takesFolder ? ' All files when symbol is left out.' : ' BTC when symbol is left out.'}`,
    inputSchema: SCHEMA,
    call: async (given) => toolAnswer(await call(given), takesFolder ? ['symbol'] : []),
  };
}

/** Creates the tools of a folder with a bar file per coin. */
export function folderTools(folder: string): readonly Tool[] {
  const list: Tool = {
    name: 'list_symbols',
    title: 'Coins that the folder has bars of.',
    description: 'Coins that the folder has bars of, by the names of its files.',
    inputSchema: { type: 'object', properties: {}, required: [], additionalProperties: false },
    call: async (): Promise<ToolAnswer> =>
      toolAnswer({ ok: true, value: { symbols: [...coinsIn(folder).keys()] } }, []),
  };
  return [list, ...FOLDER_TOOLS.map((tool) => toolOf(folder, tool))];
}
