/** One attempt over HTTP: request, head, and body within its limits. */

import { errors, type Pool } from 'undici';
import type { Result } from '@barograph/core';
import type { AnswerHeaders, BodyReader } from './ask.ts';
import type { SteadyClock } from './budget.ts';

/** Request to send; it contains the key, so it must not be logged. */
export interface Outgoing {
  /** Path and query. */
  readonly path: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** Limits of an attempt. */
export interface ExchangeLimits {
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly signal: AbortSignal | undefined;
  readonly steady: SteadyClock;
  /** Reads the body of a success, whose text is then empty. */
  readonly reader?: BodyReader | undefined;
}

/** Complete answer of a source, of any status. */
export interface Answer {
  readonly kind: 'answer';
  readonly status: number;
  readonly headers: AnswerHeaders;
  /** Complete body; of an error, at least its beginning. */
  readonly text: string;
  /** Set when a reader parsed the body. */
  readonly read?: Result<unknown, string>;
}

/** Attempt without an answer. */
export interface Failure {
  readonly kind: 'failure';
  readonly code: 'network' | 'timeout' | 'truncated' | 'too_large' | 'aborted' | 'refused';
  readonly status: number | null;
  readonly reason: string;
}

/** Bytes read of an answer other than 2xx, enough to identify it. */
const ERROR_BYTES = 16_384;

/** Name of a network error without its message, which may contain an address. */
function networkCode(error: unknown): string {
  if (error instanceof errors.UndiciError) {
    const { cause } = error;
    return cause instanceof Error && 'code' in cause ? String(cause.code) : error.code;
  }
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
}

/** Sends one request and reads the answer; never rejects. */
export async function exchange(pool: Pool, outgoing: Outgoing, limits: ExchangeLimits): Promise<Answer | Failure> {
  const { timeoutMs, maxBytes, signal, steady, reader } = limits;
  const controller = new AbortController();
  let ending: 'timeout' | 'aborted' | 'too_large' | undefined;
  const stop = (why: 'timeout' | 'aborted' | 'too_large'): void => {
    ending ??= why;
    controller.abort();
  };
  const onAbort = (): void => stop('aborted');
  if (signal?.aborted === true) onAbort();
  signal?.addEventListener('abort', onAbort, { once: true });
  const disarm = steady.schedule(steady.now() + timeoutMs, () => stop('timeout'));
  let head: Omit<Answer, 'text'> | undefined;
  const chunks: Buffer[] = [];
  const text = (): string => Buffer.concat(chunks).toString('utf8');
  try {
    const { statusCode: status, headers, body } = await pool.request({ ...outgoing, signal: controller.signal });
    head = { kind: 'answer', status, headers };
    const isError = status < 200 || status > 299;
    let bytes = 0;
    for await (const chunk of body as AsyncIterable<Buffer>) {
      if (isError || reader === undefined) chunks.push(chunk);
      else reader.push(chunk);
      bytes += chunk.length;
      if (isError && bytes >= ERROR_BYTES) break;
      if (bytes > maxBytes) stop('too_large');
    }
    return { ...head, text: text(), ...(isError || reader === undefined ? {} : { read: reader.end() }) };
  } catch (error) {
    const status = head?.status ?? null;
    // An error status is enough, whatever happened to its body.
    if (head !== undefined && (head.status < 200 || head.status > 299) && ending !== 'aborted') {
      return { ...head, text: text() };
    }
    const failed = (code: Failure['code'], reason: string): Failure => ({ kind: 'failure', code, status, reason });
    if (ending === 'timeout') return failed('timeout', `expected an answer within ${timeoutMs} ms`);
    if (ending === 'aborted') return failed('aborted', 'the caller gave up');
    if (ending === 'too_large') return failed('too_large', `expected at most ${maxBytes} bytes`);
    if (head !== undefined) return failed('truncated', `the body ended early (${networkCode(error)})`);
    return failed('network', `no answer (${networkCode(error)})`);
  } finally {
    disarm();
    signal?.removeEventListener('abort', onAbort);
  }
}
