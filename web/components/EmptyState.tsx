import type { ReactNode } from 'react'

import { Icon } from './Icon.tsx'

interface Props {
  icon: string
  /** One sentence. */
  children: string
  action?: ReactNode
}

export function EmptyState({ icon, children, action }: Props) {
  return (
    <div className="empty-state">
      <Icon path={icon} />
      <p>{children}</p>
      {action}
    </div>
  )
}
