import type { ReactNode } from 'react'

import { Icon } from './Icon.tsx'

interface Props {
  /** Of the thing there is none of. */
  icon: string
  /** One sentence. */
  children: string
  /** At most one thing to do. */
  action?: ReactNode
}

/** Where there is nothing yet. */
export function EmptyState({ icon, children, action }: Props) {
  return (
    <div className="empty">
      <Icon path={icon} />
      <p>{children}</p>
      {action}
    </div>
  )
}
