/** A chain of a world: a token that moves once for a nonce of a payer, some seconds after it was sent, or never. */

import type { Settler } from '../../packages/payments/src/settler.ts';
import { call, type Weather } from './remote.ts';
import { OUTSIDE, type Process, type World } from './parts.ts';

/** A transfer that a block holds. */
interface Mined {
  readonly nonce: string;
  readonly transaction: string;
}

/** The token of a world. */
export interface Chain {
  readonly transfers: readonly Mined[];
  /** Settles and looks, as a process. */
  settlerOf(process: Process): Settler;
}

const WEATHER: Weather = { failing: 0.1, wayMs: 300, hangMs: 40_000 };
const BLOCK_MS = 2000;

/** A chain without a transfer. */
export function createChain(world: World): Chain {
  const transfers: Mined[] = [];
  /** Time of the newest block, ms. */
  const blockTime = (): number => Math.floor(world.now() / BLOCK_MS) * BLOCK_MS;
  const transferOf = (nonce: string): Mined | undefined => transfers.find((mined) => mined.nonce === nonce);
  const mine = (nonce: string, validBefore: number): void => {
    if (transferOf(nonce) !== undefined || blockTime() >= validBefore) return;
    transfers.push({ nonce, transaction: `tx${transfers.length + 1}` });
    world.note(`moves the money of ${nonce.slice(-2)}`);
  };
  return {
    transfers,
    settlerOf: (process) => {
      const ask = async <T>(label: string, effect: () => Promise<T>): Promise<T> => call(world, process, label, effect, WEATHER); // prettier-ignore
      return {
        verify: async ({ authorization: { nonce } }) =>
          ask(`chain.verify ${nonce.slice(-2)}`, async () =>
            transferOf(nonce) === undefined ? undefined : { code: 'payment_replayed', reason: 'nonce_used' },
          ),
        settle: async ({ authorization: { nonce, validBefore } }) => {
          const until = Number(validBefore) * 1000;
          const isRefused = await ask(`chain.send ${nonce.slice(-2)}`, async () => {
            if (transferOf(nonce) !== undefined || blockTime() >= until) return true;
            if (world.goesWrong(0.1, () => `the transfer of ${nonce.slice(-2)} is dropped`)) return false;
            world.at(world.now() + world.random.wait(30_000), OUTSIDE, '', () => mine(nonce, until));
            return false;
          });
          if (isRefused) return { kind: 'failed', reason: 'refused' };
          for (let looks = 0; looks < 2; looks++) {
            await new Promise((resolve) => setTimeout(resolve, BLOCK_MS));
            const mined = await ask(`chain.receipt ${nonce.slice(-2)}`, async () => transferOf(nonce));
            if (mined !== undefined) return { kind: 'settled', transaction: mined.transaction };
          }
          return { kind: 'unknown' };
        },
        standing: async ({ nonce }) =>
          ask(`chain.standing ${nonce.slice(-2)}`, async () => {
            const mined = transferOf(nonce);
            if (mined !== undefined) return { kind: 'moved', transaction: mined.transaction };
            return { kind: 'unused', time: blockTime() };
          }),
      };
    },
  };
}
