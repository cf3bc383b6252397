/** GET /liquidity/depth/{symbol}: the samples of one coin. */

import { err, MINUTE_MS, ok, symbolIndex } from '@barograph/core';
import { Type } from 'typebox';
import { value } from '../body.ts';
import { fieldsOf, record, within } from '../fields.ts';
import { operation } from '../operation.ts';
import { ANY_SPELLING, type DataSource } from '../parameters.ts';
import { problem } from '../problem.ts';
import { sourceFields, stampFields } from '../shapes/page.ts';
import { provenanced, withProvenance } from '../shapes/provenance.ts';
import { bookSource, ofLiquidity, publishedLiquidity } from './answer.ts';
import { LIQUIDITY } from './port.ts';
import { depthSampleRow, type DepthSample } from './sample-row.ts';

/** Maximum minutes. Coins that are no longer tracked stay readable as long. */
const MINUTES_MAX = 1440;

interface Found {
  readonly symbol: string;
  readonly minutes: number;
  readonly isTracked: boolean;
  readonly samples: readonly DepthSample[];
  readonly asOf: number;
  readonly dataSource: DataSource;
}
const field = fieldsOf<Found>();
const depthSamplesReply = record('DepthSamples', {
  symbol: field.text('Base coin, as its venue names it.', ({ symbol }) => symbol),
  minutes: field.integer('Minutes before now, as asked.', ({ minutes }) => minutes, {
    minimum: 1,
    maximum: MINUTES_MAX,
  }),
  samples: field.items(depthSampleRow, 'Oldest first.', ({ samples }) => samples),
  count: field.integer('Rows in samples.', ({ samples }) => samples.length, { minimum: 0 }),
  is_tracked: field.flag(
    'False of a coin that left the tracked ones: its samples stay readable for 24 hours.',
    ({ isTracked }) => isTracked,
  ),
  ...within((found: Found) => found, { ...stampFields, source: sourceFields.source }),
});

export const liquidityDepthSymbol = operation('liquidity.depth_symbol', {
  ...ofLiquidity,
  path: '/liquidity/depth/{symbol}',
  dataset: 'depth_history',
  summary: 'Depth samples of one coin, up to 24 hours.',
  description: `${ANY_SPELLING} A tracked coin without samples has count 0. A minute without a sample is one whose book could not be measured: nothing stands for it.`,
  pathParameters: Type.Object({ symbol: Type.String({ minLength: 1, examples: ['BTC'] }) }),
  query: Type.Object({
    minutes: Type.Integer({ minimum: 1, maximum: MINUTES_MAX, default: 60, description: 'Minutes before now.' }),
  }),
  reply: withProvenance(depthSamplesReply.schema),
  errors: [
    ...ofLiquidity.errors,
    { code: 'unknown_symbol', when: 'A coin that is not among the tracked ones; suggestions has names that are near.' },
  ],
  answer: async (context, { path, query: { minutes } }) => {
    const published = publishedLiquidity(context);
    if (!published.ok) return published;
    const view = published.value;
    const now = context.now();
    const left = view.head.left.filter(({ at }) => now - at < MINUTES_MAX * MINUTE_MS).map(({ symbol }) => symbol);
    const coins = symbolIndex([...view.head.tracked, ...left]);
    const symbol = coins.find(path.symbol, 'coin');
    if (symbol === undefined) {
      const suggestions = coins.suggest(path.symbol);
      return err(problem('unknown_symbol', `${path.symbol} is not among the tracked coins.`, { suggestions }));
    }
    const samples = await context.use(LIQUIDITY).samples(symbol, now - minutes * MINUTE_MS, now);
    const found: Found = {
      symbol,
      minutes,
      isTracked: view.head.tracked.includes(symbol),
      samples,
      asOf: view.asOf,
      dataSource: bookSource(view),
    };
    return ok(value(provenanced(depthSamplesReply.encode(found), view)));
  },
});
