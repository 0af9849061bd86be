import { type KeyboardEvent, useEffect, useId, useRef } from 'react'

import { useTranslation } from '#web/i18n.tsx'

import { type Crop, type ImageSize, cropForKey } from './crop-geometry.ts'
import { usePinchPan } from './use-pinch-pan.ts'

interface Props {
  imageUrl: string
  imageSize: ImageSize
  crop: Crop
  onChange: (change: (crop: Crop) => Crop) => void
}

/** The photo behind a round mask. Pans by drag, click or arrow keys, zooms by pinch or plus and minus. */
export function CropStage({ imageUrl, imageSize, crop, onChange }: Props) {
  const t = useTranslation()
  const hint = useId()
  const pointerHandlers = usePinchPan(imageSize, onChange)
  const stage = useRef<HTMLButtonElement>(null)

  // Mounted after the image is decoded, when the dialog has already placed its focus.
  useEffect(() => stage.current?.focus(), [])

  const percent = (length: number) => `${(length / crop.size) * 100}%`

  function handleKey(event: KeyboardEvent) {
    const { key, shiftKey } = event
    if (!cropForKey(crop, key, shiftKey, imageSize)) return
    event.preventDefault()
    onChange((current) => cropForKey(current, key, shiftKey, imageSize) ?? current)
  }

  return (
    <>
      <button
        ref={stage}
        type="button"
        className="crop-stage"
        aria-label={t('Your photo')}
        aria-describedby={hint}
        onKeyDown={handleKey}
        {...pointerHandlers}
      >
        <img
          src={imageUrl}
          alt=""
          draggable={false}
          style={{
            inlineSize: percent(imageSize.width),
            blockSize: percent(imageSize.height),
            left: `-${percent(crop.x)}`,
            top: `-${percent(crop.y)}`,
          }}
        />
      </button>
      <p id={hint} className="text-muted text-13">
        {t(
          'Drag it into place, or click what should be in the middle. On a keyboard, use the arrow keys, plus and minus.',
        )}
      </p>
    </>
  )
}
