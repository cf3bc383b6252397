/** Every row of the table of goals, in its order. */

import { AGAINST_C } from './against-c.ts';
import { EM } from './em.ts';
import { FILES } from './files.ts';
import { HISTORY } from './history.ts';
import { ROWS_OUT } from './rows-out.ts';
import type { Row } from './row.ts';
import { SSE } from './sse.ts';
import { STARTUP } from './startup.ts';
import { UNIVERSE } from './universe.ts';

/** The rows. */
export const ROWS: readonly Row[] = [...AGAINST_C, EM, HISTORY, UNIVERSE, FILES, ROWS_OUT, STARTUP, SSE];
