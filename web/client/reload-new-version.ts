import type { Translator } from '@foyer/i18n'

import { offerNewVersion } from './visit-errors.ts'

const idleMs = 5000
let lastInput = Date.now()
let timer: ReturnType<typeof setTimeout> | undefined

for (const type of ['keydown', 'pointerdown', 'wheel', 'touchmove'])
  addEventListener(type, () => (lastInput = Date.now()), { capture: true, passive: true })

/** Reloads once the page is idle, or offers to, if a reload would lose something typed or shown only once. */
export function loadNewVersion(
  t: Translator,
  isVisiting: () => boolean,
  showsFlash: () => boolean,
): void {
  if (showsFlash() || hasTypedText()) return offerNewVersion(t)
  const idleFor = document.hidden ? idleMs : Date.now() - lastInput
  const isIdle = idleFor >= idleMs && !isVisiting() && !document.querySelector(openPanels)
  if (isIdle) return location.reload()
  timer ??= setTimeout(
    () => {
      timer = undefined
      loadNewVersion(t, isVisiting, showsFlash)
    },
    Math.max(idleMs - idleFor, 1000),
  )
}

const openPanels = 'dialog[open], :popover-open:not(.client-alert)'

/** Our forms are uncontrolled, so their fields know what the server rendered. */
function hasTypedText(): boolean {
  return [...document.querySelectorAll<HTMLInputElement>('input, textarea')].some(
    ({ value, defaultValue, checked, defaultChecked }) =>
      value !== defaultValue || checked !== defaultChecked,
  )
}
