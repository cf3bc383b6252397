/** Redis connections: one for commands, one for messages of other replicas. */

import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { messageOf } from '../connection.ts';
import type { RedisConfig } from './config.ts';

/** Called with a message, or with undefined when messages may have been missed. */
export type MessageListener = (message: string | undefined) => void;

/** Redis as the store uses it. No call waits for a Redis that is unavailable. */
export interface Bus {
  /**
   * Runs commands.
   *
   * @throws {Error} when Redis is unavailable or does not answer in time.
   */
  run<Value>(use: (redis: Redis) => Promise<Value>): Promise<Value>;
  /** Sends a message to the listeners of all replicas. @throws {Error} as `run` does. */
  publish(message: string): Promise<void>;
  close(): void;
}

/**
 * Connects to Redis in the background.
 *
 * @param url `redis://` or `rediss://`
 * @param channel channel of the messages
 * @param hear called with each message
 */
export async function openBus(
  url: string,
  channel: string,
  hear: MessageListener,
  { commandMs, retryMs }: RedisConfig,
  log: Logger,
): Promise<Bus> {
  const ioredis = await import('ioredis');
  const options = {
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: commandMs,
    connectTimeout: commandMs,
    retryStrategy: () => retryMs,
  };
  const commands = new ioredis.Redis(url, options);
  const subscriber = new ioredis.Redis(url, options);
  let isAway = true;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;

  const lost = (reason: string): void => {
    if (isClosed) return;
    if (!isAway) log.warn({ reason }, 'redis away; postgres takes over');
    isAway = true;
    timer ??= setTimeout(() => void look(), retryMs).unref();
  };
  const look = async (): Promise<void> => {
    timer = undefined;
    try {
      await commands.ping();
      isAway = false;
      log.info('redis connected');
    } catch (error) {
      lost(messageOf(error));
    }
  };
  for (const connection of [commands, subscriber]) {
    connection.on('error', (error: Error) => lost(messageOf(error)));
    connection.on('close', () => lost('the connection ended'));
  }
  commands.on('ready', () => void look());
  subscriber.on('ready', () => {
    subscriber.subscribe(channel).then(
      () => hear(undefined),
      (error: unknown) => lost(messageOf(error)),
    );
  });
  subscriber.on('close', () => hear(undefined));
  subscriber.on('message', (_: string, message: string) => hear(message));
  await Promise.all([commands, subscriber].map(async (connection) => connection.connect().catch(() => undefined)));

  const run = async <Value>(use: (redis: Redis) => Promise<Value>): Promise<Value> => {
    if (isAway) throw new Error('Redis is away');
    try {
      return await use(commands);
    } catch (error) {
      lost(messageOf(error));
      throw error;
    }
  };
  return {
    run,
    publish: async (message) => void (await run(async (redis) => redis.publish(channel, message))),
    close: () => {
      isClosed = true;
      clearTimeout(timer);
      commands.disconnect();
      subscriber.disconnect();
    },
  };
}
