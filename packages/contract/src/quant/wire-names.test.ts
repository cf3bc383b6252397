import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wireName, wireNamed } from './wire-names.ts';

const words = fc.array(fc.stringMatching(/^[a-z][a-z0-9]{0,5}$/), { minLength: 1, maxLength: 4 });
const camel = (parts: readonly string[]): string =>
  parts.map((part, i) => (i === 0 ? part : part[0]!.toUpperCase() + part.slice(1))).join('');

/** Names of all fields, and what is left without them. */
function taken(value: unknown): { readonly names: readonly string[]; readonly rest: unknown } {
  if (typeof value !== 'object' || value === null) return { names: [], rest: value };
  const parts = Object.values(value).map(taken);
  const own = Array.isArray(value) ? [] : Object.keys(value);
  return { names: [...own, ...parts.flatMap(({ names }) => names)], rest: parts.map(({ rest }) => rest) };
}

describe('names of the wire', () => {
  it('are the words of the name, and a name of the wire is its own', () => {
    fc.assert(
      fc.property(words, (parts) => {
        fc.pre(!['h4', 'h24'].includes(camel(parts)));
        expect(wireName(camel(parts))).toBe(parts.join('_'));
        expect(wireName(parts.join('_'))).toBe(parts.join('_'));
      }),
    );
  });

  it('are given to every field, however deep, and change nothing else', () => {
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4 },
        fc.jsonValue({ maxDepth: 0 }),
        fc.array(tie('tree'), { maxLength: 3 }),
        fc
          .uniqueArray(words.map(camel), { maxLength: 3 })
          .chain((names) =>
            fc
              .tuple(...names.map(() => tie('tree')))
              .map((values) => Object.fromEntries(names.map((name, i) => [name, values[i]]))),
          ),
      ),
    }));
    fc.assert(
      fc.property(tree, (value) => {
        const [before, after] = [taken(value), taken(wireNamed(value))];
        expect(after).toEqual({ names: before.names.map(wireName), rest: before.rest });
        expect(wireNamed(wireNamed(value))).toEqual(wireNamed(value));
      }),
    );
  });

  it('call a horizon as everywhere', () => {
    const measured = { nextRegime: { h4: { logLoss: 1 }, h24: [{ stateAt: null }] }, p10: 3, squeeze: 'h4' };
    expect(wireNamed(measured)).toEqual({
      next_regime: { '4h': { log_loss: 1 }, '24h': [{ state_at: null }] },
      p10: 3,
      squeeze: 'h4',
    });
  });
});
