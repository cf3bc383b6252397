/** Routes of the page: its files, and the session of a page on the operator's own machine. */

import { problem } from '@barograph/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { formOf, readyAnswer, send, sendProblem } from '../http/send.ts';
import type { HeaderMap } from '../http/limits.ts';
import type { PageAssets } from './assets.ts';
import { foreignness } from './same-machine.ts';
import type { PageSessions } from './sessions.ts';

/** The page of a host. */
export interface Page {
  readonly assets: PageAssets;
  /** undefined: this host offers none, and a visitor brings a key. */
  readonly sessions?: PageSessions | undefined;
}

/** Everything the page loads comes from this host, and nothing may frame it. */
export const PAGE_HEADERS: HeaderMap = Object.freeze({
  'content-security-policy':
    "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
});

/** The ways in of programs and agents, beside the page. @source RFC 8288, RFC 8631 */
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

/** True of a client that wants a text for agents, and no page. Libraries ask for plain text beside anything by themselves. */
function wantsText({ headers: { accept = '' } }: FastifyRequest): boolean {
  const names = (type: string): boolean => accept.toLowerCase().includes(type);
  return !names('text/html') && (names('text/markdown') || (names('text/plain') && !names('*/*')));
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
  server.post(`${PREFIX}session`, async (request, reply) => {
    const { headers, raw } = request;
    const remote = raw.socket.remoteAddress;
    const refused = foreignness({ headers, httpVersion: raw.httpVersion, remote });
    if (sessions === undefined || refused !== undefined)
      return sendProblem(reply, problem('not_found', refused ?? 'This host opens no sessions; bring a key.'));
    const session = sessions.open();
    if (session === undefined)
      return sendProblem(reply, problem('not_found', 'This host has no development key; bring a key.'));
    const { token, expiresAt } = session;
    const body = Buffer.from(JSON.stringify({ token, expires_at: expiresAt }));
    const head = { 'cache-control': 'no-store', 'content-type': 'application/json; charset=utf-8' };
    return send(reply, { status: 200, headers: head, body });
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
