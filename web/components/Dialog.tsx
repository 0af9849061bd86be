import { type MouseEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react'

interface Props {
  open: boolean
  /** Called on Escape, a click on the backdrop and any other close. */
  onClose: () => void
  title: string
  children: ReactNode
}

/** The native modal dialog: traps the focus, restores it and closes on Escape. */
export function Dialog({ open, onClose, title, children }: Props) {
  const element = useRef<HTMLDialogElement>(null)
  const heading = useId()

  useEffect(() => {
    if (open) element.current?.showModal()
    else element.current?.close()
  }, [open])

  // A dialog removed from the DOM while open would not restore the focus.
  useLayoutEffect(() => {
    const dialog = element.current
    return () => dialog?.close()
  }, [])

  function closeOnBackdrop(event: MouseEvent) {
    if (event.target === element.current) onClose()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- Escape closes it by keyboard.
    <dialog
      ref={element}
      className="dialog"
      aria-labelledby={heading}
      onClose={onClose}
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
