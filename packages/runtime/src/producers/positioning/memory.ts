/** Memory of the cycle: classes, regimes and hourly rings, from this replica's last run or from the store. */

import {
  classify,
  contextOf,
  gamma,
  GAMMA_V2,
  CLASSIFIER_V2026_11_1,
  type ClassifierState,
  type GammaSample,
  type GammaState,
  type HeldRegime,
} from '@barograph/positioning';
import type { ProducerInput, StateKey, StateText } from '../../producer.ts';
import { parsedState, stateText } from '../../resume.ts';
import { ringOf, ringStart, sampleOf } from './archive.ts';
import { POSITIONING_CYCLE_V1 } from './config.ts';

const MARKET = 'market';
/** Classes of the accounts after the newest cycle. */
export const CLASSES: StateKey = { name: 'positioning-classes', version: CLASSIFIER_V2026_11_1.version };
const REGIMES: StateKey = { name: 'positioning-regimes', version: GAMMA_V2.version };

/** Last regime of each coin as stored. */
type StoredRegimes = readonly (readonly [coin: string, last: HeldRegime])[];

/** Memory that a cycle continues from. */
export interface CycleMemory {
  /** Time of its run, epoch ms; −1 before the first. */
  readonly asOf: number;
  readonly classes: ClassifierState;
  readonly coins: ReadonlyMap<string, GammaState>;
}

const FRESH: CycleMemory = { asOf: -1, classes: classify().initial, coins: new Map() };

/** Newest state of a key that is not in the future. */
async function stored({ load, asOf }: ProducerInput, key: StateKey): Promise<StateText | undefined> {
  return (await load(key)).find((state) => state.scope === MARKET && state.asOf <= asOf);
}

/**
 * Memory to continue from: of the last run here plus later rows of other replicas; or completely from the store, after a restart
 * or when a replay was set back. Rings are a fold over the stored samples, so both are identical to the bit.
 */
export async function recall(
  memory: CycleMemory | undefined,
  series: string,
  input: ProducerInput,
): Promise<CycleMemory> {
  const { asOf } = input;
  const mine = memory === undefined || memory.asOf > asOf ? FRESH : memory;
  const [classes, regimes] = [await stored(input, CLASSES), await stored(input, REGIMES)];
  const isNewer = (state: StateText | undefined): state is StateText => state !== undefined && state.asOf > mine.asOf;
  const last = isNewer(regimes) ? new Map(parsedState<StoredRegimes>(regimes).state) : undefined;
  const coins = new Map(mine.coins);
  // A cycle may be older than its run, so new samples are found by sample time.
  const newest = Math.max(-1, ...[...mine.coins.values()].map(({ samples }) => samples.at(-1)?.time ?? -1));
  for (const [coin, fresh] of await samplesAfter(newest, series, input)) {
    const before = coins.get(coin) ?? gamma().initial;
    const samples = ringOf([...before.samples, ...fresh]);
    coins.set(coin, { ...before, samples, context: contextOf(samples) });
  }
  for (const [coin, regime] of last ?? []) coins.set(coin, { ...(coins.get(coin) ?? gamma().initial), last: regime });
  return {
    asOf: Math.max(mine.asOf, classes?.asOf ?? -1),
    classes: isNewer(classes) ? parsedState<ClassifierState>(classes).state : mine.classes,
    coins,
  };
}

/** Stored samples of all coins after a moment, in time order. */
async function samplesAfter(
  after: number,
  series: string,
  { asOf, observed }: ProducerInput,
): Promise<ReadonlyMap<string, readonly GammaSample[]>> {
  const found = new Map<string, GammaSample[]>();
  const { readMs } = POSITIONING_CYCLE_V1;
  for (let from = Math.max(after + 1, ringStart(asOf)); from <= asOf; from += readMs) {
    for (const row of await observed(series, from, Math.min(asOf, from + readMs - 1))) {
      const samples = found.get(row.key);
      if (samples === undefined) found.set(row.key, [sampleOf(row)]);
      else samples.push(sampleOf(row));
    }
  }
  return found;
}

/** States of a memory; its rings are stored as observations. */
export function statesOf({ asOf, classes, coins }: CycleMemory): readonly StateText[] {
  const regimes: StoredRegimes = [...coins].flatMap(([coin, { last }]) =>
    last === null ? [] : [[coin, last] as const],
  );
  return [stateText(CLASSES, MARKET, asOf, classes), stateText(REGIMES, MARKET, asOf, regimes)];
}
