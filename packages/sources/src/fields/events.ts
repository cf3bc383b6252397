/** Fields of live sources of stablecoins, hacks, media volume and headlines. */

import { field, type Field } from './field.ts';
import { text, webUrl } from './values.ts';
import { HACKS_URL } from '../hacks/config.ts';
import { REGISTER_URL } from '../headlines/config.ts';
import { MEDIA_URL } from '../media/config.ts';
import type { EventsConfig } from '../sources-config.ts';
import { STABLECOINS_URL } from '../stablecoins/config.ts';

/** The base of a source. @param what as in "the source of stablecoins". */
function url(
  name: 'stablecoinsUrl' | 'hacksUrl' | 'mediaUrl' | 'registerUrl',
  own: string,
  what: string,
): Field<string | undefined> {
  return field(name, {
    shape: 'URL',
    fallback: undefined,
    fallbackText: `\`${own}\` with \`--live\` and no \`perpdexUrl\``,
    meaning: `Base of the requests of ${what}, beside live data; not asked where \`reference\` has files of it.`,
    expected: 'a URL that begins with http:// or https://',
    parse: webUrl,
  });
}

/** In the order of the help. */
export const EVENTS_FIELDS: { readonly [Name in keyof EventsConfig]: Field<EventsConfig[Name]> } = {
  stablecoinsUrl: url('stablecoinsUrl', STABLECOINS_URL, 'the source of supplies and prices of stablecoins'),
  hacksUrl: url('hacksUrl', HACKS_URL, 'the source of hacks, which needs `defillamaKey`'),
  defillamaKey: {
    ...field('defillamaKey', {
      shape: 'KEY',
      fallback: undefined,
      fallbackText: 'none: no live hacks, only those of `reference`',
      meaning: 'Paid key of the source of hacks.',
      expected: 'a key of 1 to 200 characters without spaces',
      parse: (value: string) => (/^[!-~]{1,200}$/.test(value) ? value : undefined),
    }),
    isSecret: true,
  },
  mediaUrl: url('mediaUrl', MEDIA_URL, 'the bulk files of media volume'),
  registerUrl: url('registerUrl', REGISTER_URL, 'the Federal Register'),
  headlines: field('headlines', {
    shape: 'FILE',
    fallback: undefined,
    fallbackText: 'a list of regulators and papers that ships, with `--live` and no `perpdexUrl`',
    meaning:
      'JSON list of feeds of headlines (RSS or Atom), each with `publisher`, `url`, `topic` (`policy`, `security`, `market`, or `news`: each headline by its words) and, where the publisher asks for one, `wantsContact: true`; beside live data.',
    expected: 'a file',
    parse: text,
  }),
  news: field('news', {
    shape: 'FILE',
    fallback: undefined,
    fallbackText: 'a list of regulators, papers and an exchange that ships, with `--live` and no `perpdexUrl`',
    meaning:
      'JSON list of sources of news, each with `name`, `url`, `tier` (1 regulators and first hand, 2 papers of the trade, 3 others) and, where it has them, `category` (kind of items whose title says none), `form` (`feed`: RSS or Atom; `announcements`: JSON of an exchange), `wantsContact: true`; beside live data, or the simulator at the present.',
    expected: 'a file',
    parse: text,
  }),
  contact: field('contact', {
    shape: 'TEXT',
    fallback: undefined,
    fallbackText: 'none: the SEC is not asked',
    meaning: 'Address or page that stands in the user agent of requests for headlines and news; the SEC wants one.',
    expected: 'a mail address or page of 3 to 100 characters without spaces',
    parse: (value) => (/^[\w.+@:/-]{3,100}$/.test(value) ? value : undefined),
  }),
};
