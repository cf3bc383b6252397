/**
 * OpenTelemetry traces, off by default: with `OTEL_EXPORTER_OTLP_ENDPOINT` set, every request becomes a span that
 * continues the caller's trace. Without it, no OpenTelemetry code is loaded.
 */

import type { FastifyInstance } from 'fastify';
import { watchersOf } from '../http/watch.ts';

/** Traces of a process. */
export interface Tracing {
  /** Creates a span for every request of a server. Call before the server listens. */
  addTo(server: FastifyInstance): void;
  /** Flushes the remaining spans. */
  close(): Promise<void>;
}

/** @returns undefined when no collector is named. */
export async function openTracing(
  env: Readonly<Record<string, string | undefined>>,
  version: string,
): Promise<Tracing | undefined> {
  const endpoint = env['OTEL_EXPORTER_OTLP_ENDPOINT'];
  if (endpoint === undefined || endpoint === '') return undefined;
  const [api, sdk, exporter, resources] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace-base'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ]);
  const url = `${endpoint.replace(/\/$/, '')}/v1/traces`;
  const provider = new sdk.BasicTracerProvider({
    resource: resources.resourceFromAttributes({
      'service.name': env['OTEL_SERVICE_NAME'] ?? 'barograph',
      'service.version': version,
    }),
    spanProcessors: [new sdk.BatchSpanProcessor(new exporter.OTLPTraceExporter({ url }))],
  });
  const tracer = provider.getTracer('barograph', version);

  return {
    addTo: (server) => {
      watchersOf(server).push(({ method, route = 'none', headers, status, ms }) => {
        const attributes = {
          'http.request.method': method,
          'http.route': route,
          'http.response.status_code': status,
        };
        const parent = callerOf(headers['traceparent']);
        const context = parent === undefined ? api.ROOT_CONTEXT : api.trace.setSpanContext(api.ROOT_CONTEXT, parent);
        const startTime = Date.now() - ms;
        const options = { kind: api.SpanKind.SERVER, attributes, startTime };
        const span = tracer.startSpan(`${method} ${route}`, options, context);
        if (status >= 500) span.setStatus({ code: api.SpanStatusCode.ERROR });
        span.end();
      });
    },
    close: async () => provider.shutdown(),
  };
}

/** The caller's span, from a W3C `traceparent` header: `00-<trace>-<span>-<flags>`. */
function callerOf(header: string | string[] | undefined) {
  const match = /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/.exec(String(header ?? ''));
  if (match === null) return undefined;
  const [, traceId = '', spanId = '', flags = '0'] = match;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
}
