import { type ReactNode, useRef } from 'react'

interface Props {
  /** Adds detail only: the keyboard does not reach it, so that a list has no tab stops that do nothing. */
  text: string
  children: ReactNode
}

const gap = 6

/** Opens on hover or touch; closes on Escape and stays while hovered. */
export function Tooltip({ text, children }: Props) {
  const anchor = useRef<HTMLSpanElement>(null)
  const tooltip = useRef<HTMLSpanElement>(null)

  function show() {
    const box = anchor.current?.getBoundingClientRect()
    if (!box || !tooltip.current || tooltip.current.matches(':popover-open')) return
    tooltip.current.showPopover()
    const { offsetWidth: width, offsetHeight: height } = tooltip.current
    const left = Math.min(Math.max(gap, box.left), innerWidth - width - gap)
    const above = box.top - height - gap
    tooltip.current.style.left = `${left}px`
    tooltip.current.style.top = `${above > gap ? above : box.bottom + gap}px`
    addEventListener('keydown', hideOnEscape)
    // Not for the touch that opened it.
    setTimeout(() => addEventListener('pointerdown', hide))
  }

  function hide() {
    tooltip.current?.hidePopover()
    removeEventListener('keydown', hideOnEscape)
    removeEventListener('pointerdown', hide)
  }

  const hideOnEscape = ({ key }: KeyboardEvent) => key === 'Escape' && hide()

  return (
    <span
      onPointerEnter={show}
      onPointerLeave={({ pointerType }) => pointerType !== 'touch' && hide()}
      onPointerCancel={hide}
    >
      <span ref={anchor} className="tooltip-trigger">
        {children}
      </span>
      <span ref={tooltip} role="tooltip" popover="manual" className="tooltip">
        {text}
      </span>
    </span>
  )
}
