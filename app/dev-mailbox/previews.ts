import type { Mail } from '#app/pages.ts'
import type { MailWriter } from '#app/platform/mail/mail-writer.ts'
import type { RenderedMail } from '#app/platform/mail/render-mail.ts'

import type { MailTemplate } from './pages.ts'

export type MailPreviews = Readonly<Record<string, (mailWriter: MailWriter) => RenderedMail>>

const previewPrefix = 'sample-'

/** Takes the place of a mail id in URLs, for the list of previews. */
export const previewListId = 'templates'

export function isPreview(id: string | null): boolean {
  return id === previewListId || (id?.startsWith(previewPrefix) ?? false)
}

export function listPreviews(previews: MailPreviews, mailWriter: MailWriter): MailTemplate[] {
  return Object.entries(previews).map(([name, render]) => ({
    id: `${previewPrefix}${name}`,
    subject: render(mailWriter).subject,
  }))
}

export function previewMail(
  previews: MailPreviews,
  mailWriter: MailWriter,
  id: string,
): Mail | null {
  const name = id.startsWith(previewPrefix) ? id.slice(previewPrefix.length) : ''
  const render = Object.hasOwn(previews, name) ? previews[name] : undefined
  if (!render) return null
  const from = mailWriter.appName
  return {
    id,
    ...render(mailWriter),
    from,
    to: 'ada@example.com',
    sentAt: new Date(0).toISOString(),
  }
}
