import { type MouseEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react'

interface Props {
  open: boolean
  /** Called for Escape, the backdrop and every other way out. */
  onClose: () => void
  title: string
  children: ReactNode
}

/** The platform's modal dialog: it keeps focus inside, gives it back, and closes on Escape. */
export function Dialog({ open, onClose, title, children }: Props) {
  const element = useRef<HTMLDialogElement>(null)
  const heading = useId()

  useEffect(() => {
    if (open) element.current?.showModal()
    else element.current?.close()
  }, [open])

  // One that is taken out of the page while it is open would not give the focus back.
  useLayoutEffect(() => {
    const dialog = element.current
    return () => dialog?.close()
  }, [])

  function closeOnBackdrop(event: MouseEvent) {
    if (event.target === element.current) onClose()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- The keyboard has Escape.
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
