/** Published form of a headline: one line of text, and a safe link. */

import type { ListedHeadline } from '@barograph/contract';
import { outsideText } from '@barograph/stress';
import type { Headline } from '@barograph/sources';

/** Maximum length of a title. */
const MOST_CHARACTERS = 300;

/** Links with another scheme are left out. */
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
