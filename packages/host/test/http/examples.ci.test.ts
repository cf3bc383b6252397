/** Keeps the examples of the OpenAPI document true; `npm run accept` regenerates them. */

import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { makeExamples, type Examples } from './examples.ts';

const FILE = new URL('../../../contract/src/examples.json', import.meta.url);
const isWriting = process.env['BAROGRAPH_EXAMPLES'] === 'write';

describe('the examples of the OpenAPI document', () => {
  it('are what the service answers on the simulator', async () => {
    const made = await makeExamples();
    if (isWriting) writeFileSync(FILE, `${JSON.stringify(made, undefined, 2)}\n`);
    expect(made, 'run npm run accept, then read the diff').toEqual(JSON.parse(readFileSync(FILE, 'utf8')) as Examples);
  });
});
