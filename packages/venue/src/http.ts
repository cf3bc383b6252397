/** HTTP routes of the loopback venue, with weights and faults. */

import { err } from '@barograph/core';
import { createOptions } from '@barograph/simulator';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { readFaultOrder } from './fault-order.ts';
import type { FaultRecord, Faults } from './faults.ts';
import { answerFeed } from './feeds.ts';
import { answerInfo, UNREADABLE, valuesOf } from './info.ts';
import { leaderboardPayload } from './account-payloads.ts';
import type { VenueWorld } from './fill-payloads.ts';
import { createCexaRoute, type ExchangeParts } from './cexa-route.ts';
import type { OtherVenues } from './others.ts';
import { answerOptions, optionsQuestion, type OptionsQuestion } from './options.ts';
import { answerOutlook, outlookQuestion, type OutlookQuestion } from './outlook.ts';
import { answerReference, referenceQuestion, type ReferenceQuestion } from './reference.ts';
import { refused, sendFaulty, sendReply } from './reply.ts';
import { baseWeight, BUDGET, weightOf, type Spent, type WeightMeter } from './weight.ts';

/** Base path of the perp venue. */
export const VENUE_PATH = '/perpdex';
const MOST_BODY_BYTES = 65_536;

/** State of a venue, returned by `GET /faults`. */
export interface VenueState {
  /** Epoch ms of the venue's clock, jumps included. */
  readonly now: number;
  /** Sum of active clock jumps, ms. */
  readonly offset: number;
  readonly sockets: number;
  readonly perps: number;
  readonly budget: number;
  readonly weight: readonly Spent[];
  readonly faults: readonly FaultRecord[];
}

/** Dependencies of the routes. */
export interface RoutesParts {
  readonly world: VenueWorld;
  readonly faults: Faults;
  readonly meter: WeightMeter;
  /** Parts of the large exchange and the sources. */
  readonly exchange: ExchangeParts;
  /** The second and third derivatives venues. */
  readonly others: Pick<OtherVenues, 'answer'>;
  /** Epoch ms of the venue's clock, jumps included. */
  readonly now: () => number;
  readonly state: () => VenueState;
}

/** Reads a body; undefined when too long. */
async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > MOST_BODY_BYTES) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}

/** Parses JSON; undefined when invalid. */
function jsonOf(text: string | undefined): { readonly value: unknown } | undefined {
  try {
    return text === undefined ? undefined : { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

/** Creates the request listener of the HTTP server. */
// oxlint-disable-next-line eslint/max-lines-per-function -- one answer for each path over shared parts
export function createRoutes({
  world,
  faults,
  meter,
  exchange,
  others,
  now,
  state,
}: RoutesParts): (request: IncomingMessage, response: ServerResponse) => void {
  const info = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const json = jsonOf(await bodyOf(request));
    if (json === undefined) {
      return sendReply(response, { status: 400, body: 'Failed to parse the request body as JSON', isText: true });
    }
    const { type, coin, req } = valuesOf(json.value);
    const requested = coin ?? valuesOf(req)['coin'];
    const name = typeof type === 'string' ? type : '';
    const target = { request: name, coin: typeof requested === 'string' ? requested : undefined };
    if (refused(response, faults, target)) return;
    const address = request.socket.remoteAddress ?? 'unknown';
    const answer = meter.allows(address, baseWeight(name)) ? answerInfo(world, json.value, now()) : undefined;
    if (answer === undefined) return sendReply(response, { status: 429, body: null });
    const weight = weightOf(name, answer.rows);
    if (weight > baseWeight(name) && !meter.allows(address, weight)) {
      return sendReply(response, { status: 429, body: null });
    }
    meter.spend(address, weight);
    const { status, body } = answer;
    sendFaulty(response, { status, body, isText: body === UNREADABLE }, faults, target);
  };

  /** The leaderboard costs no weight: the real venue serves it from another host. */
  const leaderboard = (response: ServerResponse): void => {
    const target = { request: 'leaderboard' };
    if (refused(response, faults, target)) return;
    sendFaulty(response, { status: 200, body: leaderboardPayload(world.accounts.all(now())) }, faults, target);
  };

  const chains = createOptions(world.perps.simulated.market);
  const options = (question: OptionsQuestion, response: ServerResponse): void => {
    const target = { request: question.method, coin: question.query.get('currency') ?? undefined };
    if (refused(response, faults, target)) return;
    sendFaulty(response, answerOptions(chains, question, now()), faults, target);
  };

  const outlook = async (question: OutlookQuestion, response: ServerResponse): Promise<void> => {
    const target = { request: question.request };
    if (refused(response, faults, target)) return;
    sendFaulty(response, await answerOutlook(exchange.feeds(), question, now()), faults, target);
  };

  const reference = async (question: ReferenceQuestion, response: ServerResponse): Promise<void> => {
    const target = { request: question.request };
    if (refused(response, faults, target)) return;
    sendFaulty(response, await answerReference(exchange.feeds(), question, now()), faults, target);
  };

  const cexa = createCexaRoute(exchange, faults, now);

  const orders = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const json = jsonOf(await bodyOf(request));
    const order = json === undefined ? err('body: expected JSON') : readFaultOrder(json.value);
    const record = order.ok ? faults.order(order.value) : order;
    sendReply(
      response,
      record.ok ? { status: 201, body: record.value } : { status: 422, body: { error: record.error } },
    );
  };

  const route = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    // The `Date` header uses the venue's clock.
    response.sendDate = false;
    response.setHeader('date', new Date(now()).toUTCString());
    const path = (request.url ?? '').split('?', 1)[0]!;
    const question = request.method === 'GET' ? optionsQuestion(request.url ?? '/') : undefined;
    if (question !== undefined) return options(question, response);
    const surroundings = request.method === 'GET' ? outlookQuestion(request.url ?? '/') : undefined;
    if (surroundings !== undefined) return outlook(surroundings, response);
    const table = request.method === 'GET' ? referenceQuestion(request.url ?? '/') : undefined;
    if (table !== undefined) return reference(table, response);
    const ofCexa = request.method === 'GET' ? cexa(request) : undefined;
    if (ofCexa !== undefined) return ofCexa(response);
    const feed = answerFeed({ feeds: exchange.feeds, now }, request, response);
    if (feed !== undefined) return feed;
    const other = others.answer(request, response);
    if (other !== undefined) return other;
    switch (`${request.method} ${path}`) {
      case `POST ${VENUE_PATH}/info`:
        return info(request, response);
      case `GET ${VENUE_PATH}/Mainnet/leaderboard`:
        return leaderboard(response);
      case `GET ${VENUE_PATH}/weight`:
        return sendReply(response, { status: 200, body: { budget: BUDGET, weight: meter.spent() } });
      case 'GET /faults':
        return sendReply(response, { status: 200, body: state() });
      case 'POST /faults':
        return orders(request, response);
      case 'DELETE /faults':
        faults.clear();
        return sendReply(response, { status: 200, body: state() });
      default:
        return sendReply(response, { status: 404, body: 'Not Found', isText: true });
    }
  };

  return (request, response) => {
    route(request, response).catch(() => response.destroy());
  };
}
