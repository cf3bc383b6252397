/** Tools that call one operation each: changes, calendar, scorecard, account. */

import type { Operation } from '@barograph/contract';
import type { JSONObject } from '@modelcontextprotocol/server';
import type { Tool } from '../tools.ts';
import { answered, refusal } from './answers.ts';
import type { Asker } from './asked.ts';
import { compactTool } from './tool.ts';

/** A tool over one operation. */
interface Single {
  readonly name: string;
  readonly operation: string;
  readonly title: string;
  readonly description: string;
  readonly returns: string;
  /** Notes by parameter. */
  readonly notes?: Readonly<Record<string, string>>;
}

const SINGLES: readonly Single[] = [
  {
    name: 'what_changed',
    operation: 'stream.recent',
    title: 'Events of the last two hours, oldest first.',
    description:
      'Liquidations, whales, funding, open interest, price moves. Changes of states are sent when types names them.',
    returns: 'events.',
    notes: {
      types: 'Comma list: regime, shock, long_regime, signum_color, volatility_regime, liquidation …',
      symbols: 'Comma list of coins.',
    },
  },
  {
    name: 'calendar',
    operation: 'event.calendar',
    title: 'Dated catalysts ahead: unlocks, macro prints, depegs, mints.',
    description: 'The side that each leans to, and its magnitude.',
    returns: 'items.',
  },
  {
    name: 'scorecard',
    operation: 'quant.scorecard',
    title: 'How often published forecasts were right, next to what was known without them.',
    description: 'Scores against baselines, and "said 72 %, happened 70 % of 431 times". Live and backfilled apart.',
    returns: 'live and backfilled: kinds with score, baseline, rows and calibration.',
    notes: { scope: 'market, or a perp.', window: 'Days.' },
  },
  {
    name: 'account',
    operation: 'auth.keys.me',
    title: 'Tier, use of today and limits of the key.',
    description: 'Without a key it says how to make a free one.',
    returns: 'tier, daily_limit, requests_today, per_minute_limit.',
  },
];

/** Parameter schema of an operation, shortened for agents: without bounds and long descriptions. */
export function argumentsOf(
  operation: Operation,
  notes: Readonly<Record<string, string>> = {},
): Readonly<Record<string, JSONObject>> {
  const entries = Object.entries(operation.query.properties).map(([name, schema]): [string, JSONObject] => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a schema is plain JSON
    const { type, enum: choices } = JSON.parse(JSON.stringify(schema)) as JSONObject;
    const note = notes[name];
    return [
      name,
      {
        ...(type === undefined ? {} : { type }),
        ...(choices === undefined ? {} : { enum: choices }),
        ...(note === undefined ? {} : { description: note }),
      },
    ];
  });
  return Object.fromEntries(entries);
}

/** Creates the tools whose operations the service has. */
export function singleTools(asker: Asker): readonly Tool[] {
  return SINGLES.flatMap(({ operation, notes, ...facts }) => {
    const known = asker.known(operation);
    if (known === undefined) return [];
    const properties = argumentsOf(known, notes);
    const tool = compactTool({
      ...facts,
      properties,
      answer: async (given, shape) => {
        const answer = await asker.ask(operation, given);
        return answer.ok
          ? answered(answer.value, shape, undefined, [...Object.keys(properties), 'fields'])
          : refusal(answer.error);
      },
    });
    return [tool];
  });
}
