import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFrameReader, type Frame } from './frames.ts';

const read = (...pieces: readonly string[]): readonly Frame[] => {
  const reader = createFrameReader();
  return pieces.flatMap((piece) => reader.feed(piece));
};

describe('server-sent events', () => {
  it('are read by the rules of the format', () => {
    const text = '\uFEFF: hello\nretry: 30\nid: 7\nevent: gap\ndata: a\ndata:b\n\nevent: lonely\n\ndata\n\ndata: open';
    expect(read(text)).toEqual([
      { event: 'gap', data: 'a\nb', id: '7' },
      { event: 'message', data: '', id: '7' },
    ]);
    const reader = createFrameReader();
    reader.feed('retry: 30\nretry: soon\n');
    expect(reader.retryMs()).toBe(30);
  });

  it('are the same however the text is cut, and whatever ends its lines', () => {
    const message = fc.record({ id: fc.nat(), data: fc.string().map((text) => text.replaceAll(/[\r\n]/g, ' ')) });
    const ends = fc.constantFrom('\n', '\r\n', '\r');
    fc.assert(
      fc.property(fc.array(message), ends, fc.array(fc.nat(200)), (messages, end, cuts) => {
        const text = messages.map(({ id, data }) => [`id: ${id}`, `data: ${data}`, '', ''].join(end)).join('');
        const places = [...cuts.map((cut) => Math.min(cut, text.length)), text.length].toSorted((a, b) => a - b);
        const pieces = places.map((place, i) => text.slice(places[i - 1] ?? 0, place));
        const frames = read(...pieces, '\n');
        expect(frames.map(({ id, data }) => ({ id: Number(id), data }))).toEqual(messages);
      }),
    );
  });
});
