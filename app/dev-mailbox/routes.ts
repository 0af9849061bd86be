import type { FastifyRequest } from 'fastify'
import { z } from 'zod'

import type { App } from '#app/http/server/app-type.ts'
import { routeOptions } from '#app/http/server/route-options.ts'
import { NotFound } from '#app/platform/errors.ts'
import { mailFolder, readMail, readMailbox } from '#app/platform/mail/dev-mailbox.ts'
import { mailboxChannel } from '#app/platform/realtime/channel-names.ts'

import {
  previewListId,
  isPreview,
  previewMail,
  type MailPreviews,
  listPreviews,
} from './previews.ts'

const MailParams = z.object({ mail: z.string() })

/** Runs no scripts. Links open in new, unsandboxed tabs, as in a mail program. */
const mailCsp = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "frame-ancestors 'self'",
  'sandbox allow-popups allow-popups-to-escape-sandbox allow-same-origin',
].join('; ')

/** Shows mail that was written to files. Mounted only on a developer's machine, because mails contain valid links. */
export function devMailboxRoutes(app: App, previews: MailPreviews) {
  const folder = mailFolder(app.config.mailUrl)
  const listProps = async (request: FastifyRequest, id: string | null) => ({
    mails: await readMailbox(folder),
    channel: mailboxChannel,
    templates: isPreview(id) ? listPreviews(previews, request.context().mailWriter) : [],
  })
  const findMail = async (request: FastifyRequest, id: string) =>
    previewMail(previews, request.context().mailWriter, id) ?? (await readMail(folder, id))

  app.route({
    ...routeOptions('mailbox.index'),
    handler: async (request, reply) =>
      reply.page('Mailbox', { ...(await listProps(request, null)), openMail: null }),
  })

  app.route({
    ...routeOptions('mailbox.show'),
    schema: { params: MailParams },
    async handler(request, reply) {
      const { mail } = request.params
      const [props, openMail] = await Promise.all([
        listProps(request, mail),
        findMail(request, mail),
      ])
      if (!openMail && mail !== previewListId) throw new NotFound()
      return reply.page('Mailbox', { ...props, openMail })
    },
  })

  app.route({
    ...routeOptions('mailbox.html'),
    schema: { params: MailParams },
    async handler(request, reply) {
      const mail = await findMail(request, request.params.mail)
      if (!mail) throw new NotFound()
      return reply
        .header('content-security-policy', mailCsp)
        .type('text/html; charset=utf-8')
        .send(mail.html.replace('<head>', '<head><base target="_blank">'))
    },
  })
}
