import { usePage } from '@inertiajs/react'
import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'

import { useTranslation } from '#web/i18n.tsx'

import { Button } from './Button.tsx'

interface Props {
  label: string
  /** Replaces the label for screen readers, where several look the same. */
  accessibleLabel?: string
  small?: boolean
  /** `danger` for the confirmation of something destructive. */
  tone?: 'danger'
  /** Opens when it is the target of the URL's fragment. */
  targetId?: string
  /** Opens to show the errors of a form inside that was sent without script. */
  errorBag?: string
  children: ReactNode
}

/**
 * A button that shows what it needs below itself: a form, or a question. Opens without script.
 *
 * To confirm an action, use: in a section, a `Disclosure`; in a table, or where nothing below may move, a `FormPopup`; a `Dialog`
 * only where the action needs script, such as removing a passkey.
 */
export function Disclosure({
  label,
  accessibleLabel,
  small,
  tone,
  targetId,
  errorBag,
  children,
}: Props) {
  const element = useRef<HTMLDetailsElement>(null)
  const { errors } = usePage().props
  // Not updated: a live reload must not close what the person has opened.
  const [isInitiallyOpen] = useState(errorBag !== undefined && errors[errorBag] !== undefined)

  useEffect(() => {
    if (element.current && targetId && location.hash === `#${targetId}`) element.current.open = true
  }, [targetId])

  useEffect(() => {
    const { current } = element
    const closeOnEscape = ({ key }: KeyboardEvent) => key === 'Escape' && closeDetails(current)
    current?.addEventListener('keydown', closeOnEscape)
    return () => current?.removeEventListener('keydown', closeOnEscape)
  }, [])

  return (
    <details ref={element} className="disclosure" open={isInitiallyOpen}>
      <summary
        className="button"
        data-small={small || undefined}
        data-tone={tone}
        aria-label={accessibleLabel}
      >
        {label}
      </summary>
      <div>{children}</div>
    </details>
  )
}

/** The buttons of a question in a `Disclosure`, and one that closes it. Without script, its opening button closes it. */
export function DisclosureActions({ children }: { children: ReactNode }) {
  const t = useTranslation()
  const close = ({ currentTarget }: MouseEvent) => closeDetails(currentTarget.closest('details'))
  return (
    <div className="form-actions">
      {children}
      <Button className="button needs-script" onClick={close}>
        {t('Cancel')}
      </Button>
    </div>
  )
}

/** Closes what is open in a section, and moves the focus back to its button. */
export function closeDisclosures(sectionId: string): void {
  const section = document.getElementById(sectionId)
  for (const details of section?.querySelectorAll<HTMLDetailsElement>('.disclosure[open]') ?? [])
    closeDetails(details)
}

function closeDetails(details: HTMLDetailsElement | null): void {
  if (!details?.open) return
  details.open = false
  details.querySelector('summary')?.focus()
}
