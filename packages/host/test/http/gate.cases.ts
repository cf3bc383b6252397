/** A fabricated table behind the real gate, for tests of access and of sending answers. */

// oxlint-disable typescript/no-unsafe-type-assertion -- a fabricated table has no types of its own

import { problem, value, type Endpoint, type Operation, type Tier } from '@barograph/contract';
import { err, ok } from '@barograph/core';
import type { FastifyInstance } from 'fastify';
import { hashOf } from '../../../store/src/secret.ts';
import { createManualClock, type ManualClock } from '../../../sources/src/clock.ts';
import { createLog } from '../../../store/src/log.ts';
import type { KeyRecord } from '../../../store/src/keys.ts';
import type { Usage } from '../../../store/src/usage.ts';
import { createGate } from '../../src/http/access.ts';
import { contextsOver, operationsOf } from '../ask.ts';
import { createServer } from '../../src/http/server.ts';

/** A Wednesday, 09:30:20 UTC. */
export const NOW: number = Date.UTC(2026, 10, 18, 9, 30, 20);
/** Schemas as the table has them; plain JSON is what they are. */
export const object = (properties: object): Endpoint['query'] =>
  ({ type: 'object', properties }) as unknown as Endpoint['query'];
const NONE = object({});

/** A row of a fabricated table. */
export function endpoint(path: string, rest: Partial<Endpoint>): Endpoint {
  const empty = {
    pathParameters: NONE,
    query: NONE,
    aliases: {},
    unknownParameters: 'ignore',
    errors: [],
    notes: [],
  } as const;
  return { ...empty, method: 'GET', path, family: 'meta', summary: path, access: 'key', reply: NONE, ...rest };
}
const coin = object({ coin: { type: 'string', minLength: 1 } });
const scope = { free: { parameter: 'coin', only: ['BTC'] } };
/** Every access, and scopes. */
export const TABLE: Readonly<Record<string, Endpoint>> = {
  none: endpoint('/api/v1/none', { access: 'none' }),
  greets: endpoint('/api/v1/greets', { access: 'none', optionalKey: true }),
  key: endpoint('/api/v1/key', {}),
  pro: endpoint('/api/v1/pro', { access: 'pro' }),
  pro_plus: endpoint('/api/v1/pro-plus', { access: 'pro_plus' }),
  uncounted: endpoint('/api/v1/uncounted', { uncounted: true }),
  coin: endpoint('/api/v1/coin', { query: coin, scope }),
  path: endpoint('/api/v1/coin/{coin}', { pathParameters: object({ coin: { type: 'string' } }), scope }),
};

/** A key that is named by its text. */
export const record = (text: string, tier: Tier, confirmed = true): KeyRecord => ({
  id: text,
  hash: hashOf(text),
  prefix: text,
  email: `${text}@example.com`,
  tier,
  tierExpiresAt: null,
  emailVerifiedAt: confirmed ? 1 : null,
  confirmHash: null,
  confirmExpiresAt: null,
  lastConfirmationSentAt: null,
  createdAt: 0,
  revokedAt: null,
  replacedBy: null,
  accountId: null,
  revokedNetwork: null,
});
const KEYS = new Map(
  [record('new', 'free', false), record('free', 'free'), record('pro', 'pro'), record('plus', 'pro_plus')].map(
    (key) => [key.id, key],
  ),
);

/** A naive model of usage, in memory. */
export function naiveUsage(): Pick<Usage, 'take' | 'refund'> & { readonly counts: Map<string, number> } {
  const counts = new Map<string, number>();
  const day = (id: string, now: number): string => `${id} d${Math.floor(now / 86_400_000)}`;
  const minute = (id: string, now: number): string => `${id} m${Math.floor(now / 60_000)}`;
  const of = (name: string): number => counts.get(name) ?? 0;
  return {
    counts,
    take: async (id, { daily, perMinute }, now) => {
      const names = [day(id, now), minute(id, now)] as const;
      const seen = { dailyCount: of(names[0]), minuteCount: of(names[1]) };
      if (seen.dailyCount >= daily) return { ...seen, ok: false, refusedBy: 'day' };
      if (seen.minuteCount >= perMinute) return { ...seen, ok: false, refusedBy: 'minute' };
      for (const name of names) counts.set(name, of(name) + 1);
      return { ok: true, dailyCount: seen.dailyCount + 1, minuteCount: seen.minuteCount + 1 };
    },
    refund: async (id, at) => {
      for (const name of [day(id, at), minute(id, at)]) counts.set(name, of(name) - 1);
    },
  };
}

/** A server over a fabricated table. */
export interface Fabricated {
  readonly server: FastifyInstance;
  readonly wall: ManualClock;
  readonly usage: ReturnType<typeof naiveUsage>;
  /** Operations that were performed so far. */
  readonly performed: () => number;
  /** Asks without a socket. */
  readonly ask: (
    url: string,
    key?: string,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<{
    readonly status: number;
    readonly body: Readonly<Record<string, unknown>>;
    readonly headers: Readonly<Record<string, unknown>>;
    readonly detail: Readonly<Record<string, unknown>>;
  }>;
}

/** Keys are named by their tiers: new, free, pro, plus. */
export function serverOf(
  table: Readonly<Record<string, Endpoint>> = TABLE,
  corsOrigins?: readonly string[],
): Fabricated {
  const wall = createManualClock(NOW);
  const usage = naiveUsage();
  const gate = createGate({
    callers: { find: async (text) => KEYS.get(text), forget: () => {}, close: () => {} },
    usage,
    wall,
    pricingUrl: 'https://example.org/plans',
  });
  let performed = 0;
  const answerOf =
    (id: string): Operation['answer'] =>
    async (_context, { query, path, caller }) => {
      performed++;
      if (id === 'busy') return err(problem('too_many_streams', 'Enough.'));
      if (id === 'broken') throw new Error('secret cause');
      const rows = id === 'big' ? Array.from({ length: 200 }, (_, row) => ({ row })) : [];
      return ok(value({ query, path, tier: caller?.tier ?? null, rows }));
    };
  const server = createServer({
    operations: operationsOf(Object.entries(table), answerOf),
    contexts: contextsOver(new Map()),
    gate,
    dataSource: 'simulated',
    log: createLog('silent'),
    corsOrigins,
  });
  const ask: Fabricated['ask'] = async (url, key, headers = {}) => {
    const reply = await server.inject({
      url,
      headers: { ...headers, ...(key === undefined ? {} : { 'x-api-key': key }) },
    });
    const body = reply.body === '' ? {} : (JSON.parse(reply.body) as Record<string, unknown>);
    return {
      status: reply.statusCode,
      body,
      headers: reply.headers,
      detail: body['detail'] as Record<string, unknown>,
    };
  };
  return { ask, wall, usage, server, performed: () => performed };
}
