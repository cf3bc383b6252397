import { err } from '@barograph/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { problem } from '../problem.ts';
import { createWebhook } from './index.ts';
import type { WebhookGiven } from './port.ts';

/** Runs the operation over a port that keeps what it is given. */
async function created(body: object): Promise<{ readonly status: number; readonly given: WebhookGiven[] }> {
  const given: WebhookGiven[] = [];
  const port = {
    create: async (_: unknown, webhook: WebhookGiven) => {
      given.push(webhook);
      return err(problem('bad_request', 'kept for the test'));
    },
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the operation uses one port and nothing else
  const context = { use: () => port } as unknown as Context;
  const caller = { kind: 'account', tier: 'free', keyId: 'key' };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
  const answer = await createWebhook.answer(context, { query: {}, path: {}, body, caller } as never);
  return { status: answer.ok ? 200 : answer.error.status, given };
}

describe('symbols of a webhook', () => {
  it('may come as coins, and not as two different lists', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string(), fc.string(), async (text, other) => {
        const url = 'https://example.com/hook';
        const { given } = await created({ url, symbols: text });
        expect(given).toEqual([{ url, symbols: text, min_usd: 0 }]);
        expect((await created({ url, coins: text })).given).toEqual(given);
        expect((await created({ url, coins: text, symbols: text })).given).toEqual(given);
        fc.pre(text !== other);
        expect(await created({ url, coins: text, symbols: other })).toEqual({ status: 422, given: [] });
      }),
    );
  });
});
