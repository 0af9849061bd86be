import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
} from 'react'

interface Props {
  open: boolean
  /** Called on Escape, a click on the backdrop and any other close. */
  onClose: () => void
  /** Called on Escape and a click on the backdrop, which then do not close it. */
  onDismiss?: () => void
  title: string
  /** Focused instead of the first control. */
  initialFocus?: RefObject<HTMLElement | null>
  children: ReactNode
}

/** The native modal dialog: traps the focus, restores it and closes on Escape. */
export function Dialog({ open, onClose, onDismiss, title, initialFocus, children }: Props) {
  const element = useRef<HTMLDialogElement>(null)
  const heading = useId()

  useEffect(() => {
    if (!open) return element.current?.close()
    element.current?.showModal()
    initialFocus?.current?.focus()
  }, [open, initialFocus])

  // A dialog removed from the DOM while open would not restore the focus.
  useLayoutEffect(() => {
    const dialog = element.current
    return () => dialog?.close()
  }, [])

  function closeOnBackdrop(event: MouseEvent) {
    if (event.target === element.current) (onDismiss ?? onClose)()
  }

  // Browsers close a dialog at the second `cancel` event in a row, but not after a cancelled key.
  function dismissOnEscape(event: KeyboardEvent) {
    if (event.key === 'Escape') dismiss(event)
  }

  function dismiss(event: SyntheticEvent) {
    if (!onDismiss) return
    event.preventDefault()
    onDismiss()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- It handles Escape and the backdrop.
    <dialog
      ref={element}
      className="dialog"
      aria-labelledby={heading}
      onClose={onClose}
      onCancel={dismiss}
      onKeyDown={dismissOnEscape}
      onClick={closeOnBackdrop}
    >
      {open && (
        <div>
          <h2 id={heading}>{title}</h2>
          {children}
        </div>
      )}
    </dialog>
  )
}
