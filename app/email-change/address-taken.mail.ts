import type { MailWriter } from '#app/platform/mail/mail-writer.ts'
import { type RenderedMail, renderMail } from '#app/platform/mail/render-mail.ts'
import { route } from '#app/platform/route.ts'

/** Sent to the owner of an address that another account requested. The page must not reveal that it is taken. */
export function addressTakenMail(
  {
    translatorFor,
    appName,
    absoluteUrl,
  }: Pick<MailWriter, 'translatorFor' | 'appName' | 'absoluteUrl'>,
  locale: string | null,
): RenderedMail {
  const t = translatorFor(locale)
  return renderMail(t, {
    appName,
    subject: t('Your email address was entered for another account'),
    heading: t('You already use this address'),
    paragraphs: [
      t(
        'You (or someone else) asked to use this address for another {appName} account. It stays with yours, and nothing has changed.',
        { appName },
      ),
      t('To use it for the other account, first change the address of this one.'),
    ],
    button: { label: t('Sign in'), url: absoluteUrl(route('login')) },
    notMeNote: t("Wasn't you? You don't need to do anything, and they learned nothing."),
  })
}
