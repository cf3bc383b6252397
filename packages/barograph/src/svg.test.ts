import { describe, expect, it } from 'vitest';
import { chart, ticks, type Frame } from './svg.ts';

const frame: Frame = {
  title: 'a < b & c',
  x: { label: 'x', from: 0, to: 10, ticks: ticks([0, 10]) },
  y: { label: 'y', from: 0, to: 1, ticks: ticks([0, 1], (value) => `${100 * value} %`) },
};

describe('a chart', () => {
  it('puts the ends of the axes at the corners of the frame', () => {
    const text = chart(frame, ({ line }) => [
      line(
        [
          [0, 0],
          [10, 1],
        ],
        'red',
      ),
    ]);
    expect(text).toContain('points="64,348 612,56"');
  });

  it('draws boxes upwards from their lower end', () => {
    const text = chart(frame, ({ box }) => [box(0, 0, 5, 0.5, 'red')]);
    expect(text).toContain('<rect x="64" y="202" width="274" height="146" fill="red"/>');
  });

  it('writes its words as text, not as markup', () => {
    expect(chart(frame, () => [])).toContain('a &lt; b &amp; c');
  });
});
