// The page with the emails that were stored instead of sent.
import type { FastifyInstance } from 'fastify'
import { mailFolder } from './adapters/mail.ts'

/** Only served when no mail server is set. */
export function serveMailbox(app: FastifyInstance, dataDir: string): void {
  app.get('/sandbox/mail', async (_request, reply) => {
    const { mailboxPage } = await import('#tools/sandbox/mail/mailbox.ts')
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(await mailboxPage(mailFolder(dataDir)))
  })
}
