/** GET /quant/positioning: longs and shorts of each coin by class of trader. */

import { ok } from '@barograph/core';
import { Type } from 'typebox';
import { value, type ValueBody } from '../body.ts';
import { operation } from '../operation.ts';
import { keptByView } from '../shapes/kept.ts';
import { sourced, withSource } from '../shapes/sourced.ts';
import { positioningAnswer, type PositioningWire } from './positioning-answer.ts';
import { askedRecords, ofPositioning, publishedPositioning, symbolsParameter } from './published.ts';

const kept = keptByView<ValueBody<PositioningWire>>();

export const quantPositioning = operation('quant.positioning', {
  ...ofPositioning,
  path: '/quant/positioning',
  pointInTime: true,
  dataset: 'positioning',
  summary: 'Longs and shorts of each coin by market makers, whales and others.',
  description:
    'Tracked accounts with positions of 100,000 USD or more, at mark. The three classes add up to all; by_tag has overlays that are no part of it. An account changes its class after six cycles of five minutes. open_interest_share says how much of the coin the accounts hold.',
  query: Type.Object({ symbol: symbolsParameter }),
  reply: withSource(positioningAnswer.schema),
  answer: (context, { query }) => {
    const published = publishedPositioning(context);
    if (!published.ok) return published;
    const view = published.value;
    return ok(
      kept(
        view,
        query,
        () => query.symbol ?? '',
        () => {
          const coins = askedRecords(view, query.symbol).map(({ symbol, split }) => [symbol, split] as const);
          const { positionsAsOf, positioning: meta } = view.head;
          return value(sourced({ positions_as_of: positionsAsOf, coins: Object.fromEntries(coins), meta }, view));
        },
      ),
    );
  },
});
