import { useEffect, useId, useState } from 'react'

import { CropStage } from '#web/Pages/Profile/Partials/CropStage.tsx'
import { closePicture, fieldsFor, openPicture } from '#web/Pages/Profile/Partials/picture.ts'
import { Button } from '#web/parts/Button.tsx'
import { Dialog } from '#web/parts/Dialog.tsx'
import { FieldError } from '#web/parts/Field.tsx'
import { FormState } from '#web/parts/form-state.ts'
import { useSubmission } from '#web/parts/submission.ts'
import { route } from '#web/route.ts'
import { useText } from '#web/text.tsx'

import { type Crop, middle, mostZoom, zoomed, zoomOf } from './crop.ts'

interface Props {
  file: File
  onClose: () => void
}

/** Shows the part of a photo that will be kept, lets the person move and enlarge it, and sends it. */
export default function CropDialog({ file, onClose }: Props) {
  const t = useText()
  const { image, isBroken } = usePicture(file)
  const title = isBroken ? t('This is no photo we can use') : t('Choose the part to show')
  return (
    <Dialog open onClose={onClose} title={title}>
      {isBroken && (
        <>
          <p role="alert">
            {t(
              'This browser cannot open that file. Choose a photo in the format JPEG, PNG or WebP.',
            )}
          </p>
          <div className="dialog-actions">
            <Button onClick={onClose}>{t('Close')}</Button>
          </div>
        </>
      )}
      {image && <Cropper file={file} image={image} onClose={onClose} />}
    </Dialog>
  )
}

function Cropper({ file, image, onClose }: Props & { image: HTMLImageElement }) {
  const t = useText()
  const zoom = useId()
  const picture = { width: image.naturalWidth, height: image.naturalHeight }
  const [crop, change] = useState<Crop>(() => middle(picture))
  const form = useSubmission()
  const most = mostZoom(picture)

  async function send() {
    const data = await fieldsFor(file, image, crop)
    const options = { errorBag: 'updateProfilePhoto', onSuccess: onClose }
    form.submit(route('user-profile-photo.update'), { method: 'post', data, ...options })
  }

  const state = { id: zoom, busy: form.processing, errors: {}, edited: [], typed: {} }
  return (
    <FormState value={state}>
      <CropStage source={image.src} picture={picture} crop={crop} onChange={change} />
      {most > 1 && (
        <label className="crop-zoom">
          <span>{t('Size')}</span>
          <input
            type="range"
            min={1}
            max={most}
            step="any"
            value={zoomOf(crop, picture)}
            aria-valuetext={t.number(zoomOf(crop, picture), { style: 'percent' })}
            onChange={({ target }) => change(zoomed(crop, target.valueAsNumber, picture))}
          />
        </label>
      )}
      <div className="field-note" aria-live="polite">
        {form.errors.photo && <FieldError>{form.errors.photo}</FieldError>}
        {form.processing &&
          t('Sending: {part}', {
            part: t.number(form.percentage / 100, { style: 'percent' }),
          })}
      </div>
      {form.processing && <progress max={100} value={form.percentage} />}
      <div className="dialog-actions">
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button type="submit" tone="primary" onClick={() => form.processing || void send()}>
          {t('Use this photo')}
        </Button>
      </div>
    </FormState>
  )
}

function usePicture(file: File) {
  const [image, show] = useState<HTMLImageElement | null>(null)
  const [isBroken, give] = useState(false)

  useEffect(() => {
    let isGone = false
    let opened: HTMLImageElement | null = null
    void openPicture(file).then((found) => {
      opened = found
      if (isGone) return found && closePicture(found)
      if (found) show(found)
      else give(true)
    })
    return () => {
      isGone = true
      if (opened) closePicture(opened)
    }
  }, [file])

  return { image, isBroken }
}
