import type { Text } from '@foyer/sentences'

import type { ErrorStatus } from '#app/pages.ts'

interface Words {
  title: string
  sentence: string
}

/** What happened and what to do about it, by status. */
export function errorWords(t: Text, status: ErrorStatus, waitSeconds: number | null): Words {
  const words: Partial<Record<ErrorStatus, Words>> = {
    403: {
      title: t('This page is not open to you'),
      sentence: t('Your account may not see it. Sign in with one that may, or go back.'),
    },
    404: {
      title: t('There is nothing at this address'),
      sentence: t('The link may be old or mistyped. Everything else is where it was.'),
    },
    410: {
      title: t('This link no longer works'),
      sentence: t('Links in mail work once and for a limited time. Ask for a new one.'),
    },
    413: {
      title: t('That was too large'),
      sentence: t('Nothing was stored. Send something smaller.'),
    },
    419: {
      title: t('This page was open for too long'),
      sentence: t('Nothing was changed. Go back, reload the page and send it again.'),
    },
    429: {
      title: t('That was too much at once'),
      sentence: waitSeconds
        ? t.n(waitSeconds, 'Wait one second and try again.', 'Wait {count} seconds and try again.')
        : t('Wait a minute and try again.'),
    },
    500: {
      title: t('Something broke on our side'),
      sentence: t('It has been written down. If it happens again, tell us the request number.'),
    },
    503: {
      title: t('We are out for a moment'),
      sentence: t('The service is busy or being looked after. Try again shortly.'),
    },
  }
  return (
    words[status] ?? {
      title: t('We could not make sense of that'),
      sentence: t('Nothing was changed. Go back to where you came from and try again.'),
    }
  )
}
