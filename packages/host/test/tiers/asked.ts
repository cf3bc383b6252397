/** Everything that a caller can request from a host, with the answers: operations, formats, tools and other routes. */

import { commonParameters, type Operation, type Tier } from '@barograph/contract';
import { isTool, toolName } from '../../../mcp/src/tools.ts';
import type { Host } from '../../src/compose.ts';
import { urlOf } from '../http/table.cases.ts';
import { NOW } from './moment.ts';
import { valuesOf, valuesOfText, type Placed } from './values.ts';

/** A caller: without a key, or with one of a tier. */
export type Who = 'nobody' | Tier;

/** A received answer. */
export interface Heard {
  /** Id of the operation, or the route. */
  readonly of: string;
  /** The question, in the words of its surface. */
  readonly question: string;
  readonly placed: readonly Placed[];
}

/** Own resources, streams and files have tests of their own. */
const isAsked = ({ method, family, streaming, fileType, payable, id }: Operation): boolean =>
  method === 'GET' &&
  streaming !== true &&
  fileType === undefined &&
  payable?.sells !== 'file' &&
  !['accounts', 'webhooks', 'payments'].includes(family) &&
  // A copy of `daily.get`, which every key is given: the archive sells its days.
  id !== 'backtesting.daily_snapshots';

interface Bounds {
  readonly type?: string;
  readonly maximum?: number;
}

/** Largest values of parameters that widen an answer. */
const WIDE = new Set(['limit', 'days', 'hours', 'minutes', 'window_days', 'per_page']);
const COINS = ['BTC', 'ETH', 'SOL', 'ARB', 'SUI'];

function wideQuery({ query }: Operation): Record<string, string> {
  const pairs = Object.entries(query.properties).flatMap(([name, schema]): (readonly [string, string])[] => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- TypeBox keeps its bounds behind an index signature
    const { type, maximum } = schema as Bounds;
    if (WIDE.has(name) && maximum !== undefined) return [[name, String(maximum)]];
    return type === 'boolean' && name !== 'referral_only' ? [[name, 'true']] : [];
  });
  return Object.fromEntries(pairs);
}

/** Questions about an operation: as its examples say, as wide as it can be, and of some coins. */
export function questionsOf(operation: Operation): readonly string[] {
  const { path, query } = operation;
  const wide = urlOf(operation, wideQuery(operation));
  const symbols = 'symbol' in query.properties ? COINS.map((symbol) => urlOf(operation, { ...wideQuery(operation), symbol })) : []; // prettier-ignore
  const horizons = 'horizon' in query.properties ? ['4h', '24h'].map((horizon) => urlOf(operation, { horizon })) : [];
  const named = path.includes('{symbol}')
    ? COINS.map((symbol) => wide.replace(path.slice(0, path.indexOf('{')) + wide.slice(path.indexOf('{')).split(/[/?]/, 1)[0]!, path.slice(0, path.indexOf('{')) + symbol)) // prettier-ignore
    : [];
  const exchange = operation.id === 'daily.get' ? [`${path}?exchange=all&technical_detail=true`] : [];
  return [...new Set([urlOf(operation), wide, ...symbols, ...horizons, ...named, ...exchange])];
}

const headersOf = (who: Who): Record<string, string> => (who === 'nobody' ? {} : { 'x-api-key': who });

/** The answers that a caller gets of an operation: its questions, each as JSON; other forms of the first one where it has them. */
async function heardOf(host: Host, operation: Operation, who: Who, isJsonOnly: boolean): Promise<readonly Heard[]> {
  const heard: Heard[] = [];
  const forms = 'format' in commonParameters(operation) && !isJsonOnly ? ['csv', 'ndjson', 'markdown'] : [];
  const urls = questionsOf(operation);
  const and = (url: string, pair: string): string => `${url}${url.includes('?') ? '&' : '?'}${pair}`;
  const past = operation.pointInTime === true && !isJsonOnly ? [and(urls[0]!, `as_of=${NOW}`)] : [];
  for (const url of [...urls, ...past, ...forms.map((form) => and(urls[0]!, `format=${form}`))]) {
    const reply = await host.server.inject({ url, headers: headersOf(who) });
    if (reply.statusCode !== 200) continue;
    const isJson = String(reply.headers['content-type']).startsWith('application/json');
    const placed = isJson ? valuesOf(JSON.parse(reply.body)) : valuesOfText(reply.body);
    heard.push({ of: operation.id, question: url, placed });
  }
  return heard;
}

/** The texts of a tool. */
async function heardOfTool(host: Host, operation: Operation, who: Who): Promise<Heard | undefined> {
  const url = new URL(urlOf(operation), 'http://host');
  const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map((found) => found[1]!);
  const words = url.pathname.split('/');
  const places = operation.path.split('/');
  const path = Object.fromEntries(names.map((name) => [name, decodeURIComponent(words[places.indexOf(`{${name}}`)]!)]));
  const query = Object.fromEntries(url.searchParams);
  const typed = Object.fromEntries(Object.entries({ ...query, ...path }).map(([name, text]) => [name, textOrNumber(operation, name, text)])); // prettier-ignore
  const call = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: toolName(operation.id), arguments: typed },
  };
  const reply = await host.server.inject({
    method: 'POST',
    url: '/mcp?tools=all',
    headers: { host: 'localhost', accept: 'application/json, text/event-stream', 'content-type': 'application/json', ...headersOf(who) }, // prettier-ignore
    payload: JSON.stringify(call),
  });
  const data = reply.body.startsWith('{') ? reply.body : (/^data: (\{.*)$/m.exec(reply.body)?.[1] ?? '{}');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the form of the protocol
  const { result } = JSON.parse(data) as { result?: { isError?: boolean; content: { text: string }[] } };
  if (result === undefined || result.isError === true) return undefined;
  const [json = 'null'] = result.content.map(({ text }) => text);
  return { of: operation.id, question: `tool ${toolName(operation.id)}`, placed: valuesOf(JSON.parse(json)) };
}

function textOrNumber(operation: Operation, name: string, text: string): unknown {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- TypeBox keeps its type behind an index signature
  const { type } = { ...(operation.query.properties[name] as Bounds | undefined) };
  return type === 'integer' || type === 'number' ? Number(text) : text;
}

/** Routes that are no operation, each asked by itself; a new one fails the law until it stands here. `/mcp` is asked tool by tool. */
export const ROUTES: readonly string[] = ['/docs', '/docs*', '/docs/api', '/docs/api/:name', '/.well-known/x402', '/llms.txt', '/llms-full.txt', '/mcp', '/metrics', '/ready', '/status']; // prettier-ignore

/** Routes of a host that are no operation under `/api`, from the tree that the router prints. */
export function routesOf(host: Host): readonly string[] {
  const above: string[] = [];
  const routes = host.server
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const found = /^(.*?)[├└]── (\S+) \(/.exec(line);
      if (found === null) return [];
      const depth = found[1]!.length / 4;
      above[depth] = `${depth === 0 ? '' : above[depth - 1]!}${found[2]!}`;
      return [above[depth]];
    });
  return routes.filter((path) => !path.startsWith('/api/'));
}

/**
 * Everything that a caller receives. @param isJsonOnly skips tools, other formats and routes: enough for the paid
 * caller.
 */
export async function hearAll(
  host: Host,
  operations: readonly Operation[],
  who: Who,
  isJsonOnly = false,
): Promise<readonly Heard[]> {
  const heard: Heard[] = [];
  for (const operation of operations.filter(isAsked)) {
    heard.push(...(await heardOf(host, operation, who, isJsonOnly)));
    if (isJsonOnly || !isTool(operation)) continue;
    const tool = await heardOfTool(host, operation, who);
    if (tool !== undefined) heard.push(tool);
  }
  if (isJsonOnly) return heard;
  for (const url of ROUTES.filter((path) => !/[*:]/.test(path) && path !== '/mcp')) {
    const reply = await host.server.inject({ url, headers: headersOf(who) });
    if (reply.statusCode === 200) heard.push({ of: url, question: url, placed: valuesOfText(reply.body) });
  }
  return heard;
}
