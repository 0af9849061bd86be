import type { Translator } from '@foyer/i18n'
import { useEffect, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'

import type { ConfirmationLevel } from '#app/confirmation-level.ts'
import type { ConfirmationMethod, ConfirmingProvider } from '#app/confirmation/pages.ts'
import { TranslatorProvider, useTranslation } from '#web/i18n.tsx'
import { fetchConfirmationStatus } from '#web/lib/confirmation-status.ts'

import { ConfirmationMethods } from './ConfirmationMethods.tsx'
import { Dialog } from './Dialog.tsx'

interface ConfirmationRequest {
  level: ConfirmationLevel
  email: string
  t: Translator
  /** The form that waits for the confirmation. */
  form?: HTMLFormElement | undefined
}

/** Resolves to whether the action may run. Opens a dialog if the server requires a confirmation. */
export async function requireConfirmation({
  level,
  email,
  t,
  form,
}: ConfirmationRequest): Promise<boolean> {
  const status = await fetchConfirmationStatus(level)
  // If the request failed, run the action: its own error is more precise and can be retried.
  if (!status || status.confirmed) return true

  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  const isConfirmed = await new Promise<boolean>((resolve) => {
    root.render(
      <TranslatorProvider value={t}>
        <ConfirmationDialog
          methods={status.methods}
          providers={status.providers}
          email={email}
          linkTo={form?.querySelector<HTMLInputElement>('[data-sends-link]')?.value}
          onClosed={resolve}
        />
      </TranslatorProvider>,
    )
  })
  // Not during the dialog's own render.
  setTimeout(() => {
    root.unmount()
    container.remove()
  })
  return isConfirmed
}

interface Props {
  methods: ConfirmationMethod[]
  providers: ConfirmingProvider[]
  email: string
  linkTo: string | undefined
  onClosed: (isConfirmed: boolean) => void
}

/** Has its own React root, so that the page keeps its state. */
function ConfirmationDialog({ methods, providers, email, linkTo, onClosed }: Props) {
  const t = useTranslation()
  const [isOpen, setOpen] = useState(true)
  const isConfirmed = useRef(false)

  useEffect(() => {
    // Runs after the dialog has closed and restored the focus.
    if (!isOpen) onClosed(isConfirmed.current)
  }, [isOpen, onClosed])

  function handleConfirmed() {
    isConfirmed.current = true
    setOpen(false)
  }

  return (
    <Dialog open={isOpen} onClose={() => setOpen(false)} title={t("Confirm it's you")}>
      <ConfirmationMethods
        methods={methods}
        providers={providers}
        email={email}
        linkTo={linkTo}
        onConfirmed={handleConfirmed}
        onCancel={() => setOpen(false)}
      />
    </Dialog>
  )
}
