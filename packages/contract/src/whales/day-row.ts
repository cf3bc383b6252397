/** A day of whales on the wire. */

import type { WhaleDay } from '@barograph/positioning';
import { fieldsOf, record, type WireOf } from '../fields.ts';

const USD = { minimum: 0 };

const coin = fieldsOf<WhaleDay['topCoins'][number]>();
const dayCoin = record(null, {
  symbol: coin.text('Base coin, as its venue names it.', (c) => c.coin),
  long_usd: coin.number('USD at mark.', (c) => c.long, USD),
  short_usd: coin.number('USD at mark.', (c) => c.short, USD),
  net_usd: coin.number('long_usd less short_usd.', (c) => c.net),
  gross_usd: coin.number('long_usd plus short_usd.', (c) => c.gross, USD),
});

const day = fieldsOf<WhaleDay>();

/** UTC day, from its last cycle; today, from the newest cycle. */
export const whaleDayRow = record('WhaleDay', {
  date: day.text('UTC day, YYYY-MM-DD.', (d) => d.date),
  long_usd: day.number('USD at mark.', (d) => d.long, USD),
  short_usd: day.number('USD at mark.', (d) => d.short, USD),
  net_usd: day.number('long_usd less short_usd.', (d) => d.net),
  gross_usd: day.number('long_usd plus short_usd.', (d) => d.gross, USD),
  top_coins: day.items(dayCoin, 'Largest |net_usd| first.', (d) => d.topCoins),
  source: day.choice(
    ['seed', 'live'],
    'live: of a cycle of this service. seed: computed afterwards, from what accounts held at the end of the day.',
    (d) => d.source,
  ),
  estimated: day.flag('The numbers are estimates.', (d) => d.estimated),
});
/** The day on the wire. */
export type WhaleDayWire = WireOf<typeof whaleDayRow>;
