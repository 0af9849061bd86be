import type { Pages } from '#app/pages.ts'
import type { SignInWay } from '#app/teams/pages.ts'
import { Checkbox } from '#web/components/Checkbox.tsx'
import { FieldError } from '#web/components/Field.tsx'
import { useField } from '#web/components/form-context.ts'
import { FormSection } from '#web/components/FormSection.tsx'
import { Select } from '#web/components/Select.tsx'
import { useConfirmation } from '#web/hooks/use-confirmation.ts'
import { useTranslation } from '#web/i18n.tsx'
import { route } from '#web/route.ts'

import { sessionLength, wayLabel } from './requirement-texts.ts'

type Props = Pick<
  Pages['Teams/Settings'],
  'team' | 'requirements' | 'offeredWays' | 'maxSessionHours'
>

/** For owners. */
export function RequirementsSection({ team, requirements, offeredWays, maxSessionHours }: Props) {
  const t = useTranslation()
  const confirm = useConfirmation('sensitive')
  return (
    <FormSection
      key={JSON.stringify(requirements)}
      id="requirements"
      title={t('Requirements')}
      description={t("Members who don't meet them can't open the team until they do.")}
      submitLabel={t('Save the requirements')}
      action={route('team-requirements.update', { team: team.slug })}
      method="put"
      errorBag="updateRequirements"
      status="team-requirements-updated"
      confirm={confirm}
    >
      <Checkbox name="second_factor" defaultChecked={requirements.secondFactor}>
        {t('Require a second factor')}
      </Checkbox>
      <WayChoice offered={offeredWays} chosen={requirements.ways} />
      <Select
        name="max_session"
        label={t('Longest session')}
        defaultValue={requirements.maxSessionHours ?? ''}
        hint={t('After it, members sign in again to open the team.')}
      >
        <option value="">{t('No limit')}</option>
        {maxSessionHours.map((hours) => (
          <option key={hours} value={hours}>
            {sessionLength(t, hours)}
          </option>
        ))}
      </Select>
    </FormSection>
  )
}

function WayChoice({ offered, chosen }: { offered: SignInWay[]; chosen: SignInWay[] }) {
  const t = useTranslation()
  const { id, error } = useField('ways')
  return (
    <fieldset className="choice" id={id} aria-describedby={`${id}-note`}>
      <legend>{t('Allowed ways to sign in')}</legend>
      {offered.map((option) => (
        <div key={option.way} className="checkbox">
          <input
            id={`${id}-${option.way}`}
            name="ways[]"
            type="checkbox"
            value={option.way}
            defaultChecked={chosen.some(({ way }) => way === option.way)}
            aria-invalid={error ? true : undefined}
          />
          <label htmlFor={`${id}-${option.way}`}>{wayLabel(t, option)}</label>
        </div>
      ))}
      <div id={`${id}-note`} className="field-note">
        {error ? <FieldError>{error}</FieldError> : t('Without a choice, every way is allowed.')}
      </div>
    </fieldset>
  )
}
