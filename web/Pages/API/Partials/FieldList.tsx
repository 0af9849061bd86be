import type { ApiField } from '#app/api/pages.ts'
import { useTranslation } from '#web/i18n.tsx'

import { InlineCode } from './InlineCode.tsx'

interface Props {
  title?: string
  fields: ApiField[]
  /** Marks the required fields of a request. */
  isInput?: boolean
}

export function FieldList({ title, fields, isInput = false }: Props) {
  const t = useTranslation()
  if (fields.length === 0) return null
  return (
    <>
      {title && <h3>{title}</h3>}
      <dl className="api-fields">
        {fields.map(({ name, type, meaning, isRequired, fields: inner }) => (
          <div key={name}>
            <dt>
              <code translate="no">{name}</code> <span translate="no">{type}</span>
              {isInput && isRequired && <span className="badge">{t('Required')}</span>}
            </dt>
            <dd>
              <InlineCode text={meaning} />
              {inner.length > 0 && (
                <details>
                  <summary>
                    <InlineCode text={t('Fields of `{name}`', { name })} />
                  </summary>
                  <FieldList fields={inner} isInput={isInput} />
                </details>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}
