import { msg } from '@foyer/i18n'

import type { MailWriter } from '#app/platform/mail/mail-writer.ts'
import { type RenderedMail, renderMail } from '#app/platform/mail/render-mail.ts'
import type { SecurityNotice } from '#app/platform/mail/security-notice.ts'
import { route } from '#app/platform/route.ts'

const renewCodes = msg(
  'Someone has one of your recovery codes. Sign in, create new ones, and change your password.',
)

/** @param hours  left of the waiting time; 0 once it is over */
export function recoveryRequestedNotice({
  hours,
  stopPath,
}: {
  hours: number
  stopPath: string
}): SecurityNotice {
  return {
    type: 'recovery-requested',
    description: msg(
      "They say they've lost this mailbox, and entered one of your recovery codes and a second factor.",
    ),
    nextSteps: [
      hours > 0
        ? msg.n(
            hours,
            'Nothing has changed yet. In one hour they can choose a new address and a new password.',
            'Nothing has changed yet. In {count} hours they can choose a new address and a new password.',
          )
        : msg('Nothing has changed yet, but they can choose a new address and password now.'),
      msg("Was it you? Then you don't need to do anything. If not, stop it with this button."),
    ],
    button: { label: msg('Stop this recovery'), path: stopPath, showUrl: true },
    toEveryAddress: true,
  }
}

/** Sent after a correct recovery code with a wrong second factor. */
export function recoveryCodeKnownNotice(): SecurityNotice {
  return {
    type: 'recovery-code-known',
    description: msg(
      'One of your recovery codes was entered to recover your account, without your second factor. Nothing has changed.',
    ),
    nextSteps: [msg("If this wasn't you, create new recovery codes. The old ones stop working.")],
    button: {
      label: msg('Review your recovery codes'),
      path: `${route('profile.security')}#two-factor`,
    },
    budget: 'warning',
  }
}

export function recoveryStoppedNotice(): SecurityNotice {
  return {
    type: 'recovery-stopped',
    description: msg('Your address and your password stay as they are.'),
    nextSteps: [renewCodes],
    button: {
      label: msg('Review your recovery codes'),
      path: `${route('profile.security')}#two-factor`,
    },
    toEveryAddress: true,
  }
}

/** Sent to the new address and the additional ones. */
export function recoveryCompletedNotice(): SecurityNotice {
  return {
    type: 'recovery-completed',
    description: msg(
      'It has a new address and a new password. All devices were signed out, and all API tokens were revoked.',
    ),
    nextSteps: [
      msg(
        "Two-factor authentication stays on. Passkeys, linked accounts and other addresses stay too: remove those that aren't yours.",
      ),
    ],
    button: { label: msg('Review how you sign in'), path: route('profile.security') },
    toEveryAddress: true,
  }
}

/** Sent to the replaced address. It has neither a link nor the new address: its reader may be a thief of the mailbox. */
export function recoveredMail(
  { translatorFor, appName }: Pick<MailWriter, 'translatorFor' | 'appName'>,
  locale: string | null,
): RenderedMail {
  const t = translatorFor(locale)
  return renderMail(t, {
    appName,
    subject: t('Your account moved to another address'),
    heading: t('Your account moved to another address'),
    paragraphs: [
      t(
        'It was recovered with a recovery code and a second factor, after a waiting time. This address can no longer be used to sign in to the account or recover it, and we no longer send email about it here.',
      ),
    ],
    notMeNote: t("If you didn't want this, write to us right away."),
  })
}
