import { formatMailDate } from '#app/platform/mail/format-mail-date.ts'
import type { MailWriter } from '#app/platform/mail/mail-writer.ts'
import { type RenderedMail, renderMail } from '#app/platform/mail/render-mail.ts'

export interface TeamInvitationMail {
  team: string
  /** Null for the operator. */
  inviter: string | null
  /** The path of the link. */
  path: string
  expiresAt: number
}

export function teamInvitationMail(
  { translator: t, appName, absoluteUrl }: MailWriter,
  { team, inviter, path, expiresAt }: TeamInvitationMail,
): RenderedMail {
  return renderMail(t, {
    appName,
    subject: t('Invitation to the team {team}', { team }),
    heading: t('Invitation to the team {team}', { team }),
    paragraphs: [
      inviter === null
        ? t("You're invited to the team {team} on {appName}.", { team, appName })
        : t('{name} invites you to the team {team} on {appName}.', {
            name: inviter,
            team,
            appName,
          }),
      t(
        'The link works once, until {when}. You can accept with the account you have, or create one.',
        {
          when: formatMailDate(t, expiresAt, null),
        },
      ),
    ],
    button: { label: t('See the invitation'), url: absoluteUrl(path), showUrl: true },
    notMeNote: t("Don't know this team? Ignore this email: without the link nothing happens."),
  })
}
