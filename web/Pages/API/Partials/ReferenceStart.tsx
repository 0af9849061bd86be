import { Link } from '@inertiajs/react'

import type { Pages } from '#app/pages.ts'
import { Trans, useTranslation } from '#web/i18n.tsx'

import { CodeExample } from './CodeExample.tsx'
import { InlineCode } from './InlineCode.tsx'

export function ReferenceStart({
  endpoints,
  limits,
  openApiUrl,
  tokensUrl,
}: Pages['API/Reference']) {
  const t = useTranslation()
  const example = endpoints[0]?.requestExample ?? ''
  return (
    <section id="start" aria-labelledby="start-title" tabIndex={-1}>
      <div>
        <h2 id="start-title">{t('Getting started')}</h2>
        <p>
          <Trans
            text="Create an <link>API token</link> and send it with every request."
            link={(text) => <Link href={tokensUrl}>{text}</Link>}
          />
        </p>
        <p>
          <InlineCode
            text={t(
              "Requests and responses are JSON. Lists are paginated: to get the next page, send the value of `next_cursor` as `cursor`, until it's null.",
            )}
          />
        </p>
        <p>{t('Times are in UTC, in ISO 8601 format.')}</p>
        <p>
          {t(
            'Each API token can send {perToken} requests per minute, and each IP address {perIp}.',
            limits,
          )}
        </p>
        <p>
          <a href={openApiUrl}>{t('OpenAPI 3.1 description')}</a>
        </p>
      </div>
      <div className="api-examples">
        <CodeExample title={t('Example')} code={example} copyLabel={t('Copy the example')} />
      </div>
    </section>
  )
}
