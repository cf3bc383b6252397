/** Every source that the catalogue cites. */

import { deepFreeze } from '@barograph/core';
import { referenceOf, type Reference } from './reference.ts';
import { BOOKS } from './references/books.ts';
import { PAGES } from './references/pages.ts';
import { PAPERS_A_B } from './references/papers-a-b.ts';
import { PAPERS_C_E } from './references/papers-c-e.ts';
import { PAPERS_F_I } from './references/papers-f-i.ts';
import { PAPERS_J_L } from './references/papers-j-l.ts';
import { PAPERS_M_R } from './references/papers-m-r.ts';
import { PAPERS_S_Z } from './references/papers-s-z.ts';

/** Books, papers, standards and pages, each once. */
export const REFERENCES: readonly Reference[] = deepFreeze(
  [BOOKS, PAGES, PAPERS_A_B, PAPERS_C_E, PAPERS_F_I, PAPERS_J_L, PAPERS_M_R, PAPERS_S_Z].flat().map(referenceOf),
);
