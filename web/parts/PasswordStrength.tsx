import { type ReactNode, useDeferredValue, useEffect, useState } from 'react'

import { passwordScore } from '#web/parts/password-score.ts'
import { useText } from '#web/text.tsx'

interface Props {
  password: string
  /** In characters. Below it the hint stands, for that is what is wrong. */
  minLength: number
  hint: ReactNode
}

export default function PasswordStrength({ password, minLength, hint }: Props) {
  const t = useText()
  const score = passwordScore(useDeferredValue(password))
  const [announced, announce] = useState(score)
  const isShort = [...password].length < minLength

  // Said when the typing rests, not at every key.
  useEffect(() => {
    const rest = setTimeout(() => announce(score), 1000)
    return () => clearTimeout(rest)
  }, [score])

  const words = [
    t('Very easy to guess'),
    t('Easy to guess'),
    t('Could be stronger'),
    t('Strong'),
    t('Very strong'),
  ]

  return (
    <div className="meter" data-score={score}>
      {!isShort && (
        <span className="meter-bar" aria-hidden="true">
          <i />
          <i />
          <i />
          <i />
        </span>
      )}
      {!isShort && <span aria-hidden="true">{words[score]}</span>}
      <span className={isShort ? undefined : 'visually-hidden'}>{hint}</span>
      <span className="visually-hidden" aria-live="polite">
        {!isShort && words[announced]}
      </span>
    </div>
  )
}
