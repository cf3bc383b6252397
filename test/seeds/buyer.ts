/** Buyers: each signs one payment and sends it until its outcome is known. */

import { usdcUnits } from '@barograph/contract';
import type { Outcome } from '../../packages/payments/src/sale.ts';
import type { Rail } from '../../packages/payments/src/terms.ts';
import { BEGIN, OUTSIDE, type Process, type World } from './parts.ts';

/** Last answer to a buyer. */
export type Told = 'bought' | 'refused' | 'nothing';

/** A buyer and its payment. */
export interface Buyer {
  readonly nonce: string;
  readonly outcome: () => Told;
}

/** Access to the replicas that sell. */
export interface Shop {
  /** Processes by their places. */
  readonly places: readonly Process[];
  /** Sells, as a process; undefined before it is ready. */
  readonly ask: (process: Process, header: string) => Promise<Outcome> | undefined;
  readonly rail: Rail;
  /** Virtual ms within which buyers begin. */
  readonly within: number;
}

/** Ms after which a buyer sends again what was not answered. */
const PATIENCE_MS = 20_000;
const RETRY_MS = 3000;
const VALID_MS = 120_000;

/** A payment as a contract account signs it: no key has to be recovered from it. */
function headerOf(nonce: string, rail: Rail, now: number, number: number): string {
  const authorization = {
    from: `0x${number.toString(16).padStart(40, '0')}`,
    to: rail.payTo,
    value: usdcUnits('1.5').toString(),
    validAfter: '0',
    validBefore: String(Math.floor((now + VALID_MS) / 1000)),
    nonce,
  };
  const payload = { authorization, signature: `0x${'cd'.repeat(66)}` };
  return Buffer.from(JSON.stringify({ x402Version: 1, scheme: 'exact', network: rail.v1Network, payload })).toString(
    'base64',
  );
}

/** A final answer; undefined: the same payment is to be sent again. */
function toldBy(outcome: Outcome): Told | undefined {
  if (outcome.ok) return 'bought';
  const { detail } = outcome.error.body as { readonly detail?: { readonly error?: string } }; // oxlint-disable-line typescript/no-unsafe-type-assertion -- every problem has it
  const isFinal = detail?.error === 'payment_failed' || detail?.error === 'payment_expired';
  return isFinal ? 'refused' : undefined;
}

/** A buyer. */
export function buyer(world: World, number: number, { places, ask, rail, within }: Shop): Buyer {
  const { random } = world;
  const nonce = `0x${number.toString(16).padStart(64, '0')}`;
  let result: Told = 'nothing';
  let header = '';
  const answer = (outcome: Outcome): void => {
    const final = toldBy(outcome);
    const text = outcome.ok
      ? 'bought'
      : `${outcome.error.status} ${JSON.stringify((outcome.error.body as { detail?: { error?: string } }).detail?.error)}`; // oxlint-disable-line typescript/no-unsafe-type-assertion -- shown only
    world.note(`answers buyer ${number}: ${text}`);
    if (final === undefined) return;
    if (result !== 'nothing' && result !== final)
      world.violate(`payment ${nonce.slice(-2)}`, `was ${result}, then ${final}`);
    result = final;
  };
  /** @param isDouble a concurrent duplicate of a request that is itself repeated. */
  const send = (isDouble = false): void => {
    if (result !== 'nothing') return;
    let isAnswered = false;
    const again = (ms: number): void =>
      void world.at(world.now() + ms, OUTSIDE, '', () => {
        if (isAnswered || isDouble) return;
        isAnswered = true;
        send();
      });
    const process = random.pick(places);
    again(PATIENCE_MS);
    const isHeard = (): boolean => !world.goesWrong(0.05, () => `the answer to buyer ${number} is lost`);
    world.at(world.now() + random.wait(500), process, `hears buyer ${number}`, () => {
      // A request without an answer is repeated while the first is pending.
      const attempt = async (): Promise<void> => {
        try {
          const outcome = await ask(process, header);
          if (outcome === undefined || !isHeard()) return;
          answer(outcome);
        } catch (error) {
          world.note(`fails buyer ${number}: ${String(error).slice(0, 80)}`);
        }
        again(RETRY_MS);
      };
      void attempt();
    });
    if (!isDouble && world.goesWrong(0.1, () => `buyer ${number} sends twice at once`)) world.at(world.now() + random.wait(2000), OUTSIDE, '', () => send(true)); // prettier-ignore
  };
  world.at(BEGIN + random.whole(within), OUTSIDE, '', () => {
    header = headerOf(nonce, rail, world.now(), number);
    send();
  });
  return { nonce, outcome: () => result };
}
