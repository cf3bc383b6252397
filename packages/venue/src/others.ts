/** The second and third derivatives venues: answers, streams and limits. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '@barograph/sources';
import { answerCexb, cexbQuestion } from './cexb.ts';
import { answerDexb, dexbQuestion, type OtherFeeds } from './dexb.ts';
import type { Faults } from './faults.ts';
import { CEXB_PROTOCOL, DEXB_PROTOCOL } from './forced-lines.ts';
import { createForcedSockets } from './forced-sockets.ts';
import { refused, sendFaulty, sendReply } from './reply.ts';
import { newestTrade } from './other-trades.ts';
import type { Sockets } from './sockets.ts';

/** Options of the venues. */
export interface OtherVenuesOptions {
  /** Clock without jumps. */
  readonly clock: Clock;
  /** Clock seconds per real second. */
  readonly speed: number;
  /** Epoch ms, jumps included. */
  readonly now: () => number;
  /** Time for limits, ms of a clock that does not jump. */
  readonly limitNow: () => number;
  readonly feeds: () => OtherFeeds;
  readonly faults: () => Faults;
}

/** The venues. */
export interface OtherVenues {
  /** Answers a request. @returns undefined for other venues. */
  answer(request: IncomingMessage, response: ServerResponse): Promise<void> | undefined;
  /** Sockets of a stream. @returns undefined for other paths. */
  streams(path: string): Pick<Sockets, 'upgrade'> | undefined;
  /** Number of open sockets. */
  count(): number;
  disconnect(): void;
  close(): void;
}

/** Maximum requests of an address per time span, ms. */
const LIMITS = { dexb: { most: 600, ms: 5000 }, cexb: { most: 20, ms: 2000 } } as const;

/** Counts requests by address. */
function createLimit(now: () => number, { most, ms }: (typeof LIMITS)[keyof typeof LIMITS]) {
  const times = new Map<string, number[]>();
  return (address: string): boolean => {
    const recent = (times.get(address) ?? []).filter((at) => at > now() - ms);
    const isAllowed = recent.length < most;
    if (isAllowed) recent.push(now());
    times.set(address, recent);
    return isAllowed;
  };
}

/** Creates the venues. Feeds are not read before the first request or socket. */
export function createOtherVenues(options: OtherVenuesOptions): OtherVenues {
  const { now, limitNow, feeds, faults } = options;
  const limits = { dexb: createLimit(limitNow, LIMITS.dexb), cexb: createLimit(limitNow, LIMITS.cexb) };
  const streams = [DEXB_PROTOCOL, CEXB_PROTOCOL].map((protocol) => ({
    path: protocol.path,
    sockets: createForcedSockets({ ...options, protocol }),
  }));
  const dexb = async (question: NonNullable<ReturnType<typeof dexbQuestion>>, from: string, to: ServerResponse) => {
    const { request, coin } = question;
    if (refused(to, faults(), { request, coin })) return;
    if (!limits.dexb(from)) return sendReply(to, { status: 403, body: 'access too frequent', isText: true });
    sendFaulty(to, await answerDexb(feeds(), question, now(), newestTrade(faults(), now())), faults(), {
      request,
      coin,
    });
  };
  const cexb = async (question: NonNullable<ReturnType<typeof cexbQuestion>>, from: string, to: ServerResponse) => {
    const target = { request: question.request };
    if (refused(to, faults(), target)) return;
    if (!limits.cexb(from)) {
      return sendReply(to, { status: 429, body: { code: '50011', msg: 'Too Many Requests', data: [] } });
    }
    sendFaulty(to, await answerCexb(feeds(), question, now(), newestTrade(faults(), now())), faults(), target);
  };
  return {
    answer: (request, response) => {
      if (request.method !== 'GET') return undefined;
      const url = request.url ?? '/';
      const address = request.socket.remoteAddress ?? 'unknown';
      const ofDexb = dexbQuestion(url);
      if (ofDexb !== undefined) return dexb(ofDexb, address, response);
      const ofCexb = cexbQuestion(url);
      return ofCexb === undefined ? undefined : cexb(ofCexb, address, response);
    },
    streams: (path) => streams.find((stream) => stream.path === path)?.sockets,
    count: () => streams.reduce((sum, { sockets }) => sum + sockets.count(), 0),
    disconnect: () => {
      for (const { sockets } of streams) sockets.disconnect();
    },
    close: () => {
      for (const { sockets } of streams) sockets.close();
    },
  };
}
