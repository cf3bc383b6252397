/** GET /sentiment/fear-greed: mean of the fresh indices, as JSON or as a note. */

import { Type } from 'typebox';
import { formatParameter } from '../shapes/format.ts';
import { sentimentOperation } from './answer.ts';
import { fearGreedBlock, type FearGreedWire } from './row.ts';

const minute = (time: number): string => `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** Formats the answer as a Markdown note, with the contents of the JSON. */
export function fearGreedNote(block: FearGreedWire, asOf: number, dataSource: string): string {
  const before = [
    ['a day ago', block.value_24h_ago],
    ['a week ago', block.value_7d_ago],
    ['thirty days ago', block.value_30d_ago],
  ].flatMap(([when, value]) => (value === null ? [] : [`${value} ${when}`]));
  return [
    `# Fear and greed ${block.value}, ${block.classification.replace('_', ' ')}, ${minute(asOf)}`,
    ...block.sources.map(({ name, value, as_of: at }) => `- ${name}: ${value}, ${minute(at)}`),
    ...(before.length === 0 ? [] : ['', `It was ${before.join(', ')}.`]),
    '',
    `_0 is fear, 100 is greed. Source: ${dataSource}._`,
    '',
  ].join('\n');
}

export const sentimentFearGreed = sentimentOperation('sentiment.fear_greed', {
  path: '/sentiment/fear-greed',
  feed: 'fearGreed',
  title: 'FearGreed',
  summary: 'Fear and greed, averaged over the indices that are fresh; as JSON or as a note.',
  description:
    'An index that is older than 36 hours does not count. Indices have methods of their own; sources has each.',
  query: Type.Object(formatParameter),
  reply: fearGreedBlock.schema,
  make: (block) => block,
  note: (block, { asOf, dataSource }) => fearGreedNote(block, asOf, dataSource),
});
