/** GET /perpdex/wallet-signals: positions that tracked accounts opened, closed, increased or reduced. */

import { ok } from '@barograph/core';
import { Type } from 'typebox';
import { value, type ValueBody } from '../body.ts';
import { operation } from '../operation.ts';
import { ACCOUNT_CYCLE_ERRORS, publishedCycle } from '../shapes/account-cycle.ts';
import { keptByView } from '../shapes/kept.ts';
import { sourced, withSource } from '../shapes/sourced.ts';
import { decodeAddresses } from './address.ts';
import { POSITION_CHANGES, positionChangesPublication } from './wallet-signals-port.ts';
import { foundSignals, walletSignalsReply, type WalletSignalsWire } from './wallet-signals-row.ts';

const kept = keptByView<Promise<ValueBody<WalletSignalsWire>>>();

export const walletSignals = operation('perpdex.wallet_signals', {
  path: '/perpdex/wallet-signals',
  family: 'perpdex',
  dataset: 'traders',
  summary: 'Entries, exits, and size increases and decreases of tracked accounts.',
  description:
    'Changes of 25,000 USD or more at the entry price, between one cycle of positions and the next, every five minutes. A position that turned is an exit and an entry. They are kept for 24 hours; record_start says how far back they reach without a gap. An account that a cycle did not ask for says nothing of its positions.',
  query: Type.Object({
    minutes: Type.Integer({
      minimum: 1,
      maximum: 1440,
      default: 10,
      description: 'Length of the window, which ends with the newest cycle.',
    }),
    address: Type.Optional(
      Type.String({
        minLength: 1,
        description:
          'Addresses, comma between them: 0x and 40 hexadecimal digits each, any case; all accounts when it is not sent.',
      }),
    ),
  }),
  reply: withSource(walletSignalsReply.schema),
  ports: [POSITION_CHANGES],
  errors: ACCOUNT_CYCLE_ERRORS,
  answer: async (context, { query }) => {
    const { minutes, address } = query;
    const addresses = address === undefined ? ok(undefined) : decodeAddresses(address);
    if (!addresses.ok) return addresses;
    const archive = context.use(POSITION_CHANGES);
    const published = publishedCycle(context, archive.status, positionChangesPublication);
    if (!published.ok) return published;
    const view = published.value;
    const make = async (): Promise<ValueBody<WalletSignalsWire>> => {
      const { positionsAsOf } = view.head;
      const cycles = await archive.cycles(positionsAsOf);
      const found = foundSignals(cycles, positionsAsOf, { minutes, addresses: addresses.value });
      return value(sourced(walletSignalsReply.encode(found), view));
    };
    const key = `${minutes} ${addresses.value === undefined ? '' : [...addresses.value].sort().join()}`;
    return ok(await kept(view, query, () => key, make));
  },
});
