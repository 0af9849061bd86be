import type { Translator } from '@foyer/i18n'
import type { PendingVisit } from '@inertiajs/core'
import { router } from '@inertiajs/react'

import { isEdited } from '#web/lib/is-edited.ts'

import { leavesPage, repeatVisit } from './repeat-visit.ts'

const editedForms = new Set<HTMLFormElement>()
let submittedForm: EventTarget | null = null
let isWatching = false

/** Asks before a page is left whose form was edited and not sent. Call on input. */
export function markEdited(field: EventTarget, t: Translator): void {
  const form = field instanceof Element && field.closest<HTMLFormElement>('form.form')
  if (!form) return
  editedForms.add(form)
  if (!isWatching) watch(t)
  isWatching = true
}

function watch(t: Translator): void {
  let isSending = false
  document.addEventListener('submit', ({ target }) => (submittedForm = target), true)
  router.on('start', ({ detail: { visit } }) => void (isSending = visit.method !== 'get'))
  router.on('success', () => {
    for (const form of editedForms)
      if (!form.isConnected || (isSending && form === submittedForm)) editedForms.delete(form)
  })
  // The server requests a full page load: the form was sent, or leaving was confirmed.
  router.on('location', () => editedForms.clear())
  router.on('before', ({ detail: { visit } }) => {
    if (!leavesPage(visit) || !hasUnsavedChanges()) return true
    void askToLeave(t, visit)
    return false
  })
  addEventListener('beforeunload', (event) => {
    // Hidden when the session has ended: nothing may keep it on screen.
    if (!document.getElementById('app')?.hidden && hasUnsavedChanges()) event.preventDefault()
  })
}

async function askToLeave(t: Translator, visit: PendingVisit): Promise<void> {
  const { confirmLeaving } = await import('#web/components/UnsavedChangesDialog.tsx')
  if (!(await confirmLeaving(t))) return
  editedForms.clear()
  repeatVisit(visit)
}

function hasUnsavedChanges(): boolean {
  return [...editedForms].some(
    (form) => form.checkVisibility() && [...form.elements].some(isEdited),
  )
}
