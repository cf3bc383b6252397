/** GET /derivatives/cexa/long-short-ratio: fractions of long and short accounts of the large exchange. */

import { DAY_MS, ok } from '@barograph/core';
import { Type } from 'typebox';
import { value } from '../body.ts';
import { fieldsOf, record } from '../fields.ts';
import { operation } from '../operation.ts';
import { provenanced, withProvenance } from '../shapes/provenance.ts';
import { OTHER_VENUES, type LongShareSample } from '../venues-port.ts';
import { symbolParameter, UNKNOWN_COIN, VENUES_AWAY } from './asked.ts';
import { blockFields, blockOf, madeFields, madeOf, type Block, type Made } from './block.ts';
import { cexaPerp, cexaRows, perpFields, type CexaPerp } from './cexa-symbol.ts';

const SHARE = { minimum: 0, maximum: 1 };
const sample = fieldsOf<{ readonly long: number }>();
/** Scales of a share of accounts. */
export const accountFields = {
  long_account: sample.numberOrNull('Share of the accounts with a position that are net long.', ({ long }) => long, SHARE), // prettier-ignore
  short_account: sample.numberOrNull('Share of them that are net short.', ({ long }) => 1 - long, SHARE),
  long_short_ratio: sample.numberOrNull('long_account over short_account; null where nobody is short.', ({ long }) => long / (1 - long), { minimum: 0 }), // prettier-ignore
};
const timed = fieldsOf<LongShareSample>();
const accountRow = record(null, {
  timestamp: timed.moment('When it was known.', ({ time }) => time),
  ...accountFields,
});

interface Found extends Block, Made, Pick<CexaPerp, 'symbol' | 'coin'> {
  /** NaN when unknown. */
  readonly long: number;
  readonly history: readonly LongShareSample[];
}
const field = fieldsOf<Found>();
/** The answer. */
export const cexaAccountsReply = record('CexaLongShortRatio', {
  ...perpFields,
  ...accountFields,
  history: field.items(accountRow, 'A row per hour of the last day, oldest first.', ({ history }) => history),
  count: field.integer('Rows in history.', ({ history }) => history.length, { minimum: 0 }),
  ...blockFields,
  ...madeFields,
});

export const cexaLongShort = operation('derivatives.cexa.long_short_ratio', {
  path: '/derivatives/cexa/long-short-ratio',
  family: 'derivatives',
  dataset: 'venue_derivatives',
  ports: [OTHER_VENUES],
  summary: 'Ratio of long to short accounts of a perp of the large exchange, with the hours of the last day.',
  description: 'Accounts are counted, not sizes: one large account that is short weighs as much as a small one.',
  query: Type.Object(symbolParameter),
  reply: withProvenance(cexaAccountsReply.schema),
  errors: [UNKNOWN_COIN, VENUES_AWAY],
  answer: async (context, { query }) => {
    const venues = context.use(OTHER_VENUES);
    const lookup = await cexaPerp(venues, query.symbol);
    if (!lookup.ok) return lookup;
    const { symbol, coin, listing } = lookup.value;
    const from = context.now() - DAY_MS;
    const hourly = await cexaRows(lookup.value, async () => venues.longShare(symbol, '1h', from));
    if (!hourly.ok) return hourly;
    const history = hourly.value.ok ? hourly.value.rows : [];
    const stamp = madeOf(context, [hourly.value, listing]);
    const found: Found = {
      symbol,
      coin,
      long: history.at(-1)?.long ?? NaN,
      history,
      ...blockOf(hourly.value),
      ...stamp,
    };
    return ok(value(provenanced(cexaAccountsReply.encode(found), stamp)));
  },
});
