import { type ReactNode, useDeferredValue, useEffect, useState } from 'react'

import { useTranslation } from '#web/i18n.tsx'
import { passwordScore } from '#web/lib/password-score.ts'

interface Props {
  password: string
  /** In characters; shorter passwords show the hint instead. */
  minLength: number
  hint: ReactNode
}

export default function PasswordStrength({ password, minLength, hint }: Props) {
  const t = useTranslation()
  const score = passwordScore(useDeferredValue(password))
  const [announcedScore, setAnnouncedScore] = useState(score)
  const isTooShort = [...password].length < minLength

  // Announced when typing pauses, not on every key.
  useEffect(() => {
    const timer = setTimeout(() => setAnnouncedScore(score), 1000)
    return () => clearTimeout(timer)
  }, [score])

  const labels = [
    t('Very easy to guess'),
    t('Easy to guess'),
    t('Could be stronger'),
    t('Strong'),
    t('Very strong'),
  ]

  return (
    <div className="password-strength" data-score={score}>
      {!isTooShort && (
        <span className="password-strength-bar" aria-hidden="true">
          <i />
          <i />
          <i />
          <i />
        </span>
      )}
      {!isTooShort && <span aria-hidden="true">{labels[score]}</span>}
      <span className={isTooShort ? undefined : 'visually-hidden'}>{hint}</span>
      <span className="visually-hidden" aria-live="polite">
        {!isTooShort && labels[announcedScore]}
      </span>
    </div>
  )
}
