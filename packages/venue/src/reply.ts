/** Sends answers of the loopback venue, with active faults. */

import type { ServerResponse } from 'node:http';
import { drifted } from './drift.ts';
import type { FaultTarget, Faults } from './faults.ts';

const BLOCKED =
  '<!DOCTYPE html>\n<html><head><title>403 Forbidden</title></head><body><h1>403 Forbidden</h1></body></html>\n';

/** Answer to send. */
export interface Reply {
  readonly status: number;
  /** Text or bytes are sent as they are; other values as JSON. */
  readonly body: unknown;
  readonly isText?: boolean;
}

function typeOf(body: unknown, isText: boolean): string {
  if (Buffer.isBuffer(body)) return 'application/octet-stream';
  return isText ? 'text/plain; charset=utf-8' : 'application/json';
}

function bytesOf(body: unknown, isText: boolean): Buffer {
  if (Buffer.isBuffer(body)) return body;
  return Buffer.from(isText ? String(body) : JSON.stringify(body));
}

/** Sends an answer without faults. */
export function sendReply(response: ServerResponse, { status, body, isText = false }: Reply): void {
  response.writeHead(status, { 'content-type': typeOf(body, isText) }).end(bytesOf(body, isText));
}

/** Refuses a request with an active fault. @returns whether it was refused. */
export function refused(response: ServerResponse, faults: Faults, target: FaultTarget): boolean {
  if (faults.on('html_403', target) !== undefined) {
    response.writeHead(403, { 'content-type': 'text/html' }).end(BLOCKED);
    return true;
  }
  if (faults.on('451', target) !== undefined) {
    sendReply(response, { status: 451, body: 'Unavailable For Legal Reasons', isText: true });
    return true;
  }
  const limited = faults.on('429', target);
  if (limited === undefined) return false;
  if (limited.retryAfter !== null) response.setHeader('retry-after', limited.retryAfter);
  sendReply(response, { status: 429, body: null });
  return true;
}

/** Sends an answer with the active faults of its request. */
export function sendFaulty(response: ServerResponse, reply: Reply, faults: Faults, target: FaultTarget): void {
  const { status, isText = false } = reply;
  const body = drifted(reply.body, faults, target);
  const slow = faults.on('slow', target);
  const isCut = faults.on('truncated', target) !== undefined;
  const isMalformed = faults.on('malformed', target) !== undefined;
  if (slow === undefined && !isCut && !isMalformed) return sendReply(response, { ...reply, body });
  const whole = bytesOf(body, isText);
  // A missing final bracket with a trailing comma cannot be repaired by a lenient parser.
  const bytes = isMalformed ? Buffer.concat([whole.subarray(0, -1), Buffer.from(',')]) : whole;
  const half = Math.ceil(bytes.length / 2);
  response.writeHead(status, {
    'content-type': typeOf(body, isText),
    'content-length': bytes.length,
  });
  response.write(bytes.subarray(0, half));
  const finish = (): void => {
    if (isCut) response.destroy();
    else response.end(bytes.subarray(half));
  };
  if (slow === undefined) {
    // After the first half was sent.
    setImmediate(finish);
    return;
  }
  const timer = setTimeout(finish, slow.delay);
  response.once('close', () => clearTimeout(timer));
}
