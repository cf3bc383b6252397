/** Ports of the meta operations: the host's catalog and health. */

import { port } from '../context.ts';
import type { Endpoint } from '../endpoint.ts';
import type { HealthAnswer } from './health-row.ts';

/** Catalog of served operations. It is a port because a feature cannot import the list that contains it. */
export interface Catalog {
  /** Id and endpoint of every operation, in index order. */
  readonly operations: readonly (readonly [string, Endpoint])[];
  /** OpenAPI document of the operations. */
  readonly document: object;
  /** Groups of operations, with descriptions. */
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
