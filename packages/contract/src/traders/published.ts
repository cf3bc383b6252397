/** Common parts of the answers about traders: newest publications and requested traders. */

import { err, type Result } from '@barograph/core';
import { Type } from 'typebox';
import type { Context } from '../context.ts';
import type { Problem } from '../problem.ts';
import type { View } from '../published.ts';
import { ACCOUNT_CYCLE_ERRORS, publishedCycle } from '../shapes/account-cycle.ts';
import { noSource } from '../shapes/no-source.ts';
import { TRADERS } from './port.ts';
import {
  tradersPublication,
  walletsPublication,
  type TraderRecordWire,
  type TradersHead,
  type WalletsHead,
} from './publication.ts';
import type { WalletWire } from './wallet-row.ts';

/** Family, port and errors of every operation of traders. */
export const ofTraders = {
  family: 'perpdex',
  dataset: 'traders',
  ports: [TRADERS],
  errors: ACCOUNT_CYCLE_ERRORS,
} as const;

/** Returns the newest leaderboard with its profiles, or the reason why it is missing. */
export function publishedTraders(context: Context): Result<View<TraderRecordWire, TradersHead>, Problem> {
  const { status, hasLeaderboard } = context.use(TRADERS);
  if (status === 'on' && !hasLeaderboard) return err(noSource('leaderboards'));
  return publishedCycle(context, status, tradersPublication);
}

/** Returns the newest positions of large accounts, or the reason why they are missing. */
export function publishedWallets(context: Context): Result<View<WalletWire, WalletsHead>, Problem> {
  return publishedCycle(context, context.use(TRADERS).status, walletsPublication);
}

/** Parameter of one account. @param otherwise answer without it. */
export function addressParameter(otherwise: string) {
  return Type.Optional(
    Type.String({
      minLength: 1,
      description: `Account: 0x and 40 hexadecimal digits, any case. ${otherwise}`,
    }),
  );
}
