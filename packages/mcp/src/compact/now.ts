/** `market_now` and `coin_now`: current state in sections, one operation each. */

import type { Parameters } from '../asking.ts';
import type { CallWorld, Tool, ToolAnswer } from '../tools.ts';
import { answered, refusal, wrongArgument, type Shape } from './answers.ts';
import type { Asker } from './asked.ts';
import { COIN_SECTIONS, MARKET_SECTIONS, USUAL_COIN, USUAL_MARKET, type Section } from './sections.ts';
import { compactTool } from './tool.ts';
import { isRecord, picked } from './view.ts';

const sectionsArgument = (sections: readonly Section[], usual: readonly string[]) => ({
  type: 'array' as const,
  items: { type: 'string' as const, enum: sections.map(({ name }) => name) },
  description: `Left out: ${usual.join(', ')}. Each counts as one request.`,
});

/** Fields below a section, without its name; undefined when no field is in the section. */
function below(fields: readonly string[], section: string): readonly string[] | undefined {
  if (fields.includes(section)) return undefined;
  return fields.filter((path) => path.startsWith(`${section}.`)).map((path) => path.slice(section.length + 1));
}

interface NowAsked {
  readonly asker: Asker;
  readonly sections: readonly Section[];
  readonly arguments: Parameters;
  readonly shape: Shape;
  readonly world: CallWorld;
}

/** Fetches the sections by name. A section that the key cannot read shows the reason; the others are unaffected. */
async function stateOf({ asker, sections, arguments: given, shape, world }: NowAsked): Promise<ToolAnswer> {
  const state: Record<string, unknown> = {};
  let refused: ToolAnswer | undefined;
  let done = 0;
  let isAnswered = false;
  for (const { name, operation, coin, takes = [], usual } of sections) {
    if (world.signal?.aborted === true) break;
    const handed = Object.fromEntries(takes.map((key) => [key, given[key]]));
    const own = { ...handed, ...(coin === undefined ? {} : { [coin]: given['symbol'] }) };
    const answer = await asker.ask(operation, own);
    await world.progress?.(++done, sections.length);
    if (!answer.ok) {
      const { code, hints, message } = answer.error;
      state[name] = {
        error: code,
        ...(code === 'tier_too_low' ? { required_tier: hints['required_tier'] } : { message }),
      };
      refused ??= refusal(answer.error);
      continue;
    }
    isAnswered = true;
    const wanted = shape.fields === undefined ? undefined : below(shape.fields, name);
    const paths = shape.fields === undefined ? (shape.verbose === true ? undefined : usual) : wanted;
    state[name] =
      paths === undefined || paths.length === 0 ? answer.value : (picked(answer.value, paths) ?? noField(answer.value));
  }
  return refused !== undefined && !isAnswered
    ? refused
    : answered(state, { verbose: shape.verbose }, undefined, ['sections', 'fields']);
}

/** Placeholder for a section without any requested field; null would mean unknown. */
function noField(value: unknown): unknown {
  return { error: 'no_such_field', accepted: isRecord(value) ? Object.keys(value) : [] };
}

/** Requested sections: named directly, named by `fields`, or the usual ones. */
function chosen(
  all: readonly Section[],
  usual: readonly string[],
  names: unknown,
  fields: Shape['fields'],
): readonly Section[] {
  const heads = fields?.map((path) => path.split('.')[0]!) ?? [];
  const wanted: readonly unknown[] =
    Array.isArray(names) && names.length > 0 ? names : heads.length > 0 ? heads : usual;
  return all.filter(({ name }) => wanted.includes(name));
}

/** Answer for fields outside all sections. */
function noSection(fields: Shape['fields'], all: readonly Section[]): ToolAnswer {
  const accepted = all.map(({ name }) => name);
  return wrongArgument(`fields: no section in ${(fields ?? []).join(', ').slice(0, 200)}.`, 'Begin paths with one of accepted.', { accepted }); // prettier-ignore
}

/** Creates the two tools. */
export function nowTools(asker: Asker): readonly Tool[] {
  const market = compactTool({
    name: 'market_now',
    title: 'State of the market now.',
    description:
      'The regime of weeks to months (long_regime), of the next hours (regime: tier pro), shock, volatility, and other sections: health, mood, liquidity, risks.',
    properties: {
      sections: sectionsArgument(MARKET_SECTIONS, USUAL_MARKET),
      horizon: { type: 'string', enum: ['4h', '24h'], description: 'Of regime; 24h when left out.' },
    },
    returns: 'A record for each section; {"error", …} of one that is not open.',
    answer: async (given, shape, world) => {
      const sections = chosen(MARKET_SECTIONS, USUAL_MARKET, given['sections'], shape.fields);
      if (sections.length === 0) return noSection(shape.fields, MARKET_SECTIONS);
      return stateOf({ asker, sections, arguments: given, shape, world });
    },
  });
  const coin = compactTool({
    name: 'coin_now',
    title: 'State of a coin now.',
    description:
      'Regime of a perp (tier pro), daily trend colour, prices with funding, and other sections. Any spelling of the coin.',
    properties: {
      symbol: { type: 'string', description: 'BTC, ETHUSDT, SOL-PERP' },
      sections: sectionsArgument(COIN_SECTIONS, USUAL_COIN),
    },
    required: ['symbol'],
    returns: 'A record for each section; {"error", …} of one that is not open.',
    answer: async (given, shape, world) => {
      const sections = chosen(COIN_SECTIONS, USUAL_COIN, given['sections'], shape.fields);
      if (sections.length === 0) return noSection(shape.fields, COIN_SECTIONS);
      return stateOf({ asker, sections, arguments: given, shape, world });
    },
  });
  return [market, coin];
}
