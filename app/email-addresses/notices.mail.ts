import { msg } from '@foyer/i18n'

import type { MailWriter } from '#app/platform/mail/mail-writer.ts'
import { type RenderedMail, renderMail } from '#app/platform/mail/render-mail.ts'
import type { SecurityNotice } from '#app/platform/mail/security-notice.ts'
import { route } from '#app/platform/route.ts'

const button = {
  label: msg('Review your email addresses'),
  path: `${route('profile.show')}#email-addresses`,
}

export function addressAddedNotice(added: {
  email: string
  isRecoveryOnly: boolean
}): SecurityNotice {
  const { email } = added
  return {
    type: 'address-added',
    values: { target: email },
    description: added.isRecoveryOnly
      ? msg('{email} can now receive links that recover your account.', { email })
      : msg('{email} can now be used to sign in to your account and to recover it.', {
          email,
        }),
    button,
    toEveryAddress: true,
  }
}

export function addressRemovedNotice(email: string): SecurityNotice {
  return {
    type: 'address-removed',
    values: { target: email },
    description: msg('{email} can no longer be used to sign in to your account or to recover it.', {
      email,
    }),
    button,
    toEveryAddress: true,
  }
}

export function addressMadePrimaryNotice(email: string): SecurityNotice {
  return {
    type: 'address-made-primary',
    values: { target: email },
    description: msg(
      "We now send email about your account to {email}. The former address can undo the change with the link we've sent there.",
      { email },
    ),
    button,
  }
}

/** Sent to the removed address. */
export function addressRemovedMail(
  { translatorFor, appName }: Pick<MailWriter, 'translatorFor' | 'appName'>,
  locale: string | null,
): RenderedMail {
  const t = translatorFor(locale)
  return renderMail(t, {
    appName,
    subject: t('Your address was removed from an account'),
    heading: t('Your address was removed from an account'),
    paragraphs: [
      t(
        'This address can no longer be used to sign in to your {appName} account or to recover it. Links we sent here no longer work.',
        { appName },
      ),
    ],
    notMeNote: t(
      "If you didn't want this, sign in with another address of yours, and add it again.",
    ),
  })
}
