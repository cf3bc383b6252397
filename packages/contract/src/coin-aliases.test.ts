import { describe, expect, it } from 'vitest';
import { acceptedParameters, mustBeSent } from './endpoint.ts';
import { apiDocument, ENDPOINT_LIST } from './operations.ts';

const PAIRS = [
  ['symbol', 'coin'],
  ['symbols', 'coins'],
] as const;
const named = ENDPOINT_LIST.flatMap(([id, endpoint]) =>
  PAIRS.filter((pair) => pair.some((name) => name in endpoint.query.properties)).map(
    (pair) => [id, endpoint, pair] as const,
  ),
);

describe('symbol and coin', () => {
  it('are parameters of many operations', () => {
    expect(named.length).toBeGreaterThan(30);
  });

  it.each(named)('%s takes both, the documented one first', (_, endpoint, pair) => {
    const accepted = acceptedParameters(endpoint).filter((name) => name === pair[0] || name === pair[1]);
    expect(accepted.toSorted()).toEqual([...pair].toSorted());
    expect(accepted[0]! in endpoint.query.properties).toBe(true);
    if (!(accepted[1]! in endpoint.query.properties)) expect(endpoint.aliases[accepted[1]!]).toBe(accepted[0]);
  });

  it.each(named)('%s requires the documented one at most', (_, endpoint, pair) => {
    const item = apiDocument().paths[endpoint.path]![endpoint.method.toLowerCase()] as {
      readonly parameters: readonly {
        readonly name: string;
        readonly required: boolean;
        readonly description?: string;
      }[];
    };
    const parameters = item.parameters.filter(({ name }) => name === pair[0] || name === pair[1]);
    const [first, second] = parameters as [(typeof parameters)[0], (typeof parameters)[0]];
    expect(first.required).toBe(mustBeSent(endpoint, first.name));
    expect(second).toMatchObject({ required: false, description: `Alias of ${first.name}; send one.` });
  });
});
