/**
 * Prints the figures of `followed` as the table of `packages/contract/src/followed/figures.ts`.
 *
 * `node --conditions=source --import tsx packages/lab/studies/followed.evidence.ts`
 */

import { roundedStudy } from './followed-table.ts';
import { followedStudies } from './followed.ts';

const studies = await followedStudies();
const table = Object.fromEntries(Object.entries(studies).map(([name, study]) => [name, roundedStudy(study)]));
console.log(JSON.stringify(table, null, 2));
