/** Ready bytes onto the wire. */

import type { Endpoint, Problem } from '@barograph/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Answer } from '../answer.ts';

const JSON_TYPE = 'application/json; charset=utf-8';
/** Smaller bodies are not worth unpacking. */
const GZIP_FROM_BYTES = 1024;

/** True when the client takes gzip: named, or by `*`, and not with a weight of 0. */
export function acceptsGzip(header: string | string[] | undefined): boolean {
  const offers = new Map<string, number>();
  for (const offer of String(header ?? '').split(',')) {
    const [coding = '', ...parameters] = offer
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/);
    const weight = parameters.find((parameter) => parameter.startsWith('q='));
    offers.set(coding, weight === undefined ? 1 : Number(weight.slice(2)));
  }
  return (offers.get('gzip') ?? offers.get('*') ?? 0) > 0;
}

/** True when one of the tags of `If-None-Match` is this one; the comparison is weak. */
export function matchesTag(header: string | undefined, etag: string): boolean {
  const opaque = (tag: string): string => tag.trim().replace(/^W\//, '');
  return header !== undefined && header.split(',').some((tag) => tag.trim() === '*' || opaque(tag) === opaque(etag));
}

/** Who may keep an answer: nobody, the caller alone, or every cache. It is asked for again each time in any case. */
export type Keeping = 'nobody' | 'caller' | 'all';

/** Changes and one caller's own resources are kept by nobody, what a key opened by its caller. */
export function keepingOf({ method, access, accountScoped, greetsKey }: Endpoint): Keeping {
  if ((method !== 'GET' && method !== 'HEAD') || accountScoped === true) return 'nobody';
  return access === 'none' && greetsKey !== true ? 'all' : 'caller';
}

/** The URL as a log may show it: without the token of a confirmation link. */
export function shownUrl(url: string): string {
  return url.replaceAll(/(token=)[^&#]*/gi, '$1[hidden]');
}

/** Sends an answer: 304 when the client has it already, gzip when it takes that. */
export async function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer<unknown>,
  keeping: Keeping,
): Promise<FastifyReply> {
  reply.header('vary', 'Accept-Encoding');
  if (keeping === 'nobody') {
    reply.header('cache-control', 'no-store');
  } else {
    reply.header('cache-control', keeping === 'all' ? 'no-cache' : 'private, no-cache').header('etag', answer.etag);
    if (matchesTag(request.headers['if-none-match'], answer.etag)) return reply.code(304).send();
  }
  reply.type(JSON_TYPE);
  if (answer.json.length < GZIP_FROM_BYTES || !acceptsGzip(request.headers['accept-encoding'])) {
    return reply.send(answer.json);
  }
  return reply.header('content-encoding', 'gzip').send(await answer.gzip());
}

/** Sends an error. Nothing of it is to be kept by anyone. */
export function sendProblem(reply: FastifyReply, problem: Problem): FastifyReply {
  return reply
    .code(problem.status)
    .headers({ ...problem.headers, 'cache-control': 'no-store' })
    .type(JSON_TYPE)
    .send(Buffer.from(JSON.stringify(problem.body)));
}
