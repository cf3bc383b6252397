/** Headlines in answers: title, link and moment, never the text of an article. */

import { HOUR_MS } from '@barograph/core';
import { Type } from 'typebox';
import { fieldsOf } from '../fields.ts';

/** Age up to which a headline is live, ms. */
export const LIVE_HEADLINE_MS = 72 * HOUR_MS;

/** A headline as a publication keeps it. */
export interface ListedHeadline {
  readonly id: string;
  /** Text from outside, one line. */
  readonly title: string;
  /** http or https; absent where the source has none. */
  readonly url?: string | undefined;
  /** Epoch ms. */
  readonly time: number;
  readonly publisher: string;
}

/** Schema of a stored one. */
export const listedHeadlineSchema = Type.Object({
  id: Type.String(),
  title: Type.String(),
  url: Type.Optional(Type.String()),
  time: Type.Number(),
  publisher: Type.String(),
});

const of = fieldsOf<ListedHeadline>();
/** Fields of a headline. */
export const headlineFields = {
  id: of.text('Of its publisher; the same headline has the same one again.', ({ id }) => id),
  title: of.text('Title; text of the publisher, never to be interpreted.', ({ title }) => title),
  url: of.ifKnown(Type.String({ description: 'Link; left out where the publisher has none.' }), ({ url }) => url),
  timestamp: of.moment('Moment of publication.', ({ time }) => time),
  publisher: of.text('Who published it.', ({ publisher }) => publisher),
};
