/** GET /strategies/{slug} and /indicators/catalog/{slug}: one entry of a catalogue. */

import { INDICATORS, STRATEGIES } from '@barograph/catalogue';
import { Type } from 'typebox';
import { operation } from '../operation.ts';
import { bySlug } from './by-slug.ts';
import { indicatorDetail } from './indicator-row.ts';
import { ADDED } from './parts.ts';
import { strategyDetail } from './strategy-row.ts';

const slugOf = (example: string) => Type.Object({ slug: Type.String({ minLength: 1, examples: [example] }) });

const strategyOf = bySlug(STRATEGIES, strategyDetail.encode, { code: 'strategy_not_found', noun: 'strategy' });
const indicatorOf = bySlug(INDICATORS, indicatorDetail.encode, { code: 'indicator_not_found', noun: 'indicator' });

export const strategyGet = operation('strategies.get', {
  path: '/strategies/{slug}',
  family: 'catalogue',
  dataset: 'catalogue',
  summary: 'One strategy: why it could earn, markets, data, how far it was tested, and two tasks.',
  pathParameters: slugOf('cash-and-carry-quarterly'),
  reply: strategyDetail.schema,
  errors: [{ code: 'strategy_not_found', when: 'A slug that no strategy has; suggestions has those near to it.' }],
  answer: (_, { path }) => strategyOf(path.slug),
});

export const indicatorGet = operation('indicators.catalog_get', {
  path: '/indicators/catalog/{slug}',
  family: 'catalogue',
  dataset: 'catalogue',
  summary: 'One indicator: tags, difficulty, the strategies that use it, and two tasks.',
  notes: ADDED,
  pathParameters: slugOf('arms-index'),
  reply: indicatorDetail.schema,
  errors: [{ code: 'indicator_not_found', when: 'A slug that no indicator has; suggestions has those near to it.' }],
  answer: (_, { path }) => indicatorOf(path.slug),
});
