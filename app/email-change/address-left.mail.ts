import type { MailWriter } from '#app/platform/mail/mail-writer.ts'
import { type RenderedMail, renderMail } from '#app/platform/mail/render-mail.ts'

/** Sent to the replaced address when all other access was removed too. It has no link back. */
export function addressLeftMail(
  { translatorFor, appName }: Pick<MailWriter, 'translatorFor' | 'appName'>,
  locale: string | null,
  email: string,
): RenderedMail {
  const t = translatorFor(locale)
  return renderMail(t, {
    appName,
    subject: t('Your account moved to another address'),
    heading: t('Your account moved to another address'),
    paragraphs: [
      t('Your account now uses {email}. We no longer send email about it here.', { email }),
      t(
        'At the new address, every other way in was removed: sessions, password, passkeys, two-factor authentication, API tokens and our earlier links. This address can no longer take the account back.',
      ),
    ],
    notMeNote: t("If you didn't want this, write to us right away."),
  })
}
