/** One attempt of a request: waits for pause, breaker and budget, then sends, reads and validates. */

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
  /** @throws {UsageError} on misuse, before anything is sent. */
  try<S extends TSchema>(ask: UpstreamAsk<S>): Promise<Result<Fetched<Static<S>>, Fault>>;
  /** Time until the next attempt can be sent, ms. */
  heldFor(): number;
  /** Cancels all waits for budget. */
  dismiss(): void;
  close(): Promise<void>;
}

/** Maximum length of a stored validator, characters. */
const LONGEST_MARK = 256;

/** Validators of an answer (ETag, Last-Modified); undefined when absent. */
function validatorsOf(headers: AnswerHeaders): Validators | undefined {
  const { etag, 'last-modified': lastModified } = headers;
  const isMark = (value: string | string[] | undefined): value is string =>
    typeof value === 'string' && /^[\x20-\x7e]+$/.test(value) && value.length <= LONGEST_MARK;
  if (!isMark(etag) && !isMark(lastModified)) return undefined;
  return { ...(isMark(etag) ? { etag } : {}), ...(isMark(lastModified) ? { lastModified } : {}) };
}

/** Second of the source's clock; empty when it states none. */
function statedBy({ date }: AnswerHeaders): Pick<Fetched<unknown>, 'statedAt'> {
  const statedAt = typeof date === 'string' ? Date.parse(date) : NaN;
  return Number.isNaN(statedAt) ? {} : { statedAt };
}

/** Path of a request, with its type when one path serves several. */
function nameOf({ path, body }: Pick<UpstreamAsk<TSchema>, 'path' | 'body'>): string {
  const type = typeof body === 'object' && body !== null && 'type' in body ? body.type : undefined;
  return typeof type === 'string' ? `${path} ${type}` : path;
}

/**
 * Creates the attempts at one source.
 * @param redact removes the key from a text.
 */
export function createAttempts(options: UpstreamOptions, redact: (text: string) => string): Attempts {
  const { source, budget, clock, log, meter, config = UPSTREAM_V1, steady = createSteadyClock() } = options;
  const { origin, folder } = baseOf(options.baseUrl);
  // The attempt as a whole has a timeout.
  const pool = new Pool(origin, { connections: config.connections, headersTimeout: 0, bodyTimeout: 0 });
  const breaker = createBreaker({ source, log, steady, config });
  const pause = createPause({ source, log, steady });
  const turns = createTurns(budget);
  const holdUp = (): Fault | undefined => pause.fault() ?? (breaker.openFor() > 0 ? breaker.fault() : undefined);

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
    // For examining a source; hosts never log at this level.
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
      outgoingOf(ask, folder, options); // Misuse throws before anything waits.
      const before = holdUp();
      if (before !== undefined) return err(before);
      const spending = await turns.take(weight, priority, signal);
      if (spending === undefined)
        return err(holdUp() ?? { code: 'aborted', status: null, reason: 'the caller gave up' });
      let spent = 0;
      let counted: number | undefined;
      try {
        // A pause may have begun during the wait.
        const after = holdUp();
        if (after !== undefined) return err(after);
        const outcome = await breaker.execute(async () => {
          spent = weight;
          return send(ask, (headers) => (counted = options.countedOf?.(headers)));
        });
        if (outcome.ok) spent = weightOf?.(outcome.value.value) ?? weight;
        else pause.after(outcome.error);
        if (holdUp() !== undefined) turns.dismiss();
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
