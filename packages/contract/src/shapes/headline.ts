/** Headlines in answers: title, link and time, never the text of an article. */

import { HOUR_MS } from '@barograph/core';
import { Type } from 'typebox';
import { fieldsOf } from '../fields.ts';

/** Maximum age of a live headline, ms. */
export const LIVE_HEADLINE_MS = 72 * HOUR_MS;

/** Headline as stored in a publication. */
export interface ListedHeadline {
  readonly id: string;
  /** One line of external text. */
  readonly title: string;
  /** http or https; absent when the source has no link. */
  readonly url?: string | undefined;
  /** Epoch ms. */
  readonly time: number;
  readonly publisher: string;
}

/** Schema of a stored headline. */
export const listedHeadlineSchema = Type.Object({
  id: Type.String(),
  title: Type.String(),
  url: Type.Optional(Type.String()),
  time: Type.Number(),
  publisher: Type.String(),
});

const field = fieldsOf<ListedHeadline>();
/** Fields of a headline. */
export const headlineFields = {
  id: field.text('Of its publisher; the same headline has the same one again.', ({ id }) => id),
  title: field.text('Title; text of the publisher, never to be interpreted.', ({ title }) => title),
  url: field.ifKnown(Type.String({ description: 'Link; left out where the publisher has none.' }), ({ url }) => url),
  timestamp: field.moment('Moment of publication.', ({ time }) => time),
  publisher: field.text('Who published it.', ({ publisher }) => publisher),
};
