import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'

interface Props {
  text: string
  children: ReactNode
}

const gap = 6

/** Opens on hover, focus or touch; closes on Escape and stays while hovered. */
export function Tooltip({ text, children }: Props) {
  const id = useId()
  const anchor = useRef<HTMLButtonElement>(null)
  const tooltip = useRef<HTMLSpanElement>(null)

  function show() {
    const box = anchor.current?.getBoundingClientRect()
    if (!box || !tooltip.current) return
    tooltip.current.showPopover()
    const { offsetWidth: width, offsetHeight: height } = tooltip.current
    const left = Math.min(Math.max(gap, box.left), innerWidth - width - gap)
    const above = box.top - height - gap
    tooltip.current.style.left = `${left}px`
    tooltip.current.style.top = `${above > gap ? above : box.bottom + gap}px`
  }

  const hide = () => tooltip.current?.hidePopover()
  const hideOnEscape = (event: KeyboardEvent) => event.key === 'Escape' && hide()

  return (
    <span onPointerEnter={show} onPointerLeave={hide}>
      <button
        ref={anchor}
        type="button"
        className="tooltip-trigger"
        aria-describedby={id}
        onFocus={show}
        onBlur={hide}
        onKeyDown={hideOnEscape}
      >
        {children}
      </button>
      <span ref={tooltip} id={id} role="tooltip" popover="manual" className="tooltip">
        {text}
      </span>
    </span>
  )
}
