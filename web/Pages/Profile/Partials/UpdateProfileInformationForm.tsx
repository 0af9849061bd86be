import { usePage } from '@inertiajs/react'

import { profileFieldNames } from '#app/profile-fields.ts'
import type { ProfileInformation } from '#app/profile/pages.ts'
import { Button } from '#web/components/Button.tsx'
import { Form } from '#web/components/Form.tsx'
import { RememberFields } from '#web/components/RememberFields.tsx'
import { SavedMessage } from '#web/components/SavedMessage.tsx'
import { Section } from '#web/components/Section.tsx'
import { useTimezone } from '#web/hooks/use-timezone.ts'
import { useTranslation } from '#web/i18n.tsx'
import { PhotoForm } from '#web/Pages/Profile/Partials/PhotoForm.tsx'
import { ProfileInput } from '#web/Pages/Profile/Partials/ProfileInput.tsx'
import { route } from '#web/route.ts'

export function UpdateProfileInformationForm({
  memberSince,
  maxPhotoMegabytes,
}: ProfileInformation) {
  const t = useTranslation()
  const { user } = usePage().props.auth
  const since = t.date(memberSince, { dateStyle: 'long', timeZone: useTimezone() })
  if (!user) return null

  return (
    <Section
      id="information"
      title={t('Profile')}
      description={t('Your name and photo, your language and your time zone.')}
    >
      <PhotoForm
        shown={user}
        action={route('user-profile-photo.update')}
        labels={{
          add: t('Add a photo'),
          change: t('Change your photo'),
          remove: t('Remove your photo'),
        }}
        maxMegabytes={maxPhotoMegabytes}
        note={t('Member since {date}', { date: since })}
      />
      <Form
        action={route('user-profile-information.update')}
        method="put"
        errorBag="updateProfileInformation"
        status="profile-information-updated"
      >
        {profileFieldNames.map((field) => (
          <ProfileInput key={field} field={field} saved={user[field]} />
        ))}
        <RememberFields name="profile" />
        <div className="form-actions">
          <Button type="submit" tone="primary">
            {t('Save profile')}
          </Button>
          <SavedMessage />
        </div>
      </Form>
    </Section>
  )
}
