import { CYCLE_TAXONOMY, NO_SIGNALS } from '@barograph/cycle';
import { SIGNUM_COLORS } from '@barograph/indicators';
import { REGIMES } from '@barograph/nowcast';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { KNOWN_LABELS, labelStyles } from '../src/labels.ts';
import { NAMED_SIGNALS, signalOf } from '../src/signals.ts';
import { contrast, mixed, seriesColors, textOn, THEMES } from '../src/theme.ts';

const CSS = readFileSync(new URL('../../page/src/css/1-tokens.css', import.meta.url), 'utf8');

/** Tokens of one block of the page's style sheet. */
function tokensOf(block: string): ReadonlyMap<string, string> {
  return new Map([...block.matchAll(/--([\w-]+): (#[\da-f]{6});/g)].map(([, name, color]) => [name!, color!]));
}

const themes = Object.entries(THEMES);
const blocks = { light: CSS.slice(0, CSS.indexOf('@media')), dark: CSS.slice(CSS.indexOf('@media')) };

describe('the palette', () => {
  it.each(['light', 'dark'] as const)('is that of the page: %s', (name) => {
    const tokens = tokensOf(blocks[name]);
    const { paper, ink, muted, rule, grid, accent, tones } = THEMES[name];
    const named = { paper, ink, muted, 'rule-2': rule, grid, accent, ...tones };
    for (const [token, color] of Object.entries(named)) expect(color, token).toBe(tokens.get(token));
  });

  it('knows the labels of every engine, and no others', () => {
    const labels = [...SIGNUM_COLORS, ...REGIMES, ...CYCLE_TAXONOMY.map(({ name }) => name)];
    expect(labels.toSorted()).toEqual(KNOWN_LABELS.toSorted());
  });

  it('names every signal of the long-horizon regime', () => {
    expect([...Object.keys(NO_SIGNALS), 'worst30'].toSorted()).toEqual(NAMED_SIGNALS.toSorted());
    expect(signalOf('d200').write(-0.125)).toBe('−12.5 %');
    expect(signalOf('mine')).toMatchObject({ name: 'mine' });
  });

  it.each(themes)('keeps labels of one engine apart, and texts on them readable: %s', (_, theme) => {
    for (const labels of [SIGNUM_COLORS, REGIMES, CYCLE_TAXONOMY.map(({ name }) => name)]) {
      const styles = [...labelStyles(labels, theme).values()];
      expect(new Set(styles.map(({ color }) => color)).size).toBe(labels.length);
      expect(new Set(styles.map(({ code }) => code)).size).toBe(labels.length);
      for (const { color, name } of styles) expect(contrast(color, textOn(color)), name).toBeGreaterThan(4);
    }
  });

  it.each(themes)('draws lines that stand out from the paper: %s', (_, theme) => {
    for (const color of [...seriesColors(theme), theme.ink]) expect(contrast(color, theme.paper)).toBeGreaterThan(3);
  });

  it('gives labels that it does not know colours of their own, in turn', () => {
    const styles = [...labelStyles(['calm', 'storm', 'calm'], THEMES.light).values()];
    expect(styles.map(({ name, code }) => [name, code])).toEqual([
      ['calm', 'CA'],
      ['storm', 'ST'],
    ]);
    expect(styles[0]!.color).not.toBe(styles[1]!.color);
    // Names of built-in object properties are labels like others.
    expect(labelStyles(['constructor'], THEMES.light).get('constructor')!.name).toBe('constructor');
  });

  it('mixes and compares colours as the definitions say', () => {
    expect(mixed('#000000', '#ff8001', 0.5)).toBe('#804001');
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 10);
    expect(contrast('#777777', '#777777')).toBe(1);
  });
});
