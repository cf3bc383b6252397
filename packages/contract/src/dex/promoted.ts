/** GET /dex/promoted and /dex/promoted/top: promoted tokens. */

import { ok } from '@barograph/core';
import { value, type ValueBody } from '../body.ts';
import { fieldsOf, record, type WireOf } from '../fields.ts';
import { operation, type Operation } from '../operation.ts';
import { keptByView } from '../shapes/kept.ts';
import { provenanced, withProvenance } from '../shapes/provenance.ts';
import { DEX_ERRORS, foundFields, foundOr, ofDex } from './found.ts';
import { DEX, type FoundAt, type Promotion, type PromotionList, type PromotionsListed } from './port.ts';

const AMOUNT = { minimum: 0 };
const promotionField = fieldsOf<Promotion>();
const promotion = record('Promotion', {
  chain: promotionField.text('As the source names it; also chains that no pools are read of.', (p) => p.chain),
  address: promotionField.text('Contract or mint.', (p) => p.address),
  kind: promotionField.choice(
    ['profile', 'boost'],
    'profile: a page was bought; boost: places in lists were.',
    (p) => p.kind,
  ),
  description: promotionField.textOrNull(
    'Text of the advertiser, shortened, never interpreted. Null without one.',
    (p) => p.description,
  ),
  url: promotionField.textOrNull('Page of the source about the token; null where it gives none.', (p) => p.url),
  boosts: promotionField.numberOrNull('Boosts of this purchase; null of a profile.', (p) => p.amount, AMOUNT),
  boosts_total: promotionField.numberOrNull(
    'Boosts of the token that are active; null of a profile.',
    (p) => p.total,
    AMOUNT,
  ),
  is_community_takeover: promotionField.flagOrNull(
    'Whether its community took it over; null where it is not said.',
    (p) => p.isTakeover,
  ),
});

const field = fieldsOf<PromotionsListed & FoundAt>();
const promotedReply = record('Promotions', {
  tokens: field.items(promotion, 'In the order of the list.', ({ promotions }) => promotions),
  count: field.integer('Rows in tokens.', ({ promotions }) => promotions.length, AMOUNT),
  ...foundFields,
});
type Wire = WireOf<typeof promotedReply>;

function promotedOperation(
  id: string,
  list: PromotionList,
  given: { readonly path: string; readonly summary: string; readonly description: string },
): Operation {
  const kept = keptByView<ValueBody<Wire>>();
  return operation(id, {
    ...ofDex,
    ...given,
    reply: withProvenance(promotedReply.schema),
    errors: DEX_ERRORS,
    answer: async (context, { query }) => {
      const answer = foundOr(await context.use(DEX).promotions(list), 'promotions');
      if (!answer.ok) return answer;
      const found = answer.value;
      return ok(
        kept(
          found,
          query,
          () => '',
          () => value(provenanced(promotedReply.encode(found), found)),
        ),
      );
    },
  });
}

export const promotedTokens = promotedOperation('dex.promoted', 'latest', {
  path: '/dex/promoted',
  summary: 'Tokens that were promoted last.',
  description:
    'Profiles and boosts, newest first of each, by turns. A promotion says who paid, and nothing of the token.',
});

export const topPromoted = promotedOperation('dex.promoted_top', 'top', {
  path: '/dex/promoted/top',
  summary: 'Tokens with the most boosts that are active.',
  description: 'Largest boosts_total first. A promotion says who paid, and nothing of the token.',
});
