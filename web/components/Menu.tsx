import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useId,
  useRef,
} from 'react'

interface Props {
  label: string
  button: ReactNode
  className?: string
  onOpen?: () => void
  children: ReactNode
}

/** A menu in a native popover, so that it opens without script. On phones it is a bottom sheet. */
export function Menu({ label, button, className = '', onOpen, children }: Props) {
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  const trigger = useRef<HTMLButtonElement>(null)

  function closeWhenLeft({ relatedTarget: next }: FocusEvent) {
    const isInside = panel.current?.contains(next) || trigger.current?.contains(next)
    if (next && !isInside) panel.current?.hidePopover()
  }

  function closeOnChoice(event: MouseEvent<HTMLDivElement>) {
    if (event.target instanceof Element && event.target.closest('a')) panel.current?.hidePopover()
  }

  function handleArrowKeys(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    // The chosen one of several radio buttons; left and right change it.
    const items = [
      ...(panel.current?.querySelectorAll<HTMLElement>(
        '.menu-item:is(a, button), .menu-item input:checked',
      ) ?? []),
    ]
    const visibleItems = items.filter((item) => item.checkVisibility())
    if (!step || visibleItems.length === 0) return
    event.preventDefault()
    const currentIndex = visibleItems.findIndex((item) => item === document.activeElement)
    visibleItems
      .at(currentIndex < 0 && step < 0 ? -1 : (currentIndex + step) % visibleItems.length)
      ?.focus()
  }

  return (
    <>
      <button
        ref={trigger}
        type="button"
        className={`menu-trigger ${className}`.trim()}
        popoverTarget={id}
        aria-label={label}
        onKeyDown={handleArrowKeys}
        onBlur={closeWhenLeft}
      >
        {button}
      </button>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Handles bubbling events of the links and buttons inside. */}
      <div
        ref={panel}
        id={id}
        popover="auto"
        className="menu"
        onToggle={({ newState }) => newState === 'open' && onOpen?.()}
        onClick={closeOnChoice}
        onKeyDown={handleArrowKeys}
        onBlur={closeWhenLeft}
      >
        {children}
      </div>
    </>
  )
}
