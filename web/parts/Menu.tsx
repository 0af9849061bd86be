import { type KeyboardEvent, type MouseEvent, type ReactNode, useId, useRef } from 'react'

interface Props {
  label: string
  /** What the button shows. */
  button: ReactNode
  children: ReactNode
}

/** Opens by the platform's own popover, so it works before script and without it. On a phone it is a sheet at the bottom. */
export function Menu({ label, button, children }: Props) {
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)

  function closeOnChoice(event: MouseEvent<HTMLDivElement>) {
    if (event.target instanceof Element && event.target.closest('a')) panel.current?.hidePopover()
  }

  function moveByArrow(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const items = [
      ...(panel.current?.querySelectorAll<HTMLElement>('.menu-item:is(a, button)') ?? []),
    ]
    const shown = items.filter((item) => item.checkVisibility())
    if (!step || shown.length === 0) return
    event.preventDefault()
    const from = shown.findIndex((item) => item === document.activeElement)
    shown.at(from < 0 && step < 0 ? -1 : (from + step) % shown.length)?.focus()
  }

  return (
    <>
      <button
        type="button"
        className="bar-account"
        popoverTarget={id}
        aria-label={label}
        onKeyDown={moveByArrow}
      >
        {button}
      </button>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- For the links and buttons inside. */}
      <div
        ref={panel}
        id={id}
        popover="auto"
        className="menu"
        onClick={closeOnChoice}
        onKeyDown={moveByArrow}
      >
        {children}
      </div>
    </>
  )
}
