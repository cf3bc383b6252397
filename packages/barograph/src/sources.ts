/** Loads `@barograph/sources`, the optional package that requests data from venues. */

import type * as sources from '@barograph/sources';
import { loadApart } from './apart.ts';

export type Sources = typeof sources;

/** Loads the sources. @throws {CommandError} when they are not installed; the message says how to install them. */
export async function loadSources(
  load: () => Promise<Sources> = async () => import('@barograph/sources'),
): Promise<Sources> {
  return loadApart('@barograph/sources', load);
}
