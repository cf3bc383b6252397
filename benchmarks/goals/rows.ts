/** Every row of the table of goals, in its order. */

import { AGAINST_C } from './against-c.ts';
import type { Row } from './row.ts';

/** The rows. */
export const ROWS: readonly Row[] = [...AGAINST_C];
