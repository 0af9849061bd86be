import { usePage } from '@inertiajs/react'

import type { ProfileInformation } from '#app/pages.ts'
import { PhotoForm } from '#web/Pages/Profile/Partials/PhotoForm.tsx'
import { TimezoneField } from '#web/Pages/Profile/Partials/TimezoneField.tsx'
import { Button } from '#web/parts/Button.tsx'
import { Field } from '#web/parts/Field.tsx'
import { Form } from '#web/parts/Form.tsx'
import { Saved } from '#web/parts/Saved.tsx'
import { Section } from '#web/parts/Section.tsx'
import { Select } from '#web/parts/Select.tsx'
import { useZone } from '#web/parts/zone.ts'
import { route } from '#web/route.ts'
import { useText } from '#web/text.tsx'

interface Props extends ProfileInformation {
  title: string
}

export function UpdateProfileInformationForm({ title, memberSince, photoMostMegabytes }: Props) {
  const t = useText()
  const { auth, languages } = usePage().props
  const { user } = auth
  const since = t.date(memberSince, { dateStyle: 'long', timeZone: useZone() })
  if (!user) return null

  return (
    <Section
      id="information"
      title={title}
      about={t('How we address you, and how words and times are shown to you.')}
    >
      <PhotoForm
        user={user}
        mostMegabytes={photoMostMegabytes}
        note={t('Member since {date}', { date: since })}
      />
      <Form
        action={route('user-profile-information.update')}
        method="put"
        bag="updateProfileInformation"
        status="profile-information-updated"
      >
        <Field
          name="name"
          label={t('Name')}
          autoComplete="name"
          maxLength={255}
          defaultValue={user.name}
        />
        {languages.length > 0 && (
          <Select name="locale" label={t('Language')} defaultValue={user.locale ?? ''}>
            <option value="">{t('As your browser asks for')}</option>
            {languages.map(({ code, name }) => (
              <option key={code} value={code} lang={code}>
                {name}
              </option>
            ))}
          </Select>
        )}
        <TimezoneField chosen={user.timezone} />
        <div className="form-actions">
          <Button type="submit" tone="primary">
            {t('Save your profile')}
          </Button>
          <Saved />
        </div>
      </Form>
    </Section>
  )
}
