import type { Translator } from '@foyer/i18n'

import { codeLifetimeMinutes } from '#app/platform/auth/limits.ts'
import type { CodeToMail } from '#app/platform/auth/mailed-codes.ts'

import type { MailTemplate } from './render-mail.ts'
import { noticeDetails } from './security-notice.ts'

/**
 * The part of a mail with a code, and the client that asked for it. The code stays out of the subject, which a locked phone shows.
 *
 * @param code  null while codes are off, which leaves out the part
 */
export function codeInMail(
  t: Translator,
  appName: string,
  code: CodeToMail | null,
  { isOnly = false } = {},
): Pick<MailTemplate, 'code' | 'details'> {
  if (code === null) return {}
  const minutes = { minutes: codeLifetimeMinutes }
  return {
    code: {
      hint: isOnly
        ? t(
            'Enter this code in the browser where you requested it. It works once, for {minutes} minutes.',
            minutes,
          )
        : t(
            'Or enter this code in the browser where you requested it. It works once, for {minutes} minutes.',
            minutes,
          ),
      digits: code.code,
      warning: t(
        'Never pass this code on. Nobody at {appName} asks for it, by phone or in a message.',
        { appName },
      ),
    },
    details: noticeDetails(t, code.requester, null),
  }
}
