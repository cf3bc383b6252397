/** A headline as it is published: one line of text, and a link that a browser may follow. */

import type { ListedHeadline } from '@barograph/contract';
import { outsideText } from '@barograph/stress';
import type { Headline } from '@barograph/sources';

/** Longest title that is shown. */
const MOST_CHARACTERS = 300;

/** A link of another scheme is left out. */
export function listedHeadline({ id, title, url, time, publisher }: Headline): ListedHeadline {
  const isLink = url !== undefined && /^https?:\/\//i.test(url);
  return {
    id: outsideText(id, MOST_CHARACTERS),
    title: outsideText(title, MOST_CHARACTERS),
    ...(isLink ? { url } : {}),
    time,
    publisher: outsideText(publisher, MOST_CHARACTERS),
  };
}
