/**
 * A response that can be sent with a preformatted head.
 *
 * Node builds and checks a head from names and values for every answer and offers no public way to send a formatted
 * one. Heads of ready answers differ in a line or two, and rebuilding them was most of the cost of a ready answer over
 * the bare server (`benchmarks/http.bench.ts`). This class sets a single property of Node's, which has held the written
 * head since Node 0.x; tests compare the bytes with those that Node sends.
 */

import { ServerResponse, STATUS_CODES, type IncomingMessage } from 'node:http';
import type { HeaderMap } from './limits.ts';

/** Keep-alive timeout of an idle connection; longer than a proxy's, so that none sends into a closing connection. */
export const KEEP_ALIVE_MS = 72_000;

const KEPT_ALIVE = `connection: keep-alive\r\nkeep-alive: timeout=${Math.floor(KEEP_ALIVE_MS / 1000)}\r\n\r\n`;

/** First lines of a head: status and headers. */
export function headText(status: number, headers: HeaderMap): string {
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'unknown'}\r\n${linesOf(headers)}`;
}

/** Lines of a head. */
export function linesOf(headers: HeaderMap): string {
  let text = '';
  for (const name in headers) text += `${name}: ${headers[name]!}\r\n`;
  return text;
}

/** A response with a preformatted head; see the module comment. */
export class ReadyResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  // oxlint-disable-next-line no-underscore-dangle -- the name is Node's
  declare private _header: string | null;

  /**
   * Sends the complete response. Only for a kept connection (`shouldKeepAlive`); others need a different end of the
   * head.
   *
   * @param head from {@link headText} and {@link linesOf}, with the length of the body, without date and connection.
   */
  sendReady(status: number, head: string, body: Buffer | undefined): void {
    this.statusCode = status;
    // oxlint-disable-next-line no-underscore-dangle -- the name is Node's
    this._header = head + dateLine() + KEPT_ALIVE;
    this.end(body);
  }
}

let second = -1;
let line = '';
/** Formatted once a second. */
function dateLine(): string {
  const now = Math.floor(Date.now() / 1000);
  if (now !== second) {
    second = now;
    line = `date: ${new Date(1000 * now).toUTCString()}\r\n`;
  }
  return line;
}
