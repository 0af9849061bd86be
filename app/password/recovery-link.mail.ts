import { msg } from '@foyer/i18n'

import type { KeptAccess } from '#app/account-takeover/pages.ts'
import { linkLifetimeMinutes } from '#app/platform/auth/limits.ts'
import { takeoverLinkDays } from '#app/platform/mail/limits.ts'
import type { MailWriter } from '#app/platform/mail/mail-writer.ts'
import { type RenderedMail, renderMail } from '#app/platform/mail/render-mail.ts'

/** Sent after a reported takeover: the owner's way back into the secured account. */
export function recoveryLinkMail(
  { translator: t, appName, absoluteUrl }: MailWriter,
  path: string,
  kept: KeptAccess,
): RenderedMail {
  return renderMail(t, {
    appName,
    subject: t('Get back into your account'),
    heading: t('Your account is secured'),
    paragraphs: [
      kept
        ? t(keptMessages[kept])
        : t(
            "You reported that it wasn't you. All devices are signed out, all passkeys are removed, and the old password and earlier links no longer work. Two-factor authentication turned on within the last {days} days is off.",
            { days: takeoverLinkDays },
          ),
      t(
        'Open the link to choose a new password. It works once, for {minutes} minutes. After that, request another one on the sign-in page.',
        { minutes: linkLifetimeMinutes },
      ),
    ],
    button: { label: t('Choose a new password'), url: absoluteUrl(path), showUrl: true },
    notMeNote: t(
      "Didn't report anything? Then someone else can read your email. Secure your mailbox first.",
    ),
  })
}

const keptMessages = {
  'two-factor': msg(
    "You reported that it wasn't you. All devices are signed out, and the old password and earlier links no longer work. Two-factor authentication stays on, because it's required here. If you didn't turn it on, contact us.",
  ),
  passkeys: msg(
    "You reported that it wasn't you. All devices are signed out, and the old password and earlier links no longer work. Passkeys added in the last {days} days are removed. Older ones still work; remove any you don't recognize.",
    { days: takeoverLinkDays },
  ),
} as const
