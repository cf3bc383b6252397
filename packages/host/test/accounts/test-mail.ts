/** A mail server for the tests of accounts. */

import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A mail server that keeps what it takes. */
export interface TestMail {
  readonly url: string;
  readonly from: string;
  readonly taken: { readonly to: string; readonly text: string }[];
  /** While true, every mail is refused. */
  isRefusing: boolean;
  stop(): Promise<void>;
}

/** Starts one on a free port of this machine. */
export async function startMail(): Promise<TestMail> {
  const taken: { to: string; text: string }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, done) => {
      done(mail.isRefusing ? Object.assign(new Error('try later'), { responseCode: 451 }) : undefined);
    },
    onData: (stream, session, done) => {
      let raw = '';
      stream.on('data', (chunk: Buffer) => (raw += chunk.toString()));
      stream.on('end', () => {
        // Soft line breaks and escapes of quoted-printable.
        const text = raw.replaceAll(/=\r\n/g, '').replaceAll('=3D', '=');
        taken.push({ to: session.envelope.rcptTo[0]!.address, text });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.server.address() as AddressInfo;
  const mail: TestMail = {
    url: `smtp://127.0.0.1:${port}`,
    from: 'Barograph <no-reply@example.org>',
    taken,
    isRefusing: false,
    stop: async () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
      }),
  };
  return mail;
}
