/** A holder of keys: mints, calls to the limit, rotates, revokes, asks with ended keys, and for another after a revocation. */

import { setTimeout as wait } from 'node:timers/promises';
import type { Step } from '../plan.ts';
import { ask, chosen, statusOf, type Answered, type World } from './world.ts';

/** Calls at once of a burst: more than a minute allows. */
const BURST = 14;

/** Calls left in a window of the header `RateLimit`. */
function left(headers: Headers, window: 'day' | 'minute'): number | undefined {
  const found = new RegExp(`"${window}";r=(\\d+)`).exec(headers.get('ratelimit') ?? '')?.[1];
  return found === undefined ? undefined : Number(found);
}

/** Acts of a holder. */
function holderOf(world: World, client: string) {
  const { recorder, replicas, alias } = world;
  /** Live keys, as far as the holder knows, with their addresses. */
  const live: { readonly key: string; readonly email: string }[] = [];
  const ended: string[] = [];
  const revoked: string[] = [];
  let addresses = 0;

  const record = ({ replica }: Step, answer: Answered) => ({
    client,
    replica: replicas[replica]!.name,
    result: answer.result,
    ...statusOf(answer),
  });
  const mint = async (step: Step, email: string): Promise<void> => {
    const start = recorder.now();
    const init = { method: 'POST', body: JSON.stringify({ email }) };
    const answer = await ask(replicas[step.replica]!, '/api/v1/auth/keys', undefined, init);
    const key = answer.body['api_key'];
    if (typeof key === 'string') live.push({ key, email });
    recorder.add(start, {
      name: 'mint',
      ...record(step, answer),
      email,
      ...(typeof key === 'string' ? { key: alias(key) } : {}),
    });
  };
  const callWith = async (step: Step, key: string): Promise<void> => {
    const start = recorder.now();
    const answer = await ask(replicas[step.replica]!, '/api/v1/auth/keys/me', key);
    const [dayLeft, minuteLeft] = [left(answer.headers, 'day'), left(answer.headers, 'minute')];
    const counts =
      answer.result !== 'ok' || dayLeft === undefined || minuteLeft === undefined ? {} : { dayLeft, minuteLeft };
    recorder.add(start, { name: 'call', ...record(step, answer), key: alias(key), ...counts });
  };
  /** Ends a key: from the first attempt it is not known to be live. */
  const end = async (step: Step, name: 'rotate' | 'revoke'): Promise<void> => {
    const key = chosen(live, step.choice);
    if (key === undefined) return;
    live.splice(live.indexOf(key), 1);
    ended.push(key.key);
    const start = recorder.now();
    const [method, path] = name === 'rotate' ? ['POST', '/api/v1/auth/keys/rotate'] : ['DELETE', '/api/v1/auth/keys'];
    const answer = await ask(replicas[step.replica]!, path, key.key, { method });
    const operation = { ...record(step, answer), key: alias(key.key) };
    if (name === 'revoke') {
      recorder.add(start, { name, ...operation });
      if (answer.result === 'ok') revoked.push(key.email);
      return;
    }
    const next = answer.body['api_key'];
    if (typeof next === 'string') live.push({ key: next, email: key.email });
    recorder.add(start, { name, ...operation, ...(typeof next === 'string' ? { next: alias(next) } : {}) });
  };

  const acts: Readonly<Record<Step['act'], (step: Step) => Promise<void>>> = {
    mint: async (step) => mint(step, `${client}-${++addresses}@example.org`),
    call: async (step) => {
      const key = chosen(live, step.choice);
      if (key !== undefined) await callWith(step, key.key);
    },
    burst: async (step) => {
      const key = chosen(live, step.choice);
      if (key === undefined) return;
      const calls = Array.from({ length: BURST }, (_, i) => ({
        ...step,
        replica: (step.replica + i) % replicas.length,
      }));
      await Promise.all(calls.map(async (call) => callWith(call, key.key)));
    },
    rotate: async (step) => end(step, 'rotate'),
    revoke: async (step) => end(step, 'revoke'),
    again: async (step) => {
      const email = chosen(revoked, step.choice);
      if (email !== undefined) await mint(step, email);
    },
    old: async (step) => {
      // The newest ends are those that a replica may not know yet; the others are long over.
      const key = chosen(step.choice < 0.5 ? ended.slice(-3) : ended, (step.choice * 2) % 1);
      if (key !== undefined) await callWith(step, key);
    },
  };
  return acts;
}

/** Does the steps of a plan, one after the other. */
export async function holdKeys(world: World, client: string, steps: readonly Step[]): Promise<void> {
  const acts = holderOf(world, client);
  await acts.mint({ pause: 0, act: 'mint', replica: 0, choice: 0 });
  for (const step of steps) {
    await wait(step.pause);
    if (world.ending.aborted) return;
    await acts[step.act](step);
  }
}
