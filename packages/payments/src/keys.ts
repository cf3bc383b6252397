/** Purchased API keys: created with the answer of a sale, valid since its settlement. */

import { PLANS, type KeySales } from '@barograph/contract';
import { HOUR_MS, UsageError } from '@barograph/core';
import { newKey, newTestKey, freshKey } from '@barograph/store';
import type { Clock } from '@barograph/sources';
import type { Sale } from './sale.ts';

/** Creates the sale of keys. */
export function createKeySales(wall: Clock): KeySales {
  return {
    draft: (plan, given) => {
      const sale = saleOf(given);
      const now = wall.now();
      const { tier, hours } = PLANS[plan];
      const { text, hash, prefix } = sale.isTest ? newTestKey() : newKey();
      const tierExpiresAt = now + hours * HOUR_MS;
      const key = freshKey({ hash, prefix, email: null, tier, tierExpiresAt }, now);
      sale.sellKey(key.id, async (transaction) => {
        await transaction.insertInto('keys').values(key).execute();
      });
      return { text, prefix, now, tier, tierExpiresAt, emailVerified: false, isTest: sale.isTest };
    },
  };
}

/** Casts a sale of this host. @throws {UsageError} for any other object. */
function saleOf(given: object): Sale {
  if ('sellKey' in given && 'isTest' in given) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only this host makes sales
    return given as Sale;
  }
  throw new UsageError('"sale" expected one of this host, got another');
}
