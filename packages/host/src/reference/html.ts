/** HTML templates: inserted values are escaped unless they are HTML already. */

/** Text that is HTML. */
export interface Html {
  readonly html: string;
}

type Part = Html | string | number | readonly Html[] | undefined;

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function shown(part: Part): string {
  if (part === undefined) return '';
  if (typeof part === 'number') return String(part);
  if (typeof part === 'string') return part.replaceAll(/[&<>"']/g, (sign) => ESCAPES[sign]!);
  return 'html' in part ? part.html : part.map(({ html: text }) => text).join('');
}

/**
 * Creates a piece of HTML.
 *
 * @example
 * html`<b>${'<'}</b>`.html; // <b>&lt;</b>
 */
export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return { html: texts.map((text, i) => `${text}${shown(parts[i])}`).join('') };
}
