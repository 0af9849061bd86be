import type { Translator } from '@foyer/i18n'

import { isEdited } from '#web/lib/is-edited.ts'

import { offerNewVersion } from './visit-errors.ts'

const idleMs = 5000
let lastInput = Date.now()
let timer: ReturnType<typeof setTimeout> | undefined

for (const type of ['keydown', 'pointerdown', 'wheel', 'touchmove'])
  addEventListener(type, () => (lastInput = Date.now()), { capture: true, passive: true })

/** Reloads once the page is idle, or offers to, if a reload would lose unsaved input or something shown only once. */
export function loadNewVersion(
  t: Translator,
  isVisiting: () => boolean,
  showsFlash: () => boolean,
): void {
  if (showsFlash() || hasUnsavedInput()) return offerNewVersion(t)
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

function hasUnsavedInput(): boolean {
  const forms = [...document.querySelectorAll<HTMLFormElement>('form.form')]
  return forms.some((form) => [...form.elements].some(isEdited))
}
