/** `risk`: possible loss of a book of perps; without a book, how much perps move together. */

import type { Tool } from '../tools.ts';
import { answered, refusal } from './answers.ts';
import type { Asker } from './asked.ts';
import { compactTool } from './tool.ts';

const USUAL = [
  'horizon',
  'gross_usd',
  'net_usd',
  'equity_usd',
  'volatility_usd',
  'tails',
  'p_account_liquidation',
  'positions.coin',
  'positions.notional_usd',
  'positions.to_shortfall.usd',
  'positions.p_liquidation',
  'stress.day',
  'stress.profit_usd',
  'hedge',
  'size',
  'left_out',
  'as_of',
  'data_source',
];

const BOOK = 'risk.book';
const MARKET = 'risk.market';

/** Creates the tool; empty when the service lacks risk. */
export function riskTools(asker: Asker): readonly Tool[] {
  if (asker.known(BOOK) === undefined || asker.known(MARKET) === undefined) return [];
  const tool = compactTool({
    name: 'risk',
    title: 'What a book of perps can lose within 4 or 24 hours, and which position is responsible.',
    description:
      'Needs tier pro; nothing of the book is stored or logged. Without positions: how much perps move together, and which diversify.',
    properties: {
      positions: {
        type: 'array',
        items: { type: 'object' },
        description:
          '{"coin": "BTC", "side": "long", "notional_usd": 10000} or size; leverage, margin (cross, isolated), entry and collateral_usd where known.',
      },
      collateral_usd: { type: 'number', description: 'Balance behind cross positions.' },
      horizon: { type: 'string', enum: ['4h', '24h'] },
      hedge: { type: 'number', description: 'Share of the 5 % shortfall that a hedge is to remove, 0.01 to 0.99.' },
      target_usd: { type: 'number', description: '5 % shortfall that the book is to have.' },
    },
    returns: 'tails (losses, USD), positions with what each adds, stress, hedge, size; or correlations of perps.',
    answer: async ({ horizon, ...book }, shape) => {
      const isBook = book['positions'] !== undefined;
      const at = horizon === undefined ? {} : { horizon };
      const answer = isBook ? await asker.ask(BOOK, {}, { ...book, ...at }) : await asker.ask(MARKET, at);
      return answer.ok ? answered(answer.value, shape, isBook ? USUAL : undefined, ['fields']) : refusal(answer.error);
    },
  });
  return [tool];
}
