/** Plays a plan: clients and faults at once, then peace, then the verdict. */

import { judge, judgeEarly } from './checks/index.ts';
import type { History, Violation } from './checks/history.ts';
import { buyKeys, paymentName } from './clients/buyer.ts';
import { holdKeys } from './clients/keys.ts';
import { readFiles, readPast } from './clients/past.ts';
import { openStream, openWebhook } from './clients/readers.ts';
import type { World } from './clients/world.ts';
import { drained, endingOf } from './ending.ts';
import { inject, skippedFaults } from './faults.ts';
import type { Plan, Step } from './plan.ts';
import { createRecorder } from './recorder.ts';
import type { Edit } from './stage/versions.ts';
import { buildStage, FROM, SPEED, type Built, type StageOptions } from './stage/stage.ts';

/** Ways to play. */
export interface RunOptions extends StageOptions {
  /** File of the record; none when undefined. */
  readonly out: string | undefined;
  /** Ends the run with its first violation. */
  readonly isFirstEnough: boolean;
}

/** A verdict. */
export interface Verdict {
  readonly history: History;
  readonly violations: readonly Violation[];
  /** Faults that were left out, with reasons. */
  readonly skipped: ReadonlyMap<string, string>;
}

const WEBHOOKS = 2;
/** Keys of readers: two of the past, one of webhooks, and the rest of the streams. */
const STREAM_KEYS = 3;

/** Names secrets in the order of their coming. */
function naming(): Pick<World, 'alias' | 'secrets'> {
  const secrets = new Map<string, string>();
  const alias = (secret: string): string => {
    const name = secrets.get(secret) ?? `k${secrets.size + 1}`;
    secrets.set(secret, name);
    return name;
  };
  return { alias, secrets };
}

/** Starts the client of a name. */
async function startClient(world: World, name: string, steps: readonly Step[], began: number): Promise<void> {
  const [kind, number] = name.split('-');
  const market = (): number => FROM + (Number(process.hrtime.bigint() / 1_000_000n) - began) * SPEED;
  switch (kind) {
    case 'keys':
      return holdKeys(world, name, steps);
    case 'buyer':
      return buyKeys(world, name, steps, Number(number) + 10);
    case 'past':
      return readPast(world, name, steps, market);
    case 'files':
      return readFiles(world, name, steps);
    default:
      throw new Error(`expected a known client, got ${name}`);
  }
}

/** No operation is under way for longer: a client waits ten seconds for an answer. */
const UNDER_WAY_MS = 12_000;
/** Interval of the looks for a violation of a run that ends with its first one. */
const LOOK_MS = 5000;

async function play(plan: Plan, stage: Built, { out, isFirstEnough }: RunOptions): Promise<History> {
  const recorder = createRecorder(out);
  const origin = Date.now() - recorder.now();
  const over = new AbortController();
  const { replicas, readers: keys, chain, began } = stage;
  const isFound = (): boolean => {
    const { operations, faults } = recorder;
    const transfers = chain.transfers().map(paymentName);
    const settled = recorder.now() - UNDER_WAY_MS;
    return isFirstEnough && judgeEarly({ origin, operations, faults }, transfers, settled).length > 0;
  };
  const world: World = { recorder, replicas, readers: keys, ending: over.signal, isFound, ...naming() };
  const own = keys.slice(STREAM_KEYS);
  const streams = replicas.map((_, i) =>
    openStream(
      world,
      `stream-${i + 1}`,
      i,
      own.filter((_key, j) => j % replicas.length === i),
    ),
  );
  const webhooks = await Promise.all(
    Array.from({ length: WEBHOOKS }, async (_, i) => openWebhook(world, `webhook-${i + 1}`, plan.seed, keys[2]!)),
  );
  const timer = setTimeout(() => over.abort(), plan.ms);
  const looks = setInterval(() => {
    if (isFound()) over.abort();
  }, LOOK_MS);
  try {
    const clients = Object.entries(plan.clients).map(async ([name, steps]) => startClient(world, name, steps, began));
    const unrecovered = await inject(
      { ...stage, disturbChain: (strength) => chain.disturb(strength) },
      plan.faults,
      world,
    );
    await Promise.all(clients);
    const lastEvent = isFound() ? 0 : await drained(stage, [...streams, ...webhooks]);
    const ending = await endingOf(stage, world, lastEvent);
    const failures = [...unrecovered, ...replicas.flatMap(({ ends }) => ends)];
    return { origin, operations: [...recorder.operations], faults: recorder.faults, failures, ending };
  } finally {
    clearTimeout(timer);
    clearInterval(looks);
    over.abort();
    await Promise.all([...streams, ...webhooks].map(async (reader) => reader.close()));
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** Plays a plan and judges it. @param edits of a planted fault. */
export async function runPlan(plan: Plan, edits: readonly Edit[], options: RunOptions): Promise<Verdict> {
  const stage = await buildStage(edits, options);
  const quit = (): void => void stage.stop().finally(() => process.exit(1));
  for (const signal of SIGNALS) process.once(signal, quit);
  try {
    const history = await play(plan, stage, options);
    return { history, violations: judge(history), skipped: skippedFaults(stage) };
  } finally {
    for (const signal of SIGNALS) process.off(signal, quit);
    await stage.stop();
  }
}
