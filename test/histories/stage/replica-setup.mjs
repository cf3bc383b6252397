// @ts-check
/**
 * Loaded by a replica before its program: its wall clock can be stepped, its market clock is that of all replicas, and
 * edits of a planted fault are applied to the modules that it loads. Nothing of this is in the program itself.
 */

import { readFileSync, watchFile } from 'node:fs';
import { register } from 'node:module';
import { isMainThread } from 'node:worker_threads';

const { HISTORIES_OFFSET: offsetFile = '', HISTORIES_BEGAN: began = '0' } = process.env;

/** Ms that the wall clock is ahead. */
let ahead = 0;
const read = () => {
  ahead = Number(readFileSync(offsetFile, 'utf8'));
};
if (isMainThread) {
  read();
  watchFile(offsetFile, { interval: 200, persistent: false }, read);
  const Real = globalThis.Date;
  globalThis.Date = class Date extends Real {
    /** @param {any[]} parts */
    constructor(...parts) {
      // @ts-expect-error -- the overloads of Date take no spread
      super(...(parts.length === 0 ? [Real.now() + ahead] : parts));
    }
    static now() {
      return Real.now() + ahead;
    }
  };
}

/** Start of the run on `performance.now()` of this process: the monotonic clock is the machine's. */
Object.assign(globalThis, {
  historiesBegan: performance.now() - (Number(process.hrtime.bigint() / 1_000_000n) - Number(began)),
});

register('./edit-modules.mjs', import.meta.url);
