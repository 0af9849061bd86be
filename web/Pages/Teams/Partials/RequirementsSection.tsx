import type { Pages } from '#app/pages.ts'
import type { SignInWay } from '#app/teams/pages.ts'
import { Button } from '#web/components/Button.tsx'
import { Checkbox } from '#web/components/Checkbox.tsx'
import { Disclosure } from '#web/components/Disclosure.tsx'
import { FieldError } from '#web/components/Field.tsx'
import { useField } from '#web/components/form-context.ts'
import { Form } from '#web/components/Form.tsx'
import { ItemTitle } from '#web/components/ItemList.tsx'
import { SavedMessage } from '#web/components/SavedMessage.tsx'
import { Section } from '#web/components/Section.tsx'
import { Select } from '#web/components/Select.tsx'
import { useConfirmation } from '#web/hooks/use-confirmation.ts'
import { useTranslation } from '#web/i18n.tsx'
import { route } from '#web/route.ts'

import { requirementIcons, requirementTexts, sessionLength, wayLabel } from './requirement-texts.ts'

type Props = Pick<
  Pages['Teams/Settings'],
  'team' | 'requirements' | 'offeredWays' | 'maxSessionHours'
>

const errorBag = 'updateRequirements'

/** The team's requirements, for owners. */
export function RequirementsSection(props: Props) {
  const t = useTranslation()
  const texts = requirementTexts(t, props.requirements)
  return (
    <Section
      id="requirements"
      title={t('Requirements')}
      description={t("Members who don't meet them can't open the team until they do.")}
    >
      <div className="setting">
        <ul className="grid gap-2">
          {texts.map(({ name, text }) => (
            <li key={name}>
              <ItemTitle icon={requirementIcons[name]}>{text}</ItemTitle>
            </li>
          ))}
          {texts.length === 0 && <li>{t('None')}</li>}
        </ul>
        <Disclosure
          label={t('Change')}
          accessibleLabel={t('Change the requirements')}
          targetId="requirements"
          errorBag={errorBag}
        >
          <RequirementsForm {...props} />
        </Disclosure>
      </div>
    </Section>
  )
}

function RequirementsForm({ team, requirements, offeredWays, maxSessionHours }: Props) {
  const t = useTranslation()
  const confirm = useConfirmation('sensitive')
  return (
    <Form
      key={JSON.stringify(requirements)}
      action={route('team-requirements.update', { team: team.slug })}
      method="put"
      errorBag={errorBag}
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
      <div className="form-actions">
        <Button type="submit">{t('Save the requirements')}</Button>
        <SavedMessage />
      </div>
    </Form>
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
        {error ? <FieldError>{error}</FieldError> : t('If you choose none, every way is allowed.')}
      </div>
    </fieldset>
  )
}
