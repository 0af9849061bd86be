import { formatMailDate } from '#app/platform/mail/format-mail-date.ts'
import type { MailWriter } from '#app/platform/mail/mail-writer.ts'
import { type RenderedMail, renderMail } from '#app/platform/mail/render-mail.ts'
import { route } from '#app/platform/route.ts'

/** Links to the page, not to the file, because downloading needs a confirmed session. */
export function dataExportMail(
  { translator: t, appName, absoluteUrl }: MailWriter,
  { expiresAt, timezone }: { expiresAt: number; timezone: string | null },
): RenderedMail {
  const when = formatMailDate(t, expiresAt, timezone)
  return renderMail(t, {
    appName,
    subject: t('Your {appName} data is ready', { appName }),
    heading: t('Your data is ready'),
    paragraphs: [
      t(
        'Download it from your account by {when}. After that, we delete the file, and you can request a new one.',
        { when },
      ),
    ],
    button: {
      label: t('Go to your data'),
      url: absoluteUrl(`${route('profile.data')}#data-export`),
    },
    notMeNote: t(
      "Didn't request this? Someone may be using your account. Sign in, sign out all other devices and change your password.",
    ),
  })
}
