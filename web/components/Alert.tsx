import type { ReactNode } from 'react'

import { useTranslation } from '#web/i18n.tsx'

import { Icon } from './Icon.tsx'
import { alert } from './icons/alert.ts'
import { check } from './icons/check.ts'
import { close } from './icons/close.ts'

interface Props {
  tone: 'success' | 'attention' | 'danger'
  role?: 'alert' | 'status'
  onDismiss?: () => void
  children: ReactNode
}

export function Alert({ tone, role, onDismiss, children }: Props) {
  const t = useTranslation()
  return (
    <div className="alert" data-tone={tone} role={role}>
      <Icon path={tone === 'success' ? check : alert} />
      <div>{children}</div>
      {onDismiss && (
        <button type="button" className="icon-button" aria-label={t('Dismiss')} onClick={onDismiss}>
          <Icon path={close} small />
        </button>
      )}
    </div>
  )
}
