import type { MailWriter } from '#app/platform/mail/mail-writer.ts'
import { type RenderedMail, renderMail } from '#app/platform/mail/render-mail.ts'
import { route } from '#app/platform/route.ts'

/** To the owner of an address that another account requested. The page must not reveal that it is taken. */
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
    subject: t('Your address was entered in another account'),
    heading: t('This address is yours already'),
    paragraphs: [
      t(
        'Someone, perhaps you, asked to use this address for another account at {appName}. It stays with yours, and nothing has changed.',
        { appName },
      ),
      t('To use it for the other account, change the address of this one first.'),
    ],
    button: { label: t('Sign in'), url: absoluteUrl(route('login')) },
    notMeNote: t(
      'This was not you? There is nothing to do, and whoever it was has learned nothing.',
    ),
  })
}
