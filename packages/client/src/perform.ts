/** Performs a call: attempts, waits between them, and the outcome as a value. */

import { allowanceOf, ownError, refusalOf, type AnswerMeta, type CallError, type Outcome } from './answer.ts';
import type { Request } from './request.ts';
import type { CallOptions } from './types.ts';
import { backoffMs, deadlineAfter, wait, type Patience } from './waiting.ts';

/** Network, clock and randomness; replaceable in tests. */
export interface World {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Epoch ms. */
  readonly now: () => number;
  /** A number from 0 to below 1. */
  readonly random: () => number;
}

/** Reads the body of a 200. */
export type Reading<Reply> = (response: Response) => Promise<Reply>;

/** Statuses worth a retry. */
const PASSING: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);

/**
 * Whether a retry may succeed: no response, or a temporary status. This includes daily limits, which the longest wait
 * then excludes.
 */
export function mayPass({ code, status }: CallError): boolean {
  return status === null ? code === 'unreachable' || code === 'timeout' : PASSING.has(status);
}

async function jsonOf(response: Response): Promise<unknown> {
  try {
    return (await response.json()) as unknown;
  } catch {
    return undefined;
  }
}

/** The answer of one attempt. */
async function attempt<Reply>(
  world: World,
  request: Request,
  read: Reading<Reply>,
  { signal, timeoutMs }: { readonly signal: AbortSignal | undefined; readonly timeoutMs: number },
): Promise<Outcome<Reply>> {
  const { url, method, headers, body } = request;
  const deadline = deadlineAfter(timeoutMs, signal);
  let answered: Response | undefined;
  try {
    const response = await world.fetch(url, {
      method,
      headers,
      signal: deadline.signal,
      ...(body === undefined ? {} : { body }),
    });
    answered = response;
    if (!response.ok) return { ok: false, error: refusalOf(response, await jsonOf(response), world.now()) };
    const value = await read(response);
    const meta: AnswerMeta = {
      status: response.status,
      requestId: response.headers.get('x-request-id'),
      allowance: allowanceOf(response.headers),
      attempts: 1,
      headers: response.headers,
    };
    return { ok: true, value, meta };
  } catch (error) {
    return { ok: false, error: errorOf(error, url, answered, deadline.isOver(), signal?.aborted === true, timeoutMs) };
  } finally {
    deadline.clear();
  }
}

function errorOf(
  error: unknown,
  url: string,
  answered: Response | undefined,
  isLate: boolean,
  isAborted: boolean,
  timeoutMs: number,
): CallError {
  if (isAborted) return ownError('aborted', 'The caller ended the call.');
  if (isLate) return ownError('timeout', `${url} gave no whole answer within ${timeoutMs} ms.`);
  const reason = error instanceof Error ? error.message : String(error);
  if (answered === undefined) return ownError('unreachable', `${url} cannot be reached: ${reason}`);
  if (!(error instanceof SyntaxError)) return ownError('unreachable', `${url} broke off its answer: ${reason}`);
  const { status, headers } = answered;
  const type = headers.get('content-type') ?? 'no type';
  return ownError('malformed', `${url} answered with ${type}, which is no JSON: ${reason}`, { status });
}

/**
 * Performs a call. Retries GET and HEAD after temporary failures: after Retry-After, or with growing waits. When the wait
 * would exceed the longest one, the call ends with the error.
 *
 * @param mayRepeat whether another kind of request may be repeated by now.
 */
export async function perform<Reply>(
  world: World,
  patience: Patience,
  request: Request,
  read: Reading<Reply>,
  { signal, timeoutMs = patience.timeoutMs }: CallOptions = {},
  mayRepeat: () => boolean = () => false,
): Promise<Outcome<Reply>> {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  for (let attempts = 1; ; attempts++) {
    const outcome = await attempt(world, request, read, { signal, timeoutMs });
    if (outcome.ok) return { ...outcome, meta: { ...outcome.meta, attempts } };
    const failed = { ok: false, error: { ...outcome.error, attempts } } as const;
    const most = isRead || mayRepeat() ? patience.retries + 1 : 1;
    if (attempts >= most || !mayPass(failed.error)) return failed;
    const ms = failed.error.retryAfterMs ?? backoffMs(patience, attempts, world.random());
    if (ms > patience.longestWaitMs) return failed;
    if (!(await wait(ms, signal))) {
      return { ok: false, error: ownError('aborted', 'The caller ended the call.', { attempts }) };
    }
  }
}
