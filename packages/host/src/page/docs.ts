/** `/docs`: the documentation site from the page's package. The reference of operations stays at `/docs/api`. */

import { problem } from '@barograph/contract';
import type { FastifyInstance } from 'fastify';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { answerOfBytes, type Answer } from '@barograph/runtime';
import { formOf, readyAnswer, send, sendProblem } from '../http/send.ts';
import { brotliDecompressSync } from 'node:zlib';
import { html } from '../reference/html.ts';
import { PAGE_HEADERS } from './routes.ts';

const PREFIX = '/docs/';

/** Extension of a compressed file. */
const PACKED = '.br';

/** Page of a clone whose site is not built. */
const UNBUILT = html`<!doctype html>
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>Documentation: not built yet</title>
      <link rel="icon" href="/docs/api/icon.svg" />
      <link rel="stylesheet" href="/docs/api/reference.css" />
    </head>
    <body>
      <main id="main">
        <h1>The documentation is not built yet</h1>
        <p>This host runs from a clone. Build the site in the folder of the clone, then reload this page:</p>
        <pre><code>npm run docs</code></pre>
        <p>The first run installs its tools and needs the network. The host need not be restarted.</p>
        <ul>
          <li><a href="/docs/api">Reference of the HTTP operations</a>, which is always here</li>
          <li><a href="/llms.txt">llms.txt</a>, the same for agents</li>
          <li>README.md and docs/README.md of the clone, the sources of the site</li>
        </ul>
      </main>
    </body>
  </html>`;

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** Files by path below the folder, with `/` as separator; no other file exists, whatever the URL. */
type Files = ReadonlyMap<string, string>;

function filesOf(folder: string): Files {
  try {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const files = entries.map(({ name, parentPath }): [string, string] => {
      const file = join(parentPath, name);
      const path = relative(folder, file).split(sep).join('/');
      return [path.endsWith(PACKED) ? path.slice(0, -PACKED.length) : path, file];
    });
    return new Map(files.filter(([path]) => TYPES[extname(path)] !== undefined));
  } catch {
    return new Map();
  }
}

/** Decompressed bytes of a file. */
function bytesOf(file: string): Buffer {
  const bytes = readFileSync(file);
  return file.endsWith(PACKED) ? brotliDecompressSync(bytes) : bytes;
}

/** File for a path: the file itself, a page without its extension, or a folder's index. */
function fileAt(files: Files, path: string): string | undefined {
  return [path, `${path}.html`, `${path}index.html`, `${path}/index.html`].find((file) => files.has(file));
}

/**
 * Adds the site to a server. Files are read at their first request; a site built while the host runs is served at the
 * next request.
 *
 * @param folder folder of the built site, with compressed or plain files; need not exist.
 */
export function addDocs(server: FastifyInstance, folder: string): void {
  let files: Files = new Map();
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
      if (files.size === 0) return reply.code(404).headers(PAGE_HEADERS).type(TYPES['.html']!).send(UNBUILT.html);
      const [path = ''] = request.url.slice(PREFIX.length).split('?', 1);
      const file = fileAt(files, path);
      if (file === undefined) return sendProblem(reply, problem('not_found', 'The documentation has no such page.'));
      let answer = answers.get(file);
      if (answer === undefined) {
        answer = answerOfBytes(bytesOf(files.get(file)!), TYPES[extname(file)], file.endsWith('.woff2'));
        answers.set(file, answer);
      }
      reply.headers(PAGE_HEADERS);
      return send(reply, await readyAnswer(formOf(request.headers, answer, 'all'), answer, 'all'));
    },
  });
}
