/** The families of both documents, each with every operation that the contract names (needs ../shared/spec for the names). */

import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { apiDocument, ENDPOINT_LIST } from './operations.ts';
import { API_VERSION } from './version.ts';

interface Named {
  readonly id: string;
  readonly doc: '000' | '001';
  readonly method: string;
  readonly path: string;
  readonly formats: readonly string[];
}

/** Families as the overviews of the documents name them, and the paths below /api/v1 that are theirs. */
const FAMILIES = {
  '000': {
    'overview and meta': ['', '/changelog', '/openapi.json'],
    health: ['/health'],
    accounts: ['/auth'],
    payments: ['/payments', '/backtesting/archives/purchase'],
    coins: ['/coins'],
    'market health': ['/market-health'],
    sentiment: ['/sentiment'],
    'spot market data': ['/market-data'],
    'cross-venue derivatives': ['/derivatives', '/market-intelligence'],
    'venue directory': ['/exchanges'],
    'DEX pools': ['/dex'],
    'daily snapshots': ['/daily'],
    'event stream': ['/stream'],
  },
  '001': {
    'perp venue': ['/perpdex'],
    traders: [
      '/perpdex/top-traders',
      '/perpdex/wallet-positions',
      '/perpdex/wallet-signals',
      '/perpdex/trader-profiles',
    ],
    'liquidity depth': ['/liquidity'],
    'volatility and volume': ['/volatility', '/volume'],
    news: ['/news', '/backtesting/news-events'],
    'quant probabilities and positioning': ['/quant'],
    'long-horizon regimes': ['/regimes'],
    baskets: ['/trading-strategy-baskets'],
    catalogues: ['/strategies', '/indicators/catalog'],
    wiki: ['/wiki'],
    indicators: ['/indicators'],
    meme: ['/meme'],
    supply: ['/supply'],
    event: ['/event'],
    security: ['/security'],
    policy: ['/policy'],
    'backtesting and intelligence': ['/backtesting', '/market-intelligence'],
  },
} as const;

const isBelow = (path: string, prefix: string): boolean => {
  const short = path.replace(/^\/api(?:\/v1)?/, '');
  return short === prefix || (prefix !== '' && short.startsWith(`${prefix}/`));
};
const lineOf = ({ id, method, path }: Pick<Named, 'id' | 'method' | 'path'>): string => `${id} ${method} ${path}`;
const LIVE = new Set(ENDPOINT_LIST.map(([id, { method, path }]) => lineOf({ id, method, path })));

describe.each([
  ['000', '[#1]'],
  ['001', '[#2]'],
] as const)('the families of document %s', (doc, claim) => {
  it.each(Object.entries<readonly string[]>(FAMILIES[doc]))(`%s is live ${claim}`, (_, prefixes) => {
    for (const prefix of prefixes) {
      expect(ENDPOINT_LIST.filter(([, { path }]) => isBelow(path, prefix)).length, prefix).toBeGreaterThan(0);
    }
  });
});

const SPEC = new URL('../../../../shared/spec/', import.meta.url);
const CHECK = fileURLToPath(new URL('check-openapi.mjs', SPEC));

describe.skipIf(!existsSync(CHECK))('the operations that the documents name (needs ../shared/spec)', () => {
  const named = existsSync(CHECK)
    ? (JSON.parse(readFileSync(new URL('endpoints.json', SPEC), 'utf8')) as readonly Named[])
    : [];
  const folder = mkdtempSync(join(tmpdir(), 'barograph-families-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each(['000', '001'] as const)('of document %s are each of one of its families, and live [#1] [#2]', (doc) => {
    const prefixes: readonly string[] = Object.values<readonly string[]>(FAMILIES[doc]).flat();
    const mine = named.filter((entry) => entry.doc === doc);
    expect(mine.length).toBeGreaterThan(50);
    expect(mine.filter(({ path }) => !prefixes.some((prefix) => isBelow(path, prefix))).map(lineOf)).toEqual([]);
    expect(mine.map(lineOf).filter((line) => !LIVE.has(line))).toEqual([]);
    for (const [family, own] of Object.entries<readonly string[]>(FAMILIES[doc])) {
      const its = mine.filter(({ path }) => own.some((prefix) => isBelow(path, prefix)));
      expect(its.length, family).toBeGreaterThan(0);
    }
  });

  it('are 160 of 158 paths, all of them described as the contract says, among about 180 [#9]', () => {
    expect([named.length, new Set(named.map(({ path }) => path)).size]).toEqual([160, 158]);
    expect(named.map(lineOf).filter((line) => !LIVE.has(line))).toEqual([]);
    expect(Math.abs(LIVE.size / 180 - 1)).toBeLessThan(0.1);
    const file = join(folder, 'openapi.json');
    writeFileSync(file, JSON.stringify(apiDocument()));
    const output = execFileSync(process.execPath, [CHECK, file, '--strict', '--api-version', API_VERSION], {
      encoding: 'utf8',
    });
    expect(output).toMatch(/paths 157\/157,/); // the document does not stand in itself
    expect(output).toMatch(/misses 0, warnings 0, result OK/);
  });

  // TLS ends before the host: what is read is HTTP here, and HTTPS at the edge of a deployment.
  it('are read-mostly, answer JSON, and cover what the overview lists [#6~]', () => {
    const reads = named.filter(({ method }) => method === 'GET' || method === 'HEAD');
    expect(reads.length / named.length).toBeGreaterThan(0.9);
    const unread = named.filter(({ formats }) => !formats.includes('json')).map(({ id }) => id);
    expect(unread).toEqual(['stream.live']);
    const subjects = ['/coins', '/market-health', '/sentiment', '/derivatives', '/perpdex', '/liquidity', '/volatility', '/volume', '/news', '/quant', '/regimes', '/event', '/security', '/policy', '/supply', '/strategies', '/indicators', '/wiki/search', '/backtesting']; // prettier-ignore
    const covered = ENDPOINT_LIST.filter(([, { method }]) => method === 'GET');
    expect(subjects.filter((prefix) => !covered.some(([, { path }]) => isBelow(path, prefix)))).toEqual([]);
  });
});
