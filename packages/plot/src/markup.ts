/** SVG text: hand-written elements, and the nodes that Observable Plot creates. */

/** Part of a DOM node that is serialised. */
export interface MarkupNode {
  readonly nodeType: number;
  /** Name of an element as created: linkedom gives `nodeName` in capitals. */
  readonly localName?: string;
  readonly nodeValue: string | null;
  /** Attributes, newest first. */
  readonly attributes?: ArrayLike<{ readonly name: string; readonly value: string }>;
  readonly childNodes: ArrayLike<MarkupNode>;
}

const [ELEMENT, TEXT] = [1, 3];

/** Characters that XML forbids or that break a line of text: controls, lone surrogates, line breaks. */
const FORBIDDEN = /[\p{Surrogate}\p{Cc}\u2028\u2029\ufffe\uffff]+/gu;

/** Removes forbidden characters. */
export function clean(text: string): string {
  return text.replaceAll(FORBIDDEN, ' ').trim();
}

/** Escapes text for an element or an attribute. */
export function escaped(text: string): string {
  return text
    .replaceAll(FORBIDDEN, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** Rounds coordinates of an attribute to hundredths of a pixel. */
export function rounded(value: string): string {
  return value.replaceAll(/-?\d*\.\d{3,}(?:e[-+]?\d+)?|-?\d+e-\d+/g, (digits) => {
    const hundredths = Math.round(Number(digits) * 100) / 100;
    return String(hundredths === 0 ? 0 : hundredths);
  });
}

type Attributes = Readonly<Record<string, string | number | undefined>>;

/** Serialises an element without its undefined attributes. @param children markup, not text. */
export function element(name: string, attributes: Attributes, children: string = ''): string {
  const parts = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${escaped(typeof value === 'number' ? rounded(String(value)) : value!)}"`);
  return children === '' ? `<${name}${parts.join('')}/>` : `<${name}${parts.join('')}>${children}</${name}>`;
}

/**
 * Serialises the children of a node. Style sheets and Plot's accessible texts of single marks are dropped: the picture
 * as a whole has a title and a description.
 *
 * @param ink replacement for `currentColor`, which some SVG readers do not support.
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
