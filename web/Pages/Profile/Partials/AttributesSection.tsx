import type { AttributeField } from '#app/custom-attributes/pages.ts'
import { Button } from '#web/components/Button.tsx'
import { Form } from '#web/components/Form.tsx'
import { RememberFields } from '#web/components/RememberFields.tsx'
import { SavedMessage } from '#web/components/SavedMessage.tsx'
import { Section } from '#web/components/Section.tsx'
import { useTranslation } from '#web/i18n.tsx'
import { attributeText } from '#web/lib/attribute-text.ts'
import { route } from '#web/route.ts'

import { AttributeInput } from './AttributeInput.tsx'

/** The attributes of app/attributes.ts; nothing without one that the person may see. */
export function AttributesSection({ attributes }: { attributes: AttributeField[] }) {
  const t = useTranslation()
  const editable = attributes.filter(({ visibility }) => visibility !== 'managed')
  const managed = attributes.filter(({ visibility }) => visibility === 'managed')
  if (attributes.length === 0) return null

  return (
    <Section
      id="attributes"
      title={t('More about you')}
      description={t('Other details of your account. You can change or remove them at any time.')}
    >
      {editable.length > 0 && (
        <Form
          action={route('attributes.update')}
          method="put"
          errorBag="updateAttributes"
          status="attributes-updated"
        >
          {editable.map((attribute) => (
            <AttributeInput key={attribute.name} attribute={attribute} />
          ))}
          <RememberFields name="attributes" />
          <div className="form-actions">
            <Button type="submit">{t('Save details')}</Button>
            <SavedMessage />
          </div>
        </Form>
      )}
      {managed.length > 0 && <ManagedAttributes attributes={managed} />}
    </Section>
  )
}

function ManagedAttributes({ attributes }: { attributes: AttributeField[] }) {
  const t = useTranslation()
  return (
    <div className="managed-attributes">
      <p className="text-muted">{t('Only this service can change these:')}</p>
      <dl>
        {attributes.map(({ name, label, hint, value, input }) => (
          <div key={name}>
            <dt>{label}</dt>
            <dd className="break-words">
              {attributeText(t, value, input) ?? t('Not set')}
              {hint !== null && <p className="text-muted">{hint}</p>}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
