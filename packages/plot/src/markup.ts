/** Text of SVG: elements by hand, and the nodes that Observable Plot made. */

/** The part of a DOM node that is written. */
export interface MarkupNode {
  readonly nodeType: number;
  /** Name of an element as it was created: linkedom writes `nodeName` in capitals. */
  readonly localName?: string;
  readonly nodeValue: string | null;
  /** The newest first. */
  readonly attributes?: ArrayLike<{ readonly name: string; readonly value: string }>;
  readonly childNodes: ArrayLike<MarkupNode>;
}

const [ELEMENT, TEXT] = [1, 3];

/** Characters that XML forbids or a line of text cannot hold: controls, lone surrogates, line breaks. */
const FORBIDDEN = /[\p{Surrogate}\p{Cc}\u2028\u2029\ufffe\uffff]+/gu;

/** A text without them. */
export function clean(text: string): string {
  return text.replaceAll(FORBIDDEN, ' ').trim();
}

/** Text within an element or an attribute. */
export function escaped(text: string): string {
  return text
    .replaceAll(FORBIDDEN, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** An attribute's value: coordinates in hundredths of a pixel, which no eye tells from more digits. */
export function rounded(value: string): string {
  return value.replaceAll(/-?\d*\.\d{3,}(?:e[-+]?\d+)?|-?\d+e-\d+/g, (digits) => {
    const hundredths = Math.round(Number(digits) * 100) / 100;
    return String(hundredths === 0 ? 0 : hundredths);
  });
}

type Attributes = Readonly<Record<string, string | number | undefined>>;

/** An element; attributes that are undefined are left out. @param children markup, not text. */
export function element(name: string, attributes: Attributes, children: string = ''): string {
  const parts = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${escaped(typeof value === 'number' ? rounded(String(value)) : value!)}"`);
  return children === '' ? `<${name}${parts.join('')}/>` : `<${name}${parts.join('')}>${children}</${name}>`;
}

/**
 * The children of a node as markup. Style sheets and what Plot says to screen readers of each mark are left out: the
 * picture as a whole has a title and a description.
 *
 * @param ink replaces `currentColor`, which some readers of SVG do not know.
 */
export function childMarkup(node: MarkupNode, ink: string): string {
  return Array.from(node.childNodes, (child) => nodeMarkup(child, ink)).join('');
}

function nodeMarkup(node: MarkupNode, ink: string): string {
  if (node.nodeType === TEXT) return escaped(node.nodeValue ?? '');
  if (node.nodeType !== ELEMENT || node.localName === 'style') return '';
  const attributes = Array.from(node.attributes ?? [], ({ name, value }): readonly [string, string] | undefined =>
    name === 'class' || name.startsWith('aria-') ? undefined : [name, value === 'currentColor' ? ink : rounded(value)],
  ).filter((one) => one !== undefined);
  return element(node.localName!, Object.fromEntries(attributes.reverse()), childMarkup(node, ink));
}
