/** Server-sent events, from text in pieces as it comes. */

/** One message. */
export interface Frame {
  /** Its name: `message` without one. */
  readonly event: string;
  readonly data: string;
  /** The last id that was given so far; undefined before any. */
  readonly id: string | undefined;
}

/** Reads one stream. */
export interface FrameReader {
  /** Takes a piece of text. @returns the messages that it completes. */
  feed(text: string): readonly Frame[];
  /** The delay before another connection that the service asked for, ms; undefined until it did. */
  retryMs(): number | undefined;
}

/**
 * A reader at the start of a stream.
 *
 * @source WHATWG HTML, section 9.2.6
 */
export function createFrameReader(): FrameReader {
  let rest = '';
  let isFirst = true;
  let id: string | undefined;
  let retry: number | undefined;
  let event = '';
  let data: string[] = [];

  const field = (name: string, value: string): void => {
    if (name === 'event') event = value;
    else if (name === 'data') data.push(value);
    else if (name === 'id' && !value.includes('\0')) id = value;
    else if (name === 'retry' && /^\d+$/.test(value)) retry = Number(value);
  };
  const line = (text: string): Frame | undefined => {
    if (text === '') {
      const frame =
        data.length === 0 ? undefined : { event: event === '' ? 'message' : event, data: data.join('\n'), id };
      event = '';
      data = [];
      return frame;
    }
    const colon = text.indexOf(':');
    if (colon === 0) return undefined;
    if (colon < 0) field(text, '');
    else field(text.slice(0, colon), text.slice(colon + 1).replace(/^ /, ''));
    return undefined;
  };
  return {
    retryMs: () => retry,
    feed: (text) => {
      if (isFirst && text !== '') {
        isFirst = false;
        rest = text.replace(/^\uFEFF/, '');
      } else rest += text;
      // A carriage return at the end may be the first half of a line's end.
      const isOpen = rest.endsWith('\r');
      const lines = (isOpen ? rest.slice(0, -1) : rest).split(/\r\n|\n|\r/);
      rest = `${lines.pop()!}${isOpen ? '\r' : ''}`;
      return lines.map(line).filter((frame) => frame !== undefined);
    },
  };
}
