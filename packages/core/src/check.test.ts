import { describe, expect, it } from 'vitest';
import { finite, integerAtLeast, oneOf, within } from './check.ts';
import { UsageError } from './errors.ts';

describe('validators', () => {
  it('return the value that they let pass', () => {
    expect([
      integerAtLeast('n', 2, 2),
      finite('x', -1.5),
      within('p', 1, 0, 1),
      oneOf('side', 'a', ['a', 'b']),
    ]).toEqual([2, -1.5, 1, 'a']);
  });

  it.each([
    [() => integerAtLeast('period', 1, 2), '"period" expected an integer ≥ 2, got 1'],
    [() => integerAtLeast('period', 2.5, 2), '"period" expected an integer ≥ 2, got 2.5'],
    [() => integerAtLeast('period', '3', 2), '"period" expected an integer ≥ 2, got "3"'],
    [() => integerAtLeast('period', 2 ** 53, 2), '"period" expected an integer ≥ 2, got 9007199254740992'],
    [() => finite('x', NaN), '"x" expected a finite number, got NaN'],
    [() => finite('x', undefined), '"x" expected a finite number, got undefined'],
    [() => within('p', 1.01, 0, 1), '"p" expected a number within 0…1, got 1.01'],
    [() => within('p', -0.01, 0, 1), '"p" expected a number within 0…1, got -0.01'],
    [() => within('p', NaN, 0, 1), '"p" expected a number within 0…1, got NaN'],
    [() => oneOf('side', 'c', ['a', 'b']), '"side" expected one of a, b, got "c"'],
  ])('%# refuse the rest, naming it', (check, message) => {
    expect(check).toThrow(new UsageError(message));
  });
});
