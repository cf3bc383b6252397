/** Removal of a secret from texts that a source sent, which may echo it. */

/** @param secret key of a source, if it has one. */
export function createRedactor(secret: string | undefined): (text: string) => string {
  if (secret === undefined || secret === '') return (text) => text;
  const forms = [
    ...new Set([secret, encodeURIComponent(secret), new URLSearchParams([['', secret]]).toString().slice(1)]),
  ];
  return (text) => forms.reduce((rest, form) => rest.replaceAll(form, '[hidden]'), text);
}
