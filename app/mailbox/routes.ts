import type { FastifyRequest } from 'fastify'
import { z } from 'zod'

import type { App } from '#app/http/app.ts'
import { at } from '#app/http/at.ts'
import { mailboxChannel } from '#app/platform/broadcast/channel-names.ts'
import { NotFound } from '#app/platform/errors.ts'
import { mailFolder, readMail, readMailbox } from '#app/platform/mail/mailbox.ts'

import { allTemplates, isTemplate, sampleMail, type Samples, templatesOf } from './samples.ts'

const One = z.object({ mail: z.string() })

/** A mail runs nothing. Its links open beside it, as in a mail program, and what they open is no longer shut in. */
const policy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "frame-ancestors 'self'",
  'sandbox allow-popups allow-popups-to-escape-sandbox allow-same-origin',
].join('; ')

/** Shows the mail that was written to files. Mounted on a developer's machine only: these mails hold live links. */
export function mailboxRoutes(app: App, samples: Samples) {
  const folder = mailFolder(app.config.mailUrl)
  const listed = async (request: FastifyRequest, id: string | null) => ({
    mails: await readMailbox(folder),
    channel: mailboxChannel,
    // Among real mails, made-up ones would only be in the way.
    templates: isTemplate(id) ? templatesOf(samples, request.means().post) : [],
  })
  const opened = async (request: FastifyRequest, id: string) =>
    sampleMail(samples, request.means().post, id) ?? (await readMail(folder, id))

  app.route({
    ...at('mailbox.index'),
    handler: async (request, reply) =>
      reply.page('Mailbox', { ...(await listed(request, null)), open: null }),
  })

  app.route({
    ...at('mailbox.show'),
    schema: { params: One },
    async handler(request, reply) {
      const { mail } = request.params
      const [lists, open] = await Promise.all([listed(request, mail), opened(request, mail)])
      if (!open && mail !== allTemplates) throw new NotFound()
      return reply.page('Mailbox', { ...lists, open })
    },
  })

  app.route({
    ...at('mailbox.html'),
    schema: { params: One },
    async handler(request, reply) {
      const mail = await opened(request, request.params.mail)
      if (!mail) throw new NotFound()
      return reply
        .header('content-security-policy', policy)
        .type('text/html; charset=utf-8')
        .send(mail.html.replace('<head>', '<head><base target="_blank">'))
    },
  })
}
