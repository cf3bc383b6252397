/**
 * Deadlines: work that never ends is answered in time, in handlers, the gate and the refund, on both request paths.
 */

import { ENDPOINT_LIST, LINKED_FILES, value, type Endpoint } from '@barograph/contract';
import { ok } from '@barograph/core';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../sources/src/clock.ts';
import { createLog } from '../../../store/src/log.ts';
import { movedDeadlines, settled } from '../../../sources/test/deadlines.ts';
import { OPEN_GATE } from '../test-support.ts';
import { createGate, type Gate } from '../../src/http/access.ts';
import { ANSWER_DEADLINE_V1, operationMs } from '../../src/http/deadline.ts';
import { endpoint, serverOf } from './gate.cases.ts';
import { contextsOver, operationsOf } from '../ask.ts';
import { createServer } from '../../src/http/server.ts';
import { urlOf, type Row } from './table.cases.ts';

// oxlint-disable typescript/no-unsafe-type-assertion -- a fabricated table has no types of its own

/** Never settles. */
const never = async (): Promise<never> => new Promise<never>(() => {});

const pass = movedDeadlines();

interface Got {
  readonly status: number;
  readonly error: string;
}
/** Asks; what it holds is undefined until there is an answer. */
function asking(server: ReturnType<typeof createServer>, { method, path, body, query }: Endpoint, url: string) {
  const held: { got?: Got } = {};
  const sent = {
    email: 'agent@example.com',
    url: 'https://example.com/hooks',
    plan: 'pass_1h',
    address: `0x${'0'.repeat(40)}`,
    usd: '1',
    positions: [],
  };
  const payload = body === undefined ? {} : { payload: JSON.stringify(sent) };
  // The confirmation link has no example: its token is a secret.
  const link = 'token' in query.properties ? `${path}?token=x` : url;
  const ask = async (): Promise<void> => {
    const reply = await server.inject({ method, url: link, ...payload });
    const parsed = reply.body === '' ? {} : (JSON.parse(reply.body) as { detail?: { error?: string } });
    held.got = { status: reply.statusCode, error: parsed.detail?.error ?? '' };
  };
  void ask();
  return held;
}

const urlFor = ([, row]: Row): string => ('token' in row.query.properties ? '' : urlOf(row));

describe('an operation that never ends', () => {
  const table: readonly Row[] = ENDPOINT_LIST;
  const operations = operationsOf(table, () => never);
  const server = createServer({
    operations,
    contexts: contextsOver(new Map([[LINKED_FILES.name, { refuse: async () => undefined }]])),
    dataSource: 'files',
    log: createLog('silent'),
    gate: OPEN_GATE,
  });

  it.each(table)(
    '%s is answered 504 within the time that it may take, 10 s unless it says otherwise [#38]',
    async (...row) => {
      const [, one] = row;
      const seconds = one.timeoutSeconds ?? 10;
      const held = asking(server, one, urlFor(row));
      await pass(operationMs(one) - 1);
      expect(held.got).toBeUndefined();
      await pass(seconds * 1000 - operationMs(one) + 1);
      await settled();
      expect(held.got).toEqual({ status: 504, error: one.method === 'HEAD' ? '' : 'deadline_exceeded' });
    },
  );

  it('leaves time for the gate and the way out', () => {
    const { seconds, admissionMs, refundMs } = ANSWER_DEADLINE_V1;
    for (const [, one] of table) {
      const whole = (one.timeoutSeconds ?? seconds) * 1000;
      expect(admissionMs + operationMs(one) + refundMs).toBeLessThan(whole);
    }
    expect(seconds).toBe(10);
  });

  it('is not answered twice when it ends after all', async () => {
    let end = (): void => {};
    const slow = {
      slow: async () => {
        await new Promise<void>((resolve) => {
          end = resolve;
        });
        return ok(value({ late: true }));
      },
    };
    const lines: string[] = [];
    const one = endpoint('/api/v1/slow', { access: 'none' });
    const alone = createServer({
      operations: operationsOf([['slow', one]], () => slow.slow),
      contexts: contextsOver(new Map()),
      dataSource: 'files',
      log: createLog('error', { write: (line) => void lines.push(line) }),
      gate: OPEN_GATE,
    });
    const held = asking(alone, one, one.path);
    await pass(10_000);
    expect(held.got?.status).toBe(504);
    end();
    await settled();
    expect(held.got?.status).toBe(504);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('slow took longer than');
  });
});

describe('a store that never answers', () => {
  const wall = createManualClock(0);
  const KEY = { id: 'k', tier: 'free', tierExpiresAt: null, emailVerifiedAt: 1, confirmHash: null } as never;
  const gateOf = (find: () => Promise<unknown>, take: () => Promise<unknown>): Gate =>
    createGate({
      callers: { find, forget: () => {}, close: () => {} } as never,
      usage: { take, refund: never } as never,
      wall,
      pricingUrl: '/pricing',
    });
  const row = endpoint('/api/v1/key', {});
  const greets = endpoint('/api/v1/greets', { access: 'none', optionalKey: true });

  it.each([
    ['for the key', gateOf(never, never), row],
    ['for the key that is only greeted', gateOf(never, never), greets],
    ['for the count', gateOf(async () => KEY, never), row],
  ])('%s is as one that is gone: 503 before the time is over [#38]', async (_, gate, one) => {
    let error: unknown;
    const ask = async (): Promise<void> => {
      try {
        await gate.admit(one, 'k');
      } catch (thrown) {
        error = thrown;
      }
    };
    void ask();
    await settled();
    expect(error).toBeUndefined();
    await pass(ANSWER_DEADLINE_V1.admissionMs);
    await settled();
    expect(error).toMatchObject({ code: 'ETIMEDOUT' });
  });

  it('for a refund does not keep the answer', async () => {
    const taken = { ok: true, dailyCount: 1, minuteCount: 1 };
    const admitted = await gateOf(
      async () => KEY,
      async () => taken,
    ).admit(row, 'k');
    let headers: object | undefined;
    const refund = async (): Promise<void> => {
      headers = await (admitted.ok ? admitted.value.refund!() : {});
    };
    void refund();
    await settled();
    expect(headers).toBeUndefined();
    await pass(ANSWER_DEADLINE_V1.refundMs);
    await settled();
    expect(headers).toMatchObject({ 'x-ratelimit-remaining': '10' });
  });
});

describe('the short way', () => {
  it('keeps the same time', async () => {
    const table = { none: endpoint('/api/v1/none', { access: 'none' }) };
    let isStuck = false;
    const answer = async () => (isStuck ? never() : ok(value({})));
    const server = createServer({
      operations: operationsOf(Object.entries(table), () => answer),
      contexts: contextsOver(new Map()),
      dataSource: 'files',
      log: createLog('silent'),
      gate: OPEN_GATE,
    });
    await server.listen({ host: '127.0.0.1', port: 0 });
    const { port } = server.server.address() as AddressInfo;
    const get = async (): Promise<number | undefined> =>
      new Promise((resolve, reject) => {
        request({ port, host: '127.0.0.1', path: '/api/v1/none', agent: false }, (answer) => {
          answer.resume();
          resolve(answer.statusCode);
        })
          .on('error', reject)
          .end();
      });
    expect(await get()).toBe(200);
    isStuck = true;
    const asked = new Promise<void>((resolve) => server.server.once('request', () => setImmediate(resolve)));
    const late = get();
    await asked;
    await pass(10_000);
    expect(await late).toBe(504);
    await server.close();
  });
});

describe('an answer in time', () => {
  it('is what it was', async () => {
    expect((await serverOf().ask('/api/v1/key', 'free')).status).toBe(200);
  });
});
