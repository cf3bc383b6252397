/** Small example service over the client: state of the market, and price moves since its start. */

import { createClient, type CallError, type StreamMessage } from '@barograph/client';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

/** The answer at `/market`. */
export interface Digest {
  readonly regime: string | null;
  readonly green: readonly string[];
  readonly problems: readonly CallError['code'][];
}

/** The answer at `/stream`. */
export interface Followed {
  /** Ids of received events, in order. */
  readonly events: readonly number[];
  /** Kinds of other messages, in order. */
  readonly turns: readonly StreamMessage['kind'][];
}

export interface Service {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts the service. @param sinceId last event that it already has. */
export async function startService(source: string, key: string, sinceId: number): Promise<Service> {
  const client = createClient({ url: source, key, patience: { firstWaitMs: 20 } });
  const ending = new AbortController();
  const events: number[] = [];
  const turns: StreamMessage['kind'][] = [];
  const following = (async (): Promise<void> => {
    for await (const message of client.stream({ sinceId, signal: ending.signal, query: { types: ['price_move'] } })) {
      if (message.kind === 'event') events.push(message.id);
      else turns.push(message.kind);
    }
  })();
  const digest = async (): Promise<Digest> => {
    const [regime, signum] = await Promise.all([
      client.call('regimes.current'),
      client.call('indicators.signum', { query: { color: 'green', sort: 'symbol', order: 'asc' } }),
    ]);
    return {
      regime: regime.ok ? regime.value.name : null,
      green: signum.ok ? signum.value.items.map(({ symbol }) => symbol) : [],
      problems: [regime, signum].flatMap((outcome) => (outcome.ok ? [] : [outcome.error.code])),
    };
  };
  const followed = async (): Promise<Followed> => ({ events, turns });
  const server: Server = createServer(({ url }, response) => {
    void (url === '/market' ? digest() : followed()).then((answer) => response.end(JSON.stringify(answer)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      ending.abort();
      await following;
      server.closeAllConnections();
      server.close();
    },
  };
}
