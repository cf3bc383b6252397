/** Route of the large exchange: requests count against the budget of their part and are subject to faults. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { cexaQuestion, CEXA_PATH, type CexaQuestion, type ExchangeFeeds } from './cexa.ts';
import type { NewsFeeds } from './feeds.ts';
import type { Faults } from './faults.ts';
import type { OutlookFeeds } from './outlook.ts';
import type { ReferenceFeeds } from './reference.ts';
import { refused, sendFaulty, sendReply } from './reply.ts';
import type { WeightMeter } from './weight.ts';

/** Dependencies of the other venues. */
export interface ExchangeParts {
  /** Feeds, created on first use. */
  readonly feeds: () => ExchangeFeeds & OutlookFeeds & NewsFeeds & ReferenceFeeds;
  /** Start of their market, epoch ms. */
  readonly began: number;
  readonly meters: Readonly<Record<CexaQuestion['meter'], WeightMeter>>;
}

/** Parts whose answers state the weight used in the minute. */
const COUNTED: ReadonlySet<CexaQuestion['meter']> = new Set(['spot', 'futures']);

/** @returns a handler, which returns undefined for requests to other venues. */
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
    const target = { request, coin };
    const meter = meters[part];
    if (refused(response, faults, target)) return;
    if (!meter.allows(address, weight)) {
      response.setHeader('retry-after', 60);
      return sendReply(response, { status: 429, body: { code: -1003, msg: 'Too many requests.' } });
    }
    meter.spend(address, weight);
    if (COUNTED.has(part)) {
      const used = meter.spent().find((spent) => spent.address === address)?.lastMinute ?? 0;
      response.setHeader('x-mbx-used-weight-1m', used);
    }
    sendFaulty(response, await question.answer(feeds(), now()), faults, target);
  };
  return ({ url = '/', socket }) => {
    if (url === `${CEXA_PATH}/weight`) return async (response) => weights(response);
    const question = cexaQuestion(url, began);
    return question === undefined
      ? undefined
      : async (response) => answer(question, socket.remoteAddress ?? 'unknown', response);
  };
}
