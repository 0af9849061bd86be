import type { Pages } from '#app/pages.ts'
import { attributeField, restorableFields } from '#app/profile-fields.ts'
import { FieldError } from '#web/components/Field.tsx'
import { useField } from '#web/components/form-context.ts'
import { FormPopup } from '#web/components/FormPopup.tsx'
import type { FactComparison } from '#web/components/time-travel/compare-facts.ts'
import { useConfirmation } from '#web/hooks/use-confirmation.ts'
import { useTranslation } from '#web/i18n.tsx'
import { accountSectionUrl } from '#web/lib/account-sections.ts'
import { route } from '#web/route.ts'

import { useRestorableAttributes } from './use-fact-context.ts'

interface Props extends Pick<Pages['TimeTravel/Index'], 'present'> {
  /** Sequence number of the last event at that moment. */
  event: number
  differences: FactComparison[]
}

/** Restores the chosen profile fields. If one changed meanwhile, the form shows the new value and asks again. */
export function RestoreProfile({ event, differences, present }: Props) {
  const t = useTranslation()
  const confirm = useConfirmation('sensitive')
  const restorable = differences.filter(({ field }) => field !== null && field !== 'email')
  const emailDiffers = differences.some(({ field }) => field === 'email')

  return (
    <div className="restore">
      {restorable.length > 0 && (
        <FormPopup
          triggerText={t('Restore your profile…')}
          triggerLabel={t('Restore your profile…')}
          triggerStyle="button"
          title={t('Restore your profile')}
          submitLabel={t('Restore')}
          action={route('time-travel.restore')}
          errorBag="restore"
          status="profile-restored"
          confirm={confirm}
        >
          <p className="text-muted">
            {t('What you have now, and what it will change to. You can undo this.')}
          </p>
          <input type="hidden" name="event" value={event} />
          <ExpectedValues present={present} />
          {restorable.map((choice) => (
            <RestoreChoice key={choice.key} choice={choice} />
          ))}
        </FormPopup>
      )}
      {emailDiffers && (
        <p>
          <a href={accountSectionUrl('address')}>{t('Change your email address back')}</a>{' '}
          <span className="text-muted">{t("You'll confirm it with a link we email you.")}</span>
        </p>
      )}
    </div>
  )
}

/** The values the person saw. The server rejects the restore if they have changed. */
export function ExpectedValues({ present }: Pick<Props, 'present'>) {
  const attributes = useRestorableAttributes()
  return [
    ...restorableFields.map((field) => (
      <input key={field} type="hidden" name={field} value={present[field] ?? ''} />
    )),
    ...attributes.map((name) => {
      const field = attributeField(name)
      const value = present.attributes[name]?.value ?? ''
      return <input key={field} type="hidden" name={field} value={String(value)} />
    }),
  ]
}

function RestoreChoice({ choice }: { choice: FactComparison }) {
  const { field, label, before, after } = choice
  const { id, error } = useField(field ?? '')
  return (
    <div className="restore-choice">
      <div className="checkbox">
        <input
          id={id}
          name="fields[]"
          type="checkbox"
          value={field ?? ''}
          defaultChecked
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-note`}
        />
        <label htmlFor={id}>
          <span className="text-muted">{label}</span>
          <span className="restore-preview">
            <del>{after}</del> <ins>{before}</ins>
          </span>
        </label>
      </div>
      <div id={`${id}-note`}>{error && <FieldError>{error}</FieldError>}</div>
    </div>
  )
}
