import type { ReactNode } from 'react'

import { Icon } from '#web/parts/Icon.tsx'
import { alert } from '#web/parts/icons/alert.ts'
import { check } from '#web/parts/icons/check.ts'
import { close } from '#web/parts/icons/close.ts'
import { useText } from '#web/text.tsx'

interface Props {
  tone: 'success' | 'attention' | 'danger'
  role?: 'alert' | 'status'
  onDismiss?: () => void
  children: ReactNode
}

/** A sentence that stands out: in a form, above a page, in a corner. */
export function Notice({ tone, role, onDismiss, children }: Props) {
  const t = useText()
  return (
    <div className="notice" data-tone={tone} role={role}>
      <Icon of={tone === 'success' ? check : alert} />
      <div>{children}</div>
      {onDismiss && (
        <button type="button" className="icon-button" aria-label={t('Dismiss')} onClick={onDismiss}>
          <Icon of={close} small />
        </button>
      )}
    </div>
  )
}
