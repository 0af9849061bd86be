import type { ApiEndpoint } from '#app/api/pages.ts'
import { useTranslation } from '#web/i18n.tsx'

import { CodeExample } from './CodeExample.tsx'
import { FieldList } from './FieldList.tsx'
import { InlineCode } from './InlineCode.tsx'
import { permissionLabels } from './permission-labels.ts'

export function Endpoint(endpoint: ApiEndpoint) {
  const t = useTranslation()
  const { id, title, description, method, path, permission } = endpoint
  const names = new Map<string, { name: string }>(Object.entries(permissionLabels(t)))
  const permissionName = names.get(permission)?.name ?? permission
  return (
    <section aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      <p className="api-endpoint">
        <code translate="no">
          <b>{method}</b> {path}
        </code>
        <span className="badge">{t('Permission: {name}', { name: permissionName })}</span>
      </p>
      <p>
        <InlineCode text={description} />
      </p>
      <details>
        <summary>
          {t('Fields and examples')}
          <span className="visually-hidden">: {title}</span>
        </summary>
        {/* The target of links is inside, because browsers open a closed parent of their target. */}
        <span id={id} className="api-target" />
        <EndpointDetails {...endpoint} />
      </details>
    </section>
  )
}

function EndpointDetails(endpoint: ApiEndpoint) {
  const t = useTranslation()
  const { title, answerStatus, answerExample } = endpoint
  return (
    <div className="api-details">
      <div>
        <FieldList title={t('Parameters')} fields={endpoint.parameters} isInput />
        <FieldList title={t('Body')} fields={endpoint.body} isInput />
        <FieldList title={t('Response')} fields={endpoint.answer} />
        {endpoint.errors.length > 0 && (
          <p className="text-muted">
            {endpoint.errors.map(([status, meaning]) => `${status}: ${meaning}`).join(' ')}
          </p>
        )}
      </div>
      <div className="api-examples">
        <CodeExample
          title={t('Request')}
          code={endpoint.requestExample}
          copyLabel={t('Copy the request: {title}', { title })}
        />
        {answerExample ? (
          <CodeExample
            title={t('Response: {status}', { status: answerStatus })}
            code={answerExample}
          />
        ) : (
          <p className="text-muted">{t('Response: {status}, no body', { status: answerStatus })}</p>
        )}
      </div>
    </div>
  )
}
