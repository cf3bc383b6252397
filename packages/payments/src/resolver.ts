/** Resolves payments with an unknown outcome from the network's state of their authorizations. */

import type { Logger } from 'pino';
import type { Clock } from '@barograph/sources';
import type { PaymentRow, Payments } from '@barograph/store';
import { PAYMENTS_V1, type PaymentsConfig } from './config.ts';
import type { Hex } from './payment.ts';
import type { Settler } from './settler.ts';
import type { Rail } from './terms.ts';

/** Options of a resolver. */
export interface ResolverParts {
  readonly payments: Pick<Payments, 'unresolved' | 'resolve'>;
  readonly rail: Pick<Rail, 'network' | 'asset'>;
  readonly settler: Pick<Settler, 'standing'>;
  readonly wall: Clock;
  readonly log: Logger;
  readonly config?: PaymentsConfig | undefined;
}

/**
 * Stores the outcome of a payment once the network knows it.
 *
 * @returns false while the authorization is unused and can still move money.
 */
export async function resolveOutcome(
  {
    payments,
    settler,
    wall,
  }: Pick<ResolverParts, 'settler' | 'wall'> & { readonly payments: Pick<Payments, 'resolve'> },
  row: PaymentRow,
): Promise<boolean> {
  const { payer, nonce, payTo } = row;
  const standing = await settler.standing({
    // oxlint-disable typescript/no-unsafe-type-assertion -- rows hold parsed values
    payer: payer as Hex,
    nonce: nonce as Hex,
    payTo: payTo as Hex,
    // oxlint-enable typescript/no-unsafe-type-assertion
    amount: BigInt(row.amount),
    since: row.settlingAt ?? row.seenAt,
  });
  const now = wall.now();
  switch (standing.kind) {
    case 'moved':
      await payments.resolve(row, { state: 'settled', transaction: standing.transaction, at: now }, now);
      return true;
    case 'spent':
      await payments.resolve(row, { state: 'failed', reason: 'authorization_spent' }, now);
      return true;
    case 'unused':
      // A sent transaction may arrive until the authorization ends.
      if (standing.time < row.validBefore) return false;
      await payments.resolve(row, { state: 'failed', reason: 'expired' }, now);
      return true;
  }
}

/** Periodic resolver. */
export interface Resolver {
  start(): void;
  /** Resolves all open payments once. */
  look(): Promise<void>;
  /** Stops, after waiting for a running look. */
  stop(): Promise<void>;
}

/** Creates a resolver; replicas may run it concurrently. */
export function createResolver(parts: ResolverParts): Resolver {
  const { payments, rail, wall, log, config = PAYMENTS_V1 } = parts;
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;

  const lookNow = async (): Promise<void> => {
    for (const row of await payments.unresolved(wall.now())) {
      if (row.network !== rail.network || row.asset !== rail.asset) continue;
      try {
        await resolveOutcome(parts, row);
      } catch (error) {
        log.warn({ err: error instanceof Error ? error.name : 'unknown' }, 'payment not resolved');
      }
    }
  };
  const look = async (): Promise<void> => {
    looking ??= lookNow().finally(() => {
      looking = undefined;
    });
    await looking;
  };

  return {
    look,
    start: () => {
      timer = setInterval(() => {
        look().catch((error: unknown) => log.warn({ err: error }, 'failed to look for open payments'));
      }, config.lookMs);
      timer.unref();
    },
    stop: async () => {
      clearInterval(timer);
      await looking?.catch(() => undefined);
    },
  };
}
