/** One run of a producer: computed from what it may read, kept, published, logged. */

import type { Provenance } from '@barograph/contract';
import type { SlotClaim } from '@barograph/store';
import type { Computation } from './computation.ts';
import { keep, loadStates, type Keeping } from './keep.ts';
import type { MarketReader } from './market-reader.ts';
import type { Produced, Producer, ProducerInput, RunLog, RunReport } from './producer.ts';
import { recordProvenance } from './record-provenance.ts';

/** A published snapshot, as far as producers read it. */
export interface PublishedSnapshot {
  readonly asOf: number;
  readonly head: unknown;
  readonly records: readonly { readonly json: string }[];
  readonly provenance?: readonly Provenance[] | undefined;
}

/** Inputs and stores of a run. */
export interface RunParts extends Keeping {
  readonly market: MarketReader;
  /** The newest snapshot of a name. */
  readonly latest: (name: string) => PublishedSnapshot | undefined;
  readonly log: RunLog;
  /** Aborted: reads fail, and what a run makes of the rest is not kept. */
  readonly signal?: AbortSignal | undefined;
}

/** Moment of a run, the slot that it is for, and the claim of that slot where its events are those of the slot alone. */
export interface RunOf extends Pick<ProducerInput, 'asOf' | 'slot'> {
  readonly claim?: SlotClaim | undefined;
}

/** @throws what the run threw, or what kept it from being kept; the producer then resumes from what was stored. */
export async function runProducer(
  { name: producer, publishes }: Producer,
  { asOf, slot, claim }: RunOf,
  computation: Computation,
  parts: RunParts,
): Promise<RunReport> {
  const { latest, log } = parts;
  const { market, include, provenance, failed } = recordProvenance(parts.market);
  const began = performance.now();
  const input: ProducerInput = {
    asOf,
    slot,
    market,
    load: async (key, scopes, after) => {
      const states = await loadStates(parts, key, after);
      return scopes === undefined ? states : states.filter(({ scope }) => scopes.includes(scope));
    },
    published: async (name) => {
      const snapshot = latest(name);
      include(snapshot?.provenance ?? []);
      return (snapshot?.records ?? []).map(({ json }) => json);
    },
    head: async (name) => {
      const snapshot = latest(name);
      include(snapshot?.provenance ?? []);
      return snapshot?.head;
    },
    observed: async (series, from, to) => (await parts.observations?.asOf?.(series, { knownAt: asOf, from, to })) ?? [],
    log,
  };
  let run: Produced;
  try {
    run = await computation.run(producer, input);
    parts.signal?.throwIfAborted();
  } catch (error) {
    if (parts.signal?.aborted !== true) await tellFailed(publishes, failed, parts);
    throw error;
  }
  for (const { provenance: stored } of run.published) include(stored ?? []);
  const published = run.published.map(({ feeds, ...one }) => {
    const of = provenance(latest(one.name)?.provenance);
    return { ...one, provenance: feeds === undefined ? of : of.filter(({ feed }) => feeds.some((it) => it === feed)) };
  });
  const produced: Produced = { ...run, published };
  try {
    await keep(produced, asOf, parts, claim);
    computation.kept(producer);
  } catch (error) {
    computation.forget(producer); // its memory is ahead of what was kept
    throw error;
  }
  const tookMs = performance.now() - began;
  const rows = new Map(published.map(({ name, records }) => [name, records.length]));
  const fields = { producer, asOf, rows: Object.fromEntries(rows), ...produced.facts, ms: Math.round(tookMs) };
  if (rows.size > 0) log.info(fields, 'producer run finished'); // what publishes nothing runs every minute
  return { asOf, tookMs, rows, isUnfinished: produced.isUnfinished === true };
}

/** Marks what stays published as not fresh, on all replicas: they have not seen the run. */
async function tellFailed(
  names: readonly string[],
  failed: (before: readonly Provenance[]) => readonly Provenance[],
  { latest, snapshots, log }: RunParts,
): Promise<void> {
  for (const name of names) {
    const { asOf, provenance } = latest(name) ?? {};
    if (asOf === undefined || provenance === undefined) continue;
    const marked = failed(provenance);
    if (marked.every(({ isFresh }, i) => isFresh === provenance[i]!.isFresh)) continue;
    // The error of the run says more than one of the store, which is then away for the next run too.
    await snapshots.publishProvenance(name, asOf, marked).catch((error: unknown) => {
      log.warn({ err: error, name }, 'failed to publish provenance');
    });
  }
}
