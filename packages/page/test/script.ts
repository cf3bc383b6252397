/** Scripts of the page, which have no types: their shape is the test's word. */

const READER = { language: 'en-GB' };

/** Loads a script as a browser of a British reader does. */
export async function script<Module>(name: string): Promise<Module> {
  Object.defineProperty(globalThis, 'navigator', { value: READER, configurable: true });
  return (await import(new URL(`../src/js/${name}.mjs`, import.meta.url).href)) as Module;
}
