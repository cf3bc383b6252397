/** `/docs/api`, `llms.txt` and `llms-full.txt`: the reference of the host's operations, generated from their table. */

import { familyMarkdown, llmsFullText, llmsText, referenceOf, type Reference, type Service } from '@barograph/contract';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { createHash } from 'node:crypto';
import { referenceFile } from '../reference-files.ts';
import { familyPage, overviewPage } from '../reference/pages.ts';
import { problemOfUnknownRoute } from './errors.ts';
import { sendProblem } from './send.ts';

/** A page loads only from this host, and no other page may frame it. */
const POLICY = "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'";

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
};

/** An existing file, with the tag of its bytes. */
interface Page {
  readonly type: string;
  readonly body: string;
  readonly etag: string;
}

function pageOf(kind: string, body: string): Page {
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 22);
  return { type: TYPES[kind]!, body, etag: `"${hash}"` };
}

/** Files by path. */
function pagesOf(reference: Reference): ReadonlyMap<string, Page> {
  const { families } = reference;
  return new Map([
    ['/docs/api', pageOf('html', overviewPage(reference))],
    ['/docs/api/reference.css', pageOf('css', referenceFile('reference.css'))],
    ['/docs/api/reference.js', pageOf('js', referenceFile('reference.js'))],
    ['/docs/api/icon.svg', pageOf('svg', referenceFile('icon.svg'))],
    ['/llms.txt', pageOf('txt', llmsText(reference))],
    ['/llms-full.txt', pageOf('txt', llmsFullText(reference))],
    ...families.map((family): [string, Page] => [
      `/docs/api/${family.name}`,
      pageOf('html', familyPage(reference, family)),
    ]),
    ...families.map((family): [string, Page] => [`/docs/api/${family.name}.md`, pageOf('md', familyMarkdown(family))]),
  ]);
}

function sendPage(reply: FastifyReply, { type, body, etag }: Page, tags: string | undefined): FastifyReply {
  const isKnown = tags?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag) === true;
  reply.headers({
    etag,
    'cache-control': 'no-cache',
    'content-security-policy': POLICY,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  });
  return isKnown ? reply.code(304).send() : reply.type(type).send(body);
}

/** Adds the pages of the reference. They are generated at the first request. */
export function addReference(server: FastifyInstance, service: Service): void {
  let pages: ReadonlyMap<string, Page> | undefined;
  for (const url of ['/docs/api', '/docs/api/:name', '/llms.txt', '/llms-full.txt']) {
    server.route({
      method: ['GET', 'HEAD'],
      url,
      handler: async (request, reply) => {
        pages ??= pagesOf(referenceOf(service));
        const [address = ''] = request.url.split('?');
        const page = pages.get(address);
        if (page === undefined) return sendProblem(reply, problemOfUnknownRoute(request.method, request.url));
        return sendPage(reply, page, request.headers['if-none-match']);
      },
    });
  }
}
