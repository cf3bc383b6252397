/**
 * Guard of a public edge: refuses the default User-Agent of one standard-library client with HTML, as bot protection
 * does, before the API sees the request. Any other User-Agent passes: clients should meet here the behaviour that they
 * will meet behind a CDN.
 */

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Watcher } from './watch.ts';

/**
 * Python's `urllib` sends `Python-urllib/3.12` unless its caller sets another User-Agent.
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

/** @returns whether it answered the request. */
export type EdgeGuard = (request: IncomingMessage, response: ServerResponse) => boolean;

/** Creates a guard. @param watchers called for refused requests too, as for every answer. */
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
