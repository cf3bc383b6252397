/**
 * A response that can be sent with a head that is text already.
 *
 * Node writes a head from names and values, and checks each of them, for every answer; there is no public way to give it
 * one that is written. Heads of ready answers differ in a line or two, and writing them anew was most of what a ready
 * answer cost beside the bare server (`benchmarks/http.bench.ts`). The one property of Node's that this sets has held
 * the written head since Node 0.x; the tests compare what is sent with what Node itself sends.
 */

import { ServerResponse, STATUS_CODES, type IncomingMessage } from 'node:http';
import type { HeaderMap } from './limits.ts';

/**
 * Keep-alive timeout of an idle connection. Longer than proxies keep theirs, so that none sends into one that is
 * closing.
 */
export const KEEP_ALIVE_MS = 72_000;

const KEPT_ALIVE = `connection: keep-alive\r\nkeep-alive: timeout=${Math.floor(KEEP_ALIVE_MS / 1000)}\r\n\r\n`;

/** The first lines of a head: its status and these headers. */
export function headText(status: number, headers: HeaderMap): string {
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'unknown'}\r\n${linesOf(headers)}`;
}

/** Lines of a head. */
export function linesOf(headers: HeaderMap): string {
  let text = '';
  for (const name in headers) text += `${name}: ${headers[name]!}\r\n`;
  return text;
}

/** See the head of this file. */
export class ReadyResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  // oxlint-disable-next-line no-underscore-dangle -- the name is Node's
  declare private _header: string | null;

  /**
   * Sends everything. Only for a connection that is kept (`shouldKeepAlive`): any other needs another end of its head.
   *
   * @param head of {@link headText} and {@link linesOf}, with the length of the body, without date and connection.
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
/** Written once a second. */
function dateLine(): string {
  const now = Math.floor(Date.now() / 1000);
  if (now !== second) {
    second = now;
    line = `date: ${new Date(1000 * now).toUTCString()}\r\n`;
  }
  return line;
}
