import { usePage } from '@inertiajs/react'
import { type ChangeEvent, lazy, Suspense, useId, useRef, useState } from 'react'

import type { User } from '#app/pages.ts'
import { Avatar } from '#web/parts/Avatar.tsx'
import { Button } from '#web/parts/Button.tsx'
import { FieldError } from '#web/parts/Field.tsx'
import { Form } from '#web/parts/Form.tsx'
import { route } from '#web/route.ts'
import { useText } from '#web/text.tsx'

const CropDialog = lazy(() => import('#web/Pages/Profile/Partials/CropDialog.tsx'))

interface Props {
  user: User
  mostMegabytes: number
  /** One line below the name. */
  note: string
}

/** The picture and its buttons. Without script a file is sent as it is, and the server keeps its middle. */
export function PhotoForm({ user, mostMegabytes, note }: Props) {
  const t = useText()
  const id = useId()
  const [file, choose] = useState<File | null>(null)
  const refused = Object(usePage().props.errors['updateProfilePhoto']).photo

  return (
    <div className="photo">
      <Avatar {...user} size="huge" />
      <div>
        <p className="photo-name">{user.name}</p>
        <p className="text-muted text-13">{note}</p>
        <div className="form-actions mt-2">
          <ChooseFile
            label={user.profile_photo_url ? t('Change your photo') : t('Add a photo')}
            note={id}
            onChoose={choose}
          />
          {user.profile_photo_url && (
            <Form
              action={route('current-user-photo.destroy')}
              method="delete"
              bag="deleteProfilePhoto"
            >
              <Button type="submit" tone="quiet">
                {t('Remove your photo')}
              </Button>
            </Form>
          )}
        </div>
        <div id={id} className="field-note mt-1">
          {typeof refused === 'string' ? (
            <FieldError>{refused}</FieldError>
          ) : (
            t('JPEG, PNG or WebP, at most {max} MB.', { max: mostMegabytes })
          )}
        </div>
      </div>
      {file && (
        <Suspense>
          <CropDialog file={file} onClose={() => choose(null)} />
        </Suspense>
      )}
    </div>
  )
}

interface ChooseProps {
  label: string
  /** Id of what describes it. */
  note: string
  onChoose: (file: File) => void
}

function ChooseFile({ label, note, onChoose }: ChooseProps) {
  const t = useText()
  const input = useRef<HTMLInputElement>(null)

  function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? []
    // So that the same file can be chosen once more.
    target.value = ''
    if (file) onChoose(file)
  }

  return (
    <form
      className="photo-form"
      action={`${route('user-profile-photo.update')}?_error_bag=updateProfilePhoto`}
      method="post"
      encType="multipart/form-data"
    >
      <input
        ref={input}
        className="photo-input"
        type="file"
        name="photo"
        accept="image/*"
        aria-label={label}
        aria-describedby={note}
        onChange={choose}
      />
      <span className="needs-script">
        <Button aria-describedby={note} onClick={() => input.current?.click()}>
          {label}
        </Button>
      </span>
      <span className="without-script">
        <Button type="submit">{t('Use this photo')}</Button>
      </span>
    </form>
  )
}
