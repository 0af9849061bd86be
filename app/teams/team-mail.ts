import { type Message, msg } from '@foyer/i18n'

import { notificationTypes, type TeamNotificationType } from '#app/notification-types.ts'
import type { ActionContext } from '#app/platform/action-context.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { inLanguageOf, type MailWriter, recipientOf } from '#app/platform/mail/mail-writer.ts'
import { type RenderedMail, renderMail } from '#app/platform/mail/render-mail.ts'
import { notify } from '#app/platform/notifications/notify.ts'

/** A change by another member, as a member learns of it. */
export interface TeamMail {
  /** Its title is the subject of the mail. */
  type: TeamNotificationType
  values: { team: string; target?: string }
  paragraphs: Message[]
  button?: { label: Message; path: string }
}

/** Tells a member in the application, and by mail unless they have turned it off. */
export async function sendTeamMail(
  tx: Tx,
  { mailWriter, now }: Pick<ActionContext, 'mailWriter' | 'now'>,
  userId: string,
  content: TeamMail,
): Promise<void> {
  const { type, values: data } = content
  const { wantsMail } = await notify(tx, { userId, sessionId: null, now }, { type, data })
  if (!wantsMail) return
  const recipient = await tx
    .selectFrom('users')
    .select(['name', 'email', 'email_verified_at', 'locale'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const mail = renderTeamMail(inLanguageOf(mailWriter, recipient.locale), content)
  await mailWriter.send(tx, recipientOf(recipient), mail)
}

export function renderTeamMail(
  { translator: t, appName, absoluteUrl }: MailWriter,
  { type, values, paragraphs, button }: TeamMail,
): RenderedMail {
  const heading = t({ text: notificationTypes[type].title, values })
  return renderMail(t, {
    appName,
    subject: heading,
    heading,
    paragraphs: paragraphs.map((paragraph) => t(paragraph)),
    ...(button && { button: { label: t(button.label), url: absoluteUrl(button.path) } }),
    notMeNote: t(msg("You get this email because it's about one of your teams.")),
  })
}
