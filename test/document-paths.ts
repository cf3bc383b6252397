/** Paths in a document: links, and code spans that look like files or folders of the repository. */

const FOLDERS = /^(?:packages|test|docs|benchmarks|fixtures|models|\.ci|\.changeset)(?:\/|$)/;
/** Matches sources with or without their folder, and folders; data files may belong to a user. */
const FILE = /^(?:[\w./-]+\.(?:ts|mjs|R)|[\w./-]+\/)$/;

/** A path, and whether it is a link: those start at the document. */
export interface NamedPath {
  readonly path: string;
  readonly isLink: boolean;
}

/** Every path that a document names outside of its blocks, in order. Places with `<…>`, `…` or `*` in them are no paths. */
export function pathsNamed(markdown: string): readonly NamedPath[] {
  const prose = markdown.replaceAll(/^```.*?^```$/gms, '');
  const links = [...prose.matchAll(/\]\(([^)\s#]+)(?:#[^)]*)?\)/g)]
    .map(([, path]) => path!)
    .filter((path) => !/^[a-z]+:/.test(path));
  const spans = [...prose.matchAll(/`([^`\n]+)`/g)]
    .map(([, path]) => path!)
    .filter((path) => !/[<>*…\s]/.test(path) && (FOLDERS.test(path) || FILE.test(path)));
  return [
    ...links.map((path) => ({ path, isLink: true })),
    ...spans.map((path) => ({ path: path.replace(/\/$/, ''), isLink: false })),
  ];
}

/** Arguments of commands that are files of ours. */
export function argumentsNamed(shell: string): readonly string[] {
  return shell.split(/\s+/).filter((word) => FOLDERS.test(word) || word.startsWith('node_modules/'));
}
