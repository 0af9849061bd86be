import { msg } from '@foyer/i18n'

import type { MailWriter } from '#app/platform/mail/mail-writer.ts'
import { type RenderedMail, renderMail } from '#app/platform/mail/render-mail.ts'

/** Sent after a reported takeover: the owner's way back into the secured account. */
export function recoveryLinkMail(
  {
    translatorFor,
    appName,
    absoluteUrl,
  }: Pick<MailWriter, 'translatorFor' | 'appName' | 'absoluteUrl'>,
  locale: string | null,
  { path, kept }: { path: string; kept: 'two-factor' | 'passkeys' | null },
): RenderedMail {
  const t = translatorFor(locale)
  return renderMail(t, {
    appName,
    subject: t('Your way back into your account'),
    heading: t('Your account is closed to everyone else'),
    paragraphs: [
      kept
        ? t(keptMessages[kept])
        : t(
            'You told us that it was not you. Every session has ended, every passkey is gone, and the old password and every link we had sent before are void. Two-factor that was turned on within the last seven days is off.',
          ),
      t(
        'Open the link to choose a new password; it works once, for one hour. After that, have one sent from the sign-in page.',
      ),
    ],
    button: { label: t('Choose a new password'), url: absoluteUrl(path) },
    notMeNote: t(
      'You told us nothing? Then someone else reads your mail. Secure your mailbox first.',
    ),
  })
}

const keptMessages = {
  'two-factor': msg(
    "You told us that it wasn't you. Every session has ended, and the old password and our earlier links no longer work. Two-factor stays on, because everyone here needs it. If you didn't turn it on, write to us.",
  ),
  passkeys: msg(
    "You told us that it wasn't you. Every session has ended, and the old password and our earlier links no longer work. Passkeys added in the last seven days are gone. Older ones still work; remove any you don't recognize.",
  ),
} as const
