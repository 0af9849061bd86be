import { linkLifetimeMinutes } from '#app/platform/auth/limits.ts'
import type { MailWriter } from '#app/platform/mail/mail-writer.ts'
import { type RenderedMail, renderMail } from '#app/platform/mail/render-mail.ts'

export function waitlistMail(
  { translator: t, appName, absoluteUrl }: MailWriter,
  path: string,
): RenderedMail {
  return renderMail(t, {
    appName,
    subject: t('The waitlist of {appName}', { appName }),
    heading: t('Confirm your email address'),
    paragraphs: [
      t(
        'You (or someone using your address) asked to join or leave the waitlist of {appName}. Open the link to confirm. It works once, for {minutes} minutes.',
        { appName, minutes: linkLifetimeMinutes },
      ),
    ],
    button: { label: t('Open the waitlist'), url: absoluteUrl(path), showUrl: true },
    notMeNote: t("Wasn't you? Ignore this email: without the link nothing changes."),
  })
}
