import { createHash } from 'node:crypto';
import { inspect } from 'node:util';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { compose } from '../src/compose.ts';
import { plotHeatTables } from '../src/heat-table.ts';
import { plotLadder } from '../src/ladder.ts';
import { JUPYTER_DISPLAY, type Picture } from '../src/picture.ts';
import { plotRegimes } from '../src/regimes.ts';
import { plotReliability } from '../src/reliability.ts';
import { plotScores } from '../src/scores.ts';
import { simulatedPictures, type Draw } from './test-support.ts';

const KINDS = ['regimes', 'probabilities', 'nowcast', 'reliability', 'cone', 'ladder', 'gamma', 'scores', 'cycle', 'heat', 'histogram', 'ranges']; // prettier-ignore
const DAY = 86_400_000;
const TIME = Array.from({ length: 40 }, (_, i) => Date.UTC(2024, 0, 1) + i * DAY);

let draw: Readonly<Record<string, Draw>>;
const plain: Record<string, Picture> = {};
const marked: Record<string, Picture> = {};
beforeAll(() => {
  draw = simulatedPictures();
  for (const kind of KINDS) {
    plain[kind] = draw[kind]!();
    marked[kind] = draw[kind]!({ simulated: true });
  }
});

const sizeOf = (png: Uint8Array): readonly number[] => [16, 20].map((at) => Buffer.from(png).readUInt32BE(at));
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

describe('every picture', () => {
  it('is one of those that are known', () => {
    expect(Object.keys(draw).toSorted()).toEqual(KINDS.toSorted());
  });

  it.each(KINDS)('%s is the same bytes for the same numbers, and nothing of an identity or from elsewhere', (kind) => {
    const svg = plain[kind]!.svg();
    expect(draw[kind]!().svg()).toBe(svg);
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" [\s\S]*<\/svg>\n$/);
    expect(svg).not.toMatch(/NaN|undefined|Infinity|currentColor|<script|<style|<image/);
    expect(svg).not.toMatch(/\s(?:id|class|href|on\w+|clip-path)=/);
    expect([...svg.matchAll(/https?:\/\/[^"]+/g)].map(([url]) => url)).toEqual(['http://www.w3.org/2000/svg']);
  });

  it('is what it was', async () => {
    const hashes = KINDS.map((kind) => `${sha256(marked[kind]!.svg())}  ${kind}.svg\n`);
    const golden = './pictures.sha256';
    await expect(hashes.join(''), 'look at the pictures, then run with --update').toMatchFileSnapshot(golden);
  });

  it.each(KINDS)('%s has a title and a description for those who do not see it', (kind) => {
    const { title, description } = plain[kind]!;
    expect(title.length).toBeGreaterThan(3);
    expect(description.length).toBeGreaterThan(20);
    expect(description).not.toMatch(/NaN|undefined|null/);
    const svg = plain[kind]!.svg();
    expect(svg).toContain(`role="img" aria-label="${title}. ${description}"`);
    expect(svg).toContain(`<title>${title}</title>\n<desc>${description}</desc>`);
  });

  it.each(KINDS)('%s says that it is simulated when it is, and only then', (kind) => {
    expect(plain[kind]!.svg()).not.toContain('SIMULATED');
    expect(marked[kind]!.svg()).toContain('>SIMULATED</text>');
    expect(marked[kind]!.description).toMatch(/^Simulated data\. /);
  });

  it.each(KINDS)('%s keeps its shape in the dark', (kind) => {
    const dark = draw[kind]!({ theme: 'dark' }).svg();
    const shape = (svg: string): string => svg.replaceAll(/#[\da-f]{6}/g, '#');
    expect(dark).not.toBe(plain[kind]!.svg());
    expect(shape(dark)).toBe(shape(plain[kind]!.svg()));
  });

  it.each(['regimes', 'cycle', 'gamma'])('%s fits a narrow column', (kind) => {
    const picture = draw[kind]!({ width: 360 });
    expect(picture.svg()).toContain(`viewBox="0 0 360 ${picture.height}"`);
  });
});

describe('a table of shades', () => {
  const cell = { text: '1', shade: 0.5 };
  const row = (cells: readonly object[]) => [{ caption: 'market', rows: [{ name: 'rule', cells: cells as [] }] }];

  it('is darker for a larger share, and unshaded without one', () => {
    const table = row([{ text: 'none', shade: null }, { text: 'half', shade: 0.5 }, { text: 'all', shade: 1 }]); // prettier-ignore
    const svg = plotHeatTables(['a', 'b', 'c'], table).svg();
    const fills = [...svg.matchAll(/<rect x="[^"]+" y="[^"]+" width="[^"]+" height="[^"]+" fill="(#[\da-f]{6})"/g)];
    const [half, all] = fills.map(([, fill]) => parseInt(fill!.slice(1, 3), 16)).slice(-2);
    expect(fills.length).toBe(2);
    expect(all).toBeLessThan(half!);
  });

  it.each([
    ['no tables', [], '"tables" expected at least one, got 0'],
    ['no rows', [{ caption: 'market', rows: [] }], '"market.rows" expected at least one, got 0'],
    ['a cell too many', row([cell, cell]), '"rule.cells" expected 1 like the columns, got 2'],
    ['a shade above 1', row([{ text: '1', shade: 2 }]), '"rule.cells[0].shade" expected a number within 0…1, got 2'],
  ])('refuses %s', (_, tables, message) => {
    expect(() => plotHeatTables(['a'], tables)).toThrow(message);
  });
});

describe('a picture', () => {
  it('is a PNG with its own font, of the size asked for', () => {
    const picture = draw['cone']!();
    const png = picture.png();
    expect([...png.subarray(1, 4)]).toEqual([...Buffer.from('PNG')]);
    expect(sizeOf(png)).toEqual([2 * picture.width, 2 * picture.height]);
    expect(sizeOf(picture.png({ width: 200 }))[0]).toBe(200);
    expect(sizeOf(picture.png({ scale: 1 }))).toEqual([picture.width, picture.height]);
    expect(picture.png({ scale: 1 })).toEqual(draw['cone']!().png({ scale: 1 }));
    // A renderer without a font omits words; other words would then give the same picture.
    const other = draw['cone']!({ title: 'Other words' });
    expect(Buffer.compare(Buffer.from(other.png({ scale: 1 })), Buffer.from(picture.png({ scale: 1 })))).not.toBe(0);
  });

  it('writes letters that its font has not by their number in a PNG, and as they are in SVG', () => {
    const png = (title: string): Buffer => Buffer.from(draw['cone']!({ title }).png({ scale: 1 }));
    expect(png('柴 🐕')).toEqual(png(String.raw`\u{67f4} \u{1f415}`));
    expect(png('柴')).not.toEqual(png('犬'));
    // Each of these has its own glyph, otherwise they would be alike.
    const drawn = ['é', '€', '−', '…', '’', '–', 'œ'].map((letter) => png(letter).toString('base64'));
    expect(new Set(drawn).size).toBe(drawn.length);
    expect(draw['cone']!({ title: '柴' }).svg()).toContain('柴');
  });

  it('refuses sizes that are none', () => {
    const picture = draw['ranges']!();
    expect(() => picture.png({ scale: 0 })).toThrow('"scale" expected a number within 0.1…');
    expect(() => picture.png({ width: 1e9 })).toThrow('"width" expected a number within 16…');
    expect(() => picture.png({ width: 100, scale: 1 })).toThrow('"width" expected no width beside a scale, got 100');
    expect(() => draw['ranges']!({ width: 100 })).toThrow('"width" expected a number within 320…4000, got 100');
    expect(() => draw['ranges']!({ theme: 'sepia' as never })).toThrow('"theme" expected light or dark, got "sepia"');
    expect(() => draw['ranges']!({ title: ' ' })).toThrow('"title" expected a text, got " "');
  });

  it('shows itself in notebooks', () => {
    const picture = draw['ranges']!();
    const bundle = picture[JUPYTER_DISPLAY]();
    expect(JUPYTER_DISPLAY).toBe(Symbol.for('Jupyter.display'));
    expect(bundle['image/svg+xml']).toBe(picture.svg());
    expect(bundle['text/plain']).toBe(`${picture.title}. ${picture.description}`);
    // oxlint-disable-next-line no-underscore-dangle -- the name is that of the kernels
    expect(picture._toSvg()).toBe(picture.svg());
    // oxlint-disable-next-line no-underscore-dangle -- the name is that of the kernels
    expect(picture._toHtml()).toBe(bundle['text/html']);
    // oxlint-disable-next-line no-underscore-dangle -- the name is that of the kernels
    expect(Buffer.from(picture._toPng(), 'base64')).toEqual(Buffer.from(picture.png()));
    expect(inspect(picture)).toBe(bundle['text/plain']);
    const shown: string[] = [];
    vi.stubGlobal('__tslab__', { require: () => ({ display: { svg: (text: string) => shown.push(text) } }) });
    expect([inspect(picture), shown]).toEqual([bundle['text/plain'], [picture.svg()]]);
    vi.unstubAllGlobals();
    expect(picture.html()).toMatch(
      /^<!doctype html>\n<html lang="en">\n<head><meta charset="utf-8"><title>Ranges<\/title>/,
    );
  });
});

describe('unknown values', () => {
  const close = TIME.map((_, i) => (i >= 10 && i < 13 ? NaN : 100 + i));
  const label = TIME.map((_, i) => (i < 5 ? null : 'green'));

  it('are gaps, and never 0', () => {
    const svg = plotRegimes({ time: TIME, close, label }).svg();
    const [, path] = /<path d="(M[^"]+)"/.exec(svg)!;
    expect(path!.match(/M/g)).toHaveLength(2);
    expect(path!.match(/[ML]/g)).toHaveLength(37);
    expect(svg).toContain('>unknown</text>');
  });

  it('break a score, and a part without any says so', () => {
    const unknown = TIME.map(() => NaN);
    const svg = plotScores({ time: TIME, score: close.map((value) => value / 2), parts: { mood: unknown } }).svg();
    expect(svg).toContain('mood: not available');
    expect(svg).toContain('>70</text>');
  });

  it('are missing rows, too', () => {
    const time = TIME.filter((_, i) => i !== 20);
    const svg = plotRegimes({ time, close: time.map(() => 5), label: time.map(() => 'red') }).svg();
    expect(/<path d="(M[^"]+)"/.exec(svg)![1]!.match(/M/g)).toHaveLength(2);
  });
});

describe('hostile texts', () => {
  const HOSTILE: readonly (readonly [string, string])[] = [
    ['an element', '</text><script>alert(1)</script>'],
    ['an attribute', '"><image href="http://evil.example/x.png"/>'],
    ['a comment and entities', ']]><!-- & &amp; &lt;'],
    ['controls and a lone surrogate', 'a\u0000b\u001fc\ud800d\u2028e'],
    ['a change of direction', '\u202eesrever'],
    ['many wide characters', '𝒳'.repeat(300)],
    ['a name of every object', '__proto__'],
  ];

  it.each(HOSTILE)('are text and nothing else: %s', (_, text) => {
    const rows = { time: TIME, close: TIME.map(() => 1), label: TIME.map((_, i) => (i < 20 ? text : 'other')) };
    const pictures: readonly Picture[] = [
      plotRegimes(rows, { title: `t ${text}`, subtitle: text, symbol: text, unit: text }),
      plotScores({ time: TIME, score: rows.close, parts: Object.fromEntries([[text, rows.close]]) }, { name: text }),
      plotReliability([{ name: text, reliability: [{ rows: 1, stated: 0.5, came: 0.5 }] }], { description: text }),
    ];
    for (const picture of pictures) {
      const svg = picture.svg();
      expect(svg).not.toMatch(/<script|<image|<!--|]]>/);
      expect(svg).not.toMatch(/\p{Surrogate}|(?!\n)\p{Cc}/u);
      // Its parser is an XML parser: it refuses text that is not well-formed.
      expect(picture.png({ scale: 0.2 }).length).toBeGreaterThan(100);
      expect(picture.html()).not.toMatch(/<script|<image/);
    }
  });
});

describe('wrong input is refused by name', () => {
  const rows = { time: TIME, close: TIME.map(() => 1), label: TIME.map(() => 'red') };
  const bin = { low: 90, high: 95, long: 1, short: 0 };
  const ladder = { coin: 'X', mark: 100, bins: [bin], flip: null };

  it.each<[string, () => Picture, string]>([
    ['no rows', () => plotRegimes({ time: [], close: [], label: [] }), '"time" expected at least one row, got 0'],
    ['times that fall', () => plotRegimes({ ...rows, time: TIME.toReversed() }), '"time[1]" expected a time after'],
    ['a short column', () => plotRegimes({ ...rows, close: [1] }), '"close" expected 40 rows, as "time" has, got 1'],
    [
      'an infinite price',
      () => plotRegimes({ ...rows, close: TIME.map(() => Infinity) }),
      '"close[0]" expected a finite number or NaN, got Infinity',
    ],
    [
      'no price',
      () => plotRegimes({ ...rows, close: TIME.map(() => NaN) }),
      '"close" expected a known price, got "none"',
    ],
    [
      'an id without a name',
      () => plotRegimes({ ...rows, label: TIME.map(() => 7), names: ['a'] }),
      '"label[0]" expected an id within 0…0, got 7',
    ],
    [
      'an empty span',
      () => plotRegimes(rows, { from: 9e15 }),
      '"from" expected bounds with a row between them, got 9000000000000000',
    ],
    [
      'a score off its scale',
      () => plotScores({ time: TIME, score: TIME.map(() => 101), parts: {} }),
      '"score[0]" expected a value within 0…100, got 101',
    ],
    ['no curve', () => plotReliability([]), '"curves" expected at least one, got 0'],
    [
      'a frequency above 1',
      () => plotReliability([{ name: 'a', reliability: [{ rows: 1, stated: 0.5, came: 2 }] }]),
      '"a.reliability[0].came" expected a number within 0…1, got 2',
    ],
    ['a mark of 0', () => plotLadder({ ...ladder, mark: 0 }), '"mark" expected'],
    [
      'a negative bin',
      () => plotLadder({ ...ladder, bins: [{ ...bin, long: -1 }] }),
      '"bins[0].long" expected a finite number of at least 0, got -1',
    ],
    ['an empty ladder', () => plotLadder({ ...ladder, bins: [] }), '"bins" expected a bin within 20 % of mark, got 0'],
    ['a span of nothing', () => plotLadder(ladder, { span: 0 }), '"span" expected a number within 1…50, got 0'],
    ['an empty title', () => compose({ title: '', description: '', panels: [] }, {}), '"title" expected a text'],
  ])('%s', (_, make, message) => {
    expect(make).toThrow(message);
  });
});
