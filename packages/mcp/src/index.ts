export { askHost, type Ask, type Asked, type HostToAsk, type Parameters, type Refusal } from './asking.ts';
export { ANSWER_MOST } from './bounded.ts';
export { type Document, type Prompt } from './documents.ts';
export { createMcpEndpoint, keyOf, type EndpointParts, type McpEndpoint } from './endpoint.ts';
export { offerOf, type OfferParts, type ToolList } from './offer.ts';
export { createMcpServer, type Offer } from './server.ts';
export { type ArgumentSchema, type CallWorld, type Tool, type ToolAnswer } from './tools.ts';
