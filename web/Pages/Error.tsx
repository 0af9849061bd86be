import { Head, usePage } from '@inertiajs/react'

import type { Pages } from '#app/pages.ts'
import { Plain } from '#web/Layouts/Plain.tsx'
import { errorWords } from '#web/Pages/Error/Partials/error-words.ts'
import { ButtonLink } from '#web/parts/Button.tsx'
import { CopyButton } from '#web/parts/CopyButton.tsx'
import { route } from '#web/route.ts'
import { T, useText } from '#web/text.tsx'

export default function ErrorPage({ status, requestId, retryAfterSeconds }: Pages['Error']) {
  const t = useText()
  const { auth } = usePage().props
  const { title, sentence } = errorWords(t, status, retryAfterSeconds)

  return (
    <div className="grid justify-items-start gap-6">
      <Head title={title} />
      <div className="grid gap-2">
        <p className="numbers text-13 text-muted">
          {t('Error {status}', { status: String(status) })}
        </p>
        <h1 className="heading">{title}</h1>
        <p className="text-17 text-muted">{sentence}</p>
      </div>
      <ButtonLink tone="primary" href={route(auth.user ? 'dashboard' : 'home')}>
        {auth.user ? t('Go to your dashboard') : t('Go to the front page')}
      </ButtonLink>
      <p className="flex items-center gap-1 text-13 text-muted">
        <span className="wrap-anywhere">
          <T
            text="Request <number>{id}</number>"
            values={{ id: requestId }}
            number={(words) => <span className="inline-block">{words}</span>}
          />
        </span>
        <CopyButton text={requestId} label={t('Copy the request number')} />
      </p>
    </div>
  )
}

ErrorPage.layout = [Plain]
