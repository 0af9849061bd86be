import '#web/styles/photo.css'
import { useEffect, useId, useState } from 'react'

import { Button } from '#web/components/Button.tsx'
import { Dialog } from '#web/components/Dialog.tsx'
import { FieldError } from '#web/components/Field.tsx'
import { FormContext } from '#web/components/form-context.ts'
import { useSubmission } from '#web/hooks/use-submission.ts'
import { useTranslation } from '#web/i18n.tsx'
import { CropStage } from '#web/Pages/Profile/Partials/CropStage.tsx'

import { type Crop, centerCrop, maxZoom, zoomCrop, zoomLevel } from './crop-geometry.ts'
import { closeImage, cropFormFields, openImage } from './image-file.ts'

interface Props {
  file: File
  upload: { action: string; errorBag: string }
  onClose: () => void
}

/** Lets the person choose a square crop of a photo, then uploads it. */
export default function CropDialog({ file, upload, onClose }: Props) {
  const t = useTranslation()
  const { image, isBroken } = useImage(file)
  const title = isBroken ? t("We can't use this photo") : t('Choose the part to show')
  return (
    <Dialog open onClose={onClose} title={title}>
      {isBroken && (
        <>
          <p role="alert">
            {t("This browser can't open that file. Choose a JPEG, PNG or WebP photo.")}
          </p>
          <div className="dialog-actions">
            <Button onClick={onClose}>{t('Close')}</Button>
          </div>
        </>
      )}
      {image && <Cropper file={file} upload={upload} image={image} onClose={onClose} />}
    </Dialog>
  )
}

function Cropper({ file, upload, image, onClose }: Props & { image: HTMLImageElement }) {
  const t = useTranslation()
  const formId = useId()
  const imageSize = { width: image.naturalWidth, height: image.naturalHeight }
  const [crop, setCrop] = useState<Crop>(() => centerCrop(imageSize))
  const form = useSubmission()
  const maxZoomLevel = maxZoom(imageSize)

  async function send() {
    const data = await cropFormFields(file, image, crop)
    const options = { errorBag: upload.errorBag, onSuccess: onClose }
    form.submit(upload.action, { method: 'post', data, ...options })
  }

  const state = { id: formId, busy: form.processing, errors: {}, edited: [], oldInput: {} }
  return (
    <FormContext value={state}>
      <CropStage imageUrl={image.src} imageSize={imageSize} crop={crop} onChange={setCrop} />
      {maxZoomLevel > 1 && (
        <label className="crop-zoom">
          <span>{t('Zoom')}</span>
          <input
            type="range"
            min={1}
            max={maxZoomLevel}
            step="any"
            value={zoomLevel(crop, imageSize)}
            aria-valuetext={t.number(zoomLevel(crop, imageSize), { style: 'percent' })}
            onChange={({ target }) => setCrop(zoomCrop(crop, target.valueAsNumber, imageSize))}
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
    </FormContext>
  )
}

function useImage(file: File) {
  const [image, setImage] = useState<HTMLImageElement | null>(null)
  const [isBroken, setBroken] = useState(false)

  useEffect(() => {
    let isCancelled = false
    let openedImage: HTMLImageElement | null = null
    void openImage(file).then((newImage) => {
      openedImage = newImage
      if (isCancelled) return newImage && closeImage(newImage)
      if (newImage) setImage(newImage)
      else setBroken(true)
    })
    return () => {
      isCancelled = true
      if (openedImage) closeImage(openedImage)
    }
  }, [file])

  return { image, isBroken }
}
