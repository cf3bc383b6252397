/** GET /quant/whales: positions of the tracked accounts, the direction of accounts with a side, and their largest coins. */

import { ok } from '@barograph/core';
import { value, type ValueBody } from '../body.ts';
import { operation } from '../operation.ts';
import { POSITIONING } from '../positioning/port.ts';
import { ofPositioning } from '../positioning/published.ts';
import { publishedCycle } from '../shapes/account-cycle.ts';
import { keptByView } from '../shapes/kept.ts';
import { sourced, withSource } from '../shapes/sourced.ts';
import { whalesPublication } from './publication.ts';
import { whalesRow, type WhalesRowWire } from './row.ts';

const kept = keptByView<ValueBody<WhalesRowWire>>();

export const quantWhales = operation('quant.whales', {
  ...ofPositioning,
  path: '/quant/whales',
  pointInTime: true,
  dataset: 'whales',
  summary: 'What large accounts hold: by class and tag, their bias, and the coins with the largest net.',
  description:
    'Tracked accounts with positions of 100,000 USD or more, at mark, every five minutes. long_pct of the whole book sits below 50 while market makers hedge; net_bias is of the accounts that take a side. by_tag_usd has overlays that are no part of by_class.',
  reply: withSource(whalesRow.schema),
  answer: (context, { query }) => {
    const published = publishedCycle(context, context.use(POSITIONING).status, whalesPublication);
    if (!published.ok) return published;
    const view = published.value;
    return ok(
      kept(
        view,
        query,
        () => '',
        () => value(sourced(view.head, view)),
      ),
    );
  },
});
