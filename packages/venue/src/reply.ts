/** Answers of the loopback venue on their way out, with the faults of the moment. */

import type { ServerResponse } from 'node:http';
import { drifted } from './drift.ts';
import type { FaultScope, Faults } from './faults.ts';

const BLOCKED =
  '<!DOCTYPE html>\n<html><head><title>403 Forbidden</title></head><body><h1>403 Forbidden</h1></body></html>\n';

/** An answer before it is sent. */
export interface Reply {
  readonly status: number;
  /** JSON, unless it is a text or bytes. */
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

/** Sends an answer as it is. */
export function sendReply(response: ServerResponse, { status, body, isText = false }: Reply): void {
  response.writeHead(status, { 'content-type': typeOf(body, isText) }).end(bytesOf(body, isText));
}

/** Refuses a request that a fault is about. @returns whether one was. */
export function refused(response: ServerResponse, faults: Faults, scope: FaultScope): boolean {
  if (faults.on('html_403', scope) !== undefined) {
    response.writeHead(403, { 'content-type': 'text/html' }).end(BLOCKED);
    return true;
  }
  if (faults.on('451', scope) !== undefined) {
    sendReply(response, { status: 451, body: 'Unavailable For Legal Reasons', isText: true });
    return true;
  }
  const limited = faults.on('429', scope);
  if (limited === undefined) return false;
  if (limited.retryAfter !== null) response.setHeader('retry-after', limited.retryAfter);
  sendReply(response, { status: 429, body: null });
  return true;
}

/** Sends an answer, spoiled by the faults that are about its request. */
export function sendFaulty(response: ServerResponse, reply: Reply, faults: Faults, scope: FaultScope): void {
  const { status, isText = false } = reply;
  const body = drifted(reply.body, faults, scope);
  const slow = faults.on('slow', scope);
  const isCut = faults.on('truncated', scope) !== undefined;
  const isMalformed = faults.on('malformed', scope) !== undefined;
  if (slow === undefined && !isCut && !isMalformed) return sendReply(response, { ...reply, body });
  const whole = bytesOf(body, isText);
  // The bracket that is missing at the end cannot be mended by a reader that takes what it gets.
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
    // After the first half has left.
    setImmediate(finish);
    return;
  }
  const timer = setTimeout(finish, slow.delay);
  response.once('close', () => clearTimeout(timer));
}
