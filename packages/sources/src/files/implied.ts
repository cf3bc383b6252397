/** Implied volatility from files: a CSV per coin, or a recorded answer of the options venue. */

import { DAY_MS, describeProblem, err, HOUR_MS, ok, type Result } from '@barograph/core';
import { coinOfFile, nameProblem, readSeries, specialFile, symbolOf, type ReadSeriesOptions } from '@barograph/files';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Feeds } from '../market/feeds.ts';
import type { ImpliedIndex } from '../market/implied.ts';
import { parseIndex, indexPayload, type IndexPayload } from '../options/payloads.ts';
import { shape } from '../upstream/shape.ts';

/** Known times of rows, which are dated at the open of their day, or of their hour when not at midnight. */
function knownAfter(open: Float64Array): Float64Array {
  const step = open.every((time) => time % DAY_MS === 0) ? DAY_MS : HOUR_MS;
  return open.map((time) => time + step);
}

/** Reads a recorded answer. Returns the error in one line. */
async function readAnswer(file: string): Promise<Result<ImpliedIndex, string>> {
  const special = specialFile(file);
  if (special !== undefined) return err(`${file}: expected a file, got ${special}`);
  let body: unknown;
  try {
    body = JSON.parse(await readFile(file, 'utf8'));
  } catch {
    return err(`${file}: expected JSON`);
  }
  const shaped = shape(indexPayload, body, () => undefined);
  if (!shaped.ok) return err(`${file}: ${shaped.error.field} ${shaped.error.reason}`);
  const payload: IndexPayload = shaped.value;
  const { rows, fault } = parseIndex(payload);
  if (fault !== undefined) return err(`${file}: ${fault}`);
  if (rows.length === 0) return err(`${file}: expected rows of the index, got none`);
  const open = Float64Array.from(rows, ({ time }) => time);
  return ok({ time: knownAfter(open), implied: Float64Array.from(rows, ({ close }) => close) });
}

async function readTable(file: string, options: ReadSeriesOptions): Promise<Result<ImpliedIndex, string>> {
  const read = await readSeries(file, undefined, options);
  if (!read.ok) return err(describeProblem(read.error));
  const { time, value, column } = read.value;
  const bad = value.findIndex((percent) => !(percent > 0 && percent <= 1000));
  if (bad >= 0) {
    return err(
      `${file}: row ${bad + 1}, ${column}: expected annualised percent above 0, up to 1000, got ${value[bad]}`,
    );
  }
  return ok({ time: knownAfter(time), implied: value });
}

const FILE = /\.(?:csv(?:\.gz)?|json)$/;

/**
 * Reads the feed of a folder; undefined when the folder is empty.
 *
 * @returns the feed, or the error of a file in one line.
 * @throws {unknown} the reason of `options.signal`.
 */
export async function readImplied(
  folder: string,
  options: ReadSeriesOptions,
): Promise<Result<Feeds['implied'] | undefined, string>> {
  const names = await readdir(folder).catch(() => []);
  const coins = new Map<string, ImpliedIndex>();
  for (const name of names.filter((name) => FILE.test(name)).toSorted()) {
    const file = join(folder, name);
    const unnamed = nameProblem(file);
    if (unnamed !== undefined) return err(describeProblem(unnamed));
    const coin = coinOfFile(symbolOf(name));
    if (coins.has(coin)) return err(`${file}: expected one file for ${coin}, got several`);
    const read = name.endsWith('.json') ? await readAnswer(file) : await readTable(file, options);
    if (!read.ok) return read;
    coins.set(coin, read.value);
  }
  if (coins.size === 0) return ok(undefined);
  return ok({
    pull: async ({ symbol, from, to }) => {
      const known = coins.get(symbol);
      if (known === undefined) {
        return err({ code: 'unknown_symbol', reason: `no file of implied volatility of ${symbol}` });
      }
      const isWithin = (_: number, i: number): boolean => known.time[i]! > from && known.time[i]! <= to;
      return ok({ rows: { time: known.time.filter(isWithin), implied: known.implied.filter(isWithin) }, asOf: to });
    },
  });
}
