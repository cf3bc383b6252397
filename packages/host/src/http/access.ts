/** Who may call what: the table's access column, applied in one place, before anything of the request is read. */

import type { Endpoint, Problem } from '@barograph/contract';

/** How access is decided. `open` serves every operation without a key. */
export const ACCESS_MODES = ['open'] as const;
/** A way of deciding access. */
export type AccessMode = (typeof ACCESS_MODES)[number];

/** @returns what refuses the caller, or undefined when the operation is open to it. */
export type AccessRule = (endpoint: Endpoint, key: string | undefined) => Problem | undefined;

/** The rule of a mode. */
export function accessRule(mode: AccessMode): AccessRule {
  switch (mode) {
    case 'open':
      return () => undefined;
  }
}
