import '#web/styles/prose.css'
import { Head } from '@inertiajs/react'

import type { LegalDocument } from '#app/legal/pages.ts'
import { useTranslation } from '#web/i18n.tsx'

type Props = LegalDocument & { title: string }

export function LegalText({ title, html, version, updatedAt }: Props) {
  const t = useTranslation()
  const date = t.date(updatedAt, { dateStyle: 'long', timeZone: 'UTC' })
  return (
    <article className="grid grid-cols-1 gap-6">
      <Head title={title} />
      <header className="grid grid-cols-1 gap-1">
        <h1 className="heading">{title}</h1>
        <p className="tabular-numbers text-13 text-muted">
          {t('Effective {date}, version {version}', { date, version })}
        </p>
      </header>
      {/* Sanitized by the server; see LegalDocument. */}
      <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
    </article>
  )
}
