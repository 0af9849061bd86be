import { type KeyboardEvent, useEffect, useId, useRef } from 'react'

import { useText } from '#web/text.tsx'

import { type Crop, type Picture, stepped } from './crop.ts'
import { useFingers } from './fingers.ts'

interface Props {
  /** Address of the picture. */
  source: string
  picture: Picture
  crop: Crop
  onChange: (change: (crop: Crop) => Crop) => void
}

/** The picture behind a round window. It follows one finger, two fingers enlarge it; arrow keys, plus and minus do too. */
export function CropStage({ source, picture, crop, onChange }: Props) {
  const t = useText()
  const hint = useId()
  const fingers = useFingers(picture, onChange)
  const stage = useRef<HTMLButtonElement>(null)

  // It comes when the picture has been read, a moment after the dialog around it.
  useEffect(() => stage.current?.focus(), [])

  const percent = (length: number) => `${(length / crop.size) * 100}%`

  function step(event: KeyboardEvent) {
    const { key, shiftKey } = event
    if (!stepped(crop, key, shiftKey, picture)) return
    event.preventDefault()
    onChange((now) => stepped(now, key, shiftKey, picture) ?? now)
  }

  return (
    <>
      <button
        ref={stage}
        type="button"
        className="crop-stage"
        aria-label={t('Your photo')}
        aria-describedby={hint}
        onKeyDown={step}
        {...fingers}
      >
        <img
          src={source}
          alt=""
          draggable={false}
          style={{
            inlineSize: percent(picture.width),
            blockSize: percent(picture.height),
            left: `-${percent(crop.x)}`,
            top: `-${percent(crop.y)}`,
          }}
        />
      </button>
      <p id={hint} className="text-muted text-13">
        {t('Drag it into place. On the keyboard: arrow keys, plus and minus.')}
      </p>
    </>
  )
}
