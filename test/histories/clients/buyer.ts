/** A buyer of keys: sends a payment again until it knows what became of it, to other replicas, and sometimes twice at once. */

import { PLANS, usdcUnits } from '@barograph/contract';
import { setTimeout as wait } from 'node:timers/promises';
import { payment, wallet } from '../../../packages/host/test/payments/wallet.ts';
import { railOf } from '../../../packages/payments/src/rails.ts';
import type { Step } from '../plan.ts';
import { PAY_NETWORK, PAY_TO } from '../stage/chain.ts';
import { ask, codeOf, statusOf, type World } from './world.ts';

const PLAN = 'pass_1h';
/** A payment can move money for this long; then the chain says what became of it. */
const VALID_MS = 25_000;
const PAUSE_MS = 800;
/** Attempts while the run goes on; what is open then is pursued at its end. */
const ATTEMPTS = 4;
/** Longest pursuit at the end: the rest of its validity, and looks of the resolver. */
const PURSUIT_MS = 60_000;

interface Bought {
  readonly nonce: number;
  readonly header: string;
}

/** The name of a payment in the record, as the store and the chain have it. */
export const paymentName = (nonce: string): string => String(BigInt(nonce));

/** Buys as planned. @returns once every payment is granted or refused for good. */
export async function buyKeys(world: World, client: string, steps: readonly Step[], base: number): Promise<void> {
  const { recorder, replicas, alias } = world;
  const rail = railOf(PAY_NETWORK, PAY_TO);
  const payer = wallet(base);
  const open: Bought[] = [];

  /** @returns whether it is known what became of the payment. */
  const send = async ({ nonce, header }: Bought, at: number): Promise<boolean> => {
    const start = recorder.now();
    const replica = replicas[at % replicas.length]!;
    const init = { method: 'POST', body: JSON.stringify({ plan: PLAN }), headers: { 'payment-signature': header } };
    const answer = await ask(replica, '/api/v1/payments/agent-subscribe', undefined, init);
    const key = answer.body['api_key'];
    const code = codeOf(answer);
    recorder.add(start, {
      name: 'buy',
      client,
      replica: replica.name,
      result: answer.result,
      ...statusOf(answer),
      payment: String(nonce),
      ...(typeof key === 'string' ? { granted: alias(key) } : {}),
      ...(code === undefined ? {} : { code }),
    });
    return (
      answer.result === 'ok' || code === 'payment_failed' || (answer.status === 409 && code === 'payment_replayed')
    );
  };
  const pursue = async (bought: Bought, at: number, attempts: number): Promise<boolean> => {
    for (let i = 0; i < attempts; i++) {
      if (await send(bought, at + i)) return true;
      await wait(PAUSE_MS);
    }
    return false;
  };
  for (const [i, step] of steps.entries()) {
    await wait(step.pause);
    if (world.ending.aborted) break;
    const nonce = base * 1_000_000 + i;
    const units = usdcUnits(PLANS[PLAN].usd);
    const now = Date.now();
    const header = await payment({ wallet: payer, units, now, rail, nonce, validBefore: now + VALID_MS });
    const bought = { nonce, header };
    const isTwice = step.choice < 0.3;
    const twin = isTwice ? send(bought, step.replica + 1) : undefined;
    const isKnown = await pursue(bought, step.replica, ATTEMPTS);
    await twin;
    if (!isKnown) open.push(bought);
    // What was granted is granted again, by whichever replica.
    else if (step.choice > 0.7) await send(bought, step.replica + 2);
  }
  const until = performance.now() + PURSUIT_MS;
  await Promise.all(
    open.map(async (bought, i) => {
      while (!world.isFound() && !(await pursue(bought, i, 1)) && performance.now() < until);
    }),
  );
}
