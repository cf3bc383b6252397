/** Operator files of ETF flows: `btc.csv`, `eth.csv`, `sol.csv`, as publishers print their tables. */

import { ETF_ASSETS } from '@barograph/contract';
import { describeProblem, err, ok, type Result } from '@barograph/core';
import { specialFile } from '@barograph/files';
import { parseEtfFlows } from '@barograph/stress/news';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { orderedDays, type EtfFlow } from '../market/etf-days.ts';
import { settledState, type Source } from '../market/source.ts';
import { ETF_V1, type EtfConfig } from './config.ts';

/** Maximum file size, bytes; a century of days is smaller. */
const MAX_BYTES = 16 * 2 ** 20;

/**
 * Reads a folder of tables, each with a column of days and one for each fund, in millions of USD.
 *
 * @returns days ordered by coin and time, or the error in one line: missing folder, missing file of a coin, or invalid row.
 */
export async function readEtfFolder(folder: string): Promise<Result<readonly EtfFlow[], string>> {
  let names: readonly string[];
  try {
    names = await readdir(folder);
  } catch {
    return err(`etf: expected a folder, got nothing at ${folder}`);
  }
  const days: EtfFlow[] = [];
  const files = ETF_ASSETS.filter((asset) => names.includes(`${asset}.csv`));
  if (files.length === 0) {
    return err(`etf: expected ${ETF_ASSETS.map((asset) => `${asset}.csv`).join(', ')} or some of them in ${folder}`);
  }
  for (const asset of files) {
    const path = join(folder, `${asset}.csv`);
    const special = specialFile(path);
    if (special !== undefined) return err(`etf: expected a file, got ${special}: ${path}`);
    const bytes = await readFile(path).catch(() => undefined);
    if (bytes === undefined || bytes.length > MAX_BYTES) {
      return err(`etf: expected a file of at most ${MAX_BYTES / 2 ** 20} MB, got ${path}`);
    }
    const read = parseEtfFlows(bytes.toString('utf8'), path);
    if (!read.ok) return err(`etf: ${describeProblem(read.error)}`);
    for (const { time, netFlowUsd, funds } of read.value.days) days.push({ asset, day: time, netFlowUsd, funds });
  }
  return ok(orderedDays(days));
}

/** Creates a source of these days. Files lack report times, so a day counts as known at 03:00 UTC of the next day. */
export function createEtfFiles(days: readonly EtfFlow[], { reportMs }: EtfConfig = ETF_V1): Source {
  return {
    id: 'etf-files',
    kind: 'files',
    feeds: {
      etfFlows: {
        pull: async ({ from, asOf }) =>
          ok({ rows: { days: days.filter(({ day }) => day > from && day + reportMs <= asOf) }, asOf }),
      },
    },
    start: async () => undefined,
    close: async () => undefined,
    state: (asOf) => settledState(['etfFlows'], asOf, []),
  };
}
