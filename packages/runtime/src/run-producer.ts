/** One run of a producer: read, compute, store, publish, log. */

import type { Provenance } from '@barograph/contract';
import type { SlotClaim } from '@barograph/store';
import type { Computation } from './computation.ts';
import { keep, loadStates, type Keeping } from './keep.ts';
import type { MarketReader } from './market-reader.ts';
import type { Produced, Producer, ProducerInput, RunLog, RunReport } from './producer.ts';
import { recordProvenance } from './record-provenance.ts';

/** Published snapshot as producers read it. */
export interface PublishedSnapshot {
  readonly asOf: number;
  readonly head: unknown;
  readonly records: readonly { readonly json: string }[];
  readonly provenance?: readonly Provenance[] | undefined;
}

/** Inputs and stores of a run. */
export interface RunParts extends Keeping {
  readonly market: MarketReader;
  /** Newest snapshot of a name. */
  readonly latest: (name: string) => PublishedSnapshot | undefined;
  readonly log: RunLog;
  /** Aborts the run: reads fail, and its result is discarded. */
  readonly signal?: AbortSignal | undefined;
}

/** Moment and slot of a run. With a claim the events of a slot are stored once, even if the slot runs again. */
export interface RunOf extends Pick<ProducerInput, 'asOf' | 'slot'> {
  readonly claim?: SlotClaim | undefined;
}

/**
 * Runs a producer once, and stores and publishes its result.
 * @throws the error of the run, or of storing its result. The next run resumes from the stored states.
 */
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
  const published = run.published.map(({ feeds, ...publication }) => {
    const merged = provenance(latest(publication.name)?.provenance);
    return {
      ...publication,
      provenance: feeds === undefined ? merged : merged.filter(({ feed }) => feeds.some((it) => it === feed)),
    };
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
  if (rows.size > 0) log.info(fields, 'producer run finished'); // several producers that publish nothing run every minute
  return { asOf, tookMs, rows, isUnfinished: produced.isUnfinished === true };
}

/** After a failed run, marks what failed to arrive as not fresh in its publications; other replicas read the marks. */
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
    // Logged only, so that the caller gets the error of the run. If the store is away, the next run fails on it too.
    await snapshots.publishProvenance(name, asOf, marked).catch((error: unknown) => {
      log.warn({ err: error, name }, 'failed to publish provenance');
    });
  }
}
