import '#web/styles/api-tokens.css'
import { Head } from '@inertiajs/react'

import type { Pages } from '#app/pages.ts'
import { useTranslation } from '#web/i18n.tsx'
import { Member } from '#web/Layouts/Member.tsx'

import { ApiTokenManager } from './Partials/ApiTokenManager.tsx'

export default function Index(props: Pages['API/Index']) {
  const t = useTranslation()
  return (
    <>
      <Head title={t('API tokens')} />
      <div className="grid gap-2">
        <h1 className="heading">{t('API tokens')}</h1>
        <p className="text-muted">
          {t('With a token, a program can use your account with the permissions you choose.')}
        </p>
      </div>
      <ApiTokenManager {...props} />
    </>
  )
}

Index.layout = [[Member, { showsConfirmationBadge: true }]]
