/** Command line of the package: flags and the resulting offer. */

import { askHost } from './asking.ts';
import { folderTools } from './folder.ts';
import { offerOf, TOOL_LISTS, type ToolList } from './offer.ts';
import type { Offer } from './server.ts';

/** Help text of the command. */
export const HELP = `Usage: npx @barograph/mcp --url URL | --data FOLDER

An MCP server over standard input and output.

Options:
  --url URL      a Barograph host
  --tools LIST   compact (default): twelve tools; all: one for every reading operation. Only with --url
  --key KEY      the key that is sent to it (default: the variable BAROGRAPH_KEY); without one keyless operations answer
  --data FOLDER  a folder of bar files, one per coin: trend colours, nowcast, long-horizon regime, volatility, technical
                 regime and volume, without a host
  --help, --version`;

/** Parsed flags. */
export type Command =
  | { readonly kind: 'help' | 'version' }
  | { readonly kind: 'url'; readonly url: string; readonly key: string | undefined; readonly list: ToolList }
  | { readonly kind: 'data'; readonly folder: string }
  | { readonly kind: 'wrong'; readonly problem: string };

const wrong = (problem: string): Command => ({ kind: 'wrong', problem });

const FLAGS: readonly string[] = ['--url', '--key', '--tools', '--data'];

/** Parses the flags. @param key API key from the environment. */
export function readCommand(argv: readonly string[], key: string | undefined): Command {
  const given = new Map<string, string>();
  for (let i = 0; i < argv.length; i++) {
    const [flag = '', inline] = argv[i]!.split(/=(.*)/s, 2);
    if (flag === '--help' || flag === '-h') return { kind: 'help' };
    if (flag === '--version') return { kind: 'version' };
    if (!FLAGS.includes(flag)) return wrong(`expected ${FLAGS.slice(0, -1).join(', ')} or --data, got ${flag}`);
    const value = inline ?? argv[++i];
    if (value === undefined || value === '') return wrong(`${flag}: expected a value, got none`);
    given.set(flag, value);
  }
  const url = given.get('--url');
  const folder = given.get('--data');
  if ((url === undefined) === (folder === undefined)) return wrong('expected one of --url and --data');
  if (folder !== undefined) {
    const alien = ['--key', '--tools'].find((flag) => given.has(flag));
    return alien === undefined ? { kind: 'data', folder } : wrong(`${alien}: only with --url`);
  }
  if (!/^https?:\/\/[^\s]+$/.test(url!)) return wrong(`--url: expected http:// or https://, got ${url!}`);
  const requested = given.get('--tools') ?? 'compact';
  const list = TOOL_LISTS.find((list) => list === requested);
  if (list === undefined) return wrong(`--tools: expected ${TOOL_LISTS.join(' or ')}, got ${requested}`);
  return { kind: 'url', url: url!, key: given.get('--key') ?? key, list };
}

/** Builds the offer of a command. */
export function offerFor(command: Extract<Command, { kind: 'url' | 'data' }>, version: string): Offer {
  if (command.kind === 'url') {
    const { url, key, list } = command;
    return offerOf({ ask: askHost({ url, key, retries: 1 }), version, list });
  }
  const tools = folderTools(command.folder);
  const prompt = (name: string, title: string, way: string) => ({
    name,
    title,
    description: title,
    text: `${title}\n\n${way}`,
  });
  return {
    version,
    tools,
    documents: [],
    prompts: [
      prompt(
        'market-regime',
        'Which regime is the market in, and how sure is that?',
        'Ask the tools cycle and nowcast. Give the regime of each, its confidence or stability, and since when.',
      ),
      prompt(
        'regime-why',
        'Why is it that regime: what argues for it, and what against?',
        'Ask the tool cycle: signals and thresholds argue for or against it, missing ones for nothing.',
      ),
      prompt(
        'regime-flip',
        'What would flip it, and how far away is that?',
        'Ask the tools cycle (thresholds stand nearest first) and nowcast (transitions).',
      ),
    ],
  };
}
