import '#web/styles/error.css'
import { Head, usePage } from '@inertiajs/react'

import type { Pages } from '#app/pages.ts'
import { ButtonLink } from '#web/components/Button.tsx'
import { CopyButton } from '#web/components/CopyButton.tsx'
import { Trans, useTranslation } from '#web/i18n.tsx'
import { Plain } from '#web/Layouts/Plain.tsx'
import { route } from '#web/route.ts'

import { errorMessageFor } from './Error/Partials/error-messages.ts'

export default function ErrorPage({ status, requestId, retryAfterSeconds }: Pages['Error']) {
  const t = useTranslation()
  const { auth } = usePage().props
  const { title, text } = errorMessageFor(t, status, retryAfterSeconds)

  return (
    <div className="error-page">
      <Head title={title} />
      <div className="grid gap-2">
        <p className="tabular-numbers text-13 text-muted">
          {t('Error {status}', { status: String(status) })}
        </p>
        <h1 className="heading">{title}</h1>
        <p className="text-17 text-muted">{text}</p>
      </div>
      <ButtonLink tone="primary" href={route(auth.user ? 'dashboard' : 'home')}>
        {auth.user ? t('Go to your dashboard') : t('Go to the front page')}
      </ButtonLink>
      <p className="text-13 text-muted wrap-anywhere">
        <Trans
          text="Request <number>{id}</number>"
          values={{ id: requestId }}
          number={(children) => (
            <span className="inline-flex items-center gap-1">
              {children}
              <CopyButton text={requestId} label={t('Copy the request number')} />
            </span>
          )}
        />
      </p>
      {/* Nobody is at home when the server fails, nor where there is no page. */}
      <div className="illustration" data-unlit={status >= 500 || status === 404 || undefined} />
    </div>
  )
}

ErrorPage.layout = [Plain]
