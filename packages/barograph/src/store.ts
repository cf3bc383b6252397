/** Loads `@barograph/store`, the optional package that connects to a database. */

import type * as store from '@barograph/store';
import { loadApart } from './apart.ts';

type StorePackage = typeof store;

/** Loads the store. @throws {CommandError} when it is not installed; the message says how to install it. */
export async function loadStore(
  load: () => Promise<StorePackage> = async () => import('@barograph/store'),
): Promise<StorePackage> {
  return loadApart('@barograph/store', load);
}
