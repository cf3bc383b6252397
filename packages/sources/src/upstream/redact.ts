/** Removes a secret from texts of a source, which may echo it. */

/**
 * Creates a function that removes the key of a source from texts.
 * @param secret key of the source, if any.
 */
export function createRedactor(secret: string | undefined): (text: string) => string {
  if (secret === undefined || secret === '') return (text) => text;
  const forms = [
    ...new Set([secret, encodeURIComponent(secret), new URLSearchParams([['', secret]]).toString().slice(1)]),
  ];
  return (text) => forms.reduce((rest, form) => rest.replaceAll(form, '[hidden]'), text);
}
