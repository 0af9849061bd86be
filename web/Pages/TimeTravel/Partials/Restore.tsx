import type { Pages } from '#app/pages.ts'
import type { Compared } from '#web/Pages/TimeTravel/Partials/compared.ts'
import { useConfirmation } from '#web/parts/confirmation.ts'
import { FieldError } from '#web/parts/Field.tsx'
import { useField } from '#web/parts/form-state.ts'
import { FormPopup } from '#web/parts/FormPopup.tsx'
import { route } from '#web/route.ts'
import { useText } from '#web/text.tsx'

interface Props extends Pick<Pages['TimeTravel/Index'], 'present'> {
  /** The last event that had happened then. */
  event: number
  differences: Compared[]
}

/** Brings back what is chosen of the profile. What changed meanwhile is shown, and asked about anew. */
export function Restore({ event, differences, present }: Props) {
  const t = useText()
  const confirm = useConfirmation(15)
  const choices = differences.filter(({ field }) => field !== null && field !== 'email')
  const address = differences.some(({ field }) => field === 'email')

  return (
    <div className="restore">
      {choices.length > 0 && (
        <FormPopup
          opener={t('Put it back as it was')}
          openerLabel={t('Put your profile back as it was')}
          opensAs="button"
          title={t('Put your profile back as it was')}
          submit={t('Put these back')}
          action={route('time-travel.restore')}
          bag="restore"
          status="profile-restored"
          ask={confirm}
        >
          <p className="text-muted">
            {t('Your profile now, and what it becomes. You can undo this.')}
          </p>
          <input type="hidden" name="event" value={event} />
          <Seen present={present} />
          {choices.map((choice) => (
            <Choice key={choice.key} choice={choice} />
          ))}
        </FormPopup>
      )}
      {address && (
        <p>
          <a href={`${route('profile.show')}#address`}>{t('Change the address back')}</a>{' '}
          <span className="text-muted">{t('It has to be confirmed by a mail, as always.')}</span>
        </p>
      )}
    </div>
  )
}

/** What the person was shown: should it be something else by now, they are asked again. */
export function Seen({ present }: Pick<Props, 'present'>) {
  const { name, photo, locale, timezone } = present
  return Object.entries({ name, photo, locale, timezone }).map(([field, value]) => (
    <input key={field} type="hidden" name={field} value={value ?? ''} />
  ))
}

function Choice({ choice }: { choice: Compared }) {
  const { field, label, was, is } = choice
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
            <del>{is}</del> <ins>{was}</ins>
          </span>
        </label>
      </div>
      <div id={`${id}-note`}>{error && <FieldError>{error}</FieldError>}</div>
    </div>
  )
}
