/** Port of the meta operations to a host: its catalog, and its health. */

import { port } from '../context.ts';
import type { Endpoint } from '../endpoint.ts';
import type { HealthAnswer } from './health-row.ts';

/** Catalog of served operations. A port, because a feature cannot know the list that it stands in. */
export interface Catalog {
  /** Id and endpoint of every operation, in the order of the index. */
  readonly operations: readonly (readonly [string, Endpoint])[];
  /** The OpenAPI document of them. */
  readonly document: object;
  /** Groups of operations, each with what it holds. */
  readonly families: Readonly<Record<string, string>>;
}

/** Port of the catalogue of operations. */
export const CATALOG = port<Catalog>('catalog');

/** The state of the service. */
export interface HealthReport {
  read(): HealthAnswer;
}

/** Port of the state of the service. */
export const HEALTH = port<HealthReport>('health');
