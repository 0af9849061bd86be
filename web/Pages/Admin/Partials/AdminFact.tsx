import type { ReactNode } from 'react'

import { useTimezone } from '#web/hooks/use-timezone.ts'
import { useTranslation } from '#web/i18n.tsx'

export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

export function Time({ at }: { at: string }) {
  const t = useTranslation()
  const timeZone = useTimezone()
  return (
    <time dateTime={at} suppressHydrationWarning>
      {t.date(at, { dateStyle: 'medium', timeStyle: 'short', timeZone })}
    </time>
  )
}
