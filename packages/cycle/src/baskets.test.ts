import { describe, expect, it } from 'vitest';
import { BASKET_GROUPS } from './baskets.ts';
import { CYCLE_TAXONOMY } from './taxonomy.ts';

const baskets = BASKET_GROUPS.flatMap((group) => group.baskets);

describe('the baskets', () => {
  it('are 50 in 6 groups A–F, each with a slug of its own, a name and a description', () => {
    expect(BASKET_GROUPS.map(({ id }) => id)).toEqual(['A', 'B', 'C', 'D', 'E', 'F']);
    expect(baskets.length).toBe(50);
    expect(new Set(baskets.map(({ slug }) => slug)).size).toBe(50);
    expect(new Set(baskets.map(({ name }) => name)).size).toBe(50);
    for (const { slug, description } of baskets) {
      expect(slug).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
      expect(description).toMatch(/^[A-Z].{20,}\.$/);
    }
  });

  it('leave no regime without an idea, and name each once', () => {
    for (const { id } of CYCLE_TAXONOMY) expect(baskets.some(({ regimes }) => regimes.includes(id))).toBe(true);
    for (const { regimes } of baskets) expect(new Set(regimes).size).toBe(regimes.length);
  });
});
