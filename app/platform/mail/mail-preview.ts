import type { Actor } from '#app/platform/actor.ts'
import { route } from '#app/platform/route.ts'

import type { MailWriter } from './mail-writer.ts'
import type { RenderedMail } from './render-mail.ts'
import { renderSecurityNotice, type SecurityNotice } from './security-notice.ts'

/** Renders a mail with made-up data. Its links do not work. */
export type MailPreview = (mailWriter: MailWriter) => RenderedMail

const id = '01234567-89ab-7def-8123-456789abcdef'
const hash = 'x'.repeat(43)
const sentAt = Date.UTC(2026, 4, 3, 9, 41)
const actor = {
  ip: '203.0.113.7',
  userAgent:
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36',
  now: sentAt,
}

/** Made-up data for the previews. */
export const sampleMailData = {
  id,
  hash,
  token: `${id}.${hash}`,
  sentAt,
  person: { name: 'Ada Lovelace', email: 'ada@example.com', locale: null, timezone: null },
  code: { code: '123456', requester: actor },
}

interface NoticeOptions extends Pick<Actor, 'performedBy'> {
  /** The path of the "This wasn't me" link. */
  takeoverPath?: string
}

export function noticePreview(
  content: SecurityNotice,
  {
    takeoverPath = route('not-me.show', { token: sampleMailData.token }),
    ...by
  }: NoticeOptions = {},
): MailPreview {
  return (mailWriter) =>
    renderSecurityNotice(mailWriter, {
      ...content,
      actor: { ...actor, ...by },
      recipient: sampleMailData.person,
      takeoverUrl: mailWriter.absoluteUrl(takeoverPath),
    })
}
