/** `/docs`: the documentation as a site, where `npm run docs` has built it. The reference of operations stays at `/docs/api`. */

import { problem } from '@barograph/contract';
import type { FastifyInstance } from 'fastify';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { answerOfBytes, type Answer } from '@barograph/runtime';
import { formOf, readyAnswer, send, sendProblem } from '../http/send.ts';
import { PAGE_HEADERS } from './routes.ts';

const PREFIX = '/docs/';
const MISSING =
  'The documentation is not built on this host: run `npm run docs` in a clone, then ask again. The reference of the operations is at /docs/api.';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** Paths below the folder, with `/` between their parts: what is not in it does not exist, whatever a URL says. */
function filesOf(folder: string): ReadonlySet<string> {
  try {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile() && TYPES[extname(entry.name)] !== undefined);
    return new Set(files.map(({ name, parentPath }) => relative(folder, join(parentPath, name)).split(sep).join('/')));
  } catch {
    return new Set();
  }
}

/** The file behind an address: itself, a page without its ending, or the index of a folder. */
function fileAt(files: ReadonlySet<string>, path: string): string | undefined {
  return [path, `${path}.html`, `${path}index.html`, `${path}/index.html`].find((file) => files.has(file));
}

/**
 * Adds the site to a server. Files are read when they are first asked for; a site that is built while the host runs is
 * there at the next request.
 *
 * @param folder `dist/docs` of this package; it need not exist.
 */
export function addDocs(server: FastifyInstance, folder: string): void {
  let files: ReadonlySet<string> = new Set();
  const answers = new Map<string, Answer<unknown>>();
  server.route({
    method: ['GET', 'HEAD'],
    url: '/docs',
    handler: async (_, reply) => reply.redirect(PREFIX, 302),
  });
  server.route({
    method: ['GET', 'HEAD'],
    url: `${PREFIX}*`,
    handler: async (request, reply) => {
      if (files.size === 0 && folder !== '') files = filesOf(folder);
      if (files.size === 0) return sendProblem(reply, problem('not_found', MISSING));
      const [path = ''] = request.url.slice(PREFIX.length).split('?', 1);
      const file = fileAt(files, path);
      if (file === undefined) return sendProblem(reply, problem('not_found', 'The documentation has no such page.'));
      let answer = answers.get(file);
      if (answer === undefined) {
        answer = answerOfBytes(readFileSync(join(folder, file)), TYPES[extname(file)], file.endsWith('.woff2'));
        answers.set(file, answer);
      }
      reply.headers(PAGE_HEADERS);
      return send(reply, await readyAnswer(formOf(request.headers, answer, 'all'), answer, 'all'));
    },
  });
}
