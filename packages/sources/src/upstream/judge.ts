/** Interprets an answer: a body to read, or a problem. */

import { err, ok, shown, type Result } from '@barograph/core';
import type { UpstreamConfig } from './config.ts';
import type { Answer } from './exchange.ts';
import type { UpstreamProblemCode } from './problem.ts';
import { retryAfterMs } from './retry-after.ts';

/** Problem without its location. */
export interface Fault {
  readonly code: UpstreamProblemCode;
  readonly status: number | null;
  readonly field?: string;
  readonly reason: string;
  /** Time without requests, ms. */
  readonly pauseMs?: number;
}

/** Rules for reading a body. */
export interface Reading {
  readonly format: 'json' | 'text';
  readonly refusalOf: ((body: unknown) => string | undefined) | undefined;
  /** Removes secrets from a text. */
  readonly redact: (text: string) => string;
}

function isHtml({ headers, text }: Answer): boolean {
  return String(headers['content-type']).includes('text/html') || /^\s*<(?:!doctype|html)/i.test(text);
}

/** Beginning of a body, on one line. */
function excerpt(answer: Answer, redact: (text: string) => string): string {
  if (isHtml(answer)) return 'a page of HTML';
  const line = redact(answer.text.slice(0, 1024)).replace(/\s+/g, ' ').trim();
  return line === '' ? 'an empty body' : shown(line);
}

function statusFault(answer: Answer, config: UpstreamConfig, now: number, got: string): Fault | undefined {
  const { status, headers } = answer;
  if (status >= 200 && status <= 299) return undefined;
  const retryMs = retryAfterMs(headers['retry-after'], now);
  const unsaid = status === 451 ? (config.restrictedMs ?? config.pauseMs) : config.pauseMs;
  const pauseMs = Math.min(retryMs ?? unsaid, config.longestPauseMs);
  const reason = `status ${status}, ${got}`;
  if (status === 429 || status === 418 || (status === 503 && retryMs !== undefined)) {
    return { code: 'rate_limited', status, reason, pauseMs };
  }
  if (status === 403) return { code: 'blocked', status, reason, pauseMs };
  if (status === 451) return { code: 'restricted', status, reason, pauseMs };
  return { code: status >= 500 ? 'server_error' : 'refused', status, reason };
}

/**
 * Parses the body of an answer.
 *
 * @param now epoch ms.
 */
export function judge(answer: Answer, reading: Reading, config: UpstreamConfig, now: number): Result<unknown, Fault> {
  const { format, refusalOf, redact } = reading;
  const { status } = answer;
  const got = excerpt(answer, redact);
  const fault = statusFault(answer, config, now, got);
  if (fault !== undefined) return err(fault);
  let body: unknown = answer.text;
  if (answer.read !== undefined) {
    if (!answer.read.ok) return err({ code: 'malformed', status, reason: answer.read.error });
    body = answer.read.value;
  } else if (format === 'json') {
    try {
      body = JSON.parse(answer.text);
    } catch {
      return err({ code: 'malformed', status, reason: `expected JSON, got ${got}` });
    }
  }
  const refusal = refusalOf?.(body);
  if (refusal === undefined) return ok(body);
  return err({ code: 'refused', status, reason: `status ${status} with an error, ${shown(redact(refusal))}` });
}
