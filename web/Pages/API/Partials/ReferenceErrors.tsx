import type { Pages } from '#app/pages.ts'
import { useTranslation } from '#web/i18n.tsx'

import { CodeExample } from './CodeExample.tsx'
import { InlineCode } from './InlineCode.tsx'

export function ReferenceErrors({ commonErrors, errorExample }: Pages['API/Reference']) {
  const t = useTranslation()
  return (
    <section id="errors" aria-labelledby="errors-title" tabIndex={-1}>
      <div>
        <h2 id="errors-title">{t('Errors')}</h2>
        <p>
          <InlineCode text={t('Errors explain why in `message`.')} />
        </p>
        <dl className="api-fields">
          {commonErrors.map(([status, meaning]) => (
            <div key={status}>
              <dt>
                <code>{status}</code>
              </dt>
              <dd>
                <InlineCode text={meaning} />
              </dd>
            </div>
          ))}
        </dl>
      </div>
      <div className="api-examples">
        <CodeExample title={t('Response: {status}', { status: '422' })} code={errorExample} />
      </div>
    </section>
  )
}
