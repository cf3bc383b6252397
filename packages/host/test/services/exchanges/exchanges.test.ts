/** The venue directory: neutral without a file, filled in by one, with figures of two venues. */

import {
  DEXB_NOTE,
  DISCLOSURE,
  NEUTRAL_VENUES,
  VENUE_DIRECTORY,
  VENUE_SLUGS,
  venueStatsPublication,
  type VenueDirectory,
} from '@barograph/contract';
import { err, ok } from '@barograph/core';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createMemorySnapshotStore } from '../../../../runtime/src/snapshots/memory/snapshot-store.ts';
import type { PerpContext } from '../../../../sources/src/market/contexts.ts';
import { openMarket } from '../../../../sources/src/market/market.ts';
import type { Source } from '../../../../sources/src/market/source.ts';
import type { VenuePerp } from '../../../../sources/src/market/venues.ts';
import { readVenueDirectory, venueDirectoryOf } from '../../../../runtime/src/producers/exchanges/directory.ts';
import { exchangesProducers } from '../../../../runtime/src/producers/exchanges/producer.ts';
import { asker } from '../../ask.ts';
import { perp } from '../../../../sources/test/perpdex/test-support.ts';
import { simulatedMarket, START } from '../../test-support.ts';
import { runAt } from '../../../../runtime/test/test-support.ts';

interface Row {
  readonly slug: string;
  readonly name: string;
  readonly signup_url: string | null;
  readonly is_referral_link: boolean;
  readonly stats: Readonly<Record<string, unknown>> | null;
}
interface List {
  readonly exchanges: readonly Row[];
  readonly all_slugs: readonly string[];
  readonly count: number;
  readonly disclosure: string;
}

function asked(directory: VenueDirectory = NEUTRAL_VENUES, snapshots = createMemorySnapshotStore()) {
  const ports = new Map<string, unknown>([[VENUE_DIRECTORY.name, directory]]);
  return asker({ source: simulatedMarket(), latest: (name) => snapshots.latest(name), ports });
}
const list = async (ask: ReturnType<typeof asked>, query = {}): Promise<List> => ask.json('exchanges.list', { query });

const LINKED = {
  venues: {
    cexa: {
      name: 'Acme',
      website: 'https://acme.example',
      signup_url: 'https://acme.example/r/1',
      referral_code: 'R1',
    },
    perpdex: { signup_url: 'https://perp.example/join' },
  },
};

describe('the venue directory', () => {
  it('[#144~] [#225][#234] has exactly seven venues without a key, in the order of all_slugs, and 404 for another', async () => {
    const ask = asked();
    const { exchanges, all_slugs: slugs, count, disclosure } = await list(ask);
    expect(slugs).toEqual([...VENUE_SLUGS]);
    expect([new Set(slugs).size, count, disclosure]).toEqual([7, 7, DISCLOSURE]);
    expect(exchanges.map(({ slug }) => slug)).toEqual(slugs);
    for (const slug of slugs)
      expect(await ask.json('exchanges.get', { path: { slug } })).toMatchObject({ exchange: { slug } });
    const unknown = await ask.outcome('exchanges.get', { path: { slug: 'nobody' } });
    // The table of the contract names no code for it, while every 404 of this host has one.
    expect(unknown).toMatchObject({ ok: false, error: { status: 404, body: { detail: { error: 'not_found' } } } });
  });

  it('[#226][#227] has every field of the contract, and no name, site or link of its own', async () => {
    const { exchange, disclosure } = await asked().json<{ exchange: Record<string, unknown>; disclosure: string }>(
      'exchanges.get',
      { path: { slug: 'cexa' } },
    );
    expect(Object.keys(exchange)).toEqual(
      'slug name kind website tagline about founded based focus specs stats signup_url signup_incentive referral_code is_referral_link'.split(
        ' ',
      ),
    );
    const { exchanges } = await list(asked());
    for (const row of exchanges) {
      expect(row).toMatchObject({ website: null, founded: null, based: null, signup_url: null, referral_code: null });
    }
    expect(new Set(exchanges.map((row) => (row as unknown as { kind: string }).kind))).toEqual(
      new Set(['CEX', 'DEX', 'Broker']),
    );
    expect(disclosure).toBe(DISCLOSURE);
  });

  it('[#231][#232][#233] shows partner links of the file with a disclosure in list and detail', async () => {
    const made = venueDirectoryOf(LINKED);
    const ask = asked(made.ok ? made.value : expect.fail(made.error.join()));
    const all = await list(ask);
    expect([all.count, all.disclosure]).toEqual([7, DISCLOSURE]);
    expect(all.exchanges.find(({ slug }) => slug === 'cexa')).toMatchObject({ name: 'Acme', is_referral_link: true });
    const partners = await list(ask, { referral_only: true });
    expect(partners.exchanges.map(({ slug, signup_url: url }) => [slug, url])).toEqual([
      ['cexa', 'https://acme.example/r/1'],
    ]);
    expect([partners.count, partners.all_slugs.length, partners.disclosure]).toEqual([1, 7, DISCLOSURE]);
    const detail = await ask.json<List>('exchanges.get', { path: { slug: 'perpdex' } });
    expect(detail).toMatchObject({ disclosure: DISCLOSURE, exchange: { is_referral_link: false } });
    expect(await list(asked(), { referral_only: true })).toMatchObject({
      exchanges: [],
      count: 0,
      disclosure: DISCLOSURE,
    });
  });

  it('of a file with faults says each in one line', () => {
    const made = venueDirectoryOf({
      title: 'x',
      disclosure: 7,
      venues: {
        nobody: {},
        cexa: { website: 'http://plain.example', founded: 1492, focus: 'spot', logo: 'x', is_referral_link: true },
        cexb: [],
      },
    });
    expect(made.ok ? [] : made.error).toEqual([
      'title: expected venues or disclosure',
      expect.stringMatching(/^disclosure: expected a text of 1…2000 characters, got 7/),
      expect.stringMatching(/^venues\.nobody: expected one of perpdex/),
      expect.stringMatching(/^venues\.cexa\.website: expected a URL that begins with https/),
      expect.stringMatching(/^venues\.cexa\.founded: expected a year within 1900…2100, got 1492/),
      expect.stringMatching(/^venues\.cexa\.focus: expected a list of texts/),
      expect.stringMatching(/^venues\.cexa\.logo: expected one of name/),
      'venues.cexa.signup_url: expected beside is_referral_link, got nothing',
      expect.stringMatching(/^venues\.cexb: expected an object/),
    ]);
  });

  it('comes from a file of JSON, and a missing or broken one is one line', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'venues-')), 'venues.json');
    expect(readVenueDirectory(file)).toMatchObject({
      ok: false,
      error: expect.stringContaining('cannot be read') as string,
    });
    writeFileSync(file, '{');
    expect(readVenueDirectory(file)).toMatchObject({
      ok: false,
      error: expect.stringContaining('got no JSON') as string,
    });
    writeFileSync(file, JSON.stringify(LINKED));
    expect(readVenueDirectory(file)).toMatchObject({ ok: true, value: { disclosure: DISCLOSURE } });
    expect(readVenueDirectory(undefined)).toEqual(ok(NEUTRAL_VENUES));
  });
});

const AT = START + 300_000;
const second = (coin: string, more: Partial<VenuePerp> = {}): VenuePerp => ({
  symbol: `${coin}USDT`,
  coin,
  mark: 10,
  index: 10,
  fundingRate: 0.0001,
  intervalHours: 8,
  nextFundingAt: AT,
  openInterest: 5,
  dayNotional: 400,
  ...more,
});

/** Both measured venues; either may be away. */
function measured(perps: readonly PerpContext[], others: readonly VenuePerp[], away: { second?: true } = {}) {
  const none = { start: async () => undefined, close: async () => undefined, state: () => [] };
  const sources: readonly Source[] = [
    {
      ...none,
      id: 'perpdex',
      kind: 'live',
      feeds: { contexts: { pull: async ({ asOf }) => ok({ rows: { perps }, asOf }) } },
    },
    {
      ...none,
      id: 'dexb',
      kind: 'live',
      feeds: {
        venuePerps: {
          pull: async ({ venue, asOf }) =>
            venue !== 'dexb'
              ? err({ code: 'unavailable', reason: `no perps of ${venue}` })
              : away.second === true
                ? err({ code: 'stale_source', reason: 'away' })
                : ok({ rows: { perps: others }, asOf }),
        },
      },
    },
  ];
  const snapshots = createMemorySnapshotStore();
  const source = openMarket(sources);
  return { snapshots, run: async () => runAt(exchangesProducers(source)[0]!, { source, snapshots })(AT) };
}
const statsOf = ({ exchanges }: List): Record<string, unknown> =>
  Object.fromEntries(exchanges.flatMap(({ slug, stats }) => (stats === null ? [] : [[slug, stats]])));

describe('figures of venues', () => {
  const perps = [perp('BTC'), perp('ETH', { openInterest: NaN }), perp('OLD', { isDelisted: true })];

  it('[#228][#229][#230] are of two venues, the second without open interest and with its caveat', async () => {
    const { snapshots, run } = measured(perps, [second('BTC'), second('ETH')]);
    await run();
    const stats = statsOf(await list(asked(NEUTRAL_VENUES, snapshots)));
    expect(Object.keys(stats)).toEqual(['perpdex', 'dexb']);
    expect(stats['perpdex']).toEqual({
      open_interest_usd: 1000,
      volume_24h_usd: 2000,
      btc_funding_annualized: 0.0001 * 8760,
      market_count: 2,
      note: null,
      as_of: AT,
    });
    expect(stats['dexb']).toMatchObject({
      open_interest_usd: null,
      volume_24h_usd: 800,
      market_count: 2,
      note: DEXB_NOTE,
    });
    expect(exchangesProducers({ has: () => true })[0]!.cadence.step).toBe(300_000);
  });

  it('of eight hours and of one hour are the same of a year', async () => {
    const yearly = async (fundingRate: number, intervalHours: number) => {
      const { snapshots, run } = measured(perps, [second('BTC', { fundingRate, intervalHours })]);
      await run();
      const stats = statsOf(await list(asked(NEUTRAL_VENUES, snapshots)));
      return (stats['dexb'] as { btc_funding_annualized: number }).btc_funding_annualized;
    };
    expect(await yearly(0.0008, 8)).toBeCloseTo(await yearly(0.0001, 1), 12);
    expect(await yearly(0.0004, 4)).toBeCloseTo(0.876, 12);
  });

  it('of a venue that is away are null, with its caveat, and the other keeps its own; before any, too', async () => {
    const { snapshots, run } = measured(perps, [], { second: true });
    const nothing = { open_interest_usd: null, volume_24h_usd: null, as_of: null, market_count: null };
    expect(statsOf(await list(asked()))).toMatchObject({ perpdex: nothing, dexb: { ...nothing, note: DEXB_NOTE } });
    await run();
    const stats = statsOf(await list(asked(NEUTRAL_VENUES, snapshots)));
    expect(stats).toMatchObject({ perpdex: { market_count: 2 }, dexb: { ...nothing, note: DEXB_NOTE } });
    expect(snapshots.latest(venueStatsPublication.name)!.records).toHaveLength(1);
  });
});
