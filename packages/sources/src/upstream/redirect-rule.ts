/** Rule by which redirects of a source are followed. */

import type { Resolver } from './public-address.ts';

/** Rule of redirects. */
export interface RedirectRule {
  /** Most that are followed. */
  readonly most: number;
  /** Hosts that the operator has named: they may be private. In small letters, with the port where there is one. */
  readonly named: ReadonlySet<string>;
  /** The system's when left out. */
  readonly resolver?: Resolver;
}
