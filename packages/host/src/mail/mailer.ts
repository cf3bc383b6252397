/** Sending mail. */

import { createTransport } from 'nodemailer';

/** One plain mail. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Hands mails to a server. Rejects when the server does not accept the mail. */
export interface Mailer {
  send(mail: Mail): Promise<void>;
}

/** A caller may wait for the mail, so a silent server times out early. */
const PATIENCE_MS = 5000;

/**
 * Creates a mailer over SMTP.
 * @param url `smtp://user:password@host:port` or `smtps://…`.
 */
export function createSmtpMailer(url: string, from: string): Mailer {
  const transport = createTransport({
    url,
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
  });
  return {
    send: async ({ to, subject, text }) => {
      await transport.sendMail({ from, to, subject, text, disableFileAccess: true, disableUrlAccess: true });
    },
  };
}
