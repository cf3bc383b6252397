/** Sources of flows of spot ETFs that a configuration has. */

import { ok, type Result } from '@barograph/core';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { SourcesConfig } from '../sources-config.ts';
import type { Source } from '../market/source.ts';
import { createUpstreamMeter } from '../upstream/meter.ts';
import { ETF_URL } from './config.ts';
import { createEtfFiles, readEtfFolder } from './files.ts';
import { createEtfSource } from './source.ts';

/** Base of the keyed source. A perp venue at another address brings no real flows, but from an address that is given. */
export function etfUrlOf({
  live,
  perpdexUrl,
  etfUrl,
}: Pick<SourcesConfig, 'live' | 'perpdexUrl' | 'etfUrl'>): string | undefined {
  return etfUrl ?? (live && perpdexUrl === undefined ? ETF_URL : undefined);
}

/** The keyed source of a live host; none without a key, or where files have the flows. */
export function keyedEtfSources(config: SourcesConfig, clock: Clock, log: Logger): readonly Source[] {
  const { etf, etfKey: key } = config;
  const url = etfUrlOf(config);
  if (url === undefined || etf !== undefined) return [];
  if (key === undefined) {
    log.info({ source: 'etf', field: 'etfKey' }, 'source not configured');
    return [];
  }
  return [createEtfSource({ url, key, clock, log, meter: createUpstreamMeter('etf') })];
}

/** The files of an operator as a source; none without a folder. */
export async function etfFileSources(folder: string | undefined): Promise<Result<readonly Source[], string>> {
  if (folder === undefined) return ok([]);
  const read = await readEtfFolder(folder);
  return read.ok ? ok([createEtfFiles(read.value)]) : read;
}
