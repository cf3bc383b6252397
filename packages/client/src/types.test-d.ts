import { describe, expectTypeOf, it } from 'vitest';
import type { Client, Outcome, ReplyOf } from './index.ts';

declare const client: Client;

describe('the types of calls', () => {
  it('say what must be sent, and what comes back', () => {
    expectTypeOf(client.call('indicators.signum', { query: { color: 'green' } })).resolves.toEqualTypeOf<
      Outcome<ReplyOf<'indicators.signum'>>
    >();
    expectTypeOf<ReplyOf<'indicators.signum'>['items'][number]['symbol']>().toEqualTypeOf<string>();
    expectTypeOf<ReplyOf<'health.head'>>().toEqualTypeOf<null>();
    void client.call('quant.market');
    // @ts-expect-error -- a coin must be named
    void client.call('coins.get');
    // @ts-expect-error -- no such colour
    void client.call('indicators.signum', { query: { color: 'blue' } });
    // @ts-expect-error -- no such parameter
    void client.call('quant.market', { query: { colour: 'red' } });
    // @ts-expect-error -- a stream is no call
    void client.call('stream.live');
    // @ts-expect-error -- a file has a call of its own
    void client.call('quant.regimes_history_file', { query: { expires: 0, signature: 'x' } });
    expectTypeOf(
      client.file('quant.regimes_history_file', { query: { expires: 0, signature: 'x' } }),
    ).resolves.toEqualTypeOf<Outcome<Uint8Array>>();
  });
});
