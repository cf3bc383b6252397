/** Whales of a cycle: the summary, its hourly samples for later cycles, and its day. */

import { whalesPublication, whalesRow } from '@barograph/contract';
import {
  whaleDay,
  whales,
  WHALES_V1,
  type NetBias,
  type WhaleDay,
  type WhaleSample,
  type WhalesInput,
  type WhalesState,
} from '@barograph/positioning';
import { jsonText, type NewObservation, type Observation } from '@barograph/store';
import type { Produced, ProducerInput, StateKey } from '../../producer.ts';
import { parsedState, stateText } from '../../resume.ts';
import { ringOf, ringStart } from './archive.ts';
import { POSITIONING_CYCLE_V1 } from './config.ts';

const MARKET = 'market';
const KEY: StateKey = { name: 'whales', version: WHALES_V1.version };

/** Stored state; samples are stored as observations. */
type StoredBias = Pick<WhalesState, 'netBias'>;

/** Memory that a cycle continues from. */
interface WhalesMemory {
  /** Time of its run, epoch ms; −1 before the first. */
  readonly asOf: number;
  readonly state: WhalesState;
}

/** Whale part of a run's result. */
export type WhalesPart = Required<Pick<Produced, 'states' | 'published' | 'observations'>> & {
  readonly whaleDay: WhaleDay;
};

/** Series of a market's samples. Other settings use another series. */
export function whaleSamplesSeries(timeline: string): string {
  return `whale-samples/${WHALES_V1.version}@${timeline}`;
}

function sampleOf({ validTime, value }: Observation): WhaleSample {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by `whalesOf`
  return { time: validTime, longPct: value as WhaleSample['longPct'] };
}

/** Memory to continue from: of the last run here plus later rows of other replicas, or completely from the store. */
async function recall(memory: WhalesMemory | undefined, series: string, input: ProducerInput): Promise<WhalesMemory> {
  const { asOf, load, observed } = input;
  const mine: WhalesMemory =
    memory === undefined || memory.asOf > asOf ? { asOf: -1, state: whales().initial } : memory;
  const fresh: WhaleSample[] = [];
  // A cycle may be older than its run, so new samples are found by sample time.
  const after = mine.state.samples.at(-1)?.time ?? -1;
  const { readMs } = POSITIONING_CYCLE_V1;
  for (let from = Math.max(after + 1, ringStart(asOf)); from <= asOf; from += readMs) {
    fresh.push(...(await observed(series, from, Math.min(asOf, from + readMs - 1))).map(sampleOf));
  }
  const stored = (await load(KEY)).find((state) => state.scope === MARKET && state.asOf <= asOf);
  const netBias: NetBias | null =
    stored !== undefined && stored.asOf > mine.asOf
      ? parsedState<StoredBias>(stored).state.netBias
      : mine.state.netBias;
  return {
    asOf,
    state: { ...mine.state, netBias, samples: ringOf([...mine.state.samples, ...fresh], WHALES_V1.ringHours) },
  };
}

/**
 * Whales of one cycle after the other.
 *
 * @param timeline market name in the store.
 * @returns a step that reads its past from the store unless it is in memory.
 */
export function whalesOf(
  timeline: string,
): (input: ProducerInput, cycle: WhalesInput, source: string) => Promise<WhalesPart> {
  const series = whaleSamplesSeries(timeline);
  const { step } = whales();
  let memory: WhalesMemory | undefined;
  return async (input, cycle, source) => {
    const { asOf } = input;
    const before = await recall(memory, series, input);
    const { state, output } = step(before.state, cycle);
    memory = { asOf, state };
    const observations: NewObservation[] = [];
    if (output.isSampled) {
      const { time, longPct } = state.samples.at(-1)!;
      observations.push({ series, key: '', validTime: time, knownAt: Math.max(time, asOf), value: longPct, source });
    }
    const bias: StoredBias = { netBias: state.netBias };
    return {
      observations,
      states: [stateText(KEY, MARKET, asOf, bias)],
      published: [{ name: whalesPublication.name, head: jsonText(whalesRow.encode(output)), records: [] }],
      whaleDay: whaleDay(output),
    };
  };
}
