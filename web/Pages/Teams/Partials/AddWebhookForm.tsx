import type { TeamHeader } from '#app/teams/pages.ts'
import { Button } from '#web/components/Button.tsx'
import { Field, FieldError } from '#web/components/Field.tsx'
import { useField } from '#web/components/form-context.ts'
import { Form } from '#web/components/Form.tsx'
import { useConfirmation } from '#web/hooks/use-confirmation.ts'
import { useTranslation } from '#web/i18n.tsx'
import { route } from '#web/route.ts'

interface Props {
  team: TeamHeader
  eventTypes: readonly string[]
}

export function AddWebhookForm({ team, eventTypes }: Props) {
  const t = useTranslation()
  const confirm = useConfirmation('sensitive')
  return (
    <Form
      action={route('team-webhooks.store', { team: team.slug })}
      errorBag="addWebhook"
      confirm={confirm}
    >
      <Field
        name="url"
        type="url"
        label={t('URL')}
        data-missing={t('Enter an address such as https://example.com/webhooks.')}
        autoComplete="off"
        spellCheck={false}
        hint={t('It begins with https:// and is on the internet.')}
      />
      <details>
        <summary>{t('Only some events')}</summary>
        <EventChoice eventTypes={eventTypes} />
      </details>
      <div className="form-actions">
        <Button type="submit" tone="primary">
          {t('Add webhook')}
        </Button>
      </div>
    </Form>
  )
}

function EventChoice({ eventTypes }: Pick<Props, 'eventTypes'>) {
  const t = useTranslation()
  const { id, error } = useField('event_types')
  return (
    <fieldset className="choice pt-3" id={id} aria-describedby={`${id}-note`}>
      <legend>{t('Events')}</legend>
      {eventTypes.map((type) => (
        <div key={type} className="checkbox">
          <input id={`${id}-${type}`} name="event_types[]" type="checkbox" value={type} />
          <label htmlFor={`${id}-${type}`} translate="no">
            {type}
          </label>
        </div>
      ))}
      <div id={`${id}-note`} className="field-note">
        {error ? <FieldError>{error}</FieldError> : t('If you choose none, all are sent.')}
      </div>
    </fieldset>
  )
}
