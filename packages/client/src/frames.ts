/** Parses server-sent events from pieces of text. */

/** One message. */
export interface Frame {
  /** Event name. @default 'message' */
  readonly event: string;
  readonly data: string;
  /** Last id received so far; undefined before the first. */
  readonly id: string | undefined;
}

/** Reads one stream. */
export interface FrameReader {
  /** Adds a piece of text and returns the completed messages. */
  feed(text: string): readonly Frame[];
  /** Reconnection delay requested by the service, ms; undefined without one. */
  retryMs(): number | undefined;
}

/**
 * Creates a reader at the start of a stream.
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
      // A trailing carriage return may be the first half of a line end.
      const isOpen = rest.endsWith('\r');
      const lines = (isOpen ? rest.slice(0, -1) : rest).split(/\r\n|\n|\r/);
      rest = `${lines.pop()!}${isOpen ? '\r' : ''}`;
      return lines.map(line).filter((frame) => frame !== undefined);
    },
  };
}
