/** Keeps the generated files of the client true: `npm run accept` makes them anew. */

import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { generated } from './generate.ts';

const isWriting = process.env['BAROGRAPH_GENERATED'] === 'write';

describe('the generated files of the client', () => {
  it.each(Object.entries(generated()))('%s is what the operation table says', (name, made) => {
    const file = new URL(`../src/generated/${name}`, import.meta.url);
    if (isWriting) writeFileSync(file, made);
    expect(readFileSync(file, 'utf8') === made, 'run npm run accept, then read the diff').toBe(true);
  });
});
