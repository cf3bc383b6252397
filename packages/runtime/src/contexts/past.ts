/**
 * Past answers: an operation that reads only published snapshots runs again over the snapshots of an earlier moment. It is the
 * same code as for present answers, in a context whose time is that moment.
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

/** Past answer. */
export interface PastAnswer {
  readonly body: Body<unknown>;
  /** Moment since which this was the answer, epoch ms: when its newest snapshot became known. */
  readonly knownAt: number;
}

/** Past answers of a host. */
export interface Past {
  /** Earliest moment with answers, epoch ms; undefined while the history is empty. Never waits. */
  since(): number | undefined;
  /** @param moment epoch ms. */
  answer(
    operation: Operation,
    request: Asked,
    tier: Tier | undefined,
    moment: number,
  ): Promise<Result<PastAnswer, Problem>>;
}

/** Aborts an attempt that needs a snapshot which is not loaded yet. */
class NotRead extends Error {
  readonly snapshot: string;
  constructor(snapshot: string) {
    super(snapshot);
    this.snapshot = snapshot;
  }
}
/** Aborts an attempt that requests data without a history. */
class NotKept extends Error {}

const AS_OF = { loc: ['query', 'as_of'], type: 'as_of' };
const iso = (moment: number): string => new Date(moment).toISOString();

/** Creates past answers from the dependencies of the present contexts. */
export function createPast(parts: ContextParts, archive: Pick<SnapshotArchive, 'at' | 'since' | 'readSince'>): Past {
  /** Contexts at a moment over the loaded snapshots; undefined for a name without a publication. */
  const contextsAt = (moment: number, read: ReadonlyMap<string, KnownSnapshot | undefined>) =>
    createContexts({
      ...parts,
      now: () => moment,
      // The current state of a source is irrelevant: the publication has the state at that time.
      market: {
        ...parts.market,
        isFresh: (...args) => (parts.market.isFresh(...args) === undefined ? undefined : true),
      },
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
    request: Asked,
    tier: Tier | undefined,
    moment: number,
  ): Promise<Result<PastAnswer, Problem>> => {
    const read = new Map<string, KnownSnapshot | undefined>();
    for (;;) {
      try {
        const answered = await operation.answer(contextsAt(moment, read)(operation, tier), request);
        const known = [...read.values()].flatMap((snapshot) => snapshot?.knownAt ?? []);
        if (answered.ok && known.length === 0) throw new NotKept('no published snapshot');
        const missing = [...read].flatMap(([name, snapshot]) => (snapshot === undefined ? [name] : []));
        // "Retry later" is not a valid answer about the past.
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
    answer: async (operation, request, tier, moment) => {
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
        return await attempt(operation, request, tier, moment);
      } catch (error) {
        if (!(error instanceof NotKept)) throw error;
        const msg = `expected a question whose answer is made of published snapshots alone; this one needs ${error.message}`;
        return err(validationProblem({ ...AS_OF, loc: [...AS_OF.loc], msg }));
      }
    },
  };
}

/** Service of the host restricted to what it would have answered in the past; other calls are refused. */
function timeless(port: { readonly name: string; readonly timeless: readonly string[] }, service: unknown): unknown {
  if (typeof service !== 'object' || service === null) return service;
  return new Proxy(service, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function' || port.timeless.includes(String(name))) return value;
      return () => {
        throw new NotKept(`the ${port.name} of now`);
      };
    },
  });
}
