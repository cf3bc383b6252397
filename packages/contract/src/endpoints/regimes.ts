/** Long-horizon regimes, and the baskets that suit them. */

import { Type } from 'typebox';
import { get, NONE } from '../endpoint.ts';
import { API_PREFIX, API_VERSION } from '../version.ts';
import { BasketsWire } from '../wire/baskets.ts';
import { CycleHistoryWire } from '../wire/cycle-history.ts';
import { CycleCurrentWire, CycleListWire } from '../wire/cycle.ts';

const warmingUp = {
  code: 'warming_up',
  when: 'Before there is enough history for any regime; Retry-After says when to come again.',
} as const;
const currentNotes = [
  {
    date: API_VERSION,
    text: 'signal_times, since_anchor, meta and data_source; each signal is null where it has no source',
  },
] as const;

/** The rows of the family, by id. */
export const regimes = {
  'regimes.list': get(`${API_PREFIX}/regimes`, {
    family: 'regimes',
    access: 'key',
    summary: 'The ten long-horizon regimes, and which one holds.',
    description: 'Refreshed about every 15 minutes. current is null before there is enough history for any regime.',
    pathParameters: NONE,
    query: NONE,
    reply: CycleListWire,
    notes: currentNotes,
  }),
  'regimes.current': get(`${API_PREFIX}/regimes/current`, {
    family: 'regimes',
    access: 'key',
    summary: 'The long-horizon regime that holds, with everything that argues for and against it.',
    pathParameters: NONE,
    query: NONE,
    headers: Type.Object({
      'x-payment': Type.Optional(
        Type.String({ description: 'A signed x402 payment instead of a key. This version takes none: send a key.' }),
      ),
    }),
    reply: CycleCurrentWire,
    errors: [
      warmingUp,
      { code: 'x402', when: 'Payment required: not yet; in this version a call without a key answers 401.' },
    ],
    notes: currentNotes,
  }),
  'regimes.history': get(`${API_PREFIX}/regimes/history`, {
    family: 'regimes',
    access: 'pro_plus',
    summary: 'Which long-horizon regimes were committed when.',
    description:
      'from is inclusive, to exclusive; a window has at most 400 days. limit counts the archived refreshes that are looked at, oldest first, not the entries that are returned; truncated says that it clipped the recent end.',
    pathParameters: NONE,
    query: Type.Object({
      from: Type.Optional(Type.String({ description: 'ISO-8601 or unix ms; 30 days ago when it is not sent.' })),
      to: Type.Optional(Type.String({ description: 'ISO-8601 or unix ms; now when it is not sent.' })),
      limit: Type.Integer({ maximum: 25_000, default: 5000, description: 'Archived refreshes; at least 1.' }),
    }),
    reply: CycleHistoryWire,
    notes: [{ date: API_VERSION, text: 'count, from, to, limit, samples, archive_start and data_source' }],
  }),
  baskets: get(`${API_PREFIX}/trading-strategy-baskets`, {
    family: 'regimes',
    access: 'pro',
    summary: '50 baskets of trading ideas in 6 groups, with the regimes that each suits.',
    pathParameters: NONE,
    query: NONE,
    reply: BasketsWire,
    notes: [{ date: API_VERSION, text: 'regimes of a basket; id, name and description of a group' }],
  }),
} as const;
