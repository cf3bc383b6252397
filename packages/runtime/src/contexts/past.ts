/**
 * Answers of the past: an operation that is made of published snapshots alone is asked again, over those that were there
 * at a moment. It is the very code that answers now, in a context whose time is that moment.
 */

import {
  problem,
  validationProblem,
  type Asked,
  type Body,
  type Operation,
  type Problem,
  type Tier,
} from '@barograph/contract';
import { err, ok, type Result } from '@barograph/core';
import type { KnownSnapshot, SnapshotArchive } from '../snapshots/shared/snapshot-archive.ts';
import { createContexts, type ContextParts } from './context.ts';

/** An answer of the past. */
export interface PastAnswer {
  readonly body: Body<unknown>;
  /** Moment from which on this was the answer, epoch ms: when the newest snapshot in it became known. */
  readonly knownAt: number;
}

/** The past of a host. */
export interface Past {
  /** Moment from which on answers can be asked for, epoch ms; undefined while nothing is kept. Never waits. */
  since(): number | undefined;
  /** @param moment epoch ms. */
  answer(
    operation: Operation,
    asked: Asked,
    tier: Tier | undefined,
    moment: number,
  ): Promise<Result<PastAnswer, Problem>>;
}

/** Ends an attempt that needs a snapshot which has not been read yet. */
class NotRead extends Error {
  readonly snapshot: string;
  constructor(snapshot: string) {
    super(snapshot);
    this.snapshot = snapshot;
  }
}
/** Ends an attempt that asks for what is not kept. */
class NotKept extends Error {}

const AS_OF = { loc: ['query', 'as_of'], type: 'as_of' };
const iso = (moment: number): string => new Date(moment).toISOString();

/** The past over the parts of the contexts of now. */
export function createPast(parts: ContextParts, archive: Pick<SnapshotArchive, 'at' | 'since' | 'readSince'>): Past {
  /** Contexts at a moment over what was read of it; undefined: nothing of that name was published. */
  const contextsAt = (moment: number, read: ReadonlyMap<string, KnownSnapshot | undefined>) =>
    createContexts({
      ...parts,
      now: () => moment,
      // What a source is like now says nothing of then: what was published said it.
      market: { ...parts.market, isFresh: (...of) => (parts.market.isFresh(...of) === undefined ? undefined : true) },
      latest: (name) => {
        if (!read.has(name)) throw new NotRead(name);
        return read.get(name)?.published;
      },
      retryAfter: () => 1,
      refresh: async (name) => {
        throw new NotKept(`a refresh of ${name}`);
      },
      serviceOf: timeless,
      atMostEvery: async () => {
        throw new NotKept('what was pulled on demand');
      },
    });

  const notKept = (message: string): Problem => problem('not_kept', message);

  const attempt = async (
    operation: Operation,
    asked: Asked,
    tier: Tier | undefined,
    moment: number,
  ): Promise<Result<PastAnswer, Problem>> => {
    const read = new Map<string, KnownSnapshot | undefined>();
    for (;;) {
      try {
        const answered = await operation.answer(contextsAt(moment, read)(operation, tier), asked);
        const known = [...read.values()].flatMap((one) => one?.knownAt ?? []);
        if (answered.ok && known.length === 0) throw new NotKept('no published snapshot');
        const missing = [...read].flatMap(([name, one]) => (one === undefined ? [name] : []));
        // "Come again" is no answer to a question about the past.
        if (!answered.ok && answered.error.status === 503 && missing.length > 0) {
          return err(notKept(`Nothing of ${missing.join(', ')} had been published at ${iso(moment)}.`));
        }
        if (!answered.ok) return answered;
        return ok({ body: answered.value, knownAt: Math.max(...known) });
      } catch (error) {
        if (!(error instanceof NotRead)) throw error;
        read.set(error.snapshot, await archive.at(error.snapshot, moment));
      }
    }
  };

  return {
    since: () => archive.since(),
    answer: async (operation, asked, tier, moment) => {
      const now = parts.now();
      if (moment > now) {
        const msg = `expected a moment that is not after the clock of the service (${now}), got ${moment}`;
        return err(validationProblem({ ...AS_OF, loc: [...AS_OF.loc], msg }));
      }
      const since = await archive.readSince();
      if (since === undefined) return err(notKept('This service keeps no answers of the past.'));
      if (moment < since) {
        return err(
          notKept(`as_of expected a moment from ${since} (${iso(since)}) on, got ${moment}: nothing is kept of it.`),
        );
      }
      try {
        return await attempt(operation, asked, tier, moment);
      } catch (error) {
        if (!(error instanceof NotKept)) throw error;
        const msg = `expected a question whose answer is made of published snapshots alone; this one needs ${error.message}`;
        return err(validationProblem({ ...AS_OF, loc: [...AS_OF.loc], msg }));
      }
    },
  };
}

/** A service of the host that tells of the past what it would have told then, and refuses the rest. */
function timeless(of: { readonly name: string; readonly timeless: readonly string[] }, service: unknown): unknown {
  if (typeof service !== 'object' || service === null) return service;
  return new Proxy(service, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function' || of.timeless.includes(String(name))) return value;
      return () => {
        throw new NotKept(`the ${of.name} of now`);
      };
    },
  });
}
