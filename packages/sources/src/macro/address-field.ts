/** Configuration field of a publisher's base URL. */

import type { FieldSpec } from '../fields/field.ts';
import { ownWithLive, webAddress } from '../fields/kinds.ts';
import { MACRO_URLS } from './config.ts';

/**
 * Defines the field for the base URL of a publisher.
 * @param what publisher in the help text, as in "Base of the requests of the ECB".
 */
export function outlookAddress(name: keyof typeof MACRO_URLS, what: string): FieldSpec<string | undefined> {
  return webAddress(
    ownWithLive(MACRO_URLS[name]),
    `Base of the requests of ${what}, in addition to live data; not used if files of the same kind are in \`reference\`.`,
  );
}
