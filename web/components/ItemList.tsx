import '#web/styles/item-list.css'
import type { ReactNode } from 'react'

import { Icon } from './Icon.tsx'

/** A card with one row for each thing a person has, such as a device or a passkey. */
export function ItemList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className="item-list" aria-label={label}>
      {children}
    </ul>
  )
}

interface ItemProps {
  /** Starts with an icon: an `ItemTitle`, `DeviceLine` or `EditableName`. */
  title: ReactNode
  /** Elements, in one line where they fit. */
  details: ReactNode
  /** The small buttons at the end, and what one of them opens below. */
  children?: ReactNode
}

export function Item({ title, details, children }: ItemProps) {
  return (
    <li className="setting">
      <div className="item">
        {title}
        <p className="item-details">{details}</p>
      </div>
      {children}
    </li>
  )
}

export function ItemTitle({ icon, children }: { icon: string; children: ReactNode }) {
  return (
    <span className="device">
      <Icon path={icon} />
      <span className="wrap-anywhere">{children}</span>
    </span>
  )
}
