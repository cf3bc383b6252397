/** The reference as Markdown for agents and their tools: `llms.txt`, `llms-full.txt`, and a page per family. */

import { PLAN_NAMES, PLANS } from './payments/prices.ts';
import { PROBLEM_STATUS } from './problem.ts';
import { QUESTIONS } from './questions.ts';
import type { FamilyFacts, OperationFacts, ParameterFacts, Reference } from './reference.ts';
import { TIER_LIMITS, TIERS } from './tiers.ts';
import { API_PREFIX, API_VERSION } from './version.ts';

/** Maximum length of an example in `llms-full.txt`, characters; the family's page has the full example. */
const EXAMPLE_MOST = 600;

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ');
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [
    `| ${head.join(' | ')} |`,
    `|${'---|'.repeat(head.length)}`,
    ...rows.map((row) => `| ${row.map(cell).join(' | ')} |`),
  ].join('\n');

/**
 * Table of the limits, a row per tier.
 *
 * @example
 * const operations = [operationNamed('meme.regime')];
 * const service = serviceOf([feature({ operations, families: { meme: 'Meme coins.' } })]);
 * limitsTable(referenceOf(service)).split('\n')[0]; // → '| tier | requests per UTC day | per minute |'
 */
export function limitsTable({ unconfirmedDaily }: Reference): string {
  const rows = TIERS.map((tier) => {
    const { daily, perMinute } = TIER_LIMITS[tier];
    const note = tier === 'free' ? ` (${unconfirmedDaily} until the address is confirmed)` : '';
    return [tier, `${daily}${note}`, String(perMinute)];
  });
  return table(['tier', 'requests per UTC day', 'per minute'], rows);
}

const PREAMBLE = `Numbers of crypto markets as JSON: long-horizon and short-term regimes, volatility, liquidity, positioning, derivatives, and events
as they happen. Times are epoch milliseconds UTC unless a field says otherwise. null means unknown, never zero. Every answer says
where its numbers come from: data_source is files, simulated or live; simulated numbers are made up and say nothing about a real
market. as_of is the moment that the numbers are of.`;

const ACCESS = `A key is sent as X-API-Key; POST ${API_PREFIX}/auth/keys with {"email": "…"} makes a free one. Answers carry ETag: a request with
If-None-Match that is answered with 304 costs nothing. Errors are {"detail": {"error": code, "message": text, …}}; a 422 has a list of
faults in detail. 429 and 503 carry Retry-After in seconds.`;

const SUBSCRIBE = 'payments.agent_subscribe';

/** Prices of single answers with the URL of the payment steps; undefined when nothing is sold. */
function prices({ families }: Reference): string | undefined {
  const sold = families.flatMap(({ operations }) => operations).filter(({ price }) => price !== undefined);
  if (sold.length === 0) return undefined;
  return `## Pay without an account

A wallet needs no key where the service takes payments (USDC by x402): a request without a key is answered by 402 with the terms.
${sold.map(({ path, price }) => `- ${path} ${price} USD`).join('\n')}
- [Everything that is sold](/.well-known/x402), keys by the hour and files among it; [each step](/llms-full.txt) of a payment`;
}

/** Steps of a payment without an account; undefined when nothing is sold. */
function payments({ families }: Reference): string | undefined {
  const operations = families.flatMap((family) => family.operations);
  const sold = operations.filter(({ price }) => price !== undefined);
  if (sold.length === 0) return undefined;
  const plans = operations.find(({ id }) => id === SUBSCRIBE);
  const steps = [
    `A wallet needs no key where the service takes payments (USDC by x402, versions 1 and 2). One answer: ${sold.map(({ path, price }) => `${path} ${price} USD`).join(', ')}.`,
    '1. Ask without a key. The answer is 402; its header Payment-Required (Base64) and its body have accepts: network, asset, amount (units of 0.000001 USDC), payTo, and in extra the name and version of the EIP-712 domain. 401 instead: this service sells nothing.',
    '2. Sign a TransferWithAuthorization (EIP-3009) of exactly that amount. No gas is needed.',
    '3. Ask the same again with the payload, Base64, in Payment-Signature (version 2) or X-Payment (version 1). Payment-Response has the receipt. An answer of 400 or more is not charged; the same payment sent again is never charged twice.',
    ...(plans === undefined
      ? []
      : [
          `A key for a time is bought the same way: ${plans.method} ${plans.path} with {"plan": "pass_1d"}; plans, USD and tier: ${PLAN_NAMES.map((name) => `${name} ${PLANS[name].usd} ${PLANS[name].tier}`).join(', ')}.`,
        ]),
    ...(operations.some(({ id }) => id === 'payments.test_balance')
      ? [
          `test: true in accepts is a ledger without money: POST ${API_PREFIX}/payments/test-balance with {"address": "0x…", "usd": "10"} fills an address.`,
        ]
      : []),
  ];
  return `## Pay without an account\n\n${steps.join('\n')}`;
}

/** Most common questions with the operations that answer them, limited to operations of the service. */
function questions({ families }: Reference, isWhole: boolean): string {
  const known = new Map(
    families.flatMap(({ operations }) => operations.map((operation) => [operation.id, operation.path])),
  );
  const lines = QUESTIONS.filter(({ operations }) => operations.every((id) => known.has(id))).map(
    ({ title, operations, advice }) =>
      `- ${title} ${operations.map((id) => known.get(id)).join(', ')}.${isWhole ? ` ${advice}` : ''}`,
  );
  return `## Start here\n\n${lines.join('\n')}`;
}

/** Line of the family index. */
function familyLine({ name, text, operations }: FamilyFacts): string {
  return `- [${name}](/docs/api/${name}.md), ${operations.length}: ${text}`;
}

/**
 * `llms.txt`: first steps, limits, prices, and an index of families. Operations are in the document of each family, so that this
 * one fits in a small context.
 *
 * @example
 * const operations = [operationNamed('meme.regime')];
 * const service = serviceOf([feature({ operations, families: { meme: 'Meme coins.' } })]);
 * llmsText(referenceOf(service)).split('\n')[0]; // → '# Barograph'
 */
export function llmsText(reference: Reference): string {
  return `${[
    '# Barograph',
    `> ${PREAMBLE.replaceAll('\n', ' ')}`,
    ACCESS,
    questions(reference, false),
    limitsTable(reference),
    `## Families

The document of a family has its operations with parameters, fields and an example; /api/openapi.json?family=NAME is the same for
programs. The number is that of its operations.

${reference.families.map(familyLine).join('\n')}`,
    ...[prices(reference)].filter((text) => text !== undefined),
    `## More\n\n- [llms-full.txt](/llms-full.txt): how to read the answers to the questions above, and every operation with parameters, errors and an example
- [Reference](/docs/api): the same for people, with requests to try
- [OpenAPI 3.1](/api/openapi.json): the same for programs
- [MCP](/mcp): the reading operations as tools, streamable HTTP, the key in X-API-Key
- [Health](${API_PREFIX}/health) and [changelog](${API_PREFIX}/changelog) of contract ${API_VERSION}${scorecard(reference)}`,
  ].join('\n\n')}\n`;
}

/** Scorecard of published forecasts; empty when the service has none. */
function scorecard({ families }: Reference): string {
  const found = families.flatMap(({ operations }) => operations).find(({ id }) => id === 'quant.scorecard');
  if (found === undefined) return '';
  return `\n- [Scorecard](${found.path}?format=markdown): how often published forecasts were right, "said … %, happened … % of N times", next to what was known without them`;
}

function parameterRow({ name, where, type, isRequired, fallback, description }: ParameterFacts): readonly string[] {
  return [name, where, type, isRequired ? 'yes' : fallback === undefined ? 'no' : `no, ${fallback}`, description];
}

/**
 * Formats an operation as Markdown.
 *
 * @param isWhole includes every field of the reply, and the full example.
 * @example
 * const operations = [operationNamed('meme.regime')];
 * const service = serviceOf([feature({ operations, families: { meme: 'Meme coins.' } })]);
 * const [facts] = referenceOf(service).families[0].operations;
 * operationMarkdown(facts, false).split('\n')[0]; // → '### GET /api/v1/meme/regime'
 */
export function operationMarkdown(facts: OperationFacts, isWhole: boolean): string {
  const { id, method, path, summary, reading, ways, parameters, body, example, fields, errors, type } = facts;
  const shown =
    example === undefined || isWhole || example.length <= EXAMPLE_MOST
      ? example
      : `${example.slice(0, EXAMPLE_MOST)}\n…`;
  const parts: readonly (string | undefined)[] = [
    `### ${method} ${path}`,
    `${summary} Id \`${id}\`, ${ways}, answers with ${type}.`,
    ...reading,
    parameters.length === 0
      ? undefined
      : table(['parameter', 'in', 'type', 'required', 'meaning'], parameters.map(parameterRow)),
    body === undefined ? undefined : `Body:\n\n\`\`\`json\n${body}\n\`\`\``,
    shown === undefined ? undefined : `Example of an answer${isWhole ? '' : ', cut'}:\n\n\`\`\`\n${shown}\n\`\`\``,
    !isWhole || fields.length === 0
      ? undefined
      : table(
          ['field', 'type', 'meaning'],
          fields.map(({ name, type: dataType, description }) => [name, dataType, description]),
        ),
    errors.length === 0 ? undefined : errors.map(({ status, reasons }) => `- ${status}: ${reasons}`).join('\n'),
  ];
  return parts.filter((part) => part !== undefined).join('\n\n');
}

/**
 * `llms-full.txt`: all operations.
 *
 * @example
 * const operations = [operationNamed('meme.regime')];
 * const service = serviceOf([feature({ operations, families: { meme: 'Meme coins.' } })]);
 * llmsFullText(referenceOf(service)).split('\n')[0]; // → '# Barograph'
 */
export function llmsFullText(reference: Reference): string {
  const codes = Object.entries(PROBLEM_STATUS).map(([code, status]) => [code, String(status)]);
  const families = reference.families.map(
    ({ name, text, operations }) =>
      `## ${name}\n\n${text} Every field: [/docs/api/${name}.md](/docs/api/${name}.md)\n\n${operations
        .map((operation) => operationMarkdown(operation, false))
        .join('\n\n')}`,
  );
  return `${[
    '# Barograph',
    PREAMBLE,
    ACCESS,
    questions(reference, true),
    limitsTable(reference),
    ...[payments(reference)].filter((text) => text !== undefined),
    `## Codes of errors\n\n${table(['code', 'status'], codes)}`,
    ...families,
  ].join('\n\n')}\n`;
}

/**
 * Page of a family: its operations with every field.
 *
 * @example
 * const operations = [operationNamed('meme.regime')];
 * const service = serviceOf([feature({ operations, families: { meme: 'Meme coins.' } })]);
 * const [family] = referenceOf(service).families;
 * familyMarkdown(family).split('\n')[0]; // → '# Barograph: meme'
 */
export function familyMarkdown({ name, text, operations }: FamilyFacts): string {
  return `# Barograph: ${name}\n\n${text}\n\n${operations.map((operation) => operationMarkdown(operation, true)).join('\n\n')}\n`;
}
