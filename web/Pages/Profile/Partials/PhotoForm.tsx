import '#web/styles/photo.css'
import { usePage } from '@inertiajs/react'
import { type ChangeEvent, lazy, Suspense, useId, useRef, useState } from 'react'

import type { User } from '#app/pages.ts'
import { Avatar } from '#web/components/Avatar.tsx'
import { Button } from '#web/components/Button.tsx'
import { FieldError } from '#web/components/Field.tsx'
import { Form } from '#web/components/Form.tsx'
import { useNoScriptAction } from '#web/hooks/use-no-script-action.ts'
import { useTranslation } from '#web/i18n.tsx'

const CropDialog = lazy(() => import('#web/Pages/Profile/Partials/CropDialog.tsx'))

interface Props {
  shown: Pick<User, 'name' | 'profile_photo_url'>
  /** A POST sets the photo, a DELETE removes it. */
  action: string
  labels: { add: string; change: string; remove: string }
  maxMegabytes: number
  note: string
}

const errorBag = 'updatePhoto'

/** Uploads and removes a photo. Without script the file is sent uncropped and the server crops its center. */
export function PhotoForm({ shown, action, labels, maxMegabytes, note }: Props) {
  const t = useTranslation()
  const hintId = useId()
  const [file, setFile] = useState<File | null>(null)
  const serverError = Object(usePage().props.errors[errorBag]).photo

  return (
    <div className="photo">
      <Avatar {...shown} size="huge" />
      <div>
        <p className="photo-name">{shown.name}</p>
        <p className="text-muted text-13">{note}</p>
        <div className="form-actions mt-2">
          <FilePicker
            label={shown.profile_photo_url ? labels.change : labels.add}
            action={action}
            describedBy={hintId}
            onChoose={setFile}
          />
          {shown.profile_photo_url && (
            <Form action={action} method="delete" errorBag="deletePhoto">
              <Button type="submit" tone="quiet">
                {labels.remove}
              </Button>
            </Form>
          )}
          <div id={hintId} className="field-note">
            {typeof serverError === 'string' ? (
              <FieldError>{serverError}</FieldError>
            ) : (
              t('JPEG, PNG or WebP, at most {max} MB.', { max: maxMegabytes })
            )}
          </div>
        </div>
      </div>
      {file && (
        <Suspense>
          <CropDialog file={file} upload={{ action, errorBag }} onClose={() => setFile(null)} />
        </Suspense>
      )}
    </div>
  )
}

interface FilePickerProps {
  label: string
  action: string
  describedBy: string
  onChoose: (file: File) => void
}

function FilePicker({ label, action, describedBy, onChoose }: FilePickerProps) {
  const t = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const noScriptAction = useNoScriptAction({ action, errorBag })

  function handleChange({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? []
    // Allows choosing the same file again.
    target.value = ''
    if (file) onChoose(file)
  }

  return (
    <form
      className="photo-form"
      action={noScriptAction}
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
        aria-describedby={describedBy}
        onChange={handleChange}
      />
      <span className="needs-script">
        <Button aria-describedby={describedBy} onClick={() => input.current?.click()}>
          {label}
        </Button>
      </span>
      <span className="without-script">
        <Button type="submit">{t('Use this photo')}</Button>
      </span>
    </form>
  )
}
