/** Colours of the pictures: those of the host's page, distinguishable with colour blindness. */

/** Background of a picture. */
export type ThemeName = 'light' | 'dark';

/** Role of a colour: up, down and the four sideways states. */
export type Tone = 'up' | 'down' | 'range' | 'choppy' | 'spike' | 'squeeze';

/** Colours of one background, as `#rrggbb`. */
export interface Theme {
  readonly paper: string;
  readonly ink: string;
  readonly muted: string;
  readonly rule: string;
  readonly grid: string;
  readonly accent: string;
  /** Bands behind lines, the outer and the inner one. */
  readonly bands: readonly [string, string];
  readonly tones: Readonly<Record<Tone, string>>;
}

/** Themes by name; a test compares them with the style sheet of the page. */
export const THEMES: Readonly<Record<ThemeName, Theme>> = {
  light: {
    paper: '#fbfbf8',
    ink: '#15181c',
    muted: '#59616a',
    rule: '#8b939a',
    grid: '#e4eae5',
    accent: '#34409a',
    bands: ['#e5e7e8', '#c3c9cf'],
    tones: {
      up: '#0b7a75',
      down: '#d95b2e',
      range: '#c3c9cf',
      choppy: '#9f8fd0',
      spike: '#e4b945',
      squeeze: '#2c4e93',
    },
  },
  dark: {
    paper: '#111417',
    ink: '#e7e9eb',
    muted: '#a0a8b0',
    rule: '#68727c',
    grid: '#1d2427',
    accent: '#a9b4ff',
    bands: ['#2c3237', '#59636d'],
    tones: {
      up: '#2a9d94',
      down: '#dd6a3a',
      range: '#59636d',
      choppy: '#a294db',
      spike: '#d9aa3e',
      squeeze: '#4a70c0',
    },
  },
};

/** Colours of columns without a meaning of their own, used in turn. */
export function seriesColors({ accent, tones, muted, ink }: Theme): readonly string[] {
  // the colour of an area is too pale for a line
  return [accent, tones.down, tones.up, mixed(tones.spike, ink, 0.35), mixed(tones.choppy, ink, 0.25), muted];
}

const channels = (color: string): readonly number[] => [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16));

/** Mixes two colours. @param share share of the second one, 0…1. */
export function mixed(color: string, other: string, share: number): string {
  const [from, to] = [channels(color), channels(other)];
  const parts = from.map((value, i) => Math.round(value + share * (to[i]! - value)));
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

/** Relative luminance, 0…1. @source W3C, WCAG 2.2, relative luminance. */
function luminance(color: string): number {
  const [red, green, blue] = channels(color).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

/** Contrast of two colours, 1…21. @source W3C, WCAG 2.2, contrast ratio. */
export function contrast(color: string, other: string): number {
  const [one, two] = [luminance(color) + 0.05, luminance(other) + 0.05];
  return Math.max(one, two) / Math.min(one, two);
}

const [BLACK, WHITE] = ['#0b0d0f', '#ffffff'];

/** Black or white, whichever is more readable on a colour. */
export function textOn(color: string): string {
  return contrast(color, BLACK) >= contrast(color, WHITE) ? BLACK : WHITE;
}
