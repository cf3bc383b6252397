/** Rows and details of indicators. */

import { INDICATOR_GROUP_SLUGS, indicatorPrompts, STRATEGIES, wikiPathOf, type Indicator } from '@barograph/catalogue';
import { Type } from 'typebox';
import { fieldsOf, record } from '../fields.ts';
import { called, DIFFICULTIES, PathSchema, promptsRecord } from './parts.ts';

/** Maximum strategies that a detail names. */
const MOST_USERS = 12;

const users = new Map<string, string[]>();
for (const { slug, indicators } of STRATEGIES) {
  for (const indicator of indicators) users.set(indicator, [...(users.get(indicator) ?? []), slug]);
}
const usersOf = ({ slug }: Indicator): readonly string[] => users.get(slug) ?? [];

const { text, choice, list, inner, integer } = fieldsOf<Indicator>();
const fields = {
  slug: text('Stable: never given to another entry.', (indicator) => indicator.slug),
  name: text('Name.', (indicator) => indicator.name),
  group: choice(INDICATOR_GROUP_SLUGS, 'Slug of its group.', (indicator) => indicator.group),
  summary: text('What it tells a reader, in one or two sentences.', (indicator) => indicator.summary),
  aliases: list(Type.String(), 'Other names and abbreviations.', (indicator) => indicator.aliases),
  endpoints: list(PathSchema, 'Operations that serve it, or what it is made of.', (indicator) =>
    called(indicator.endpoints),
  ),
};

/** Indicator in a list. */
export const indicatorRow = record('IndicatorRow', fields);

/** Indicator with its details. */
export const indicatorDetail = record('IndicatorDetail', {
  ...fields,
  tags: list(Type.String(), 'Words to find it by.', (indicator) => indicator.tags),
  difficulty: choice(DIFFICULTIES, 'Difficulty of reading it well.', (indicator) => indicator.difficulty),
  used_by: list(
    Type.String(),
    'Slugs of strategies that name it, the first 12 in the order of their catalogue.',
    (indicator) => usersOf(indicator).slice(0, MOST_USERS),
    { maxItems: MOST_USERS },
  ),
  used_by_others: integer(
    'Strategies that name it and are not in used_by.',
    (indicator) => Math.max(0, usersOf(indicator).length - MOST_USERS),
    { minimum: 0 },
  ),
  wiki_path: text('Path of its page: formula, symbols, defaults, sources, how to compute it.', wikiPathOf),
  prompts: inner(promptsRecord, indicatorPrompts, 'Tasks made from its fields.'),
});
