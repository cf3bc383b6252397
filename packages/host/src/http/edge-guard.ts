/**
 * Guard of a public edge: refuses the default signature of one standard-library client as bot protections do, with HTML,
 * before the API sees the request. It keeps nobody out who gives another name: it is there so that clients meet here what
 * they will meet behind a CDN.
 */

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Watcher } from './watch.ts';

/**
 * `urllib` of Python sends `Python-urllib/3.12` unless its caller gives another name.
 *
 * @source https://docs.python.org/3/library/urllib.request.html (class Request, User-agent)
 */
const REFUSED = /^python-urllib\//i;

const PAGE = Buffer.from(`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>403 Forbidden</title></head>
<body>
<h1>403 Forbidden</h1>
<p>The User-Agent of this request is the default of a library. Send one that names your client.</p>
</body>
</html>
`);

/** @returns whether it has answered the request. */
export type EdgeGuard = (request: IncomingMessage, response: ServerResponse) => boolean;

/** A guard. @param watchers called for what it refuses, as for every answer. */
export function createEdgeGuard(
  watchers: readonly Watcher[],
  requestId: (request: IncomingMessage) => string,
): EdgeGuard {
  return (request, response) => {
    const { method = '', url = '', headers } = request;
    if (!REFUSED.test(headers['user-agent'] ?? '')) return false;
    response.writeHead(403, {
      'content-type': 'text/html; charset=utf-8',
      'content-length': PAGE.length,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      connection: 'close',
    });
    response.end(PAGE);
    const about = { requestId: requestId(request), method, url, headers, route: undefined, status: 403, ms: 0 };
    for (const observe of watchers) observe(about);
    return true;
  };
}
