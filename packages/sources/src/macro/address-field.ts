/** Field of the base of a publisher of moods or macro series. */

import type { FieldSpec } from '../fields/field.ts';
import { ownWithLive, webAddress } from '../fields/kinds.ts';
import { MACRO_URLS } from './config.ts';

/** @param what as in "Base of the requests of the ECB". */
export function outlookAddress(name: keyof typeof MACRO_URLS, what: string): FieldSpec<string | undefined> {
  return webAddress(
    ownWithLive(MACRO_URLS[name]),
    `Base of the requests of ${what}, beside live data; not asked beside files of the same kind in \`reference\`.`,
  );
}
