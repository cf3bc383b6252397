import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { didYouMean } from '../src/mistyped.ts';

const FLAGS = ['--port', '--host', '--data', '--data-dir', '--models'];
const letters = fc.stringMatching(/^[a-h]{4,9}$/);

it('[12.18] hints at a word with one letter added, left out or replaced', () => {
  fc.assert(
    fc.property(letters, fc.nat(), fc.constantFrom('', 'x', 'xy'), fc.boolean(), (word, at, put, isReplaced) => {
      const i = at % word.length;
      const typed = word.slice(0, i) + put + word.slice(isReplaced ? i + 1 : i);
      fc.pre(typed !== word && typed.length > 3);
      expect(didYouMean(typed, ['zzzzzzzzzz', word])).toBe(` (did you mean ${word}?)`);
    }),
  );
});

it.each([
  ['--prot', ' (did you mean --port?)'],
  ['--dat-dir', ' (did you mean --data-dir?)'],
  ['--date', ' (did you mean --data?)'],
  ['--retries', ''],
  ['-p', ''],
  ['--p', ''],
  ['', ''],
])('of %j it says "%s"', (got, hint) => {
  expect(didYouMean(got, FLAGS)).toBe(hint);
});
