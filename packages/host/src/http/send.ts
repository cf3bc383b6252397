/** Response: status, headers and ready bytes, built in one place for both request paths. */

import type { Endpoint, Problem } from '@barograph/contract';
import type { FastifyReply } from 'fastify';
import type { IncomingHttpHeaders } from 'node:http';
import type { Answer } from '@barograph/runtime';
import { createRecent } from '@barograph/contract';
import type { HeaderMap } from './limits.ts';

const JSON_TYPE = 'application/json; charset=utf-8';
/** Smaller bodies are not worth compressing. */
const GZIP_FROM_BYTES = 1024;

/** Variable parts of an answer. */
export interface Ready {
  readonly status: number;
  readonly headers: HeaderMap;
  readonly body?: Buffer;
}

/** Cache of parsed `Accept-Encoding` headers: clients of one kind all send the same one. */
const READ = createRecent<boolean>(100);

/** True when the client accepts gzip, by name or by `*`, with a weight above 0. */
export function acceptsGzip(header: string | string[] | undefined): boolean {
  if (header === undefined) return false;
  const text = String(header);
  const known = READ.get(text);
  if (known !== undefined) return known;
  const accepts = readsGzip(text);
  READ.set(text, accepts);
  return accepts;
}

function readsGzip(header: string): boolean {
  let named: number | undefined;
  let any = 0;
  for (const offer of header.toLowerCase().split(',')) {
    const [coding = '', ...parameters] = offer.split(';');
    const weight = parameters.find((parameter) => parameter.trim().startsWith('q='));
    const value = weight === undefined ? 1 : Number(weight.trim().slice(2));
    if (coding.trim() === 'gzip') named = value;
    else if (coding.trim() === '*') any = value;
  }
  return (named ?? any) > 0;
}

/** Tags of `If-None-Match`, without the weak prefix. */
export function tagsOf(header: string): readonly string[] {
  return header.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
}

/** True when one of the tags of `If-None-Match` is this one; the comparison is weak. */
export function matchesTag(header: string | undefined, etag: string): boolean {
  if (header === undefined || header === etag) return header !== undefined;
  return tagsOf(header).some((tag) => tag === '*' || tag === etag.replace(/^W\//, ''));
}

/** Caches that may store an answer: none, the caller's, or all. They always revalidate it. */
export type Keeping = 'nobody' | 'caller' | 'all';

/** Writes and account resources are never stored; answers behind a key only by its caller. */
export function keepingOf({ method, access, accountScoped, optionalKey }: Endpoint): Keeping {
  if ((method !== 'GET' && method !== 'HEAD') || accountScoped === true) return 'nobody';
  return access === 'none' && optionalKey !== true ? 'all' : 'caller';
}

/** Parameter names whose values are not logged: secrets of links, and keys passed in the URL. */
const SECRET_NAME = /token|signature|key|secret|pass|auth|payment|session|credential/i;

/** URL for the log, without the values of secret parameters. */
export function shownUrl(url: string): string {
  const at = url.indexOf('?');
  if (at === -1) return url;
  const pairs = url.slice(at + 1).split('&');
  const shown = pairs.map((pair) => {
    const [name = ''] = pair.split('=', 1);
    return name.length < pair.length && SECRET_NAME.test(readable(name)) ? `${name}=[hidden]` : pair;
  });
  return `${url.slice(0, at)}?${shown.join('&')}`;
}

function readable(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

const CACHE_CONTROL: Readonly<Record<Keeping, string>> = {
  nobody: 'no-store',
  caller: 'private, no-cache',
  all: 'no-cache',
};

/** Form of an answer: not modified, compressed or plain. */
export type Form = 'unchanged' | 'packed' | 'plain';

/** Form that a request accepts. */
export function formOf(
  request: IncomingHttpHeaders,
  { json, etag, isPacked }: Answer<unknown>,
  keeping: Keeping,
): Form {
  if (keeping !== 'nobody' && matchesTag(request['if-none-match'], etag)) return 'unchanged';
  return isPacked !== true && json.length >= GZIP_FROM_BYTES && acceptsGzip(request['accept-encoding'])
    ? 'packed'
    : 'plain';
}

/** Answer in a given form. */
export async function readyAnswer(form: Form, answer: Answer<unknown>, keeping: Keeping): Promise<Ready> {
  const { json, etag, type = JSON_TYPE } = answer;
  const kept = { vary: 'Accept-Encoding', 'cache-control': CACHE_CONTROL[keeping] };
  const tagged = keeping === 'nobody' ? { ...kept, ...answer.headers } : { ...kept, etag, ...answer.headers };
  if (form === 'unchanged') return { status: 304, headers: tagged };
  const headers = { ...tagged, 'content-type': type };
  if (form === 'plain') return { status: 200, headers, body: json };
  return { status: 200, headers: { ...headers, 'content-encoding': 'gzip' }, body: await answer.gzip() };
}

/** Error response. It is never cached. */
export function readyProblem({ status, headers, body }: Problem): Ready {
  const all = { ...headers, 'cache-control': 'no-store', 'content-type': JSON_TYPE };
  return { status, headers: all, body: Buffer.from(JSON.stringify(body)) };
}

/** Merges headers; later ones win, except `Vary`, which is the union. */
export function joined(first: HeaderMap, second: HeaderMap): HeaderMap {
  const all = { ...first, ...second };
  const [one, other] = [first['vary'], second['vary']];
  return one === undefined || other === undefined ? all : { ...all, vary: `${other}, ${one}` };
}

/** Sends through Fastify. */
export function send(reply: FastifyReply, { status, headers, body }: Ready): FastifyReply {
  const vary = reply.getHeader('vary');
  const all = typeof vary === 'string' ? joined({ vary }, headers) : headers;
  return reply.code(status).headers(all).send(body);
}

/** Sends an error through Fastify. */
export function sendProblem(reply: FastifyReply, problem: Problem): FastifyReply {
  return send(reply, readyProblem(problem));
}
