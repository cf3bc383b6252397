/** One attempt: within pause, breaker and budget, sent, read and checked. */

import { err, ok, type Result } from '@barograph/core';
import type { Static, TSchema } from 'typebox';
import { Pool } from 'undici';
import type { AnswerHeaders, Fetched, UpstreamAsk, UpstreamOptions, Validators } from './ask.ts';
import { createBreaker } from './breaker.ts';
import { UPSTREAM_V1 } from './config.ts';
import { judge, type Fault } from './judge.ts';
import { baseOf, outgoingOf } from './outgoing.ts';
import { createPause } from './pause.ts';
import { exchangeFollowing } from './redirect.ts';
import { absent, shape } from './shape.ts';
import { createSteadyClock } from './steady-clock.ts';
import { createTurns } from './turn.ts';

/** Attempts at one source. */
export interface Attempts {
  /** @throws {UsageError} misuse, before anything is sent. */
  try<S extends TSchema>(ask: UpstreamAsk<S>): Promise<Result<Fetched<Static<S>>, Fault>>;
  /** Time for which nothing is sent, ms. */
  heldFor(): number;
  /** Ends all waits for budget. */
  dismiss(): void;
  close(): Promise<void>;
}

/** Longest mark of a version that is kept, characters. */
const LONGEST_MARK = 256;

/** Marks of the version of an answer; undefined where there is none. */
function validatorsOf(headers: AnswerHeaders): Validators | undefined {
  const { etag, 'last-modified': lastModified } = headers;
  const isMark = (value: string | string[] | undefined): value is string =>
    typeof value === 'string' && /^[\x20-\x7e]+$/.test(value) && value.length <= LONGEST_MARK;
  if (!isMark(etag) && !isMark(lastModified)) return undefined;
  return { ...(isMark(etag) ? { etag } : {}), ...(isMark(lastModified) ? { lastModified } : {}) };
}

/** Second in which the source answered by its own clock; nothing where it states none. */
function statedBy({ date }: AnswerHeaders): Pick<Fetched<unknown>, 'statedAt'> {
  const statedAt = typeof date === 'string' ? Date.parse(date) : NaN;
  return Number.isNaN(statedAt) ? {} : { statedAt };
}

/** Path of a request, and its type where one path answers several. */
function nameOf({ path, body }: Pick<UpstreamAsk<TSchema>, 'path' | 'body'>): string {
  const type = typeof body === 'object' && body !== null && 'type' in body ? body.type : undefined;
  return typeof type === 'string' ? `${path} ${type}` : path;
}

/** @param redact takes the key out of a text. */
export function createAttempts(options: UpstreamOptions, redact: (text: string) => string): Attempts {
  const { source, budget, clock, log, meter, config = UPSTREAM_V1, steady = createSteadyClock() } = options;
  const { origin, folder } = baseOf(options.baseUrl);
  // Times are limited by the attempt as a whole.
  const pool = new Pool(origin, { connections: config.connections, headersTimeout: 0, bodyTimeout: 0 });
  const breaker = createBreaker({ source, log, steady, config });
  const pause = createPause({ source, log, steady });
  const turns = createTurns(budget);
  const held = (): Fault | undefined => pause.fault() ?? (breaker.openFor() > 0 ? breaker.fault() : undefined);

  const send = async <S extends TSchema>(
    ask: UpstreamAsk<S>,
    onHeaders: (headers: AnswerHeaders) => void,
  ): Promise<Result<Fetched<Static<S>>, Fault>> => {
    const { schema, format = 'json', refusalOf, maxBytes = config.maxBytes, signal } = ask;
    const { timeoutMs } = config;
    const limits = { timeoutMs, maxBytes, signal, steady, reader: ask.reader?.() };
    const answer = await exchangeFollowing(pool, origin, outgoingOf(ask, folder, options), limits, options.redirects);
    if (answer.kind === 'failure') return err(answer);
    onHeaders(answer.headers);
    const fetchedAt = clock.now();
    const stated = statedBy(answer.headers);
    const { known } = ask;
    if (answer.status === 304 && known !== undefined) {
      const { value, ...validators } = known;
      return ok({ value, fetchedAt, ...stated, validators, isNotModified: true });
    }
    const body = judge(answer, { format, refusalOf, redact }, config, fetchedAt);
    if (!body.ok) return body;
    // For an examination of the source; the log of a host is never so talkative.
    if (log.isLevelEnabled('trace')) {
      const fields = absent(schema, body.value);
      log.trace({ source, path: nameOf(ask), body: redact(answer.text), absent: fields }, 'upstream answered');
    }
    const shaped = shape(schema, body.value, (field) => {
      if (meter.drift(field)) log.info({ source, path: ask.path, field }, 'unknown field of upstream');
    });
    const validators = validatorsOf(answer.headers);
    if (shaped.ok) {
      return ok({ value: shaped.value, fetchedAt, ...stated, ...(validators === undefined ? {} : { validators }) });
    }
    const { field, reason } = shaped.error;
    return err({ code: 'wrong_shape', status: answer.status, field, reason: redact(`${field} ${reason}`) });
  };

  return {
    try: async (ask) => {
      const { weight, weightOf, priority = 'demand', signal } = ask;
      outgoingOf(ask, folder, options); // misuse throws before anything waits
      const before = held();
      if (before !== undefined) return err(before);
      const spending = await turns.take(weight, priority, signal);
      if (spending === undefined) return err(held() ?? { code: 'aborted', status: null, reason: 'the caller gave up' });
      let spent = 0;
      let counted: number | undefined;
      try {
        // A pause may have begun as the turn came.
        const after = held();
        if (after !== undefined) return err(after);
        const outcome = await breaker.execute(async () => {
          spent = weight;
          return send(ask, (headers) => (counted = options.countedOf?.(headers)));
        });
        if (outcome.ok) spent = weightOf?.(outcome.value.value) ?? weight;
        else pause.after(outcome.error);
        if (held() !== undefined) turns.dismiss();
        return outcome;
      } finally {
        spending.settle(spent, counted);
        meter.weight(spent);
      }
    },
    heldFor: () => Math.max(pause.left(), breaker.openFor()),
    dismiss: () => turns.dismiss(),
    close: async () => {
      turns.close();
      await pool.destroy();
    },
  };
}
