/** Requests to the large exchange: each weighs on the budget of its part, and meets the faults of the venue. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { cexaQuestion, CEXA_PATH, type CexaQuestion, type ExchangeFeeds } from './cexa.ts';
import type { NewsFeeds } from './feeds.ts';
import type { Faults } from './faults.ts';
import type { OutlookFeeds } from './outlook.ts';
import type { ReferenceFeeds } from './reference.ts';
import { refused, sendFaulty, sendReply } from './reply.ts';
import type { WeightMeter } from './weight.ts';

/** Parts of the other venues. */
export interface ExchangeParts {
  /** Made when they are first asked for. */
  readonly feeds: () => ExchangeFeeds & OutlookFeeds & NewsFeeds & ReferenceFeeds;
  /** First moment of their market, epoch ms. */
  readonly began: number;
  readonly meters: Readonly<Record<CexaQuestion['meter'], WeightMeter>>;
}

/** Parts whose answers say what the address has spent in the minute. */
const COUNTED: ReadonlySet<CexaQuestion['meter']> = new Set(['spot', 'futures']);

/** @returns what answers a request, undefined where it is not of the large exchange. */
export function createCexaRoute(
  { feeds, began, meters }: ExchangeParts,
  faults: Faults,
  now: () => number,
): (request: IncomingMessage) => ((response: ServerResponse) => Promise<void>) | undefined {
  const weights = (response: ServerResponse): void => {
    const spent = Object.entries(meters).map(([part, meter]) => [part, meter.spent()] as const);
    sendReply(response, { status: 200, body: Object.fromEntries(spent) });
  };
  const answer = async (question: CexaQuestion, address: string, response: ServerResponse): Promise<void> => {
    const { request, meter: part, weight, coin } = question;
    const scope = { request, coin };
    const meter = meters[part];
    if (refused(response, faults, scope)) return;
    if (!meter.allows(address, weight)) {
      response.setHeader('retry-after', 60);
      return sendReply(response, { status: 429, body: { code: -1003, msg: 'Too many requests.' } });
    }
    meter.spend(address, weight);
    if (COUNTED.has(part)) {
      const used = meter.spent().find((spent) => spent.address === address)?.lastMinute ?? 0;
      response.setHeader('x-mbx-used-weight-1m', used);
    }
    sendFaulty(response, await question.answer(feeds(), now()), faults, scope);
  };
  return ({ url = '/', socket }) => {
    if (url === `${CEXA_PATH}/weight`) return async (response) => weights(response);
    const question = cexaQuestion(url, began);
    return question === undefined
      ? undefined
      : async (response) => answer(question, socket.remoteAddress ?? 'unknown', response);
  };
}
