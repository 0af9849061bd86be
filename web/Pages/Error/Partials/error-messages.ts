import type { Translator } from '@foyer/i18n'

import type { ErrorStatus } from '#app/pages.ts'

interface ErrorMessage {
  title: string
  text: string
}

export function errorMessageFor(
  t: Translator,
  status: ErrorStatus,
  waitSeconds: number | null,
): ErrorMessage {
  const messages: Partial<Record<ErrorStatus, ErrorMessage>> = {
    403: {
      title: t('This page is not open to you'),
      text: t('Your account may not see it. Sign in with one that may, or go back.'),
    },
    404: {
      title: t('There is nothing at this address'),
      text: t('The link may be old or mistyped. Everything else is where it was.'),
    },
    410: {
      title: t('This link no longer works'),
      text: t('Links in mail work once and for a limited time. Ask for a new one.'),
    },
    413: {
      title: t('That was too large'),
      text: t('Nothing was stored. Send something smaller.'),
    },
    419: {
      title: t('This page was open for too long'),
      text: t('Nothing was changed. Go back, reload the page and send it again.'),
    },
    429: {
      title: t('That was too much at once'),
      text: waitSeconds
        ? t.n(waitSeconds, 'Wait one second and try again.', 'Wait {count} seconds and try again.')
        : t('Wait a minute and try again.'),
    },
    500: {
      title: t('Something broke on our side'),
      text: t('It has been written down. If it happens again, tell us the request number.'),
    },
    503: {
      title: t('We are out for a moment'),
      text: t('The service is busy or being looked after. Try again shortly.'),
    },
  }
  return (
    messages[status] ?? {
      title: t('We could not make sense of that'),
      text: t('Nothing was changed. Go back to where you came from and try again.'),
    }
  )
}
