/** Just enough SVG for a chart: a frame with ticks, and marks in the units of its axes. */

export interface Axis {
  readonly label: string;
  readonly from: number;
  readonly to: number;
  readonly ticks: readonly { readonly at: number; readonly text: string }[];
}

export interface Frame {
  readonly title: string;
  readonly x: Axis;
  readonly y: Axis;
  /** Pixels for the names beside the y axis. */
  readonly left?: number;
  /** Named colours, in the order of the legend. */
  readonly legend?: readonly { readonly name: string; readonly color: string }[];
}

/** Draws in the units of the axes. */
export interface Pen {
  readonly line: (points: readonly (readonly [number, number])[], color: string, dashed?: boolean) => string;
  /** @param radius in pixels. */
  readonly dot: (x: number, y: number, radius: number, color: string) => string;
  readonly box: (x0: number, y0: number, x1: number, y1: number, color: string) => string;
}

const [WIDTH, HEIGHT] = [640, 400];
/** On the right half of the last tick's text has room. */
const [RIGHT, TOP, BOTTOM] = [28, 56, 52];
const INK = '#57606a';
const PALE = '#d0d7de';

/** Colours that people who see fewer of them can tell apart. @source M. Okabe, K. Ito, Color universal design, 2008. */
export const COLORS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9'] as const;

/** A chart as the text of a file; the same marks give the same bytes. */
export function chart({ title, x, y, left = 64, legend = [] }: Frame, draw: (pen: Pen) => readonly string[]): string {
  const across = (value: number): number => left + ((value - x.from) / (x.to - x.from)) * (WIDTH - left - RIGHT);
  const up = (value: number): number =>
    HEIGHT - BOTTOM - ((value - y.from) / (y.to - y.from)) * (HEIGHT - TOP - BOTTOM);
  const pen: Pen = {
    line: (points, color, dashed = false) =>
      `<polyline fill="none" stroke="${color}" stroke-width="1.5"${dashed ? ' stroke-dasharray="4 4"' : ''} points="${points.map(([a, b]) => `${px(across(a))},${px(up(b))}`).join(' ')}"/>`,
    dot: (a, b, radius, color) =>
      `<circle cx="${px(across(a))}" cy="${px(up(b))}" r="${px(radius)}" fill="${color}" fill-opacity="0.8"/>`,
    box: (x0, y0, x1, y1, color) =>
      `<rect x="${px(across(x0))}" y="${px(up(y1))}" width="${px(across(x1) - across(x0))}" height="${px(up(y0) - up(y1))}" fill="${color}"/>`,
  };
  const [bottom, right] = [HEIGHT - BOTTOM, WIDTH - RIGHT];
  const lines = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="system-ui, sans-serif" font-size="12" fill="${INK}">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#ffffff"/>`,
    text(left, 22, title, 'start', ' font-size="15" font-weight="600"'),
    ...legend.flatMap(({ name, color }, i) => [
      `<rect x="${left + i * 140}" y="34" width="10" height="10" fill="${color}"/>`,
      text(left + i * 140 + 16, 43, name, 'start'),
    ]),
    ...y.ticks.flatMap(({ at, text: name }) => [
      `<path d="M${left} ${px(up(at))}H${right}" stroke="${PALE}"/>`,
      text(left - 8, up(at) + 4, name, 'end'),
    ]),
    ...x.ticks.map(({ at, text: name }) => text(across(at), bottom + 18, name, 'middle')),
    ...draw(pen),
    `<path d="M${left} ${bottom}H${right}" stroke="${INK}"/>`,
    text((left + right) / 2, HEIGHT - 12, x.label, 'middle'),
    `<g transform="rotate(-90 16 ${(TOP + bottom) / 2})">${text(16, (TOP + bottom) / 2, y.label, 'middle')}</g>`,
    '</svg>',
  ];
  return `${lines.join('\n')}\n`;
}

/** Ticks at some values. */
export function ticks(values: readonly number[], text: (value: number) => string = String): Axis['ticks'] {
  return values.map((at) => ({ at, text: text(at) }));
}

const px = (value: number): string => String(Number(value.toFixed(1)));

function text(x: number, y: number, words: string, anchor: string, more: string = ''): string {
  const safe = words.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<text x="${px(x)}" y="${px(y)}" text-anchor="${anchor}"${more}>${safe}</text>`;
}
