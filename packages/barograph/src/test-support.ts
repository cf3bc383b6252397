/** Test helpers: a market, its files, and the command line in this process. */

import { candlesOf, kernelsInUse, useKernels, type Bar, type Candles } from '@barograph/core';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import type { ExitCode, Io } from './io.ts';
import { main } from './main.ts';

export const HOUR = 3_600_000;
/** Open of the market's first bar. */
export const START: number = Date.UTC(2024, 0, 1);

/** Deterministic market: up trend, down trend, then flat. */
export function market(count: number, step: number): Candles {
  const bars: Bar[] = [];
  let open = 100;
  for (let i = 0; i < count; i++) {
    const phase = i % 300;
    const drift = phase < 100 ? 0.4 : phase < 200 ? -0.3 : 0;
    const close = Math.max(1, open + drift + Math.sin(i * 1.7) * 0.8);
    const high = Math.max(open, close) + 0.5 + 0.4 * Math.cos(i);
    const low = Math.min(open, close) - 0.5 - 0.4 * Math.sin(i * 0.7);
    bars.push({ time: START + i * step, open, high, low: Math.max(0.1, low), close, volume: 10 + (i % 13) });
    open = close;
  }
  return candlesOf(bars);
}

/** Bars as CSV text. */
export function csv(bars: Candles): string {
  let text = 'timestamp,open,high,low,close,volume\n';
  for (let i = 0; i < bars.length; i++) {
    text += `${bars.time[i]},${bars.open[i]},${bars.high[i]},${bars.low[i]},${bars.close[i]},${bars.volume[i]}\n`;
  }
  return text;
}

class Sink extends Writable {
  text = '';
  isTTY = false;
  columns = 80;
  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}

/** Result of a run. */
export interface Run {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

interface Setting {
  readonly stdin?: Iterable<Buffer>;
  readonly isTerminal?: boolean;
  readonly now?: () => number;
  /** Replaces standard output; `out` is then empty. */
  readonly stdout?: Writable;
}

/** Runs `main`, then unregisters the kernels, because other tests share the process. */
export async function runMain(args: readonly string[], io: Io): Promise<ExitCode> {
  const before = kernelsInUse();
  try {
    return await main(args, io, '1.2.3');
  } finally {
    useKernels(before);
  }
}

/** Runs the command line in this process. */
export async function run(
  args: readonly string[],
  { stdin = [], isTerminal = false, now = () => 0, stdout }: Setting = {},
): Promise<Run> {
  const [out, stderr] = [new Sink(), new Sink()];
  stderr.isTTY = isTerminal;
  const io = { stdin: Readable.from(stdin), stdout: stdout ?? out, stderr, isTerminal, now };
  return { code: await runMain(args, io), out: out.text, err: stderr.text };
}

/** Runs the command line on a terminal of a given width; 0 is a pipe. */
export async function show(
  args: readonly string[],
  columns: number,
  env: Readonly<Record<string, string>> = {},
  stdin = '',
): Promise<Run> {
  const [stdout, stderr] = [new Sink(), new Sink()];
  stdout.isTTY = columns > 0;
  stdout.columns = columns;
  const io = { stdin: Readable.from([Buffer.from(stdin)]), stdout, stderr, isTerminal: false, env, now: () => 0 };
  return { code: await runMain(args, io), out: stdout.text, err: stderr.text };
}

/** Parses a JSON object. */
export function parse(text: string): Record<string, unknown> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- tests pass objects only
  return JSON.parse(text) as Record<string, unknown>;
}

/** Lines of a text that ends with a line break. */
export const lines = (text: string): string[] => text.split('\n').slice(0, -1);

/** Temporary folder per test; pass the functions to `beforeEach` and `afterEach`. */
export function temporaryFolder(): {
  readonly make: () => void;
  readonly remove: () => void;
  readonly path: (...names: readonly string[]) => string;
  /** Writes a file and returns its path. */
  readonly put: (name: string, content: string | Buffer) => string;
} {
  let folder = '';
  const path = (...names: readonly string[]): string => join(folder, ...names);
  return {
    make: () => {
      folder = mkdtempSync(join(tmpdir(), 'barograph-cli-'));
    },
    remove: () => rmSync(folder, { recursive: true }),
    path,
    put: (name, content) => {
      writeFileSync(path(name), content);
      return path(name);
    },
  };
}

export const hourly: Candles = market(24 * 60 + 7, HOUR);
export const daily: Candles = market(400, 24 * HOUR);
