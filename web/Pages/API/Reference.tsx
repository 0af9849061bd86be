import '#web/styles/api-reference.css'
import { Head, Link } from '@inertiajs/react'
import { useEffect } from 'react'

import type { Pages } from '#app/pages.ts'
import { useTranslation } from '#web/i18n.tsx'
import { MemberOrPlain } from '#web/Layouts/MemberOrPlain.tsx'

import { Endpoint } from './Partials/Endpoint.tsx'
import { ReferenceErrors } from './Partials/ReferenceErrors.tsx'
import { ReferenceStart } from './Partials/ReferenceStart.tsx'

export default function Reference(props: Pages['API/Reference']) {
  const t = useTranslation()
  const { endpoints, tokensUrl } = props

  // Browsers open the details around the target of a link themselves, except after a reload and an Inertia visit.
  useEffect(() => {
    document.getElementById(location.hash.slice(1))?.closest('details')?.setAttribute('open', '')
  }, [])

  const contents = [
    ['start', t('Getting started')],
    ...endpoints.map(({ id, title }) => [id, title]),
    ['errors', t('Errors')],
  ]
  return (
    <>
      <Head title={t('API reference')} />
      <header className="grid gap-2">
        <p>
          <Link href={tokensUrl}>{t('Your API tokens')}</Link>
        </p>
        <h1 className="heading">{t('API reference')}</h1>
        <p className="text-muted">{t('What a program can do with your account.')}</p>
      </header>
      <div className="reference">
        <nav className="reference-contents" aria-label={t('On this page')}>
          <ul>
            {contents.map(([id, title]) => (
              <li key={id}>
                <a href={`#${id}`}>{title}</a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="reference-body">
          <ReferenceStart {...props} />
          {endpoints.map((endpoint) => (
            <Endpoint key={endpoint.id} {...endpoint} />
          ))}
          <ReferenceErrors {...props} />
        </div>
      </div>
    </>
  )
}

Reference.layout = [MemberOrPlain]
