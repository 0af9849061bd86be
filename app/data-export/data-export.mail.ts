import { type Letter, letter } from '#app/platform/mail/letter.ts'
import { mailMoment } from '#app/platform/mail/mail-moment.ts'
import type { Post } from '#app/platform/post.ts'
import { route } from '#app/platform/route.ts'

/** To who asked for their data: it can be fetched now. The link leads to the page, never to the file. */
export function dataExportMail(
  { text: t, appName, link }: Post,
  { expiresAt, zone }: { expiresAt: number; zone: string | null },
): Letter {
  const when = mailMoment(t, expiresAt, zone)
  return letter(t, {
    appName,
    subject: t('Your {appName} data is ready', { appName }),
    heading: t('Your data is ready'),
    paragraphs: [
      t(
        'Download it from your account until {when}. After that we remove the file; you can ask for a new one.',
        { when },
      ),
    ],
    button: { label: t('Go to your data'), url: link(`${route('profile.show')}#data-export`) },
    notYou: t(
      'You did not ask for this? Someone is using your account: sign in, end the other sessions, and set a new password.',
    ),
  })
}
