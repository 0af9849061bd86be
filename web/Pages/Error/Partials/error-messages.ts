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
      title: t("You can't open this page"),
      text: t("Your account doesn't have access. Sign in with another account, or go back."),
    },
    404: {
      title: t('Page not found'),
      text: t('The link may be old or mistyped.'),
    },
    410: {
      title: t('This link no longer works'),
      text: t('Links in emails work once and for a limited time. Request a new one.'),
    },
    413: {
      title: t('That was too large'),
      text: t('Nothing was saved. Send something smaller.'),
    },
    419: {
      title: t('This page was open for too long'),
      text: t('Nothing was changed. Go back, reload the page and try again.'),
    },
    429: {
      title: t('Too many requests'),
      text: waitSeconds
        ? t.n(waitSeconds, 'Wait one second and try again.', 'Wait {count} seconds and try again.')
        : t('Wait a minute and try again.'),
    },
    500: {
      title: t('Something went wrong'),
      text: t("We've logged the error. If it happens again, send us the request number."),
    },
    503: {
      title: t('Temporarily unavailable'),
      text: t('The site is busy or under maintenance. Try again in a moment.'),
    },
  }
  return (
    messages[status] ?? {
      title: t("That request didn't work"),
      text: t('Nothing was changed. Go back and try again.'),
    }
  )
}
