import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BROKEN } from './broken.ts';
import { deskProperty } from './commands.ts';
import { Desk } from './desk.ts';

describe('a downstream desk, checked with model-based commands', () => {
  it('does what its rules say, whatever arrives and whenever it is restarted', () => {
    fc.assert(deskProperty(Desk));
  });

  it.each(Object.entries(BROKEN))('that %s is caught, in few commands', (_, Broken) => {
    const { failed, counterexample } = fc.check(deskProperty(Broken), { numRuns: 500 });
    expect(failed).toBe(true);
    expect([...counterexample![0]].length).toBeLessThanOrEqual(8);
  });
});
