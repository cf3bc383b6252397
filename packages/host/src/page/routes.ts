/** Routes of the page: its files, and the session it opens with the secret of the printed link. */

import { problem } from '@barograph/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { formOf, readyAnswer, send, sendProblem } from '../http/send.ts';
import type { HeaderMap } from '../http/limits.ts';
import type { PageAssets } from './assets.ts';
import type { PageSessions } from './sessions.ts';

/** The page of a host. */
export interface Page {
  readonly assets: PageAssets;
  /** undefined when this host opens no sessions; a visitor then needs a key. */
  readonly sessions?: PageSessions | undefined;
}

/** The page loads only from this host, and no page may frame it. */
export const PAGE_HEADERS: HeaderMap = Object.freeze({
  'content-security-policy':
    "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
});

/** Links to the API and its documents, for programs and agents. @source RFC 8288, RFC 8631 */
const ELSEWHERE: HeaderMap = Object.freeze({
  link: [
    '</llms.txt>; rel="alternate"; type="text/plain"',
    '</docs/api>; rel="service-doc"',
    '</api/openapi.json>; rel="service-desc"',
  ].join(', '),
  vary: 'Accept',
});

const ROBOTS = `# Agents: /llms.txt says what there is and where to start, and /mcp has it as tools.
User-agent: *
Allow: /
`;

/**
 * True when a client accepts Markdown or plain text but not HTML. Plain text does not count next to a wildcard: libraries
 * send both by default.
 */
function wantsText({ headers: { accept = '' } }: FastifyRequest): boolean {
  const names = (type: string): boolean => accept.toLowerCase().includes(type);
  return !names('text/html') && (names('text/markdown') || (names('text/plain') && !names('*/*')));
}

const LINK_PLACE =
  'To see everything, open the link (…/#t=…) that the host prints in its terminal when it starts; barograph-host page-link prints it again.';
const LINK_ENDED = `The secret of this link has ended. ${LINK_PLACE}`;

/** Secret in the body of a request for a session. */
function secretIn(body: unknown): string | undefined {
  const has = typeof body === 'object' && body !== null && 'secret' in body;
  return has && typeof body.secret === 'string' ? body.secret : undefined;
}

const INDEX = 'index.html';
const PREFIX = '/page/';

/** Adds the page to a server. */
export function addPage(server: FastifyInstance, { assets, sessions }: Page): void {
  server.route({
    method: ['GET', 'HEAD'],
    url: '/',
    handler: async (request, reply) => {
      if (wantsText(request))
        return reply
          .headers({ ...ELSEWHERE, location: '/llms.txt' })
          .code(302)
          .send();
      return sendAsset(request, reply, INDEX, ELSEWHERE);
    },
  });
  server.route({
    method: ['GET', 'HEAD'],
    url: '/robots.txt',
    handler: async (_request, reply) => reply.type('text/plain; charset=utf-8').send(ROBOTS),
  });
  server.route({
    method: ['GET', 'HEAD'],
    url: `${PREFIX}*`,
    handler: async (request, reply) => {
      const path = request.url.slice(PREFIX.length).split('?', 1)[0] ?? '';
      return sendAsset(request, reply, path);
    },
  });
  const openSession = async ({ body }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    if (sessions?.isOffered() !== true)
      return sendProblem(reply, problem('not_found', 'This host prints no link for the page; bring a key.'));
    const secret = secretIn(body);
    if (secret === undefined) return sendProblem(reply, problem('missing_api_key', LINK_PLACE));
    const session = sessions.open(secret);
    if (session === undefined) return sendProblem(reply, problem('invalid_api_key', LINK_ENDED));
    const { token, expiresAt } = session;
    const answer = JSON.stringify({ token, expires_at: expiresAt });
    const head = { 'cache-control': 'no-store', 'content-type': 'application/json; charset=utf-8' };
    return send(reply, { status: 200, headers: head, body: Buffer.from(answer) });
  };
  // Any JSON: everything that opens no session is refused alike.
  server.route({
    method: 'POST',
    url: `${PREFIX}session`,
    schema: { body: {} },
    attachValidation: true,
    handler: openSession,
  });

  const sendAsset = async (
    request: FastifyRequest,
    reply: Parameters<typeof send>[0],
    path: string,
    more: HeaderMap = {},
  ) => {
    const answer = assets.get(path);
    if (answer === undefined) return sendProblem(reply, problem('not_found', 'The page has no such file.'));
    reply.headers({ ...PAGE_HEADERS, ...more });
    return send(reply, await readyAnswer(formOf(request.headers, answer, 'all'), answer, 'all'));
  };
}
