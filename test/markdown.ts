/** Fenced code blocks of Markdown. A block marked `run` after its language is executed by the tests. */

export interface Block {
  readonly language: string;
  readonly run: boolean;
  /** Line of the fence, counted from 1. */
  readonly line: number;
  readonly text: string;
}

/** All blocks in order. @throws {Error} for a mark other than `run`. */
export function blocksOf(markdown: string): readonly Block[] {
  const lines = markdown.split('\n');
  const blocks: Block[] = [];
  for (let i = 0; i < lines.length; i++) {
    const opening = lines[i]!.match(/^```(\S*)\s*(.*)$/);
    if (opening === null) continue;
    const [, language = '', mark = ''] = opening;
    if (mark !== '' && mark !== 'run') {
      throw new Error(`line ${i + 1}: expected "run" or nothing after "${language}", got "${mark}"`);
    }
    const end = lines.indexOf('```', i + 1);
    blocks.push({ language, run: mark === 'run', line: i + 1, text: lines.slice(i + 1, end).join('\n') });
    i = end;
  }
  return blocks;
}

/** Expected output of a block: the texts after `// →` or `# →`. */
export function expectedOutput(block: Block): readonly string[] {
  const arrow = block.language === 'sh' ? /#\s*→\s*(.*)$/ : /\/\/\s*→\s*(.*)$/;
  return block.text.split('\n').flatMap((line) => {
    const text = line.match(arrow)?.[1];
    return text === undefined ? [] : [text.trim()];
  });
}

/** npm scripts that shell commands call. */
export function scriptsNamed(shell: string): readonly string[] {
  return [...shell.matchAll(/\bnpm (?:run (\S+)|(test|start)\b)/g)].map(([, long, short]) => (long ?? short)!);
}
