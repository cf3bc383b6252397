// @ts-check
/** Loaded into a host before everything else: keeps each text of SQL that it sends once, in the file that STATEMENTS names. */

import { writeFileSync } from 'node:fs';
import { Client } from 'pg';

const file = process.env['STATEMENTS'] ?? '';
/** @type {Set<string>} */
const texts = new Set();
// oxlint-disable-next-line typescript/unbound-method -- called with its client below
const { query } = Client.prototype;

/** @this {unknown} @param {...any} given */
Client.prototype.query = /** @type {any} */ (
  function recorded(...given) {
    const text = typeof given[0] === 'string' ? given[0] : given[0]?.text;
    if (typeof text === 'string') texts.add(text);
    return Reflect.apply(query, this, given);
  }
);
process.on('exit', () => writeFileSync(file, JSON.stringify([...texts].sort())));
