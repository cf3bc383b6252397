/**
 * The scope declared by an operation limits its answers: no coin, row or part outside of it, for any request on any
 * tier. A new operation is covered without being named here.
 */

import { ENDPOINT_LIST, TIER_LIMITS, unlocks, type Endpoint, type Tier } from '@barograph/contract';
import { DAY_MS } from '@barograph/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createManualClock } from '../../../sources/src/clock.ts';
import { SIMULATOR_V2 } from '@barograph/simulator';
import { openMarket } from '../../../sources/src/market/market.ts';
import { createSimulatedSource } from '../../../sources/src/simulated/source.ts';
import { TIER_GATE, testHost } from '../test-support.ts';
import { triesOf, urlOf } from './table.cases.ts';

const NOW = Date.UTC(2025, 8, 2, 10, 23, 30);
/** Midnight of it. */
const TODAY = Date.UTC(2025, 8, 2);
const TIERS = Object.keys(TIER_LIMITS) as Tier[];
// Every feed: operations over books and accounts have a scope, too.
const source = openMarket([createSimulatedSource(SIMULATOR_V2)]);
const COINS = new Set((await source.listings(NOW)).map(({ symbol }) => symbol));

const host = await testHost(source, createManualClock(NOW), TIER_GATE);
beforeAll(async () => {
  await host.start();
  await host.ready();
});
afterAll(async () => host.stop());

type Json = unknown;
interface Answer {
  readonly status: number;
  readonly text: string;
}
async function ask(endpoint: Endpoint, url: string, tier: Tier): Promise<Answer> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a method of the table
  const method = endpoint.method as 'GET';
  const reply = await host.server.inject({ method, url, headers: { 'x-api-key': tier } });
  return { status: reply.statusCode, text: reply.body };
}

/** Everything that may be asked: each parameter at its bounds, alone, and each kind of symbol. */
function urlsOf(endpoint: Endpoint): string[] {
  const tries = triesOf(endpoint).filter(({ status }) => status === 200);
  const whole = ['limit', 'days'].flatMap((name) => {
    const most = tries.findLast((one) => one.name === name)?.value;
    return most === undefined ? [] : [[name, most] as const];
  });
  const wide = Object.fromEntries(whole);
  return [
    urlOf(endpoint),
    urlOf(endpoint, wide),
    ...tries.map(({ name, value }) => urlOf(endpoint, { ...wide, [name]: value })),
    ...['ETH', 'eth', 'BTCUSDT'].flatMap((symbol) =>
      endpoint.path.includes('{symbol}') ? [endpoint.path.replace('{symbol}', symbol)] : [],
    ),
  ];
}

/** Every key and every text of a JSON value. */
function* wordsOf(json: Json): Generator<string> {
  if (typeof json === 'string') yield json;
  if (typeof json !== 'object' || json === null) return;
  for (const [key, value] of Object.entries(json)) {
    if (!Array.isArray(json)) yield key;
    yield* wordsOf(value as Json);
  }
}
const coinsIn = (json: Json): string[] => [...new Set([...wordsOf(json)].filter((word) => COINS.has(word)))].sort();
const parsed = ({ text }: Answer): Json => JSON.parse(text) as Json;

const declaring = (has: (endpoint: Endpoint) => unknown) =>
  ENDPOINT_LIST.filter(([, endpoint]) => has(endpoint) !== undefined && endpoint.method === 'GET');

it('there are operations of both scopes to ask', () => {
  expect(declaring(({ coinScope }) => coinScope).map(([id]) => id)).toContain('volatility.regime');
  expect(declaring(({ rowScope }) => rowScope).map(([id]) => id)).toContain('volume.scanner');
});

describe.each(declaring(({ coinScope, scope }) => coinScope ?? scope))('coins of %s', (_, endpoint) => {
  it.each(TIERS)('on tier %s are those of its scope', async (tier) => {
    const allowed = endpoint.coinScope?.[tier] ?? endpoint.scope?.[tier]?.only;
    const answers = await Promise.all(urlsOf(endpoint).map(async (url) => ask(endpoint, url, tier)));
    const told = answers.filter(({ status }) => status === 200);
    // The history after each state is the same for every caller, and names the coins of its panel.
    const coins = [
      ...new Set(told.flatMap((answer) => coinsIn({ ...(parsed(answer) as object), followed: null }))),
    ].sort();
    const others = coins.filter((coin) => allowed?.includes(coin) !== true);
    const isOpen = unlocks(tier, endpoint.access);
    expect({ told: told.length > 0, others: others.length > 0 }).toEqual({
      told: isOpen,
      others: isOpen && allowed === undefined,
    });
  });
});

type Row = Readonly<Record<string, unknown>> & { readonly symbol: string };

describe.each(declaring(({ rowScope }) => rowScope))('rows of %s', (_, endpoint) => {
  it.each(TIERS)('on tier %s are the first of its scope', async (tier) => {
    const scope = endpoint.rowScope?.[tier];
    const wide = ['limit', 'hours'].flatMap((name) => {
      const most = triesOf(endpoint).findLast((one) => one.name === name && one.status === 200);
      return most === undefined ? [] : [[name, most.value] as const];
    });
    const whole = parsed(await ask(endpoint, urlOf(endpoint, Object.fromEntries(wide)), 'pro_plus')) as {
      readonly items: readonly Row[];
    };
    const ranked = [...whole.items].sort((a, b) => {
      const [x, y] = [a, b].map((row) => (row[scope?.by ?? 'symbol'] as number | null) ?? -Infinity) as [
        number,
        number,
      ];
      return y === x ? (a.symbol < b.symbol ? -1 : 1) : y - x;
    });
    const first = new Set(ranked.slice(0, scope?.top).map(({ symbol }) => symbol));
    for (const url of urlsOf(endpoint)) {
      const answer = await ask(endpoint, url, tier);
      if (answer.status !== 200) continue;
      const { items } = parsed(answer) as { readonly items: readonly Row[] };
      // The first rows of fewer hours, or of some coins, are others.
      if (scope !== undefined && 'hours' in endpoint.query.properties) {
        expect(items.length).toBeLessThanOrEqual(scope.top);
      } else {
        expect([...first]).toEqual(expect.arrayContaining(items.map(({ symbol }) => symbol)));
      }
    }
    if (scope !== undefined) expect(whole.items.length).toBeGreaterThan(scope.top);
  });
});

/** Rows of /supply/float that every tier sees. */
const FREE_FLOATS = 25;

/**
 * A part is a field of its name, or what a parameter of its name adds; `rows` are those beyond what every tier sees, and
 * `outcome` is what happened after each row; `recent` are the rows of a ledger's last days; `unlocks` are the moments of those beyond 7 days.
 */
it('no answer holds a part that the tier does not open', async () => {
  for (const [id, endpoint] of declaring(({ parts }) => parts)) {
    for (const [part, least] of Object.entries(endpoint.parts ?? {})) {
      const isAsked = part in endpoint.query.properties;
      const wide: Record<string, string> = part === 'outcome' ? { hours: '336' } : id === 'event.regime' ? { window_days: '30' } : {}; // prettier-ignore
      const [plain, url] = [urlOf(endpoint), urlOf(endpoint, isAsked ? { [part]: 'true' } : wide)];
      const has = async (of: Tier) => {
        const body = parsed(await ask(endpoint, url, of)) as Readonly<Record<string, unknown>>;
        if (part === 'rows') return (body['items'] as readonly unknown[]).length > FREE_FLOATS;
        if (part === 'outcome') {
          const rows = (body['items'] ?? []) as readonly Row[];
          return rows.some((row) => 'market_response' in row);
        }
        if (part === 'unlocks') {
          const listed = (body['items'] ?? body['calendar']) as readonly Row[];
          const unlocks = listed.flatMap((row) => (row['type'] === 'unlock' ? row : (row['next_unlock'] ?? [])) as Row);
          return unlocks.some(({ timestamp }) => typeof timestamp === 'number' && timestamp > TODAY + 8 * DAY_MS);
        }
        // The ledger's rows of the last days: refused to the tiers that do not see them.
        if (part === 'recent') return 'rows' in body;
        if (part === 'accounts') return JSON.stringify(body).includes('"open_interest_share":{');
        const held = body[part];
        return Array.isArray(held) ? held.length > 0 : held !== undefined;
      };
      const adds = async (of: Tier) => (await ask(endpoint, url, of)).text !== (await ask(endpoint, plain, of)).text;
      for (const tier of TIERS.filter((one) => unlocks(one, endpoint.access))) {
        expect([id, part, tier, await (isAsked ? adds : has)(tier)]).toEqual([id, part, tier, unlocks(tier, least)]);
      }
    }
  }
});
