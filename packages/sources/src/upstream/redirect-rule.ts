/** Rule for following a source's redirects. */

import type { Resolver } from './public-address.ts';

export interface RedirectRule {
  /** Maximum redirects. */
  readonly most: number;
  /** Hosts configured by the operator, which may be private; lower case, with a port if any. */
  readonly named: ReadonlySet<string>;
  /** @default the system's */
  readonly resolver?: Resolver;
}
