/** Default tools: at most twelve, for every tier. */

import type { Operation, Reference } from '@barograph/contract';
import type { Ask } from '../asking.ts';
import type { Tool } from '../tools.ts';
import { askerOf } from './asked.ts';
import { operationIndex, type OperationIndex } from './finding.ts';
import { nowTools } from './now.ts';
import { isReading, operationTools } from './operations.ts';
import { riskTools } from './risk.ts';
import { rowTools } from './rows.ts';
import { singleTools } from './single.ts';

/** Cached indexes: tools are recreated for each request, because answers depend on its key. */
const INDICES = new WeakMap<Reference, OperationIndex>();

function indexOf(reference: Reference, operations: readonly Operation[]): OperationIndex {
  const known = INDICES.get(reference);
  if (known !== undefined) return known;
  const reading = new Set(operations.filter(isReading).map(({ id }) => id));
  const index = operationIndex(reference, (id) => reading.has(id));
  INDICES.set(reference, index);
  return index;
}

/** Creates the compact tools of a service. */
export function compactTools(ask: Ask, reference: Reference, operations: readonly Operation[]): readonly Tool[] {
  const asker = askerOf(ask, operations);
  return [
    ...nowTools(asker),
    ...rowTools(asker),
    ...singleTools(asker),
    ...riskTools(asker),
    ...operationTools(asker, indexOf(reference, operations)),
  ];
}
