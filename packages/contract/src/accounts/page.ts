/** Pages behind the link of a confirmation mail. They are constant and contain no request data. */

const page = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; form-action 'self'">
<title>${title}</title>
</head>
<body>
<h1>${title}</h1>
${body}
</body>
</html>
`;

/** Media type of the pages. */
export const PAGE_TYPE = 'text/html; charset=utf-8';

/** Asks for a click, because mail scanners open links. The form posts to the page's address, token included. */
export const CONFIRM_PAGE: string = page(
  'Confirm your address',
  '<p>Your Barograph key gets its whole allowance once its address is confirmed.</p>\n<form method="post"><button type="submit">Confirm</button></form>',
);

/** Confirms success. */
export const CONFIRMED_PAGE: string = page(
  'Address confirmed',
  '<p>The address is confirmed. You can close this page.</p>',
);

/** Weight of a media type in `Accept`; 0 when absent. */
function weightOf(accept: string, type: string): number {
  for (const offer of accept.toLowerCase().split(',')) {
    const [name = '', ...parameters] = offer.split(';').map((part) => part.trim());
    if (name !== type) continue;
    const weight = parameters.find((parameter) => parameter.startsWith('q='));
    const value = weight === undefined ? 1 : Number(weight.slice(2));
    return value >= 0 && value <= 1 ? value : 0;
  }
  return 0;
}

/** Whether the caller prefers JSON to a page in `Accept`; `*` does not count. */
export function namesJson(accept: string | readonly string[] | undefined): boolean {
  const text = String(accept ?? '');
  const json = weightOf(text, 'application/json');
  return json > 0 && json >= weightOf(text, 'text/html');
}

/** Whether the caller is a browser, which prefers HTML to JSON in `Accept`. */
export function namesHtml(accept: string | readonly string[] | undefined): boolean {
  const text = String(accept ?? '');
  return weightOf(text, 'text/html') > weightOf(text, 'application/json');
}
